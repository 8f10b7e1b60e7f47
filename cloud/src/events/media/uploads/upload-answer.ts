import type { ChannelError } from '@sightline/protocol'

/** What a request on the channel is answered with: its value, or why not, in a code of the channel. */
export type UploadAnswer<Value> = { ok: true; value: Value } | { ok: false; error: ChannelError }

export const refuse = (code: string, message: string): UploadAnswer<never> => ({
  ok: false,
  error: { code, message },
})
