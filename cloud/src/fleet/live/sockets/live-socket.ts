import type { Duplex } from 'node:stream'
import { liveCloseCodes, liveLimits } from '@sightline/protocol'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../../../platform/time/clock.js'

export interface LiveSocketEvents {
  text(text: string): void
  binary(bytes: Buffer): void
  /** The connection is gone, whoever ended it. Called once. */
  closed(code: number, reason: string): void
}

/** Milliseconds that the other side has to answer a closing handshake. */
const closingMs = 2_000
/**
 * Milliseconds that an other side of which it is doubted whether it is still there has to give a sign: in steps, so that a
 * process which stood still hears what has come before it judges.
 */
const sign = { steps: 3, stepMs: 1_000 }
/** By RFC 6455. A socket that carries frames lets more through than a text may have. */
const tooLong = 1009
/** More never waits for a viewer that reads: frames are left out from 2 MiB on, and one is 4 MiB at most. */
const mostBufferedBytes = 8 * 1024 * 1024

export interface LiveSocketOptions {
  /** That may wait when a text message is sent; the other side is cut beyond. */
  readonly mostBufferedBytes?: number
  /** The connection under the WebSocket: the pieces of a binary message go to the system in one call. */
  readonly connection?: Pick<Duplex, 'cork' | 'uncork'>
}

/** A socket of live view, of a viewer, an agent or another node: it pings, and cuts a silent peer (docs/protocol.md, 20). */
export class LiveSocket {
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #mostBufferedBytes: number
  readonly #connection: LiveSocketOptions['connection']
  #heardAtMs: number
  #sentAtMs: number
  #pingedAtMs: number | null = null
  #roundTripMs: number | null = null
  #closeCode: number | null = null
  #cancelTick: () => void = () => {}
  /** It was asked for a sign, and none has come. */
  #isDoubted = false
  #cancelProbe: () => void = () => {}
  #cancelClosing: () => void = () => {}

  constructor(socket: WebSocket, clock: Clock, events: LiveSocketEvents, options: LiveSocketOptions = {}) {
    this.#mostBufferedBytes = options.mostBufferedBytes ?? mostBufferedBytes
    this.#connection = options.connection
    this.#socket = socket
    this.#clock = clock
    this.#heardAtMs = clock.monotonic()
    this.#sentAtMs = this.#heardAtMs
    socket.on('message', (data, isBinary) => {
      this.#heard()
      if (!this.isOpen) return
      const bytes = bufferOf(data)
      if (isBinary) events.binary(bytes)
      else if (bytes.length > liveLimits.messageBytes) this.close(tooLong, 'the message is too long')
      else events.text(bytes.toString('utf8'))
    })
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heardPong())
    // What breaks a connection ends in `close`, with its code.
    socket.on('error', () => {})
    socket.once('close', (code, reason) => {
      this.#cancelTick()
      this.#cancelProbe()
      this.#cancelClosing()
      events.closed(this.#closeCode ?? code, reason.toString('utf8'))
    })
    this.#ping()
    this.#tick()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Bytes that wait in this process to be sent. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** When text or a frame was sent last, monotonic ms; pings do not count. */
  get sentAtMs(): number {
    return this.#sentAtMs
  }

  /** The shortest time from a ping to its pong, ms; null before the first. */
  get roundTripMs(): number | null {
    return this.#roundTripMs
  }

  /**
   * Age of the oldest frame without an acknowledgement from which on the other side is behind, ms: it cannot have acknowledged
   * what is on its way to it.
   */
  get windowMs(): number {
    return liveLimits.windowMs + Math.min(this.#roundTripMs ?? 0, liveLimits.mostRoundTripMs)
  }

  /** Nothing is taken from the other side until `resume`, but for what has come already. */
  pause(): void {
    if (this.isOpen) this.#socket.pause()
  }

  resume(): void {
    if (this.#socket.isPaused) this.#socket.resume()
  }

  /**
   * Asks whether the other side is still there, and cuts it if no sign comes within 3 s. A connection that a router has
   * forgotten would stay for 25 s else.
   */
  probe(): void {
    if (!this.isOpen || this.#isDoubted) return
    this.#isDoubted = true
    // Round trips are measured by the pings between.
    this.#socket.ping()
    this.#cancelProbe()
    this.#awaitSign(sign.steps)
  }

  /** Text is never left out, as frames are: an other side that does not read it is cut. */
  sendText(text: string): void {
    if (!this.isOpen) return
    this.#sentAtMs = this.#clock.monotonic()
    this.#socket.send(text)
    if (this.bufferedBytes > this.#mostBufferedBytes) this.close(liveCloseCodes.silent, 'nothing is read')
  }

  /**
   * Sends one binary message that begins with a head of its own and goes on with bytes that others get too. These are not copied:
   * copies for 50 viewers of 4 Mbit/s are 25 MB/s of garbage, and collecting it took more than all else.
   * @param sent called when it has left this process, or the connection is gone
   */
  sendBinary(head: Buffer, rest: Buffer, sent: () => void): void {
    if (!this.isOpen) return
    this.#sentAtMs = this.#clock.monotonic()
    this.#connection?.cork()
    this.#socket.send(head, { binary: true, fin: false })
    this.#socket.send(rest, { binary: true, fin: true }, sent)
    this.#connection?.uncork()
  }

  /** Closes with a code of docs/protocol.md, 20. A silent peer is not waited for. */
  close(code: number, reason: string): void {
    if (this.#socket.readyState >= this.#socket.CLOSING) return
    this.#closeCode = code
    // Its answer is to be read.
    this.resume()
    this.#socket.close(code, reason)
    if (code === liveCloseCodes.silent) this.#socket.terminate()
    else this.#cancelClosing = this.#clock.after(closingMs, () => this.#socket.terminate())
  }

  #awaitSign(steps: number): void {
    this.#cancelProbe = this.#clock.after(sign.stepMs, () => {
      if (!this.#isDoubted) return
      if (steps > 1) return this.#awaitSign(steps - 1)
      this.#isDoubted = false
      // What is not read tells nothing.
      if (!this.#socket.isPaused) this.close(liveCloseCodes.silent, 'nothing was heard')
    })
  }

  #tick(): void {
    this.#cancelTick = this.#clock.after(liveLimits.pingMs, () => {
      this.#tick()
      // Asked a little early, for the next look comes only after another ping.
      const silentMs = this.#clock.monotonic() - this.#heardAtMs
      if (silentMs >= liveLimits.silenceMs - liveLimits.pingMs / 2) {
        return this.close(liveCloseCodes.silent, 'nothing was heard')
      }
      this.#ping()
    })
  }

  #ping(): void {
    if (!this.isOpen) return
    this.#pingedAtMs = this.#clock.monotonic()
    this.#socket.ping()
  }

  #heard(): void {
    this.#heardAtMs = this.#clock.monotonic()
    this.#isDoubted = false
  }

  #heardPong(): void {
    this.#heard()
    if (this.#pingedAtMs === null) return
    const tripMs = this.#heardAtMs - this.#pingedAtMs
    this.#roundTripMs = Math.min(this.#roundTripMs ?? tripMs, tripMs)
    this.#pingedAtMs = null
  }
}

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
