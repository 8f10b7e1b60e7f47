import { leastPartBytes } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'

/** Why a part did not get through, where that may be for its size. */
export type Obstacle =
  /** Something on the way says so. */
  | 'too_large'
  /** Something on the way refused it in place of the cloud. */
  | 'refused'
  /** The connection broke, or what is on the way could not serve it. */
  | 'broken'

/** So often in a row, without a part of that size that got through, and it may be the size: a line breaks for other reasons too. */
const patience: Readonly<Record<Obstacle, number>> = { too_large: 1, refused: 2, broken: 4 }
/** So many parts of the size that passes, and a larger one may. */
const growsAfter = 8
/** What was said to be too large may not be any more, ms: somebody may have mended it. */
const forgottenAfterMs = 60 * 60_000
/** Clouds ask for no larger parts. */
const largestBytes = 8 * 1024 * 1024

/**
 * How large parts may be on the way to the cloud. Proxies take bodies up to a size, and who sets one up often learns of
 * that by us. The size is halved until parts pass, and doubled again while they do, but not to what was said to be too
 * large in the hour before.
 */
export class PartLimit {
  readonly #clock: Pick<Clock, 'monotonic'>
  #bytes: number | null = null
  #tooLarge: { readonly bytes: number; readonly atMs: number } | null = null
  /** In a row: the smallest that did not get through, and how often none did. */
  #failing: { readonly bytes: number; readonly times: number } | null = null
  /** Of the size that is in use. */
  #passed = 0

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** The most bytes that a part should have; null: as many as the cloud wants. */
  get bytes(): number | null {
    return this.#bytes
  }

  /** A part got through. */
  passed(bytes: number): void {
    if (this.#failing && bytes >= this.#failing.bytes) this.#failing = null
    if (this.#bytes === null || bytes < this.#bytes) return
    this.#passed += 1
    const larger = this.#bytes * 2
    if (this.#passed < growsAfter || this.#isTooLarge(larger)) return
    this.#passed = 0
    this.#bytes = larger >= largestBytes ? null : larger
  }

  /** A part did not. */
  stopped(bytes: number, obstacle: Obstacle): void {
    // Sent before the size was halved.
    if (this.#bytes !== null && bytes > this.#bytes) return
    const { bytes: smallest = bytes, times = 0 } = this.#failing ?? {}
    this.#failing = { bytes: Math.min(bytes, smallest), times: times + 1 }
    if (obstacle === 'too_large') this.#tooLarge = { bytes, atMs: this.#clock.monotonic() }
    if (this.#failing.times < patience[obstacle] || bytes <= leastPartBytes) return
    this.#bytes = halfOf(bytes)
    this.#failing = null
    this.#passed = 0
  }

  /** There may be another way now: nothing is too large before it was tried. */
  wayChanged(): void {
    this.#tooLarge = null
    this.#failing = null
  }

  #isTooLarge(bytes: number): boolean {
    if (this.#tooLarge === null) return false
    const { atMs, bytes: refused } = this.#tooLarge
    return bytes >= refused && this.#clock.monotonic() - atMs < forgottenAfterMs
  }
}

/** The largest power of two that is at most half of it, but no less than makes sense. */
function halfOf(bytes: number): number {
  return Math.max(2 ** Math.floor(Math.log2(bytes / 2)), leastPartBytes)
}
