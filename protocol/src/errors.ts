import { z } from 'zod'
import { CameraFault } from './resources/camera.js'
import { since } from './resources/common.js'
import { SecondFactorNeeded } from './resources/second-factor.js'

/**
 * Wire codes of the error envelope (interface: Errors). Routes under `/api/v1/auth` spell them in
 * upper case, all others in lower case; both spellings are listed because both reach clients.
 */
export const errorCodes = [
  'validation_error',
  'auth_required',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'account_disabled',
  'account_locked',
  'locked',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** One thing that is wrong with a request. */
export const FieldProblem = z
  .object({
    path: z
      .string()
      .describe('The field, such as `recipients.0.user_id`, of the body or the query; empty for the whole'),
    message: z.string(),
    code: z.string().describe('What kind of problem, such as `invalid_type` or `too_small`; else `custom`'),
  })
  .meta({ id: 'FieldProblem' })

/** With every validation_error. */
export const FieldProblems = z.array(FieldProblem).describe('What is wrong with which field')

/** With a 401 where a second factor is lacking. */
export const LackingProof = z.object({ second_factor: SecondFactorNeeded })

/** The body of every answer that is not a success. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Machine-readable; see the list of codes. Upper case under /api/v1/auth.'),
      message: z.string().describe('One sentence for a person: what is wrong and what to do.'),
      details: z
        .union([FieldProblems, LackingProof])
        .optional()
        .describe(
          'With every validation_error, what is wrong with which field; with a 401 of somebody whose second factor is lacking, what is asked for',
        )
        .meta(since('v1.3')),
      fault: CameraFault.optional()
        .describe('Why a camera that was looked at sent no picture, where it is known')
        .meta(since('v1.3')),
    }),
  })
  .meta({ id: 'Error' })

export type FieldProblem = z.infer<typeof FieldProblem>
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>
