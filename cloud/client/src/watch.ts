import { isFinalRefusal, valueOf } from './api-error.js'
import { type Credential, createSightlineClient } from './client.js'
import { LiveConnection } from './live/live-connection.js'
import type { OpenSocket } from './live/live-socket.js'
import type { Decodable, Ended, LiveMode, StreamRole } from './live/server-message.js'
import type { RequestToken } from './live/token-keeper.js'
import type { Send } from './retry.js'
import { type WatchStep, WatchSteps } from './watch-steps.js'

export interface WatchOptions {
  /** Where the service is: `https://video.example.com`. */
  readonly origin: string
  /** The key of a service account, an access token, or what gives the one that holds now, such as that of a `Session`. */
  readonly credential: Credential
  readonly cameraId: string
  /** Default `main`. */
  readonly stream?: StreamRole
  /** Default `full`; `keys` are keyframes alone. */
  readonly mode?: LiveMode
  /** Sound beside the pictures; default false. */
  readonly audio?: boolean
  /** What the program can make use of; default H.264 and H.265. What it cannot, the gateway makes anew. */
  readonly decodes?: readonly Decodable[]
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Instead of the global `WebSocket`, which Node has from version 22 on. */
  readonly openSocket?: OpenSocket
  /** Instead of the global `fetch`. */
  readonly fetch?: Send
}

/** The picture is over, and asking again by itself would change nothing: `code` is of docs/protocol.md, 20. */
export class WatchEnded extends Error {
  readonly code: number
  readonly reason: string | null

  constructor({ code, reason, message }: Ended) {
    super(`the picture ended with ${code}: ${message}`)
    this.name = 'WatchEnded'
    this.code = code
    this.reason = reason
  }
}

/**
 * A camera as it is now, for as long as it is read: what its frames are, then each frame as it comes. Where the line breaks or
 * the service moves it goes on over another socket. A frame counts as done, and is acknowledged, once the next step is asked
 * for: who is slow is sent less, and gets what is of now and not what waited.
 * @throws WatchEnded once there is no such camera, or it may not be watched any more
 * @throws FailedCall if the credential is refused: nobody is signed in any longer, or the key is revoked
 */
export async function* watch(options: WatchOptions): AsyncGenerator<WatchStep, void, undefined> {
  const { origin, openSocket, signal } = options
  if (signal?.aborted) return
  // By the types each has one; Node 20 has none.
  if (!openSocket && typeof Reflect.get(globalThis, 'WebSocket') !== 'function')
    throw new TypeError('there is no WebSocket here: give one as openSocket, such as that of the package ws')
  const steps = new WatchSteps()
  const requestToken = tokensOf(options, (refusal) => steps.end(refusal))
  const connection = new LiveConnection({
    server: origin,
    requestToken,
    ...(openSocket && { openSocket: heard(openSocket) }),
  })
  const leave = (): void => steps.end(null)
  let isOut = false
  signal?.addEventListener('abort', leave)
  const { cameraId, stream = 'main', mode = 'full', audio = false, decodes = ['h264', 'h265'] } = options
  const subscription = connection.subscribe(
    { cameraId, stream, mode, audio, decodes },
    {
      format: (format) => steps.add({ type: 'format', format }),
      frame: (frame, generation) => steps.addFrame(frame, generation),
      state: (state) => steps.add({ type: 'state', state }),
      line: (line) => steps.add({ type: 'line', line }),
      isBusy: () => isOut || steps.size > 0,
      ended: (ended, retryInMs) =>
        retryInMs === null
          ? steps.end(new WatchEnded(ended))
          : steps.add({ type: 'ended', ended, retryInMs }),
    },
  )
  try {
    for (;;) {
      const next = await steps.next()
      if (next === null) return
      isOut = true
      yield next.step
      isOut = false
      if (next.step.type === 'frame') subscription.done(next.step.frame.sequence, next.generation)
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    connection.close()
  }
}

/** What breaks a socket ends in `close`; of the package `ws` it would end the process if nobody heard it. */
const heard =
  (open: OpenSocket): OpenSocket =>
  (address, protocols) => {
    const socket = open(address, protocols)
    socket.addEventListener('error', () => undefined)
    return socket
  }

/** @param denied told once no token will ever be taken */
function tokensOf(
  { origin, credential, cameraId, fetch }: WatchOptions,
  denied: (refusal: Error) => void,
): RequestToken {
  const client = createSightlineClient({ origin, ...(fetch && { fetch }) })
  let last: string | undefined
  const token = async (): Promise<string | undefined> =>
    typeof credential === 'string' ? credential : credential(last)
  /** A refused upgrade does not say why: a request does. A live token opens nothing else. */
  const prove = async (held: string): Promise<void> => {
    if (held.startsWith('lt_')) return
    const headers = { authorization: `Bearer ${held}` }
    await valueOf(client.GET('/api/v1/cameras/{id}', { params: { path: { id: cameraId } }, headers }))
  }
  return async (why) => {
    try {
      if (why === 'first') last = undefined
      last = await token()
      if (why === 'refused' && last !== undefined) await prove(last)
      return last ?? null
    } catch (failure) {
      if (!(failure instanceof Error) || !isFinalRefusal(failure)) throw failure
      denied(failure)
      return null
    }
  }
}
