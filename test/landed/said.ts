import { z } from 'zod'

/** What both ends of a channel say, as far as it has to be looked at here. */
export const Frame = z.looseObject({
  id: z.string(),
  type: z.string(),
  re: z.string().optional(),
  seq: z.number().optional(),
  ack: z.number().optional(),
  body: z.record(z.string(), z.unknown()),
})
export type Frame = z.infer<typeof Frame>

/** A frame of a session, and whose it is. */
export const Said = z.object({ from: z.enum(['gateway', 'cloud']), frame: Frame })
export type Said = z.infer<typeof Said>
