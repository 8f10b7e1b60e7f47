import { liveLimits } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import { type Channel, describeRejection, openSocket } from '../cloud-link/open-socket.js'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'

type MediaOpening =
  | { readonly kind: 'open'; readonly socket: WebSocket }
  | { readonly kind: 'failed'; readonly reason: string }

/** Between attempts, ms. */
const againMs = 500
/** With what a cloud refuses (docs/protocol.md, 20). Other answers are those of a proxy, or of trouble that passes. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 409, 429])

/**
 * Opens a media socket. As long as the cloud waits for it, it is tried again: in front of a node may stand what is just
 * being restarted, or a proxy that wants something else. What the cloud refuses is refused for good. Never rejects.
 */
export async function dialMedia(channel: Channel, clock: Clock, signal: AbortSignal): Promise<MediaOpening> {
  const late = new AbortController()
  const cancel = clock.after(liveLimits.dialMs, () => late.abort(new Error('the cloud waits no longer')))
  const both = AbortSignal.any([signal, late.signal])
  try {
    for (;;) {
      const opening = await openSocket(channel, both)
      if (opening.kind === 'open') return opening
      const isFinal = opening.kind === 'rejected' && opening.by === null && refusals.has(opening.status)
      const reason = opening.kind === 'rejected' ? describeRejection(opening) : messageOf(opening.error)
      if (isFinal || both.aborted) return { kind: 'failed', reason }
      await clock.delay(againMs, { signal: both })
    }
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) }
  } finally {
    cancel()
  }
}
