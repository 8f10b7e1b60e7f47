/** Before two frames have told how far apart they are, µs. */
const firstGuessUs = 40_000
/** Farther apart they belong to different stretches, µs. */
const mostSpacingUs = 1_000_000
/**
 * A browser to which a frame comes later than this many durations of the one before takes it for the beginning of something else, and
 * drops all up to the next keyframe (Media Source Extensions, coded frame processing).
 */
const mostDurations = 2

/** Where a frame goes by the times of the element, µs. */
export interface SamplePlace {
  readonly dtsUs: number
  /** A guess: only the next frame tells. */
  readonly durationUs: number
}

/** Places frames one behind the other, as a browser takes them: times of the stream begin anywhere, jump, and leave frames out. */
export class SampleTimes {
  #spacingUs = firstGuessUs
  #lastDtsUs: number | null = null
  /** Added to the times of the stream, so that they go on where the stretch before ended. */
  #shiftUs = 0
  #endUs = 0

  /** Microseconds of the stream that a time of the element stands for. */
  streamUs(us: number): number {
    return us - this.#shiftUs
  }

  /** Another stretch begins; its times may begin anywhere. @param endUs where what lies before it ends */
  begin(endUs: number): void {
    this.#lastDtsUs = null
    this.#endUs = endUs
  }

  place(dtsUs: number): SamplePlace {
    const spacingUs = this.#lastDtsUs === null ? null : dtsUs - this.#lastDtsUs
    const mostUs = this.#spacingUs * mostDurations
    // What was left out leaves no hole, in which a player would stop.
    if (spacingUs === null || spacingUs <= 0 || spacingUs > Math.min(mostUs, mostSpacingUs))
      this.#shiftUs = this.#endUs - dtsUs
    // One frame that is late says little; of a camera with few pictures a second the next ones say the same.
    if (spacingUs !== null && spacingUs > 0 && spacingUs < mostSpacingUs)
      this.#spacingUs = Math.min(spacingUs, mostUs)
    this.#lastDtsUs = dtsUs
    const place = { dtsUs: dtsUs + this.#shiftUs, durationUs: this.#spacingUs }
    this.#endUs = place.dtsUs + place.durationUs
    return place
  }

  /** Where the newest frame ends, by the times of the element, µs. */
  get endUs(): number {
    return this.#endUs
  }
}
