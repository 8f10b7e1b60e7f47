import { z } from 'zod'
import { AiAnalysisMode, AiPassMode } from './camera.js'
import { Actor, Id, Timestamp } from './common.js'
import { AiStatus } from './event.js'
import { usageSums } from './model-usage.js'
import { Severity } from './severity.js'

/** 0 to 1. */
const Fraction = z.number().min(0).max(1)

/** A picture of an analysis by its number, from 1. */
const PictureNumber = z.number().int().min(1)

/** A place in a picture, as parts of its width and height from the upper left corner. */
export const AnalysisBox = z
  .object({
    x: Fraction.describe("Of the left edge, as part of the picture's width"),
    y: Fraction.describe("Of the upper edge, as part of the picture's height"),
    width: Fraction,
    height: Fraction,
  })
  .meta({ id: 'AnalysisBox' })

export const AnalysisObject = z
  .object({
    label: z.string().describe('Lower case; one of the object categories where one fits'),
    count: z.number().int().min(1).describe('How many alike the entry stands for'),
    confidence: Fraction.describe('How sure the model is, 0 to 1'),
    picture: PictureNumber.nullable().describe('Number of the picture in which it is seen best'),
    box: AnalysisBox.nullable().describe('Where in that picture; null: the model gave no place'),
  })
  .meta({ id: 'AnalysisObject' })

/** That there is a face, and where; never whose. */
export const AnalysisFace = z
  .object({
    picture: PictureNumber.describe('Number of the picture'),
    box: AnalysisBox.nullable().describe('Where in that picture; null: the model gave no place'),
  })
  .meta({ id: 'AnalysisFace' })

export const AnalysisEvidence = z
  .object({
    picture: PictureNumber.describe('Number of the picture'),
    shows: z.string().describe('What is seen in it, in a sentence'),
  })
  .meta({ id: 'AnalysisEvidence' })

/** A picture that the model was shown. */
export const AnalysisPicture = z
  .object({
    number: PictureNumber.describe('By which objects, faces and evidence name it'),
    offset_sec: z.number().nullable().describe('Seconds from the beginning of the clip'),
    taken_at: Timestamp,
    width: z.number().int().describe('Pixels'),
    height: z.number().int().describe('Pixels'),
    url: z
      .string()
      .nullable()
      .describe('Signed, valid for an hour at most; null once the picture is removed'),
  })
  .meta({ id: 'AnalysisPicture' })

/** What an analysis says. */
export const AnalysisResult = z
  .object({
    summary: z.string().describe('One sentence'),
    narrative: z.string().describe('What happens, in its order'),
    tags: z.array(z.string()).describe('Lower case, each once'),
    severity: Severity,
    confidence: Fraction.describe('How sure the model is of the whole, 0 to 1'),
    objects: z.array(AnalysisObject),
    faces: z.array(AnalysisFace),
    evidence: z.array(AnalysisEvidence),
  })
  .meta({ id: 'AnalysisResult' })

export const AnalysisCause = z
  .enum(['clip_stored', 'clip_failed', 'clip_given_up', 'requested'])
  .describe('Why there is this version')

/** One analysis of an event: how it came about and what it took. */
export const AnalysisRun = z
  .object({
    id: Id,
    event_id: Id,
    version: z.number().int().min(1).describe('1, 2, … of its event'),
    state: AiStatus,
    reason: z
      .string()
      .nullable()
      .describe('Why it was skipped or failed, or, while it is pending, why it waits and until when'),
    note: z.string().nullable().describe('What a reader should know of the result'),
    cause: AnalysisCause,
    requested_by: Actor,
    mode: AiAnalysisMode,
    pass_mode: AiPassMode,
    depth: z
      .enum(['triage', 'full'])
      .nullable()
      .describe('triage: the small pictures showed nothing worth a closer look; the result is short'),
    provider: z.string().nullable().describe('null: no model was asked'),
    model: z.string().nullable(),
    prompt_version: z.string().nullable().describe('Of our instructions; another with every word of them'),
    picture_count: z.number().int().min(0).describe('Pictures that the model was shown'),
    calls: z.number().int().min(0).describe('Requests to the provider, repeats included'),
    input_tokens: z.number().int().nullable().describe('null: the provider did not count them'),
    output_tokens: z.number().int().nullable(),
    cost_usd: z.number().nullable().describe('null: no price is set, or the provider counted no tokens'),
    model_ms: z.number().int().nullable().describe('What the provider took'),
    pictures_ms: z.number().int().nullable().describe('What reading and decoding the pictures took'),
    own_ms: z.number().int().nullable().describe('What all else took'),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'AnalysisRun' })

