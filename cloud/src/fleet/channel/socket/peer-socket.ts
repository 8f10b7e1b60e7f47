import { channelLimits, closeCodes } from '@sightline/protocol'
import type { RawData, WebSocket } from 'ws'
import type { Log } from '../../../platform/log.js'
import type { Clock } from '../../../platform/time/clock.js'
import { type FrameBucket, fullBucket, takeToken, waitMs } from './frame-bucket.js'

interface PeerEvents {
  /** A text message arrived. */
  message(text: string): void
  /** The connection is gone, whoever ended it. Called once. */
  closed(code: number): void
}

/** Milliseconds that the other side has to answer a closing handshake. */
const closingMs = 2_000
/** Bytes waiting above which `drained` waits. */
const calmBytes = 256 * 1024

/**
 * A gateway's socket with its limits (docs/protocol.md, 14): it pings, cuts a silent peer, reads no faster than frames may
 * come, and never lets more than 1 MiB wait to be sent. What a line, or this process, held back for a while comes at once
 * afterwards, which is nobody's fault.
 */
export class PeerSocket {
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #log: Log
  readonly #events: PeerEvents
  #budget: FrameBucket
  #heardAt: number
  #cancelTick: () => void = () => {}
  #cancelClosing: () => void = () => {}
  /** Messages that wait for their budget: no more than one read of the socket brought. */
  readonly #read: string[] = []
  #cancelTurn: () => void = () => {}
  #isPaused = false
  /** By this side. */
  #isClosed = false

  constructor(socket: WebSocket, clock: Clock, log: Log, events: PeerEvents) {
    this.#socket = socket
    this.#clock = clock
    this.#log = log
    this.#events = events
    this.#budget = fullBucket(clock.monotonic())
    this.#heardAt = clock.monotonic()
    socket.on('message', (data, isBinary) => this.#received(data, isBinary))
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heard())
    socket.on('error', (error) => log.info({ err: error }, 'channel.socket_error'))
    socket.once('close', (code) => {
      this.#cancelTick()
      this.#cancelClosing()
      this.#cancelTurn()
      // The peer said its last words before it went.
      if (!this.#isClosed) for (const text of this.#read.splice(0)) events.message(text)
      events.closed(code)
    })
    this.#tick()
  }

  /** Monotonic milliseconds of the newest sign of life. */
  get heardAt(): number {
    return this.#heardAt
  }

  /** Sends a frame, or cuts the connection if the peer has stopped to read. */
  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(text)
    if (this.#socket.bufferedAmount <= channelLimits.bufferedBytes) return
    this.#log.warn({ buffered: this.#socket.bufferedAmount }, 'channel.peer_does_not_read')
    this.#socket.terminate()
  }

  /** Resolves when little waits to be sent, or the connection is gone. For senders of many frames. */
  async drained(): Promise<void> {
    while (this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount > calmBytes) {
      await this.#clock.delay(20)
    }
  }

  /** Nothing is taken from the peer until `resume`. */
  pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#handOn()
  }

  /** Closes with a code of docs/protocol.md, 15. A silent peer is not waited for. */
  close(code: number, reason: string): void {
    if (this.#socket.readyState >= this.#socket.CLOSING) return
    this.#isClosed = true
    this.#socket.resume()
    this.#socket.close(code, reason)
    if (code === closeCodes.silent) this.#socket.terminate()
    else this.#cancelClosing = this.#clock.after(closingMs, () => this.#socket.terminate())
  }

  #heard(): void {
    this.#heardAt = this.#clock.monotonic()
  }

  #received(data: RawData, isBinary: boolean): void {
    this.#heard()
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (isBinary) return this.close(closeCodes.badFrame, 'binary messages are not used')
    this.#read.push(textOf(data))
    this.#handOn()
  }

  /** Hands on what was read as far as there is budget for it, and reads on once all is. */
  #handOn(): void {
    this.#cancelTurn()
    while (this.#isReading) {
      const [text] = this.#read
      if (text === undefined) return this.#socket.resume()
      this.#heard()
      const left = takeToken(this.#budget, this.#heardAt)
      if (left === null) {
        this.#socket.pause()
        this.#cancelTurn = this.#clock.after(waitMs(this.#budget, this.#heardAt), () => this.#handOn())
        return
      }
      this.#budget = left
      this.#read.shift()
      this.#events.message(text)
    }
  }

  get #isReading(): boolean {
    return !this.#isPaused && this.#socket.readyState === this.#socket.OPEN
  }

  #tick(): void {
    this.#cancelTick = this.#clock.after(channelLimits.pingIntervalSec * 1000, () => {
      if (this.#clock.monotonic() - this.#heardAt >= (channelLimits.silenceSec - 0.5) * 1000) {
        this.#tick()
        return this.close(closeCodes.silent, 'nothing was heard')
      }
      if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
      this.#tick()
    })
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}
