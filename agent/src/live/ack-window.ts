import { LineSilence, liveLimits, sequencesBetween } from '@sightline/protocol'
import { RecentTrip } from './recent-trip.js'

interface SentFrame {
  readonly sequence: number
  readonly sentAtMs: number
  readonly bytes: number
}

/** Whose acknowledgements count for the round trip, ms: this much at least, twice as much at most. */
const tripMemoryMs = 30_000
/** A socket over which nothing was acknowledged for longer is broken, and says nothing of the line, ms. */
const longestSilenceMs = 2000

/** Frames that were sent and not acknowledged yet. Times are of the monotonic clock, ms. */
export class AckWindow {
  #waiting: SentFrame[] = []
  #last: number | null = null
  #sentBytes = 0
  #arrivedBytes = 0
  readonly #silence = new LineSilence()
  #acknowledgedAtMs = Number.NEGATIVE_INFINITY
  readonly #trip = new RecentTrip(tripMemoryMs)
  readonly #mostTripMs: () => number

  /** @param mostTripMs what the round trip is taken to be at most, ms */
  constructor(mostTripMs: () => number = () => liveLimits.windowMs) {
    this.#mostTripMs = mostTripMs
  }

  /** Bytes that were acknowledged so far. */
  get arrivedBytes(): number {
    return this.#arrivedBytes
  }

  /** The line was silent for a while, and carries again; until `forgetSilence`. */
  get hasComeBack(): boolean {
    return this.#silence.hasComeBack
  }

  forgetSilence(): void {
    this.#silence.forget()
  }

  /** A frame was sent, the one after the last. */
  sent(sequence: number, nowMs: number, bytes: number): void {
    this.#last = sequence
    this.#sentBytes += bytes
    this.#waiting.push({ sequence, sentAtMs: nowMs, bytes })
  }

  /**
   * All frames up to this one arrived. What was acknowledged before changes nothing.
   * @returns false for a frame that was never sent
   */
  acknowledge(sequence: number, nowMs: number): boolean {
    if (this.#last === null || sequencesBetween(this.#last, sequence) > 0) return false
    const first = this.#waiting.findIndex((frame) => sequencesBetween(sequence, frame.sequence) > 0)
    const arrived = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first)
    const [oldest, named] = [arrived[0], arrived.at(-1)]
    if (oldest === undefined || named === undefined) return true
    const bytes = arrived.reduce((sum, frame) => sum + frame.bytes, 0)
    const waitingBytes = this.#sentBytes - this.#arrivedBytes
    this.#silence.acknowledged({ bytes, waitingBytes, oldestSentAtMs: oldest.sentAtMs, nowMs })
    this.#acknowledgedAtMs = nowMs
    this.#trip.took(nowMs - named.sentAtMs, nowMs)
    this.#arrivedBytes += bytes
    return true
  }

  /** Since when the oldest frame waits, ms; 0 where none does. */
  ageMs(nowMs: number): number {
    const [oldest] = this.#waiting
    return oldest === undefined ? 0 : nowMs - oldest.sentAtMs
  }

  /**
   * How long an acknowledgement takes on a line that is not full, ms: the shortest of the last minute, bounded, for one that
   * was measured on a full line would hide that it is full.
   */
  get roundTripMs(): number {
    const mostMs = this.#mostTripMs()
    return Math.min(this.#trip.shortestMs ?? mostMs, mostMs)
  }

  /** By how much the oldest frame waits longer than the round trip, ms; 0 on a socket where nothing arrives any more. */
  overdueMs(nowMs: number): number {
    const [oldest] = this.#waiting
    if (oldest === undefined) return 0
    const silentSinceMs = Math.max(this.#acknowledgedAtMs, oldest.sentAtMs)
    if (nowMs - silentSinceMs > longestSilenceMs) return 0
    return Math.max(nowMs - oldest.sentAtMs - this.roundTripMs, 0)
  }
}
