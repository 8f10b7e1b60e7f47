import {
  bearerPrefix,
  type FromViewer,
  liveSubprotocol,
  type MediaFrame,
  readMediaFrame,
  ToViewer,
} from '@sightline/protocol'
import { WebSocket } from 'ws'
import { ReceivedOrder } from './received-order.js'

/** What is watched, from where and as whom. */
export interface WatchPlace {
  /** Of the node. */
  readonly url: string
  readonly token: string
  /** Of the page; null: a program watches. */
  readonly origin: string | null
  /** The camera, which may be another one after it was replaced. */
  readonly cameraId: () => string
  readonly stream: 'main' | 'sub'
  readonly mode: 'full' | 'keys'
  /** A frame is acknowledged so long after it came, ms. */
  readonly ackAfterMs: number
}

export interface WatchEvents {
  frame(frame: MediaFrame, atMs: number): void
  /** A subscription ended, or was refused. */
  ended(code: number): void
  /** How the picture stands, in the words of the service. */
  said(words: string): void
  wrong(what: string): void
}

/** Why a session is no more: another one is to be opened. */
export type SessionOver =
  /** It stays until the other one has pictures. */
  | { readonly kind: 'moving' }
  /** @param status of the answer to a refused upgrade; null: there was none */
  | { readonly kind: 'closed'; readonly code: number; readonly status: number | null }

const subscription = 1
/** As the player does while the line is at ease, ms. */
const ackEveryMs = 200
/** From `ended` to another `subscribe`, ms: sooner than is asked for, so that a run sees more of it. */
const askAgainMs = { least: 250, most: 2000 }
const openWithinMs = 10_000

/** One live socket on which one camera is watched. */
export class WatchSession {
  /** Resolves once another session is wanted in its place. */
  readonly over: Promise<SessionOver>
  readonly closed: Promise<void>
  readonly #place: WatchPlace
  readonly #events: WatchEvents
  readonly #socket: WebSocket
  readonly #acks: NodeJS.Timeout
  readonly #arrived: { readonly sequence: number; readonly atMs: number }[] = []
  #again: NodeJS.Timeout | undefined
  /** Of the subscription that goes on; null: there is none. */
  #order: ReceivedOrder | null = null
  #tellOver: (over: SessionOver) => void = () => undefined
  #refusedWith: number | null = null

  constructor(place: WatchPlace, events: WatchEvents) {
    this.#place = place
    this.#events = events
    this.over = new Promise((resolve) => {
      this.#tellOver = resolve
    })
    const { url, token, origin } = place
    const protocols = [liveSubprotocol, `${bearerPrefix}${token}`]
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/live`, protocols, {
      perMessageDeflate: false,
      handshakeTimeout: openWithinMs,
      ...(origin !== null && { origin }),
    })
    this.#socket.on('error', (error) => {
      const status = /server response: (\d+)/.exec(error.message)?.[1]
      if (status !== undefined) this.#refusedWith = Number(status)
    })
    this.#socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#frame(data)
      else this.#hear(ToViewer.parse(JSON.parse(data.toString())))
    })
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code) => {
        clearInterval(this.#acks)
        clearTimeout(this.#again)
        this.#tellOver({ kind: 'closed', code, status: this.#refusedWith })
        resolve()
      })
    })
    this.#acks = setInterval(() => this.#acknowledge(), ackEveryMs)
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.pause()
  }

  resume(): void {
    if (this.#socket.isPaused) this.#socket.resume()
  }

  /** Leaves without a word, as a page whose machine is switched off. */
  cut(): Promise<void> {
    this.#socket.terminate()
    return this.closed
  }

  /** Leaves in order. */
  leave(): Promise<void> {
    this.resume()
    this.#socket.close(1000)
    return this.closed
  }

  #subscribe(): void {
    const { cameraId, stream, mode } = this.#place
    this.#order = new ReceivedOrder()
    this.#arrived.length = 0
    const wish = { stream, mode, audio: false, decodes: ['h264' as const, 'h265' as const] }
    this.#send({ type: 'subscribe', id: subscription, camera_id: cameraId(), ...wish })
  }

  #hear(message: ToViewer): void {
    switch (message.type) {
      case 'welcome':
        return this.#subscribe()
      case 'format':
        return this.#order?.format(message)
      case 'moving':
        return this.#tellOver({ kind: 'moving' })
      case 'ended': {
        this.#order = null
        this.#events.said(`ended with ${message.code}: ${message.message}`)
        this.#events.ended(message.code)
        const waitMs = Math.max(message.retry_after_ms ?? 0, askAgainMs.least)
        this.#again = setTimeout(() => this.#subscribe(), Math.min(waitMs, askAgainMs.most))
        return
      }
      case 'state':
        return this.#events.said(`${message.state}: ${message.message ?? 'as asked'}`)
      case 'renewed':
      case 'alive':
        return
    }
  }

  #frame(data: Buffer): void {
    const frame = readMediaFrame(data)
    if (frame === null) return this.#events.wrong('what came is no frame')
    if (frame.subscription !== subscription) return this.#events.wrong('a frame is of another subscription')
    if (this.#order === null) return this.#events.wrong('a frame came without a subscription')
    const wrong = this.#order.frame(frame)
    if (wrong !== null) this.#events.wrong(wrong)
    const atMs = Date.now()
    this.#arrived.push({ sequence: frame.sequence, atMs })
    this.#events.frame(frame, atMs)
  }

  #acknowledge(): void {
    if (this.#order === null) return
    const untilMs = Date.now() - this.#place.ackAfterMs
    const first = this.#arrived.findIndex(({ atMs }) => atMs > untilMs)
    const done = this.#arrived.splice(0, first === -1 ? this.#arrived.length : first).at(-1)
    if (done !== undefined) this.#send({ type: 'ack', id: subscription, sequence: done.sequence })
  }

  #send(message: FromViewer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
