import { MediaTimeline } from './media-timeline.js'

/** Frames whose times differ from their count by less than this follow each other without a gap, us. */
const toleranceUs = 100_000
/** The part by which a frame may be moved so that sound keeps to its picture; nobody hears it. */
const gentle = 0.005
/** A second drift within this time: the timestamps are of no use. */
const driftAgainMs = 5 * 60_000

/**
 * Places frames of sound in a run of pictures, by the times of arrival and the durations of the sound. Its
 * clock is trusted with nothing: where timestamps jump they are anchored anew, and where they drift again and
 * again samples are counted instead. Frames follow each other without a gap as long as that is right within
 * 100 ms; else there is a gap, or frames are left out.
 */
export class AudioTimeline {
  private readonly clockRate: number
  private readonly ptsUsAt: (arrivalMs: number) => number
  private media: { readonly timeline: MediaTimeline; readonly firstArrivalMs: number } | null = null
  private payload = { timestamp: 0, atUs: 0 }
  private countedUs = 0
  private countsSamples = false
  private lastDriftMs = Number.NEGATIVE_INFINITY
  /** Where the last frame ended, us in the run. */
  private endUs: number | null = null

  /**
   * @param clockRate ticks of RTP timestamps per second, as the camera says.
   * @param ptsUsAt the presentation time in the run of what was taken at a time of the monotonic clock, ms.
   */
  constructor(clockRate: number, ptsUsAt: (arrivalMs: number) => number) {
    this.clockRate = clockRate
    this.ptsUsAt = ptsUsAt
  }

  /**
   * The sender began anew: its timestamps have no relation to those before.
   */
  restarted(): void {
    this.media = null
  }

  /** A payload arrived; frames of it follow. */
  arrived(timestamp: number, arrivalMs: number): void {
    const stamp = this.countsSamples ? Math.round(this.countedUs) >>> 0 : timestamp
    const placed = this.media?.timeline.place(stamp, arrivalMs)
    if (placed?.kind === 'jump' && placed.drifted) this.noteDrift(arrivalMs)
    if (this.media === null || placed?.kind !== 'placed') {
      this.begin(timestamp, arrivalMs)
      return
    }
    const { timeline, firstArrivalMs } = this.media
    const beganUs = this.ptsUsAt(firstArrivalMs + timeline.startShiftMs)
    this.payload = { timestamp, atUs: beganUs + placed.mediaUs }
  }

  /**
   * The presentation time of the next frame, us; rises strictly.
   * @param offsetUs where in its payload the frame begins.
   * @param syncUs how much later it belongs than its arrival says; null if nobody knows.
   * @returns null if the frame has to be left out.
   */
  next(offsetUs: number, durationUs: number, syncUs: number | null): number | null {
    this.countedUs += durationUs
    // Its first sample was taken before its last, which is when it could be sent.
    const wantedUs = this.payload.atUs + offsetUs + (syncUs ?? -durationUs)
    const lateUs = this.endUs === null ? Number.POSITIVE_INFINITY : wantedUs - this.endUs
    if (wantedUs < 0 || lateUs < -toleranceUs) return null
    const most = durationUs * gentle
    const ptsUs =
      this.endUs === null || lateUs > toleranceUs
        ? wantedUs
        : this.endUs + Math.max(-most, Math.min(most, lateUs))
    const whole = Math.max(Math.round(ptsUs), 0)
    this.endUs = whole + durationUs
    return whole
  }

  /** What the time of an RTP timestamp near the newest one is by its arrival, us; null before there is one. */
  timeOf(timestamp: number): number | null {
    if (this.media === null || this.countsSamples) return null
    const step = (timestamp - this.payload.timestamp) | 0
    return this.payload.atUs + (step / this.clockRate) * 1_000_000
  }

  private begin(timestamp: number, arrivalMs: number): void {
    const rate = this.countsSamples ? 1_000_000 : this.clockRate
    const stamp = this.countsSamples ? Math.round(this.countedUs) >>> 0 : timestamp
    this.media = {
      timeline: new MediaTimeline(rate, stamp, arrivalMs, gentle),
      firstArrivalMs: arrivalMs,
    }
    this.payload = { timestamp, atUs: this.ptsUsAt(arrivalMs) }
  }

  private noteDrift(arrivalMs: number): void {
    if (arrivalMs - this.lastDriftMs < driftAgainMs) this.countsSamples = true
    this.lastDriftMs = arrivalMs
  }
}
