import {
  AgentMediaMessage,
  type CloudMediaMessage,
  type LiveFormat,
  type LiveMode,
  type LiveRendition,
  liveCloseCodes,
} from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../platform/time/clock.js'
import { afterFormat, afterFrame, beforeFirstFrame, type FrameOrder } from '../frames/frame-order.js'
import { type TakenFrame, takeFrame } from '../frames/taken-frame.js'
import { NodeMessage } from '../nodes/node-message.js'
import { LiveSocket } from '../sockets/live-socket.js'
import { MessageBucket } from '../sockets/message-bucket.js'
import { readJson } from '../sockets/read-json.js'
import { readTrouble, type Trouble } from './try-outcome.js'

/** What the viewers of a stream need together. */
export interface Needs {
  readonly mode: LiveMode
  readonly audio: boolean
}

/** Takes what a media socket brings, in order. */
export interface MediaSink {
  format(format: LiveFormat): void
  frame(frame: TakenFrame): void
  /**
   * The camera sends nothing for the time being, or does again.
   * @param message why; of a camera that sends: what the site leaves out for want of a line
   */
  interrupted(isInterrupted: boolean, message: string | null): void
  /** Another node says why it gets no picture. */
  troubled(trouble: Trouble): void
}

/** An acknowledgement waits so long for more frames, ms: less than the 100 ms that agents count on. */
const ackEveryMs = 50
/**
 * All pictures are wanted for so long beyond the last who wants them, ms: each time that they are wanted again the site sends its newest GOP
 * once more, which whoever changes their mind many times a second would have it do for a few bytes each.
 */
const holdMs = 2_000
/** From the first frame to the newest: less is no stream, whatever was sent in it, ms. */
const flowedMs = 5_000
/** A camera of 60 pictures a second with sound sends 110 messages; at a join its newest GOP comes at once. */
const messageRate = { perSecond: 500, burst: 2_000 }
/** Of formats, and of states: every viewer gets each of them, whether or not it reads. */
const wordRate = { perSecond: 4, burst: 20 }

/**
 * The socket on which an agent, or another node, sends one stream. What it sends is checked before it is handed on; what is
 * taken is acknowledged.
 */
export class MediaSocket {
  readonly #clock: Clock
  readonly #socket: LiveSocket
  readonly #sink: MediaSink
  readonly #isNode: boolean
  #order: FrameOrder
  #needs: Needs
  #cancelAck: (() => void) | null = null
  #cancelLess: () => void = () => {}
  #acked = 0
  #firstAtMs: number | null = null
  #newestAtMs = 0
  readonly #messages: MessageBucket
  readonly #formats: MessageBucket
  readonly #states: MessageBucket
  /** With what it was closed. Never rejects. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>

  /** @param opening what was asked for, and what the agent was told of the needs of viewers */
  constructor(
    socket: WebSocket,
    clock: Clock,
    opening: {
      readonly rendition: LiveRendition
      readonly needs: Needs
      readonly sink: MediaSink
      /** Another node is at the other end. */
      readonly isNode?: boolean
    },
  ) {
    this.#clock = clock
    this.#sink = opening.sink
    this.#order = beforeFirstFrame(opening.rendition)
    this.#needs = opening.needs
    this.#isNode = opening.isNode ?? false
    this.#messages = new MessageBucket(messageRate, clock.monotonic())
    this.#formats = new MessageBucket(wordRate, clock.monotonic())
    this.#states = new MessageBucket(wordRate, clock.monotonic())
    let closed: (end: { code: number; reason: string }) => void = () => {}
    this.closed = new Promise((resolve) => {
      closed = resolve
    })
    this.#socket = new LiveSocket(socket, clock, {
      text: (text) => this.#text(text),
      binary: (bytes) => this.#binary(bytes),
      closed: (code, reason) => {
        this.#cancelAck?.()
        this.#cancelLess()
        closed({ code, reason })
      },
    })
  }

  /** True if frames came for a while: one that then ends had worked. */
  get hasFlowed(): boolean {
    return this.#newestAtMs - (this.#firstAtMs ?? this.#newestAtMs) >= flowedMs
  }

  /** Says what the viewers need now, if it is news; that they need fewer pictures a little later. */
  need(needs: Needs): void {
    this.#cancelLess()
    if (this.#needs.mode !== 'full' || needs.mode === 'full') return this.#tellNeeds(needs)
    this.#cancelLess = this.#clock.after(holdMs, () => this.#tellNeeds(needs))
  }

  askKeyframe(): void {
    this.#send({ type: 'keyframe' })
  }

  /** Asks whether the other side is still there; it is closed with 4408 if no sign comes within 3 s. */
  probe(): void {
    this.#socket.probe()
  }

  /** Takes nothing more from the other side until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #tellNeeds(needs: Needs): void {
    if (needs.mode === this.#needs.mode && needs.audio === this.#needs.audio) return
    this.#needs = needs
    this.#send({ type: 'set', ...needs })
  }

  #text(text: string): void {
    if (!this.#mayGoOn(this.#messages)) return this.#refuseMore('messages')
    const value = readJson(text)
    const trouble = this.#isNode ? NodeMessage.safeParse(value).data : undefined
    if (trouble) return this.#sink.troubled(readTrouble(trouble))
    const message = AgentMediaMessage.safeParse(value).data
    switch (message?.type) {
      case undefined:
        return this.#refuse('a message cannot be read')
      case 'format': {
        if (!this.#mayGoOn(this.#formats)) return this.#refuseMore('formats')
        const { type: _, ...format } = message
        if (format.rendition !== this.#order.rendition)
          return this.#refuse(`${format.rendition} was not asked for, but ${this.#order.rendition}`)
        this.#order = afterFormat(this.#order)
        return this.#sink.format(format)
      }
      case 'state':
        if (!this.#mayGoOn(this.#states)) return this.#refuseMore('states')
        return this.#sink.interrupted(message.state === 'interrupted', message.message)
    }
  }

  #binary(bytes: Buffer): void {
    if (!this.#mayGoOn(this.#messages)) return this.#refuseMore('frames')
    const frame = takeFrame(bytes, this.#clock.monotonic())
    if (!frame) return this.#refuse('a frame cannot be read')
    const order = afterFrame(this.#order, frame)
    if ('wrong' in order) return this.#refuse(order.wrong)
    this.#order = order
    this.#newestAtMs = frame.takenAtMs
    this.#firstAtMs ??= frame.takenAtMs
    this.#acknowledge()
    this.#sink.frame(frame)
  }

  /** The frame is this node's from now on: the agent need not know how far its viewers are. */
  #acknowledge(): void {
    this.#cancelAck ??= this.#clock.after(ackEveryMs, () => {
      this.#cancelAck = null
      if (this.#acked === this.#order.sequence) return
      this.#acked = this.#order.sequence
      this.#send({ type: 'ack', sequence: this.#acked })
    })
  }

  #send(message: CloudMediaMessage): void {
    this.#socket.sendText(JSON.stringify(message))
  }

  /** Another node has held its agent to it, and sends a GOP again to a viewer that changes what it wants. */
  #mayGoOn(bucket: MessageBucket): boolean {
    return this.#isNode || bucket.take(this.#clock.monotonic())
  }

  #refuseMore(what: string): void {
    this.#socket.close(liveCloseCodes.tooMany, `too many ${what}`)
  }

  #refuse(reason: string): void {
    this.#socket.close(liveCloseCodes.badMessage, reason)
  }
}
