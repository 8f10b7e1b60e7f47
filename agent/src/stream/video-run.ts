import { DecodeOrder, deepestReorder } from './decode-order.js'
import { MediaTimeline } from './media-timeline.js'
import type { AudioFormat, StreamRun, VideoFormat } from './packet.js'
import type { Drift } from './timeline-placement.js'

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

/** When a picture is shown, us since the start of its run, and what is wrong with its timestamp. */
interface PicturePlace {
  readonly ptsUs: number
  /** The camera's clock runs at another speed than it says, by more than can be followed; or it stands still. */
  readonly wrong: Drift | 'stands_still' | null
}

/** When a picture is shown and decoded, us. */
interface TakenPicture {
  readonly ptsUs: number
  readonly dtsUs: number
  /** It overtakes more pictures than the run allows, and is shown later than it should be. */
  readonly isLate: boolean
}

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
/** Where times are ahead of the arrivals that count from now on, a second lasts this part of one until they are not. */
const catchingUp = 0.9
/** With B-frames a picture out of line is shown in the place where it is decoded, after this part of a step. */
const straySlot = 0.75

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
  #lastDtsUs = -1
  /** Where its timestamp says that the last picture is, us. */
  #lastSaidUs = -1
  #lastTimestamp: number
  #lastArrivalMs: number
  /** The last picture whose timestamp is in line, for what comes beside the pictures. */
  #inLine: { readonly timestamp: number; readonly ptsUs: number }
  #believesTimestamps: boolean
  /** Presentation times of the last pictures. */
  #recentUs: number[] = []
  /** Pictures since one was found earlier than that before it by mistake. */
  #sinceStray = strayAgain
  /** Pictures in a row that bore the timestamp of that before. */
  #repeats = 0
  /** The last pictures were out of line, from a keyframe on. */
  #areStraysFromKeyframe = false

  constructor(options: VideoRunOptions) {
    const { id, video, audio, clockRate, timestamp, arrivalMs, nowMs } = options
    this.#options = options
    this.#order = new DecodeOrder(options.believesTimestamps ? options.reorderDepth : 0, guessedFrameUs)
    this.#anchorMs = nowMs - this.#order.leadUs / 1000
    const { reorderDepth } = options
    this.#timeline = new MediaTimeline({ clockRate, timestamp, arrivalMs, reorderDepth })
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
    this.#inLine = { timestamp, ptsUs: this.#order.leadUs }
    this.#believesTimestamps = options.believesTimestamps
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
    if (!this.#believesTimestamps) return null
    const step = (timestamp - this.#inLine.timestamp) | 0
    return this.#inLine.ptsUs + (step / this.#options.clockRate) * 1_000_000 * this.#timeline.secondOfCamera
  }

  /** Whether the wall clock was set since the run began. */
  isClockSet(nowMs: number, arrivalMs: number): boolean {
    const beganWith = this.#options.nowMs - this.#options.arrivalMs
    return Math.abs(nowMs - arrivalMs - beganWith) > wallStepMs
  }

  /** Timestamps are of no use from here on: pictures have the times of their arrival. */
  goByArrivals(): void {
    this.#believesTimestamps = false
  }

  /**
   * Places the next picture in decoding order. Where the camera's clock was set, time goes on by the arrivals.
   * @param arrivalMs of the monotonic clock
   */
  place(timestamp: number, arrivalMs: number, keyframe: boolean): PicturePlace {
    const place = this.#believesTimestamps
      ? this.#placeByTimestamp(timestamp, arrivalMs, keyframe)
      : { ptsUs: this.#byArrival(arrivalMs), wrong: null }
    this.#lastArrivalMs = arrivalMs
    return place
  }

  #placeByTimestamp(timestamp: number, arrivalMs: number, keyframe: boolean): PicturePlace {
    const placed = this.#timeline.place(timestamp, arrivalMs)
    this.run.startedAtMs = this.#anchorMs + this.#timeline.startShiftMs
    this.#repeats = timestamp === this.#lastTimestamp ? this.#repeats + 1 : 0
    this.#lastTimestamp = timestamp
    if (this.#repeats >= mostRepeats) return { ptsUs: this.#byArrival(arrivalMs), wrong: 'stands_still' }
    const saidUs = placed.mediaUs + this.#order.leadUs
    const goesOn = placed.kind === 'stray' && placed.follows && this.#areStraysFromKeyframe
    this.#areStraysFromKeyframe = placed.kind === 'stray' && (keyframe || goesOn)
    if (placed.kind === 'stray') return { ptsUs: this.#outOfLine(saidUs), wrong: null }
    const wrong = placed.kind === 'jump' ? placed.drifted : null
    // The same time twice is no order.
    const isOrdered = this.#repeats === 0 && !this.#isStray(saidUs)
    this.#lastSaidUs = saidUs
    const ptsUs = isOrdered ? saidUs : this.#lastPtsUs + leastStepUs
    if (isOrdered) this.#inLine = { timestamp, ptsUs }
    return { ptsUs, wrong }
  }

  /**
   * Behind the pictures before; with B-frames not behind those that are shown after it. A keyframe is shown after all that
   * came, and where that stands, what goes on from it has its place as well.
   */
  #outOfLine(inLineUs: number): number {
    const newestUs = Math.max(this.#lastPtsUs, ...this.#recentUs)
    if (this.#options.reorderDepth === 0) return Math.max(inLineUs, newestUs + leastStepUs)
    if (this.#areStraysFromKeyframe && inLineUs > newestUs) return inLineUs
    return this.#lastDtsUs + Math.max(straySlot * this.#timeline.usualStepUs, leastStepUs)
  }

  #byArrival(arrivalMs: number): number {
    const arrivedUs = this.ptsUsAt(arrivalMs)
    const nextUs = this.#lastPtsUs + (arrivalMs - this.#lastArrivalMs) * 1000 * catchingUp
    return Math.round(Math.max(arrivedUs, nextUs, this.#lastPtsUs + leastStepUs))
  }

  /** Takes a picture that was placed, or the first one. */
  take(placedUs: number): TakenPicture {
    const inOrderUs = this.#order.next(placedUs)
    const dtsUs = inOrderUs ?? this.#order.late(leastStepUs)
    const ptsUs = inOrderUs === null ? dtsUs : placedUs
    this.#pictures += 1
    this.#lastPtsUs = ptsUs
    this.#lastDtsUs = dtsUs
    this.#recentUs = [...this.#recentUs.slice(1 - deepestReorder), ptsUs]
    return { ptsUs, dtsUs, isLate: inOrderUs === null }
  }

  /** How many of the last pictures are shown after one that is shown then. */
  overtakenBy(ptsUs: number): number {
    return this.#recentUs.filter((other) => other > ptsUs).length
  }

  /**
   * B-frames step back again and again; a single step back is a mistake of the camera, and so is a single step ahead, which
   * pictures have to catch up with that go on where they were.
   */
  #isStray(saidUs: number): boolean {
    this.#sinceStray++
    if (this.#options.reorderDepth > 0 || saidUs > this.#lastPtsUs) return false
    if (saidUs > this.#lastSaidUs) return true
    if (this.#sinceStray < strayAgain) return false
    this.#sinceStray = 0
    return true
  }
}
