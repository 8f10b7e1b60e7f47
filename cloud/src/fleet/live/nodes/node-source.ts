import { mostMediaFrameBytes } from '@sightline/protocol'
import { WebSocket } from 'ws'
import type { Platform } from '../../../platform/platform.js'
import type { StreamKey, TryContext } from '../upstreams/agent-source.js'
import { MediaSocket, type Needs } from '../upstreams/media-socket.js'
import type { TryOutcome } from '../upstreams/try-outcome.js'
import { nodeKey } from './node-key.js'
import { pathOfStream } from './node-path.js'

/** Milliseconds for another node to answer an upgrade. */
const handshakeMs = 5_000

/** Tells the other node what is needed from the first frame on. */
export const needsHeader = 'x-live-needs'

const textOfNeeds = ({ mode, audio }: Needs): string => `${mode}${audio ? ' audio' : ''}`

export const needsOfText = (text: string | undefined): Needs => ({
  mode: text?.startsWith('full') ? 'full' : 'keys',
  audio: text?.endsWith('audio') ?? false,
})

/**
 * One try to get a stream from the node that has it.
 * @returns how it ended; null after an abort; `unreachable` if the other node is not there, or is stopping
 */
export async function streamFromNode(
  { clock, keys }: Pick<Platform, 'clock' | 'keys'>,
  key: StreamKey,
  { url, ...context }: TryContext & { readonly url: string },
): Promise<TryOutcome | 'unreachable' | null> {
  const needs = context.needs()
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${pathOfStream(key)}`, {
    headers: { authorization: `Bearer ${nodeKey(keys)}`, [needsHeader]: textOfNeeds(needs) },
    handshakeTimeout: handshakeMs,
    maxPayload: mostMediaFrameBytes,
    perMessageDeflate: false,
  })
  const { rendition } = key
  const media = new MediaSocket(socket, clock, { rendition, needs, sink: context.sink, isNode: true })
  const abort = () => media.close(1000, 'nobody watches any more')
  context.signal.addEventListener('abort', abort, { once: true })
  try {
    const opened = await untilOpen(socket, () => context.opened(media))
    if (opened !== 'open') return opened
    const end = await media.closed
    return context.signal.aborted ? null : { kind: 'closed', ...end, flowed: media.hasFlowed }
  } finally {
    context.signal.removeEventListener('abort', abort)
    socket.terminate()
  }
}

/**
 * Another node that says that the stream is not its own is there: it is asked anew whose it is.
 * @param open called before the first message is heard, which may lie behind the answer already
 */
function untilOpen(socket: WebSocket, open: () => void): Promise<'open' | 'unreachable' | TryOutcome> {
  return new Promise((resolve) => {
    socket.once('open', () => {
      open()
      resolve('open')
    })
    socket.once('error', () => resolve('unreachable'))
    socket.once('close', () => resolve('unreachable'))
    socket.once('unexpected-response', (_request, { statusCode }) =>
      resolve(statusCode === 503 ? 'unreachable' : { kind: 'closed', code: 1006, reason: '', flowed: false }),
    )
  })
}
