import { basename } from 'node:path'
import { UploadBegin } from '@sightline/protocol'
import { z } from 'zod'

const Kept = z.object({
  /** What `upload.begin` says of it. */
  object: UploadBegin,
  cameraId: z.string(),
  /** Number of the durable frame that must be acknowledged first. */
  afterSeq: z.number().int(),
  state: z.enum(['pending', 'failed']),
  /** Refusals by the cloud so far; trouble of any kind is not among them. */
  refusals: z.number().int(),
  reason: z.string().nullable(),
  /** Service time at which it failed, ms; null while it is pending. */
  failedMs: z.number().nullable().default(null),
  /** When its recording ended, ms since the epoch by the wall clock; null of one that an earlier version kept. */
  endedAtMs: z.number().nullable().default(null),
})

/** The name of the file in the folder of recordings: where that folder lies may change. */
const Named = Kept.extend({
  name: z
    .string()
    .min(1)
    .transform((name) => basename(name)),
})
/** Earlier versions kept the whole path. */
const WithPath = Kept.extend({ path: z.string().min(1) }).transform(({ path, ...kept }) => ({
  ...kept,
  name: basename(path),
}))

/**
 * A file on its way to the cloud, as it is kept on disk.
 *
 * - `pending`: to be sent as soon as the cloud holds the event. Trouble, whoever has it, never ends this state.
 * - `failed`: refused by the cloud, or the file is gone; kept with the reason for a person to see.
 *
 * A stored file has no record any more.
 */
export const UploadRecord = z.union([Named, WithPath])
export type UploadRecord = z.infer<typeof UploadRecord>
