import { z } from 'zod'

/** What a node says to another beside what an agent says on a media socket: why no picture comes. */
export const NodeMessage = z.object({
  type: z.literal('trouble'),
  reason: z.string().max(64).nullable(),
  message: z.string().max(1000),
  passes: z.boolean(),
})

export type NodeMessage = z.infer<typeof NodeMessage>
