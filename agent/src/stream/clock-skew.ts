import { takeMedian } from './median.js'

/** A picture as far as its time goes: when it came, and how much later than its timestamp says. */
interface Arrival {
  readonly atMs: number
  readonly delayMs: number
}

/** No clock that is meant to be right is off by more than 2 %; a slope beyond is clipped to this. */
export const largestSkew = 0.025

/** Of each window the arrival that met the least delay is kept; they grow as there is more to look back on, ms. */
const firstWindowMs = 250
const longestWindowMs = 8000
/** At most so many windows are looked back on: eight minutes, of which congestion may lift more than two. */
const mostWindows = 64
/** Fewer give no slope. */
const fewestWindows = 4
/** The least delay of now is that of so many windows. */
const recentWindows = 3

/**
 * How fast another clock runs by ours, learned from arrivals. A network delays by more or by less and never by less
 * than nothing, so the least delays of windows lie on a line, and its slope is the error of the clock. The slope is
 * the median of those between windows far apart (Theil and Sen): a congestion, which lifts a few windows, does not
 * tilt it. What the scatter of the windows could have made by chance is taken off.
 */
export class ClockSkew {
  #windows: Arrival[] = []
  #windowMs = firstWindowMs
  #best: Arrival | null = null
  #endsMs = Number.NEGATIVE_INFINITY
  #slope = 0

  /** By how much the delay grows in a unit of time: above zero the clock is slow, below it is fast. */
  get slope(): number {
    return this.#slope
  }

  add(atMs: number, delayMs: number): void {
    const arrival = { atMs, delayMs }
    if (this.#best !== null && atMs >= this.#endsMs) this.#close(this.#best)
    if (this.#best === null) this.#endsMs = atMs + this.#windowMs
    if (this.#best === null || this.#above(arrival) < this.#above(this.#best)) this.#best = arrival
  }

  /** The delay at a time of something that is not held up on its way, ms; null before there was an arrival. */
  leastDelayMs(atMs: number): number | null {
    const recent = [...this.#windows.slice(-recentWindows), ...(this.#best === null ? [] : [this.#best])]
    if (recent.length === 0) return null
    return Math.min(...recent.map((arrival) => this.#above(arrival))) + this.#slope * atMs
  }

  /** The least delays of windows since a time, the oldest first, ms. */
  delaysSince(atMs: number): number[] {
    // Each picture asks, mostly for the last few.
    const before = this.#windows.findLastIndex((window) => window.atMs < atMs)
    return this.#windows.slice(before + 1).map(({ delayMs }) => delayMs)
  }

  /** What came before says nothing about delays any more; the slope is that of before until another is known. */
  restart(): void {
    this.#windows = []
    this.#windowMs = firstWindowMs
    this.#best = null
  }

  /** How far above the line through the origin an arrival lies, ms. */
  #above({ atMs, delayMs }: Arrival): number {
    return delayMs - this.#slope * atMs
  }

  #close(best: Arrival): void {
    this.#windows.push(best)
    this.#best = null
    if (this.#windows.length > mostWindows) this.#thin()
    if (this.#windows.length >= fewestWindows) this.#slope = slopeOf(this.#windows)
  }

  /** Makes one window of two, or forgets the oldest once windows are as long as they may be. */
  #thin(): void {
    if (this.#windowMs >= longestWindowMs) {
      this.#windows.shift()
      return
    }
    this.#windowMs *= 2
    this.#windows = this.#windows.flatMap((window, index, all) => {
      const next = all[index + 1]
      if (index % 2 === 1) return []
      return next !== undefined && this.#above(next) < this.#above(window) ? [next] : [window]
    })
  }
}

function slopeOf(windows: readonly Arrival[]): number {
  const slope = takeMedian(slopesFarApart(windows))
  const above = Float64Array.from(windows, ({ atMs, delayMs }) => delayMs - slope * atMs)
  const middle = takeMedian(above)
  const scatterMs = takeMedian(above.map((ms) => Math.abs(ms - middle)))
  const doubt = (2 * scatterMs) / spanOf(windows)
  const certain = Math.sign(slope) * Math.max(Math.abs(slope) - doubt, 0)
  return Math.max(-largestSkew, Math.min(largestSkew, certain))
}

/** Of each two windows of which one is at least a third of all later than the other. */
function slopesFarApart(windows: readonly Arrival[]): Float64Array {
  const apart = Math.ceil(windows.length / 3)
  const later = windows.length - apart
  const slopes = new Float64Array((later * (later + 1)) / 2)
  let count = 0
  for (const [index, one] of windows.entries()) {
    for (let at = index + apart; at < windows.length; at++) {
      const other = windows[at] ?? one
      slopes[count++] = (other.delayMs - one.delayMs) / (other.atMs - one.atMs)
    }
  }
  return slopes
}

function spanOf(windows: readonly Arrival[]): number {
  return (windows.at(-1)?.atMs ?? 0) - (windows[0]?.atMs ?? 0)
}
