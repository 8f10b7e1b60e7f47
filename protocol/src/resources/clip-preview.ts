import { z } from 'zod'
import { Id, Timestamp } from './common.js'

/** Pictures that a preview has at most. */
export const previewFramesAtMost = 60

/** Pictures of a clip, small and in one image: from left to right, then from row to row. */
export const ClipPreview = z
  .object({
    event_id: Id,
    url: z.string().describe('Signed; the image opens with it and no other credential'),
    expires_at: Timestamp,
    columns: z.number().int().min(1),
    frame_width: z.number().int().min(1).describe('Pixels'),
    frame_height: z.number().int().min(1).describe('Pixels'),
    offsets_sec: z
      .array(z.number().min(0))
      .min(1)
      .max(previewFramesAtMost)
      .describe('Where in the clip each picture is, rising. They are keyframes'),
  })
  .meta({ id: 'ClipPreview' })

export type ClipPreview = z.infer<typeof ClipPreview>
