import type { SizeSigns } from './frame-sizes.js'

/** Why pictures are decoded now, or null. */
export type CheckReason = 'sizes' | 'keyframe' | 'movement' | 'inconclusive' | null

/** Evidence of a movement takes a moment to gather. */
const firstCheckMs = 450
const sizesEveryMs = 450
/** After so many checks in vain the next ones become rare, up to this. */
const eagerChecks = 3
const rarestMs = 8000
/** Sizes that were as usual for so long begin anew. */
const calmMs = 1500
const movementEveryMs = 1500
const inconclusiveEveryMs = 700
/** A check that took long, because its keyframe is long ago, is not repeated at once. */
const restPerCheck = 2
const longCheckMs = 1000

interface Cost {
  readonly ownMs: number
  readonly restMs: number
}

/** Decides when pictures are decoded, on the monotonic clock. It may only save work: see `FrameSizes`. */
export class CheckSchedule {
  #unusualSinceMs: number | null = null
  #calmSinceMs = 0
  #inVain = 0
  #lastBeganMs = Number.NEGATIVE_INFINITY
  #notBeforeMs = 0
  #demanded = false

  /** Asks for a check at the next occasion: a keyframe shows something new. */
  demand(): void {
    this.#demanded = true
  }

  /** Whether to check now. @param isMoving while a movement is in progress */
  next(nowMs: number, signs: SizeSigns, isMoving: boolean): CheckReason {
    this.#follow(nowMs, signs)
    if (nowMs < this.#notBeforeMs) return null
    const sinceCheckMs = nowMs - this.#lastBeganMs
    if (this.#demanded) return 'keyframe'
    if (isMoving) return sinceCheckMs >= movementEveryMs ? 'movement' : null
    // What was unusual for a moment only was a picture encoded anew.
    const lasts = signs.isUnusual && nowMs - (this.#unusualSinceMs ?? nowMs) >= firstCheckMs
    if (lasts && sinceCheckMs >= this.#pauseMs()) return 'sizes'
    return !signs.isConclusive && sinceCheckMs >= inconclusiveEveryMs ? 'inconclusive' : null
  }

  began(nowMs: number): void {
    this.#lastBeganMs = nowMs
    this.#demanded = false
  }

  /**
   * @param ownMs what it cost the decoder. A wait for others is no reason to rest: where many cameras move each of them
   * would be looked at once
   * @param restMs how long the decoder is to be left alone, because it failed
   */
  ended(nowMs: number, outcome: 'movement' | 'nothing', { ownMs, restMs }: Cost): void {
    this.#inVain = outcome === 'movement' ? 0 : this.#inVain + 1
    const rest = ownMs > longCheckMs ? ownMs * restPerCheck : 0
    this.#notBeforeMs = nowMs + Math.max(rest, restMs)
  }

  /** whether checks have been in vain so often that the next one is less likely to show anything. */
  get isDoubtful(): boolean {
    return this.#inVain > eagerChecks
  }

  #follow(nowMs: number, { isUnusual }: SizeSigns): void {
    if (isUnusual) {
      // Checks made before it began say nothing about it.
      if (this.#unusualSinceMs === null) this.#inVain = 0
      this.#unusualSinceMs ??= nowMs
      this.#calmSinceMs = nowMs
    } else if (this.#unusualSinceMs !== null && nowMs - this.#calmSinceMs >= calmMs) {
      this.#unusualSinceMs = null
    }
  }

  #pauseMs(): number {
    return Math.min(rarestMs, sizesEveryMs * 2 ** Math.max(0, this.#inVain - eagerChecks))
  }
}
