/** Readings that are remembered; one comes with each poll of the supervisor. */
const remembered = 60
/** Fewer say nothing of what is usual. */
const leastReadings = 12
/** Beyond this much of the usual, or below its inverse, a rate is far from it. */
const far = 1.7
/** Packets lost for every hundred pictures that are worth a word. */
const muchLost = 5

/** What a stream was found to do at one moment. */
interface RateReading {
  /** Null while not known. */
  readonly fps: number | null
  /** Pictures and lost packets since the stream was first received. */
  readonly units: number
  readonly packetsLost: number
}

/** What one stream did over the last minutes, to distinguish the unusual from the usual. */
export class RateHistory {
  #readings: RateReading[] = []

  /** To be called at about the same distance each time. */
  add(reading: RateReading): void {
    this.#readings = [...this.#readings, reading].slice(-remembered)
  }

  /** The newest frame rate if it is far from the usual one, else null. */
  get unusualFps(): number | null {
    const known = this.#readings.map(({ fps }) => fps).filter((fps) => fps !== null)
    const newest = this.#readings.at(-1)?.fps ?? null
    if (newest === null || known.length < leastReadings) return null
    const usual = known.toSorted((one, other) => one - other)[Math.floor(known.length / 2)] ?? newest
    return newest > usual * far || newest * far < usual ? newest : null
  }

  /** Packets lost for every hundred pictures over the time remembered, if they are many, else null. */
  get lostPerHundred(): number | null {
    const [first, last] = [this.#readings[0], this.#readings.at(-1)]
    if (!first || !last || last.units <= first.units) return null
    const lost = (100 * (last.packetsLost - first.packetsLost)) / (last.units - first.units)
    return lost >= muchLost ? Math.round(lost) : null
  }
}
