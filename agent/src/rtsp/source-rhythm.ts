/** Before so many gaps nobody knows the rhythm of a source: they may be as long as this, ms. */
const fewGaps = 4
const guessedGapMs = 1000
/** A source that sends nothing for so many of its longest gaps is silent. */
const silentGaps = 3
/** Bounds of that: a network holds up more than the first, and nobody waits for longer than the second, ms. */
const leastSilentMs = 300
const mostSilentMs = 5000
/** The longest gap is forgotten by and by, with each new timestamp. */
const forgetting = 0.9
/** One that said goodbye is, after so many of them, within the same bounds: it may not have meant it. */
const silentGapsAfterGoodbye = 1.5
/** And so many times as long it must be silent before one that sent beside it is taken for it. */
const silentForLong = 3
/** A stamp that goes on is no further off than this, seconds, or than a few usual steps. */
const nearSec = 2
const nearSteps = 3
/** A step of more than so many usual ones leaves room for pictures that are missing. */
const wholeSteps = 2

/** How a source sends: how its timestamps step, and how long it is silent between two of them. */
export class SourceRhythm {
  readonly #clockRate: number
  #timestamp: number | null = null
  #isAnew = false
  #stepTicks = 0
  #atMs = 0
  #gaps = 0
  #longestGapMs = 0
  #saidGoodbye = false

  constructor(clockRate: number) {
    this.#clockRate = clockRate
  }

  /** A packet came. @param atMs monotonic */
  came(timestamp: number, atMs: number): void {
    if (this.#timestamp !== null && (timestamp !== this.#timestamp || this.#isAnew)) {
      this.#gaps++
      this.#longestGapMs = Math.max(atMs - this.#atMs, this.#longestGapMs * forgetting)
      const ticks = Math.abs((timestamp - this.#timestamp) | 0)
      if (ticks <= this.#nearTicks() && !this.#isAnew)
        this.#stepTicks = Math.max(ticks, this.#stepTicks * forgetting)
    }
    this.#isAnew = false
    this.#timestamp = timestamp
    this.#atMs = atMs
    this.#saidGoodbye = false
  }

  /** The source said that it ends. */
  goodbye(): void {
    this.#saidGoodbye = true
  }

  /** The timestamp of the next packet has nothing to do with the last one. */
  beginAnew(): void {
    this.#isAnew = true
  }

  /** Whether a timestamp may be the one after another, or one of those around it. */
  goesOn(before: number, timestamp: number): boolean {
    return Math.abs((timestamp - before) | 0) <= this.#nearTicks()
  }

  /** Whether so many ticks, of 32 bits, went by in that time: so they do where everything of it was lost. */
  isInTime(ticks: number, ms: number): boolean {
    return Math.abs((ticks | 0) / this.#clockRate - ms / 1000) <= nearSec
  }

  /** Whether something must be missing between two timestamps that go on, with `others` between them. */
  lacksBetween(before: number, timestamp: number, others: number): boolean {
    return this.#stepTicks > 0 && ((timestamp - before) | 0) > (wholeSteps + others) * this.#stepTicks
  }

  /** Whether it has been silent for longer than it ever is. */
  isSilent(nowMs: number): boolean {
    const gaps = this.#saidGoodbye ? silentGapsAfterGoodbye : silentGaps
    return nowMs - this.#atMs > this.#silentAfterMs(gaps)
  }

  /** Whether it has been for so long that even who sent beside it may be the same camera. */
  isSilentForLong(nowMs: number): boolean {
    return nowMs - this.#atMs > silentForLong * this.silentAfterMs
  }

  /** Whether that is another picture than the one that came last. */
  isAnother(timestamp: number): boolean {
    return timestamp !== this.#timestamp
  }

  /** Whoever sends nothing for this long is taken for silent, ms. */
  get silentAfterMs(): number {
    return this.#silentAfterMs(silentGaps)
  }

  /** So long it was silent at most between two timestamps, a few of them, ms. */
  get longestSilenceMs(): number {
    return silentGaps * this.#longestGapMs
  }

  #silentAfterMs(gaps: number): number {
    return Math.min(mostSilentMs, Math.max(leastSilentMs, gaps * this.#gapMs()))
  }

  #gapMs(): number {
    return this.#gaps < fewGaps ? Math.max(this.#longestGapMs, guessedGapMs) : this.#longestGapMs
  }

  #nearTicks(): number {
    return Math.max(nearSec * this.#clockRate, nearSteps * this.#stepTicks)
  }
}
