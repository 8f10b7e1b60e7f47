import { liveLimits } from '@sightline/protocol'
import type { Clock } from '../../../platform/time/clock.js'
import type { TakenFrame } from '../frames/taken-frame.js'

/** A GOP that nobody has seen yet is taken to be at most so long, ms. */
const unknownGopMs = 10_000
/** However far apart the keyframes of a stream were, the next one is not waited for any longer, ms. */
const longestGopMs = 30_000

/** So long after it was told, a socket over which still nothing comes is given up: another may have more luck, ms. */
const givenUpMs = 15_000

export interface FlowEvents {
  /** Only keyframes are expected now. */
  readonly isSparse: () => boolean
  /** Pictures stopped. Once for each stop; `hadPictures` is false if none came since the socket opened. */
  readonly stalled: (hadPictures: boolean) => void
  /** Nothing came for a good while more, and nobody has said why. */
  readonly givenUp: () => void
}

/** Notices that the pictures of a stream have stopped, or do not begin. */
export class FlowWatch {
  readonly #clock: Clock
  readonly #events: FlowEvents
  /** Of the newest picture; null before the first one of a socket. */
  #heardAtMs: number | null = null
  #sinceMs = 0
  #keyframeAtMs: number | null = null
  #gopMs: number | null = null
  /** It was told that pictures stopped, and none came since. */
  #isTold = false
  #cancel: (() => void) | null = null

  constructor(clock: Clock, events: FlowEvents) {
    this.#clock = clock
    this.#events = events
  }

  /** A socket is open: its first picture comes with the next keyframe at the latest. */
  begin(): void {
    this.pause()
    this.#heardAtMs = null
    this.#sinceMs = this.#clock.monotonic()
    this.#wait()
  }

  heard(frame: TakenFrame): void {
    if (!frame.isPicture) return
    const isFirst = this.#heardAtMs === null
    const nowMs = this.#clock.monotonic()
    this.#heardAtMs = nowMs
    if (frame.isKeyframe && !frame.catchUp) this.#keyframe(nowMs)
    // What was waited for until the first picture may be longer than what comes now.
    if (isFirst || this.#isTold) this.#stop()
    if (this.#cancel === null) this.#wait()
  }

  /** Nothing is expected for the time being. */
  pause(): void {
    this.#stop()
    // The time until pictures come again is no GOP.
    this.#keyframeAtMs = null
  }

  end(): void {
    this.pause()
  }

  #keyframe(nowMs: number): void {
    const last = this.#keyframeAtMs
    this.#keyframeAtMs = nowMs
    if (last !== null) this.#gopMs = Math.min(longestGopMs, Math.max(this.#gopMs ?? 0, nowMs - last))
  }

  #wait(): void {
    this.#cancel = this.#clock.after(this.#leftMs(), () => this.#look())
  }

  #stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#isTold = false
  }

  #look(): void {
    this.#cancel = null
    if (this.#leftMs() > 0) return this.#wait()
    this.pause()
    this.#isTold = true
    this.#cancel = this.#clock.after(givenUpMs, () => {
      this.pause()
      this.#events.givenUp()
    })
    this.#events.stalled(this.#heardAtMs !== null)
  }

  #leftMs(): number {
    return (this.#heardAtMs ?? this.#sinceMs) + this.#patienceMs() - this.#clock.monotonic()
  }

  #patienceMs(): number {
    const waitsForKeyframe = this.#heardAtMs === null || this.#events.isSparse()
    return liveLimits.stalledMs + (waitsForKeyframe ? (this.#gopMs ?? unknownGopMs) : 0)
  }
}
