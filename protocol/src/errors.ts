import { z } from 'zod'

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

/** The body of every answer that is not a success. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Machine-readable; see the list of codes. Upper case under /api/v1/auth.'),
      message: z.string().describe('One sentence for a person: what is wrong and what to do.'),
    }),
  })
  .meta({ id: 'Error' })

export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>
