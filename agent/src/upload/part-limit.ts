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
/** What failed before a pause of this length, ms, is of another trouble. */
const rowEndsAfterMs = 30 * 60_000
/** So many parts of the size that passes, and a larger one may; fewer where nothing said that it is the size. */
const growsAfter = { said: 8, guessed: 2 } as const
/** A size that was tried again in vain is tried again after twice as many, and twice as many again, up to so often. */
const mostDoublings = 7
/** What was said to be too large may not be any more, ms: somebody may have mended it. */
const forgottenAfterMs = 60 * 60_000
/** Pictures have no more: files that we need not cut for a limit, and that pass wherever parts do. */
const smallBytes = 256 * 1024
/** Clouds ask for no larger parts. */
const largestBytes = 8 * 1024 * 1024

/** Parts that did not get through, one after the other. */
interface Row {
  readonly largest: number
  readonly smallest: number
  readonly times: number
  readonly atMs: number
}

/**
 * How large parts may be on the way to the cloud. Proxies take bodies up to a size, and who sets one up often learns of
 * that by us. The size is halved until parts pass, and doubled again while they do, but not to what was said to be too
 * large in the hour before. Where small parts do not pass either it is not the size: a cloud that is away leaves parts as
 * they are.
 */
export class PartLimit {
  readonly #clock: Pick<Clock, 'monotonic'>
  #bytes: number | null = null
  #tooLarge: { readonly bytes: number; readonly atMs: number } | null = null
  #row: Row | null = null
  /** Of the size that is in use. */
  #passed = 0
  /** The size in use was tried again, and none of it has passed yet. */
  #isTried = false
  /** How often that was in vain, without one that passed. */
  #inVain = 0

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** The most bytes that a part should have; null: as many as the cloud wants. */
  get bytes(): number | null {
    return this.#bytes
  }

  /** A part got through. */
  passed(bytes: number): void {
    if (this.#row && bytes >= this.#row.smallest) this.#row = null
    if (bytes < (this.#bytes ?? largestBytes)) return
    if (this.#isTried) {
      this.#isTried = false
      this.#inVain = 0
    }
    if (this.#bytes === null) return
    this.#passed += 1
    const larger = this.#bytes * 2
    const enough = this.#refused === null ? growsAfter.guessed * 2 ** this.#inVain : growsAfter.said
    if (this.#passed < enough || (this.#refused !== null && larger >= this.#refused)) return
    this.#use(larger)
    this.#isTried = true
  }

  /** A part did not. */
  stopped(bytes: number, obstacle: Obstacle): void {
    // Sent before the size was halved.
    if (this.#bytes !== null && bytes > this.#bytes) return
    const atMs = this.#clock.monotonic()
    if (obstacle === 'too_large') {
      this.#tooLarge = { bytes, atMs }
      if (bytes > leastPartBytes) this.#use(halfOf(bytes))
      return
    }
    const row = this.#rowAt(atMs)
    const largest = Math.max(bytes, row?.largest ?? 0)
    const smallest = Math.min(bytes, row?.smallest ?? bytes)
    const times = (row?.times ?? 0) + 1
    this.#row = { largest, smallest, times, atMs }
    if (times < patience[obstacle]) return
    const half = halfOf(largest)
    const isSmall = largest <= smallBytes && largest < (this.#bytes ?? Infinity)
    if (smallest > half && !isSmall) {
      if (this.#isTried) this.#inVain = Math.min(this.#inVain + 1, mostDoublings)
      this.#use(half)
    } else this.#isNotTheSize()
  }

  /** There may be another way now: nothing is too large before it was tried. */
  wayChanged(): void {
    this.#tooLarge = null
    this.#row = null
    this.#inVain = 0
  }

  #use(bytes: number | null): void {
    this.#bytes = bytes === null || bytes >= largestBytes ? null : bytes
    this.#row = null
    this.#passed = 0
    this.#isTried = false
  }

  /** Where not even the least get through, what was guessed was wrong. */
  #isNotTheSize(): void {
    this.#row = null
    if (this.#bytes === leastPartBytes) this.#use(this.#said)
  }

  #rowAt(nowMs: number): Row | null {
    return this.#row !== null && nowMs - this.#row.atMs < rowEndsAfterMs ? this.#row : null
  }

  /** What was said to be too large, within the hour. */
  get #refused(): number | null {
    if (this.#tooLarge === null) return null
    const { atMs, bytes } = this.#tooLarge
    return this.#clock.monotonic() - atMs < forgottenAfterMs ? bytes : null
  }

  /** The size without what was only guessed. */
  get #said(): number | null {
    return this.#refused === null ? null : halfOf(this.#refused)
  }
}

/** The largest power of two that is at most half of it, but no less than makes sense. */
function halfOf(bytes: number): number {
  return Math.max(2 ** Math.floor(Math.log2(bytes / 2)), leastPartBytes)
}
