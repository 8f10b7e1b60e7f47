import {
  type AgentMediaMessage,
  CloudMediaMessage,
  liveCloseCodes,
  liveLimits,
  type MediaFrame,
  mediaHeadBytes,
  mostMediaFrameBytes,
  writeMediaFrame,
} from '@sightline/protocol'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../platform/clock.js'
import { watchSilence } from '../platform/watch-silence.js'
import { AckWindow } from './ack-window.js'
import type { LineTrip } from './line-trip.js'

/** A frame before it has its number. */
export type UnsentFrame = Omit<MediaFrame, 'sequence' | 'subscription'>

/** What went over a media socket. */
export interface SentSoFar {
  readonly frames: number
  readonly bytes: number
  /** How often frames were left out, for what was sent before did not arrive in time. */
  readonly gaps: number
}

export interface MediaSocketOptions {
  readonly clock: Clock
  /** Without a sign of the cloud it is cut, ms. */
  readonly silenceMs: number
  readonly lineTrip: Pick<LineTrip, 'took' | 'mostMs'>
  /** What the cloud wants from now on; neither throws nor blocks. */
  readonly onMessage: (message: Exclude<CloudMediaMessage, { type: 'ack' }>) => void
}

/** How long the other side may take to close, ms. */
const closingMs = 1000

/** The media socket of one stream, open: numbers frames, and knows which of them arrived. */
export class MediaSocket {
  readonly #socket: WebSocket
  readonly #options: MediaSocketOptions
  readonly #window: AckWindow
  #sequence = 0
  #frames = 0
  #bytes = 0
  #gaps = 0
  #isEnding = false
  #isBehind = false

  /** Resolves with the close code once the connection is over. */
  readonly ended: Promise<number>

  constructor(socket: WebSocket, options: MediaSocketOptions) {
    this.#socket = socket
    this.#options = options
    this.#window = new AckWindow(() => options.lineTrip.mostMs)
    this.#measureTrip()
    const stopWatching = watchSilence(socket, options.clock, options.silenceMs, () =>
      this.close(liveCloseCodes.silent, 'nothing came for too long'),
    )
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    this.ended = new Promise((resolve) => {
      socket.once('close', (code) => {
        this.#isEnding = true
        stopWatching()
        resolve(code)
      })
    })
    socket.resume()
  }

  /**
   * Whether the other side is too far behind to be sent more: by its window and the round trip of the line. One that confirms
   * nothing at all for as long as a silence may last is cut: it reads nothing either.
   */
  checkBehind(): boolean {
    const behindMs = this.#window.ageMs(this.#options.clock.monotonic())
    if (behindMs > this.#options.silenceMs) this.close(liveCloseCodes.silent, 'nothing was acknowledged')
    const isBehind = behindMs > liveLimits.windowMs + this.#window.roundTripMs
    if (isBehind && !this.#isBehind) this.#window.forgetSilence()
    this.#isBehind = isBehind
    return isBehind
  }

  /** Since the other side was found to be behind, the line was silent, and carries again. */
  get hasComeBack(): boolean {
    return this.#window.hasComeBack
  }

  /** By how much the oldest frame waits longer than the round trip, ms; 0 on a socket where nothing arrives any more. */
  get overdueMs(): number {
    return this.#window.overdueMs(this.#options.clock.monotonic())
  }

  /** Bytes that arrived at the cloud. */
  get arrivedBytes(): number {
    return this.#window.arrivedBytes
  }

  /** What was sent so far. */
  get sent(): SentSoFar {
    return { frames: this.#frames, bytes: this.#bytes, gaps: this.#gaps }
  }

  /** @returns false for a frame that is too large to be sent; it has no number then */
  frame(frame: UnsentFrame): boolean {
    if (this.#isEnding) return true
    if (frame.data.length + mediaHeadBytes > mostMediaFrameBytes) return false
    const sequence = (this.#sequence + 1) >>> 0
    const bytes = writeMediaFrame({ ...frame, subscription: 0, sequence })
    this.#sequence = sequence
    this.#window.sent(sequence, this.#options.clock.monotonic(), bytes.length)
    this.#frames += 1
    this.#bytes += bytes.length
    if (frame.discontinuity) this.#gaps += 1
    this.#socket.send(bytes)
    return true
  }

  message(message: AgentMediaMessage): void {
    if (!this.#isEnding) this.#socket.send(JSON.stringify(message))
  }

  /** Closes without waiting for long for the other side, which may be gone. */
  close(code: number, reason: string): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#socket.close(code, shortened(reason))
    const cancel = this.#options.clock.after(code === liveCloseCodes.silent ? 0 : closingMs, () =>
      this.#socket.terminate(),
    )
    this.#socket.once('close', cancel)
  }

  /** Nothing else was sent on the socket yet, so that the ping waits behind nothing of ours. */
  #measureTrip(): void {
    const { clock, lineTrip } = this.#options
    const pingedAtMs = clock.monotonic()
    this.#socket.once('pong', () => lineTrip.took(clock.monotonic() - pingedAtMs))
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  #receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? null : readMessage(data)
    if (this.#isEnding) return
    if (message === null) return this.close(liveCloseCodes.badMessage, 'the message cannot be read')
    if (message.type !== 'ack') return this.#options.onMessage(message)
    if (!this.#window.acknowledge(message.sequence, this.#options.clock.monotonic()))
      this.close(liveCloseCodes.badMessage, 'a frame was acknowledged that was never sent')
  }
}

function readMessage(data: RawData): CloudMediaMessage | null {
  const text = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
  try {
    const message = CloudMediaMessage.safeParse(JSON.parse(text.toString('utf8')))
    return message.success ? message.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A reason has 123 bytes at most (RFC 6455, 5.5). */
function shortened(reason: string): string {
  const bytes = Buffer.from(reason)
  return bytes.length <= 123 ? reason : bytes.subarray(0, 120).toString('utf8').replace(/�+$/u, '')
}
