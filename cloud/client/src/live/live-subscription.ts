import type { Clock } from '../platform/clock.js'
import { AckLedger } from './ack-ledger.js'
import { AckPace, leastApartMs } from './ack-pace.js'
import type { LiveLink } from './live-link.js'
import type { MediaFrame } from './media-frame.js'
import type { Decodable, Ended, Format, LiveMode, ServerMessage, StreamRole } from './server-message.js'
import { type JudgedState, SlowSide } from './slow-side.js'

/** What a viewer asks for. */
export interface Wanted {
  readonly cameraId: string
  readonly stream: StreamRole
  readonly mode: LiveMode
  readonly audio: boolean
  readonly decodes: readonly Decodable[]
}

/** How the line to the service stands. */
export type Line =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** `sinceMs`: by the clock's `wall`. */
  | { readonly kind: 'lost'; readonly sinceMs: number }

/** Who shows what comes. */
export interface LiveSink {
  format(format: Format): void
  /** @param generation changes with each beginning: what was decoded so far has no continuation */
  frame(frame: MediaFrame, generation: number): void
  state(state: JudgedState): void
  /** @param retryInMs it is asked for again by itself after that time; null: not by itself */
  ended(ended: Ended, retryInMs: number | null): void
  line(line: Line): void
  /** What came is not taken yet, so that the service may well send nothing; a line is not taken for dead meanwhile. */
  isBusy?(): boolean
}

/** A subscription's place on one link. */
export interface Seat {
  readonly link: LiveLink
  readonly id: number
  /** Gives the number back. */
  readonly free: () => void
  /** Another place on the same link: what still comes under the old number belongs to nobody. */
  readonly another: () => Seat
}

const restarting = 1012
const unauthenticated = 4401
/** After a word that the node restarts, where it does not say when to ask again. */
const restartMs = 500

/**
 * One camera that is watched, whatever becomes of the sockets below it. While a second socket takes over, the first goes on
 * being shown until a picture comes over the second.
 */
export class LiveSubscription {
  readonly sink: LiveSink
  readonly #clock: Clock
  readonly #ledger = new AckLedger()
  readonly #pace = new AckPace()
  readonly #slowSide: SlowSide
  readonly #leave: (self: LiveSubscription) => void
  #wanted: Wanted
  #seat: Seat | null = null
  #nextSeat: Seat | null = null
  /** What was said on the next seat before its first picture. */
  #held: ServerMessage[] = []
  #generation = 0
  #ackedAt = Number.NEGATIVE_INFINITY
  #ackAtMs = Number.POSITIVE_INFINITY
  #cancelAck = () => {}
  #cancelRetry = () => {}
  /** Where it was when it ended, until it is asked for again. */
  #leftSeat: Seat | null = null
  /** The cloud said that nothing comes for the time being. */
  isQuiet = false
  /** How pictures come: the service may send less than was asked for, and JPEG is made of keyframes alone. */
  #mode: LiveMode

  constructor(
    wanted: Wanted,
    deps: {
      readonly sink: LiveSink
      readonly clock: Clock
      readonly leave: (self: LiveSubscription) => void
      readonly isPageLate: () => boolean
    },
  ) {
    this.#wanted = wanted
    this.#mode = wanted.mode
    this.sink = deps.sink
    this.#clock = deps.clock
    this.#leave = deps.leave
    this.#slowSide = new SlowSide(deps.clock, deps.isPageLate)
  }

  get wanted(): Wanted {
    return this.#wanted
  }

  get mode(): LiveMode {
    return this.#mode
  }

  /** Whether silence says that the line is dead. */
  get isDue(): boolean {
    return !this.isQuiet && this.sink.isBusy?.() !== true
  }

  /** Whether pictures had to wait for this browser again and again: for its decoder, or for the page. */
  get isBusy(): boolean {
    return this.#slowSide.isBusy
  }

  /** Whether it has a place on this link. */
  sitsOn(link: LiveLink): boolean {
    return this.#seat?.link === link
  }

  /** Whether it is asked for somewhere, or is going to be by itself. */
  get hasPlace(): boolean {
    return this.#seat !== null || this.#leftSeat !== null
  }

