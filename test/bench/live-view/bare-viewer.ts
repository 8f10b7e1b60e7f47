import { readMediaFrame } from '@sightline/protocol'
import { WebSocket } from 'ws'
import { Reception } from './reception.js'
import { type BareStream, endSocket, type LightViewer } from './watched.js'

/** A viewer of the bare relay: nothing is asked for, and nothing is acknowledged. */
export class BareViewer implements LightViewer {
  readonly #reception = new Reception()
  readonly #socket: WebSocket

  constructor({ address, ca }: BareStream) {
    this.#socket = new WebSocket(address, { perMessageDeflate: false, ...(ca && { ca }) })
    this.#socket.on('error', (error) => this.#reception.fail(error))
    this.#socket.on('close', (code) =>
      this.#reception.fail(new Error(`the socket of a viewer was closed: ${code}`)),
    )
    this.#socket.on('message', (data: Buffer) => {
      const frame = readMediaFrame(data)
      if (frame) this.#reception.take(frame)
      else this.#reception.fail(new Error('what came is no frame'))
    })
  }

  get opened() {
    return this.#reception.opened
  }

  received() {
    return this.#reception.received()
  }

  freeze(): void {
    this.#socket.pause()
  }

  close(): Promise<void> {
    return endSocket(this.#socket)
  }
}
