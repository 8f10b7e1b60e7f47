import type { Socket } from 'node:net'
import type { Clock } from '../platform/clock.js'
import type { CertificatePins } from './certificate-pins.js'
import { connectSocket, type SocketTarget } from './connect-socket.js'
import { type CameraRequest, header, type RtspResponse } from './rtsp-message.js'
import { RtspReader } from './rtsp-reader.js'
import type { RtspTap } from './rtsp-tap.js'
import { connectSecurely } from './secure-socket.js'
import { asStreamFailure, StreamFailure } from './stream-failure.js'

interface ConnectionTarget extends Omit<SocketTarget, 'onData'> {
  readonly responseTimeoutMs: number
  readonly userAgent: string
  /** What is known of certificates, for RTSP inside TLS; null for RTSP in the clear. */
  readonly pins: CertificatePins | null
  readonly tap?: RtspTap | undefined
  /** Bytes out of sync were skipped; see `seekFrames`. */
  readonly onStray?: ((bytes: number) => void) | undefined
}

export type Encryption = 'none' | 'tls' | 'outdated-tls'

/** Receives an interleaved frame: `data` from `start` to `end`, valid during the call only. */
type FrameHandler = (channel: number, data: Buffer, start: number, end: number) => void

/** Bytes that may wait for a camera that does not read. */
const mostUnread = 64 * 1024

/** An answer of which nothing more comes for so long is not awaited any further, whatever it announced, ms. */
const settledMs = 1000

/** Requests that were not answered in time and may be yet: so many are remembered, the last ones. */
const mostOverdue = 16

interface PendingRequest {
  readonly answer: (response: RtspResponse) => void
  readonly fail: (failure: StreamFailure) => void
}

/**
 * One TCP connection to a camera: requests are numbered and matched with their answers, interleaved frames
 * go to the handler. Once `failure` is set it is of no use any more.
 */
export class RtspConnection {
  readonly #target: ConnectionTarget
  readonly #onFrame: FrameHandler
  readonly #reader: RtspReader
  readonly #pending = new Map<number, PendingRequest>()
  /** Numbers of requests of which nobody awaits the answer any more. */
  #overdue: readonly number[] = []
  /** The camera named the number of a request in its answer before. */
  #namesNumbers = false
  readonly #endListeners: ((failure: StreamFailure) => void)[] = []
  #socket: Socket | null = null
  #sequence = 0
  #heard = false
  #cancelSettled = (): void => {}
  #ended: StreamFailure | null = null
  #secured: Encryption = 'none'

