/** What became of a timestamp. */
export type Placement =
  | {
      readonly kind: 'placed'
      /** Microseconds since the timeline began. */
      readonly mediaUs: number
    }
  | {
      readonly kind: 'jump'
      /** True if the camera's clock runs at another speed than it says, rather than having been set. */
      readonly drifted: boolean
    }

/** Pictures shown earlier than their predecessors go back; no camera reorders over more than this. */
const furthestBackMs = 2000
/** Ahead of real time by more than this is no backlog that arrives in a burst. */
const furthestAheadMs = 10_000
/** How long the start of a timeline may still move, ms of arrival. */
const settlingMs = 2000
/** Delays of the network are never negative: the least of this time is none. */
const driftWindowMs = 10_000
/** Beyond this a correction would take hours. */
const largestDriftMs = 2000
/** A correction changes durations by no more than this part, unless said otherwise. */
const gentle = 0.0005

/**
 * Turns RTP timestamps into time since the start of a run. Durations come from the camera; against a clock
 * that runs a little fast or slow they are corrected so gently that no one sees it, so that a picture of
 * after days still bears the right time. What cannot be corrected gently is a jump, which ends the run.
 */
export class MediaTimeline {
  private readonly clockRate: number
  private readonly gentle: number
  private lastTimestamp: number
  private lastArrivalMs: number
  private readonly firstArrivalMs: number
  private ticks = 0
  private mediaMs = 0
  private shiftMs = 0
  private correctionMs = 0
  private targetMs = 0
  private windowEndsMs: number
  private leastDelayMs = Number.POSITIVE_INFINITY

  /**
   * @param arrivalMs monotonic clock at the first picture, whose time becomes 0.
   * @param mostCorrection the part by which durations may be changed.
   */
  constructor(clockRate: number, timestamp: number, arrivalMs: number, mostCorrection = gentle) {
    this.clockRate = clockRate
    this.gentle = mostCorrection
    this.lastTimestamp = timestamp
    this.lastArrivalMs = arrivalMs
    this.firstArrivalMs = arrivalMs
    this.windowEndsMs = arrivalMs + settlingMs + driftWindowMs
  }

  /**
   * How much earlier than its first arrival the timeline began, ms, never positive: a camera that begins
   * with a backlog shows its true start by catching up. Settled after two seconds.
   */
  get startShiftMs(): number {
    return this.shiftMs
  }

  /** Places the next picture in decoding order. */
  place(timestamp: number, arrivalMs: number): Placement {
    // The difference as a signed number of 32 bits bears the wrap, which comes each 13 hours at 90 kHz.
    const step = (timestamp - this.lastTimestamp) | 0
    const stepMs = (step / this.clockRate) * 1000
    const elapsedMs = arrivalMs - this.lastArrivalMs
    if (stepMs < -furthestBackMs || stepMs - elapsedMs > furthestAheadMs)
      return { kind: 'jump', drifted: false }
    this.lastTimestamp = timestamp
    this.lastArrivalMs = arrivalMs
    this.ticks += step
    this.mediaMs = (this.ticks / this.clockRate) * 1000
    this.correct(elapsedMs)
    if (this.observe(arrivalMs) > largestDriftMs) return { kind: 'jump', drifted: true }
    return { kind: 'placed', mediaUs: Math.round((this.mediaMs + this.correctionMs) * 1000) }
  }

  private correct(elapsedMs: number): void {
    const most = elapsedMs * this.gentle
    this.correctionMs += Math.max(-most, Math.min(most, this.targetMs - this.correctionMs))
  }

  /** Learns from an arrival; tells how far off the media clock has been found, ms. */
  private observe(arrivalMs: number): number {
    const delayMs = arrivalMs - this.firstArrivalMs - this.mediaMs
    if (arrivalMs - this.firstArrivalMs <= settlingMs) {
      this.shiftMs = Math.min(this.shiftMs, delayMs)
      return 0
    }
    const drawnOutMs = delayMs - this.shiftMs
    // Nothing arrives before it is sent, so a clock that runs ahead shows at once; one that falls behind looks
    // like a slow network until the window is over.
    const aheadMs = this.correctionMs - drawnOutMs
    if (aheadMs > largestDriftMs) return aheadMs
    this.leastDelayMs = Math.min(this.leastDelayMs, drawnOutMs)
    if (arrivalMs < this.windowEndsMs) return 0
    this.targetMs = this.leastDelayMs
    this.leastDelayMs = Number.POSITIVE_INFINITY
    this.windowEndsMs = arrivalMs + driftWindowMs
    return Math.abs(this.targetMs - this.correctionMs)
  }
}