  /** Asks for it on a link; beside the one that is in use, if there is one. */
  sit(seat: Seat): void {
    this.#cancelRetry()
    this.#leftSeat = null
    seat.link.send({
      type: 'subscribe',
      id: seat.id,
      camera_id: this.#wanted.cameraId,
      stream: this.#wanted.stream,
      mode: this.#wanted.mode,
      audio: this.#wanted.audio,
      decodes: this.#wanted.decodes,
    })
    if (this.#seat === null) this.#take(seat)
    else {
      this.#nextSeat?.free()
      this.#nextSeat = seat
      this.#held = []
    }
  }

  /** Goes over to the next link, picture or not. */
  moveOver(): void {
    const seat = this.#nextSeat
    if (!seat) return
    this.#nextSeat = null
    this.#seat?.link.send({ type: 'unsubscribe', id: this.#seat.id })
    this.#seat?.free()
    this.#take(seat)
    const held = this.#held
    this.#held = []
    for (const message of held) this.#deliver(message)
  }

  /** A link is gone. */
  lost(link: LiveLink): void {
    if (this.#nextSeat?.link === link) {
      this.#nextSeat = null
      this.#held = []
    }
    if (this.#leftSeat?.link === link) {
      this.#leftSeat = null
      this.#cancelRetry()
    }
    if (this.#seat?.link !== link) return
    this.#seat = null
    this.#ledger.clear()
    this.moveOver()
  }

  message(link: LiveLink, message: ServerMessage): void {
    if (this.sitsOn(link)) this.#deliver(message)
    else if (this.#nextSeat?.link === link) this.#held.push(message)
  }

  frame(link: LiveLink, frame: MediaFrame): void {
    if (this.#nextSeat?.link === link) this.moveOver()
    if (!this.sitsOn(link)) return
    this.isQuiet = false
    const nowMs = this.#clock.now()
    this.#ledger.took(frame.sequence, this.#pace.took(frame, nowMs), frame.catchUp ? null : nowMs)
    this.sink.frame(frame, this.#generation)
  }

  /** A frame was decoded, or left out on purpose. @param generation as the frame came with */
  done(sequence: number, generation: number): void {
    if (generation !== this.#generation) return
    this.#slowSide.decoded(this.#ledger.done(sequence))
    const { dueAtMs } = this.#ledger
    if (dueAtMs === Number.POSITIVE_INFINITY) return
    const atMs = Math.max(dueAtMs, this.#ackedAt + leastApartMs)
    const waitMs = atMs - this.#clock.now()
    // Timers of a page that nobody sees come late: what is done says it too.
    if (waitMs <= 0) this.#ack()
    else if (atMs !== this.#ackAtMs) this.#ackAfter(waitMs, atMs)
  }

  /** Changes what is asked for. What the browser can decode is said only when asking anew. */
  update(change: Partial<Pick<Wanted, 'stream' | 'mode' | 'audio'>>): void {
    this.#wanted = { ...this.#wanted, ...change }
    for (const seat of [this.#seat, this.#nextSeat]) {
      seat?.link.send({ type: 'update', id: seat.id, ...change })
    }
  }

  /** Asks again from the beginning, with a newest GOP. */
  renew(decodes: readonly Decodable[] = this.#wanted.decodes): void {
    this.#wanted = { ...this.#wanted, decodes }
    const seat = this.#seat
    if (!seat) return
    seat.link.send({ type: 'unsubscribe', id: seat.id })
    seat.free()
    this.#seat = null
    this.sit(seat.another())
  }

  /** It is over on both sides. */
  close(): void {
    this.#cancelRetry()
    this.#cancelAck()
    for (const seat of [this.#seat, this.#nextSeat]) {
      seat?.link.send({ type: 'unsubscribe', id: seat.id })
      seat?.free()
    }
    this.#seat = null
    this.#nextSeat = null
    this.#leave(this)
  }

  #take(seat: Seat): void {
    this.#seat = seat
    this.#generation++
    this.#ledger.clear()
    this.#pace.clear()
    this.isQuiet = false
  }

  #deliver(message: ServerMessage): void {
    switch (message.type) {
      case 'format':
        this.#mode = message.format.rendition === 'jpeg' ? 'keys' : message.format.mode
        this.sink.format(message.format)
        break
      case 'state':
        this.isQuiet = message.state.state === 'stalled' || message.state.state === 'starting'
        this.sink.state(this.#slowSide.judged(message.state))
        break
      case 'ended':
        this.#ended(message.ended)
        break
      case 'welcome':
      case 'renewed':
      case 'moving':
      case 'alive':
        break
    }
  }

  #ended(ended: Ended): void {
    const seat = this.#seat
    seat?.free()
    this.#seat = null
    this.#ledger.clear()
    this.isQuiet = true
    // The connection asks with another token on another link, and says so itself where none is taken.
    if (ended.code === unauthenticated) return
    const retryInMs = ended.code === restarting ? (ended.retryAfterMs ?? restartMs) : ended.retryAfterMs
    this.sink.ended(ended, retryInMs)
    if (!seat || retryInMs === null) return this.#leave(this)
    this.#leftSeat = seat
    this.#cancelRetry = this.#clock.after(retryInMs, () => this.sit(seat.another()))
  }

  #ackAfter(waitMs: number, atMs: number): void {
    this.#cancelAck()
    this.#ackAtMs = atMs
    this.#cancelAck = this.#clock.after(waitMs, () => this.#ack())
  }

  #ack(): void {
    this.#cancelAck()
    this.#ackAtMs = Number.POSITIVE_INFINITY
    const sequence = this.#ledger.take()
    if (sequence === null || !this.#seat) return
    this.#ackedAt = this.#clock.now()
    this.#seat.link.send({ type: 'ack', id: this.#seat.id, sequence })
  }
}
