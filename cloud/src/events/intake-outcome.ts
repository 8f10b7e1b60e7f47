import type { ChannelError } from '@sightline/protocol'

/** Who sent a frame: the gateway and its organisation come from the key that opened the channel. */
export interface IntakeContext {
  readonly orgId: string
  readonly gatewayId: string
  /** When the frame arrived, by this node's clock. */
  readonly receivedAt: Date
}

/**
 * What became of a durable frame. `stored` and `duplicate` are confirmed alike; a refused one is confirmed and
 * listed, for a repeat would change nothing.
 */
export type IntakeOutcome = 'stored' | 'duplicate' | { rejected: ChannelError }

/** Why a frame is refused, in a code of the channel and a sentence. */
export const refused = (code: string, message: string): IntakeOutcome => ({ rejected: { code, message } })
