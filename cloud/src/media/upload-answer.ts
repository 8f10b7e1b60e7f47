import type { ChannelError } from '@sightline/protocol'

/** What a request on the channel is answered with: its value, or why not, in a code of the channel. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; error: ChannelError }

export const refuse = (code: string, message: string): { ok: false; error: ChannelError } => ({
  ok: false,
  error: { code, message },
})

/** A relay's request under a lease that another relay has taken over. Nothing was changed. */
export const staleLease = refuse('stale_lease', 'another relay took this camera over')
