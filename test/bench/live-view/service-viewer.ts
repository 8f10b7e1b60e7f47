import { watch } from '@sightline/client'
import { WebSocket } from 'ws'
import { Reception } from './reception.js'
import { endSocket, type LightViewer, type ServedCamera } from './watched.js'

/** A viewer of a camera of the service. */
export class ServiceViewer implements LightViewer {
  readonly #watched: ServedCamera
  readonly #reception = new Reception()
  readonly #over = new AbortController()
  readonly #running: Promise<void>
  readonly #sockets: WebSocket[] = []
  #isFrozen = false

  constructor(watched: ServedCamera) {
    this.#watched = watched
    this.#running = this.#watch().catch((failure: unknown) =>
      this.#reception.fail(new Error('a viewer watches no more', { cause: failure })),
    )
  }

  get opened() {
    return this.#reception.opened
  }

  received() {
    return this.#reception.received()
  }

  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  async close(): Promise<void> {
    this.#over.abort()
    await this.#running
    await Promise.all(this.#sockets.map(endSocket))
  }

  async #watch(): Promise<void> {
    const { origin, key, cameraId } = this.#watched
    const steps = watch({
      origin,
      credential: key,
      cameraId,
      decodes: ['h264'],
      signal: this.#over.signal,
      openSocket: (address, protocols) => this.#open(address, protocols),
    })
    for await (const step of steps) {
      if (step.type === 'frame') this.#reception.take(step.frame)
      if (step.type === 'state') this.#reception.reason = step.state.reason
      // What is measured is one line.
      if (step.type === 'line' && step.line.kind === 'lost' && !this.#isFrozen)
        throw new Error('the line of a viewer was lost')
      if (step.type === 'ended') throw new Error(`a picture ended: ${step.ended.message}`)
    }
  }

  #open(address: string, protocols: string[]): WebSocket {
    if (this.#isFrozen) throw new Error('asleep')
    const { ca } = this.#watched
    const socket = new WebSocket(address, protocols, { perMessageDeflate: false, ...(ca && { ca }) })
    this.#sockets.push(socket)
    return socket
  }
}
