export interface IngestCounters {
  /** Access units that came whole, wanted or not. */
  readonly units: number
  /** Access units that cannot be shown as they were: left out, or damaged by a loss before them. */
  readonly dropped: number
  readonly packetsLost: number
}

/** A packet that is lost breaks what it was of, and may break what follows that. */
const brokenByLoss = 2

/** Counts the pictures of one session. */
export class PictureCounts {
  #units = 0
  #dropped = 0
  #packetsLost = 0
  #early = 0
  #readable = 0
  /** So many more may be broken by what was lost. */
  #excused = 0

  get counters(): IngestCounters {
    return { units: this.#units, dropped: this.#dropped, packetsLost: this.#packetsLost }
  }

  /** Those that came whole before the first keyframe that could be used. */
  get early(): number {
    return this.#early
  }

  /**
   * Those that are pictures of the codec that was described, or that a loss explains. Where others come and none of these,
   * the camera sends something else.
   */
  get readable(): number {
    return this.#readable
  }

  /** One came whole. */
  came(): void {
    this.#units++
    this.#readable++
    this.#excused = 0
  }

  /** One that came cannot be shown as it was. */
  leftOut(): void {
    this.#dropped++
  }

  /** One came that is broken, or before a keyframe. */
  cameInVain(broken: boolean): void {
    this.#units++
    this.#dropped++
    if (!broken) this.#early++
    if (broken && this.#excused === 0) return
    if (broken) this.#excused--
    this.#readable++
  }

  lost(packets: number): void {
    this.#packetsLost += packets
    this.#excused = brokenByLoss
  }
}
