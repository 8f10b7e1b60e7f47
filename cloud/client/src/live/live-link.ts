import type { Clock } from '../platform/clock.js'
import type { LiveSocket, OpenSocket } from './live-socket.js'
import { type MediaFrame, readMediaFrame } from './media-frame.js'
import { readServerMessage, type ServerMessage } from './server-message.js'

/** Why a link ended. */
export interface LinkEnd {
  /** Close code; 1006 where none was said. */
  readonly code: number
  readonly reason: string
  /** The cloud had let it in. */
  readonly wasWelcome: boolean
}

export interface LinkEvents {
  message(message: ServerMessage): void
  frame(frame: MediaFrame): void
  /** Once, also for a link that never opened; not after `close`. */
  ended(end: LinkEnd): void
}

/** By the standard of browsers (WHATWG WebSockets, 3.1). */
const openState = 1
/** Close codes of ours. */
const normal = 1000
const silent = 4408

/** One live socket (docs/protocol.md, 20). The token travels as a subprotocol, never in the address. */
export class LiveLink {
  readonly token: string
  readonly #socket: LiveSocket
  readonly #clock: Clock
  readonly #events: LinkEvents
  readonly #cancelLimit: () => void
  #isWelcome = false
  #isOver = false
  #heardAt: number

  /** @param limitMs until it must be welcome */
  constructor(
    to: { readonly address: string; readonly token: string; readonly limitMs: number },
    deps: { readonly open: OpenSocket; readonly clock: Clock; readonly events: LinkEvents },
  ) {
    this.token = to.token
    this.#clock = deps.clock
    this.#events = deps.events
    this.#heardAt = deps.clock.now()
    this.#socket = deps.open(to.address, ['sightline.live.v1', `bearer.${to.token}`])
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('message', ({ data }) => this.#received(data))
    this.#socket.addEventListener('close', ({ code, reason }) => this.#end(code, reason))
    this.#cancelLimit = deps.clock.after(to.limitMs, () => {
      this.#socket.close(silent)
      this.#end(silent, 'it took too long')
    })
  }

  get isWelcome(): boolean {
    return this.#isWelcome
  }

  /** When anything came last, by the clock's `now`. */
  get heardAt(): number {
    return this.#heardAt
  }

  send(message: object): void {
    if (this.#socket.readyState === openState) this.#socket.send(JSON.stringify(message))
  }

  /** Ends it without a word to its owner. */
  close(): void {
    this.#isOver = true
    this.#cancelLimit()
    this.#socket.close(normal)
  }

  #received(data: unknown): void {
    if (this.#isOver) return
    this.#heardAt = this.#clock.now()
    if (data instanceof ArrayBuffer) {
      const frame = readMediaFrame(new Uint8Array(data))
      if (frame) this.#events.frame(frame)
    } else if (typeof data === 'string') {
      const message = readServerMessage(data)
      if (message?.type === 'welcome') {
        this.#isWelcome = true
        this.#cancelLimit()
      }
      if (message) this.#events.message(message)
    }
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelLimit()
    this.#events.ended({ code, reason, wasWelcome: this.#isWelcome })
  }
}
