import { DecodeOrder, deepestReorder } from './decode-order.js'
import { type Drift, MediaTimeline } from './media-timeline.js'
import type { AudioFormat, StreamRun, VideoFormat } from './packet.js'

/** A run in progress, for what comes beside its pictures. */
export interface RunInProgress {
  readonly run: StreamRun
  /** The presentation time, us, of what was taken when the monotonic clock showed this; may be negative. */
  ptsUsAt(monotonicMs: number): number
  /** The presentation time, us, of an RTP timestamp of the video near the newest one; null if it has none. */
  ptsUsOf(timestamp: number): number | null
}

interface VideoRunOptions {
  readonly id: number
  readonly video: VideoFormat
  /** The sound that comes beside the video. */
  readonly audio: AudioFormat | null
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /** Of the first picture. */
  readonly timestamp: number
  /** When the first picture came, ms of the monotonic clock. */
  readonly arrivalMs: number
  /** The wall clock then, ms since the epoch. */
  readonly nowMs: number
  /** How many pictures may be shown later than pictures that follow them. */
  readonly reorderDepth: number
  /** False where the camera's timestamps are of no use: its pictures have the times of their arrival then. */
  readonly believesTimestamps: boolean
}

/** When a picture is shown, us since the start of its run; or why its timestamp does not belong to the run. */
type PicturePlace =
  | { readonly kind: 'placed'; readonly ptsUs: number }
  /** The camera's clock runs at another speed than it says, by more than can be followed. */
  | { readonly kind: 'wrong_speed'; readonly drift: Drift }
  | { readonly kind: 'stands_still' }

/** A guess at the time between pictures where B-frames need one; corrected by nothing, needed once a run. */
const guessedFrameUs = 40_000
/** The wall clock was set if it moved against the monotonic one by this much. */
const wallStepMs = 2000
/** Pictures from one step back to the next, at least, where there are no B-frames. */
const strayAgain = 8
/** Between pictures of one timestamp, or of one arrival: a difference that survives in the units of an MP4. */
const leastStepUs = 1000
/** So many pictures in a row of one timestamp: it stands still. */
const mostRepeats = 5

/** The times of the pictures of one run. */
export class VideoRun implements RunInProgress {
  /** Its start may still move earlier while it settles. */
  readonly run: { -readonly [Key in keyof StreamRun]: StreamRun[Key] }
  readonly #options: VideoRunOptions
  readonly #anchorMs: number
  readonly #timeline: MediaTimeline
  readonly #order: DecodeOrder
  #pictures = 0
  #lastPtsUs = -1
  #lastTimestamp: number
  /** Presentation times of the last pictures. */
  #recentUs: number[] = []
  /** Pictures since one was found earlier than that before it by mistake. */
  #sinceStray = strayAgain
  /** Pictures in a row that bore the timestamp of that before. */
  #repeats = 0

  constructor(options: VideoRunOptions) {
    const { id, video, audio, clockRate, timestamp, arrivalMs, nowMs } = options
    this.#options = options
    this.#order = new DecodeOrder(options.believesTimestamps ? options.reorderDepth : 0, guessedFrameUs)
    this.#anchorMs = nowMs - this.#order.leadUs / 1000
    const { reorderDepth } = options
    this.#timeline = new MediaTimeline({ clockRate, timestamp, arrivalMs, reorderDepth })
    this.#lastTimestamp = timestamp
    this.run = { id, startedAtMs: this.#anchorMs, video, audio }
  }

  /** When its first picture is shown, us. */
  get firstPtsUs(): number {
    return this.#order.leadUs
  }

  /** Nothing but its first picture came, and such as are shown before it. */
  get isFresh(): boolean {
    return this.#pictures <= 1
  }

  ptsUsAt(monotonicMs: number): number {
    const sinceMs = monotonicMs - this.#options.arrivalMs - this.#timeline.startShiftMs
    return sinceMs * 1000 + this.#order.leadUs
  }

  ptsUsOf(timestamp: number): number | null {
    if (!this.#options.believesTimestamps) return null
    const step = (timestamp - this.#lastTimestamp) | 0
    return this.#lastPtsUs + (step / this.#options.clockRate) * 1_000_000 * this.#timeline.secondOfCamera
  }

  /** Whether the wall clock was set since the run began. */
  isClockSet(nowMs: number, arrivalMs: number): boolean {
    const beganWith = this.#options.nowMs - this.#options.arrivalMs
    return Math.abs(nowMs - arrivalMs - beganWith) > wallStepMs
  }

  /**
   * Places the next picture in decoding order. Where the camera's clock was set, time goes on by the arrivals.
   * @param arrivalMs of the monotonic clock
   */
  place(timestamp: number, arrivalMs: number): PicturePlace {
    if (!this.#options.believesTimestamps) {
      const arrivedUs = Math.round((arrivalMs - this.#options.arrivalMs) * 1000)
      return { kind: 'placed', ptsUs: Math.max(arrivedUs, this.#lastPtsUs + leastStepUs) }
    }
    const placed = this.#timeline.place(timestamp, arrivalMs)
    this.run.startedAtMs = this.#anchorMs + this.#timeline.startShiftMs
    if (placed.kind === 'jump' && placed.drifted !== null) {
      return { kind: 'wrong_speed', drift: placed.drifted }
    }
    this.#repeats = timestamp === this.#lastTimestamp ? this.#repeats + 1 : 0
    this.#lastTimestamp = timestamp
    if (this.#repeats >= mostRepeats) return { kind: 'stands_still' }
    // The same time twice is no order.
    const ptsUs = placed.mediaUs + this.#order.leadUs
    const isOrdered = this.#repeats === 0 && !this.#isStray(ptsUs)
    return { kind: 'placed', ptsUs: isOrdered ? ptsUs : this.#lastPtsUs + leastStepUs }
  }

  /**
   * Takes a picture that was placed, or the first one.
   * @returns when it is decoded, us; null if it overtakes more pictures than the run allows: the run is over then
   */
  take(ptsUs: number): number | null {
    const dtsUs = this.#order.next(ptsUs)
    if (dtsUs === null) return null
    this.#pictures += 1
    this.#lastPtsUs = ptsUs
    this.#recentUs = [...this.#recentUs.slice(1 - deepestReorder), ptsUs]
    return dtsUs
  }

  /** How many of the last pictures are shown after one that is shown then. */
  overtakenBy(ptsUs: number): number {
    return this.#recentUs.filter((other) => other > ptsUs).length
  }

  /** B-frames step back again and again; a single step back is a mistake of the camera. */
  #isStray(ptsUs: number): boolean {
    this.#sinceStray++
    const { reorderDepth } = this.#options
    if (reorderDepth > 0 || ptsUs > this.#lastPtsUs || this.#sinceStray < strayAgain) return false
    this.#sinceStray = 0
    return true
  }
}
