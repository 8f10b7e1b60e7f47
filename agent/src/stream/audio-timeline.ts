import { largestSkew } from './clock-skew.js'
import { MediaTimeline } from './media-timeline.js'
import { WrongSpeed } from './wrong-speed.js'

/** Frames whose times differ from their count by less than this follow each other without a gap, us. */
const toleranceUs = 100_000
/**
 * The part by which a frame may be moved so that sound keeps to its picture: as much as the clock of its samples may be
 * off, which its timestamps need not show.
 */
const gentle = largestSkew

/**
 * Places frames of sound in a run of pictures, by the times of arrival and the durations of the sound. Its
 * clock is trusted with nothing: its error is followed up to 2 %, where timestamps jump they are anchored anew, and
 * where they run at the wrong speed again and again samples are counted instead. Frames follow each other without a gap as long as that is right within
 * 100 ms; else there is a gap, or frames are left out.
 */
export class AudioTimeline {
  readonly #clockRate: number
  readonly #ptsUsAt: (arrivalMs: number) => number
  #media: { readonly timeline: MediaTimeline; readonly firstArrivalMs: number } | null = null
  #payload = { timestamp: 0, atUs: 0 }
  #countedUs = 0
  #countsSamples = false
  readonly #wrongSpeed = new WrongSpeed()
  /** Where the last frame ended, us in the run. */
  #endUs: number | null = null

  /**
   * @param clockRate ticks of RTP timestamps per second, as the camera says.
   * @param ptsUsAt the presentation time in the run of what was taken at a time of the monotonic clock, ms.
   */
  constructor(clockRate: number, ptsUsAt: (arrivalMs: number) => number) {
    this.#clockRate = clockRate
    this.#ptsUsAt = ptsUsAt
  }

  /**
   * The sender began anew: its timestamps have no relation to those before.
   */
  restarted(): void {
    this.#media = null
  }

  /** A payload arrived; frames of it follow. */
  arrived(timestamp: number, arrivalMs: number): void {
    const stamp = this.#countsSamples ? Math.round(this.#countedUs) >>> 0 : timestamp
    const placed = this.#media?.timeline.place(stamp, arrivalMs)
    const drift = placed?.kind === 'jump' ? placed.drifted : null
    if (drift !== null && this.#wrongSpeed.isShownBy(drift, arrivalMs)) this.#countsSamples = true
    if (this.#media === null || placed?.kind !== 'placed') {
      this.#begin(timestamp, arrivalMs)
      return
    }
    const { timeline, firstArrivalMs } = this.#media
    const beganUs = this.#ptsUsAt(firstArrivalMs + timeline.startShiftMs)
    this.#payload = { timestamp, atUs: beganUs + placed.mediaUs }
  }

  /**
   * The presentation time of the next frame, us; rises strictly.
   * @param offsetUs where in its payload the frame begins.
   * @param syncUs how much later it belongs than its arrival says; null if nobody knows.
   * @returns null if the frame has to be left out.
   */
  next(offsetUs: number, durationUs: number, syncUs: number | null): number | null {
    this.#countedUs += durationUs
    // Its first sample was taken before its last, which is when it could be sent.
    const wantedUs = this.#payload.atUs + offsetUs + (syncUs ?? -durationUs)
    const lateUs = this.#endUs === null ? Number.POSITIVE_INFINITY : wantedUs - this.#endUs
    if (wantedUs < 0 || lateUs < -toleranceUs) return null
    const most = durationUs * gentle
    const ptsUs =
      this.#endUs === null || lateUs > toleranceUs
        ? wantedUs
        : this.#endUs + Math.max(-most, Math.min(most, lateUs))
    const whole = Math.max(Math.round(ptsUs), 0)
    this.#endUs = whole + durationUs
    return whole
  }

  /** What the time of an RTP timestamp near the newest one is by its arrival, us; null before there is one. */
  timeOf(timestamp: number): number | null {
    if (this.#media === null || this.#countsSamples) return null
    const step = (timestamp - this.#payload.timestamp) | 0
    const { secondOfCamera } = this.#media.timeline
    return this.#payload.atUs + (step / this.#clockRate) * 1_000_000 * secondOfCamera
  }

  #begin(timestamp: number, arrivalMs: number): void {
    const rate = this.#countsSamples ? 1_000_000 : this.#clockRate
    const stamp = this.#countsSamples ? Math.round(this.#countedUs) >>> 0 : timestamp
    this.#media = {
      timeline: new MediaTimeline({ clockRate: rate, timestamp: stamp, arrivalMs }),
      firstArrivalMs: arrivalMs,
    }
    this.#payload = { timestamp, atUs: this.#ptsUsAt(arrivalMs) }
  }
}
