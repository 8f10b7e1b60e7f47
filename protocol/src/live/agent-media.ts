import { z } from 'zod'
import { LiveFormat, LiveMode } from './live-stream.js'

/** Sequence number of a media frame. */
export const MediaSequence = z.number().int().min(0).max(0xffff_ffff)

/** Every text message that an agent sends over a media socket. Frames of its stream come between them, binary. */
export const AgentMediaMessage = z.discriminatedUnion('type', [
  /** Before the first frame, and before the first of another format. */
  LiveFormat.extend({ type: z.literal('format') }),
  /** The camera sends nothing for the time being, or does again. */
  z.object({
    type: z.literal('state'),
    state: z.enum(['flowing', 'interrupted']),
    message: z.string().max(1000).nullable().describe('Why, for a person'),
  }),
])

/** Every text message that the cloud sends over a media socket. */
export const CloudMediaMessage = z.discriminatedUnion('type', [
  /** All frames up to this one have arrived. */
  z.object({ type: z.literal('ack'), sequence: MediaSequence }),
  /** From the next keyframe on, what the viewers together need. */
  z.object({ type: z.literal('set'), mode: LiveMode, audio: z.boolean() }),
  /** Somebody waits for a keyframe: ask the camera for one (ONVIF SetSynchronizationPoint), if it can. */
  z.object({ type: z.literal('keyframe') }),
])

export type AgentMediaMessage = z.infer<typeof AgentMediaMessage>
export type CloudMediaMessage = z.infer<typeof CloudMediaMessage>
