import { UploadBegin } from '@sightline/protocol'
import { z } from 'zod'

/**
 * A file on its way to the cloud, as it is kept on disk.
 *
 * - `pending`: to be sent as soon as the cloud holds the event. Network trouble never ends this state.
 * - `failed`: definitely refused, or the file is gone; kept with the reason for a person to see.
 *
 * A stored file has no record any more.
 */
export const UploadRecord = z.object({
  /** What `upload.begin` says of it. */
  object: UploadBegin,
  cameraId: z.string(),
  path: z.string(),
  /** Number of the durable frame that must be acknowledged first. */
  afterSeq: z.number().int(),
  state: z.enum(['pending', 'failed']),
  /** Definite refusals so far; broken connections are not among them. */
  refusals: z.number().int(),
  reason: z.string().nullable(),
  /** Service time at which it failed, ms; null while it is pending. */
  failedMs: z.number().nullable().default(null),
})
export type UploadRecord = z.infer<typeof UploadRecord>
