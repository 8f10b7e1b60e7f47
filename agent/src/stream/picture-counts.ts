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

  /**
   * One came that is broken, or before a keyframe.
   * @param hasFragments it is of the described codec: if it is broken it was cut, which is a loss though no number is missing
   */
  cameInVain(broken: boolean, hasFragments: boolean): void {
    this.#units++
    this.#dropped++
    if (!broken) this.#early++
    const isRead = !broken || hasFragments
    if (!isRead && this.#excused === 0) return
    if (!isRead) this.#excused--
    this.#readable++
  }

  /** Bytes came that belong to nothing: what was cut for them may be of pictures, whatever their numbers say. */
  strayed(): void {
    this.#excused = brokenByLoss
  }

  lost(packets: number): void {
    this.#packetsLost += packets
    this.#excused = brokenByLoss
  }
}