/** A version with what it says. `result` is null where it was skipped, failed or is under way. */
export const AnalysisVersion = AnalysisRun.extend({
  result: AnalysisResult.nullable(),
  pictures: z.array(AnalysisPicture),
}).meta({ id: 'AnalysisVersion' })

/** Answer of `GET /api/v1/events/{id}/analysis`. */
export const EventAnalysis = z
  .object({
    event_id: Id,
    ai_status: AiStatus,
    ai_reason: z.string().nullable().describe('Why it was skipped or failed'),
    current: AnalysisVersion.nullable().describe(
      'The version asked for; else the newest that was completed; else the newest',
    ),
    versions: z.array(AnalysisRun).describe('All, newest first; at most 100'),
    usage: z
      .object({ ...usageSums, latency_ms: z.number().int().min(0).describe('Of all calls together') })
      .describe('What models took for this event so far: all versions, and the questions to the judge'),
  })
  .meta({ id: 'EventAnalysis' })

export const EventAnalysisQuery = z.object({
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})

/** Body of `POST /api/v1/events/{id}/analyze`; what is left out is as the camera is set. */
export const AnalyzeRequest = z
  .strictObject({
    mode: AiAnalysisMode.exclude(['disabled']).optional(),
    pass_mode: AiPassMode.optional(),
  })
  .meta({ id: 'AnalyzeRequest' })

/** What the answers about one version of an analysis have in common. */
const ofVersion = {
  event_id: Id,
  version: z.number().int().min(1).nullable().describe('null: no analysis was completed'),
}

/** Answer of `GET /api/v1/events/{id}/objects`. */
export const EventObjects = z
  .object({
    ...ofVersion,
    data: z.array(AnalysisObject),
    total: z.number().int().min(0),
    counts: z.record(z.string(), z.number().int().min(1)).describe('How many of each label'),
    reported_by_camera: z.array(z.string()).describe('Kinds of objects that the camera itself reported'),
    pictures: z.array(AnalysisPicture),
  })
  .meta({ id: 'EventObjects' })

/** Answer of `GET /api/v1/events/{id}/faces`: places and a count, never an identity. */
export const EventFaces = z
  .object({
    ...ofVersion,
    data: z.array(AnalysisFace),
    total: z.number().int().min(0),
    pictures: z.array(AnalysisPicture),
  })
  .meta({ id: 'EventFaces' })

/** Answer of `GET /api/v1/events/{id}/ai-evidence`: every picture that was shown to the model, and what it shows. */
export const EventEvidence = z
  .object({
    ...ofVersion,
    data: z.array(AnalysisPicture.extend({ shows: z.array(z.string()) })),
    total: z.number().int().min(0),
  })
  .meta({ id: 'EventEvidence' })

export type AnalysisBox = z.infer<typeof AnalysisBox>
export type AnalysisObject = z.infer<typeof AnalysisObject>
export type AnalysisFace = z.infer<typeof AnalysisFace>
export type AnalysisEvidence = z.infer<typeof AnalysisEvidence>
export type AnalysisPicture = z.infer<typeof AnalysisPicture>
export type AnalysisResult = z.infer<typeof AnalysisResult>
export type AnalysisCause = z.infer<typeof AnalysisCause>
export type AnalysisRun = z.infer<typeof AnalysisRun>
export type AnalysisVersion = z.infer<typeof AnalysisVersion>
export type EventAnalysis = z.infer<typeof EventAnalysis>
export type EventAnalysisQuery = z.infer<typeof EventAnalysisQuery>
export type AnalyzeRequest = z.infer<typeof AnalyzeRequest>
export type EventObjects = z.infer<typeof EventObjects>
export type EventFaces = z.infer<typeof EventFaces>
export type EventEvidence = z.infer<typeof EventEvidence>