  private constructor(target: ConnectionTarget, onFrame: FrameHandler) {
    this.#target = target
    this.#onFrame = onFrame
    this.#reader = new RtspReader({
      response: (response, head) => this.#answered(response, head),
      request: (request) => this.#asked(request),
      frame: (channel, data, start, end) => this.#onFrame(channel, data, start, end),
      strayed: (bytes) => this.#target.onStray?.(bytes),
    })
  }

  /** @throws StreamFailure `dns`, `address`, `refused`, `timeout`, `tls`; the signal's reason. */
  static async open(
    target: ConnectionTarget,
    onFrame: FrameHandler,
    signal: AbortSignal,
  ): Promise<RtspConnection> {
    const connection = new RtspConnection(target, onFrame)
    const socket = await connection.#connect(signal)
    connection.#socket = socket
    socket.on('error', (error) => connection.#end(connection.#closedByCamera(error)))
    socket.on('close', () => connection.#end(connection.#closedByCamera(null)))
    if (socket.destroyed) connection.#end(connection.#closedByCamera(null))
    return connection
  }

  async #connect(signal: AbortSignal): Promise<Socket> {
    const { pins } = this.#target
    const onData = (data: Buffer, length: number) => this.#receive(data, length)
    if (pins === null) return connectSocket({ ...this.#target, onData }, signal)
    const { isOutdated, socket } = await connectSecurely({ ...this.#target, pins, onData }, signal)
    this.#secured = isOutdated ? 'outdated-tls' : 'tls'
    return socket
  }

  get encryption(): Encryption {
    return this.#secured
  }

  /** IP literals of both ends. */
  get addresses(): { readonly local: string; readonly remote: string } {
    return { local: this.#socket?.localAddress ?? '', remote: this.#socket?.remoteAddress ?? '' }
  }

  /** Why the connection ended; null while it lives. */
  get failure(): StreamFailure | null {
    return this.#ended
  }

  /** Calls `listener` once, when the connection ends; at once if it has. */
  onEnd(listener: (failure: StreamFailure) => void): void {
    if (this.#ended === null) this.#endListeners.push(listener)
    else listener(this.#ended)
  }

  /**
   * Sends a request and awaits its answer, whatever its status.
   * @param timeoutMs how long, at most; never longer than for any other
   * @throws StreamFailure `timeout`, or why the connection ended.
   */
  request(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number = this.#target.responseTimeoutMs,
  ): Promise<RtspResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) return reject(this.#ended)
      const sequence = ++this.#sequence
      const withinMs = Math.min(timeoutMs, this.#target.responseTimeoutMs)
      const cancel = this.#clock.after(withinMs, () => {
        this.#pending.delete(sequence)
        this.#overdue = [...this.#overdue, sequence].slice(-mostOverdue)
        reject(noAnswer(method, withinMs))
      })
      this.#pending.set(sequence, {
        answer: (response) => {
          cancel()
          resolve(response)
        },
        fail: (failure) => {
          cancel()
          reject(failure)
        },
      })
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const text = `${method} ${uri} RTSP/1.0\r\nCSeq: ${sequence}\r\nUser-Agent: ${this.#target.userAgent}\r\n${lines.join('')}\r\n`
      this.#socket?.write(text)
      this.#target.tap?.sent(text)
    })
  }

  /** From now on bytes out of sync do not end the connection: the next frame of these channels is searched for. */
  seekFrames(isExpected: (channel: number) => boolean): void {
    this.#reader.seekFrames(isExpected)
  }

  /** Sends an interleaved frame; it is left out where the camera does not read. */
  sendFrame(channel: number, data: Buffer): void {
    if (this.#ended !== null || (this.#socket?.writableLength ?? 0) > mostUnread) return
    const head = Buffer.from([0x24, channel & 0xff, data.length >> 8, data.length & 0xff])
    this.#socket?.write(Buffer.concat([head, data]))
  }

  /** Ends the connection at once; resolves when the socket is gone. */
  async close(
    reason: StreamFailure = new StreamFailure('protocol', 'the connection was closed'),
  ): Promise<void> {
    const socket = this.#socket
    this.#end(reason)
    socket?.destroy()
    if (socket !== null && !socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  }

  get #clock(): Clock {
    return this.#target.clock
  }

  #receive(data: Buffer, length: number): void {
    if (this.#ended !== null) return
    this.#heard = true
    try {
      this.#reader.push(data, length)
      this.#cancelSettled()
      if (this.#reader.isAwaitingBody)
        this.#cancelSettled = this.#clock.after(settledMs, () => this.#reader.settle())
    } catch (error) {
      this.#end(asStreamFailure(error))
    }
  }

  #answered(response: RtspResponse, head: string): void {
    this.#target.tap?.received({ head, body: response.body })
    const named = Number(header(response.headers, 'cseq') ?? Number.NaN)
    if (this.#namesNumbers && this.#isOverdue(named)) return
    this.#namesNumbers ||= this.#pending.has(named)
    // Requests go out one by one; a camera that counts wrongly still answers the only one there is.
    const [sequence] = this.#pending.has(named) ? [named] : [...this.#pending.keys()]
    if (sequence === undefined) return
    const request = this.#pending.get(sequence)
    this.#pending.delete(sequence)
    request?.answer(response)
  }

  /** Whether an answer comes too late for its own request: it is none to the next one. */
  #isOverdue(sequence: number): boolean {
    if (!this.#overdue.includes(sequence)) return false
    this.#overdue = this.#overdue.filter((one) => one !== sequence)
    return true
  }

  #asked({ method, headers }: CameraRequest): void {
    if (method === 'REDIRECT') {
      this.#end(
        new StreamFailure('redirect', 'the camera redirects to another address, which is never followed'),
      )
      return
    }
    if ((this.#socket?.writableLength ?? 0) > mostUnread) {
      this.#end(new StreamFailure('protocol', 'the camera asks and reads no answers: restart it'))
      return
    }
    const sequence = /^\d{1,9}$/.exec(header(headers, 'cseq') ?? '')?.[0] ?? '0'
    this.#socket?.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${sequence}\r\n\r\n`)
  }

  #closedByCamera(cause: Error | null): StreamFailure {
    if (this.#heard)
      return new StreamFailure('protocol', 'the camera closed the connection: it may be restarting', cause)
    return new StreamFailure(
      'not_rtsp',
      'what listens at this address closed the connection without an answer: check the port (RTSP is usually 554)',
      cause,
    )
  }

  #end(failure: StreamFailure): void {
    if (this.#ended !== null) return
    this.#ended = failure
    this.#cancelSettled()
    this.#socket?.destroy()
    for (const request of this.#pending.values()) request.fail(failure)
    this.#pending.clear()
    for (const listener of this.#endListeners) listener(failure)
  }
}

function noAnswer(method: string, timeoutMs: number): StreamFailure {
  return new StreamFailure(
    'timeout',
    `the camera did not answer ${method} within ${timeoutMs / 1000} s: restart it, or check that it serves RTSP at this port`,
  )
}
