import type { LiveSocket } from '@sightline/client'
import { readMediaFrame, ToViewer } from '@sightline/protocol'
import { type ClientOptions, WebSocket } from 'ws'
import { ReceivedOrder } from './received-order.js'

export interface HeardEvents {
  /** A word of the service. */
  said?(message: ToViewer): void
  /** What came that must not come. */
  wrong(what: string): void
  /** It ended, and not because it was left. @param code of the close, or status of a refused upgrade */
  lost?(code: number): void
}

/** A viewer's socket; all that the service sends over it is held against docs/protocol.md, 20, whoever watches over it. */
export class HeardSocket {
  /** For who watches: what is closed by it was left. */
  readonly line: LiveSocket
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #events: HeardEvents
  readonly #orders = new Map<number, ReceivedOrder>()
  #isLeft = false
  #refusedWith: number | null = null

  constructor(address: string, protocols: string[], options: ClientOptions, events: HeardEvents) {
    const socket = new WebSocket(address, protocols, { perMessageDeflate: false, ...options })
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#events = events
    this.line = {
      binaryType: socket.binaryType,
      get readyState() {
        return socket.readyState
      },
      send: (text) => socket.send(text),
      close: (code) => this.#leave(code),
      addEventListener: socket.addEventListener.bind(socket),
    }
    socket.on('error', (error) => {
      const status = /server response: (\d+)/.exec(error.message)?.[1]
      if (status !== undefined) this.#refusedWith = Number(status)
    })
    socket.on('message', (data: ArrayBuffer | Buffer, isBinary: boolean) => {
      const bytes = new Uint8Array(data)
      if (isBinary) this.#frame(bytes)
      else this.#hear(Buffer.from(bytes).toString())
    })
    this.closed = new Promise((resolve) => {
      socket.once('close', (code) => {
        if (!this.#isLeft) events.lost?.(this.#refusedWith ?? code)
        resolve()
      })
    })
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.pause()
  }

  resume(): void {
    if (this.#socket.isPaused) this.#socket.resume()
  }

  /** Ends without a word. */
  cut(): void {
    this.#socket.terminate()
  }

  #leave(code: number): void {
    this.#isLeft = true
    // The answer to it is to be read.
    this.resume()
    this.#socket.close(code)
  }

  #hear(text: string): void {
    const read = ToViewer.safeParse(JSON.parse(text))
    if (!read.success) return this.#events.wrong(`what came is no message: ${text}`)
    const message = read.data
    if (message.type === 'format') this.#orderOf(message.id).format(message)
    this.#events.said?.(message)
  }

  #frame(bytes: Uint8Array): void {
    const frame = readMediaFrame(bytes)
    const wrong = frame ? this.#orderOf(frame.subscription).frame(frame) : 'what came is no frame'
    if (wrong !== null) this.#events.wrong(wrong)
  }

  /** A number is given once on a socket. */
  #orderOf(subscription: number): ReceivedOrder {
    const known = this.#orders.get(subscription) ?? new ReceivedOrder()
    this.#orders.set(subscription, known)
    return known
  }
}
