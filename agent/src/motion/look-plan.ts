import type { SizeSigns } from './frame-sizes.js'

/** Why pictures are decoded now, or null. */
export type Reason = 'sizes' | 'keyframe' | 'movement' | 'untelling' | null

/** Evidence of a movement takes a moment to gather. */
const firstLookMs = 450
const sizesEveryMs = 450
/** After so many looks in vain the next ones become rare, up to this. */
const eagerLooks = 3
const rarestMs = 8000
/** Sizes that were as usual for so long begin anew. */
const calmMs = 1500
const movementEveryMs = 1500
const untellingEveryMs = 700
/** A look that took long, because its keyframe is long ago, is not repeated at once. */
const restPerLook = 2

/** Decides when pictures are decoded, on the monotonic clock. It may only save work: see `FrameSizes`. */
export class LookPlan {
  private unusualSinceMs: number | null = null
  private calmSinceMs = 0
  private inVain = 0
  private lastBeganMs = Number.NEGATIVE_INFINITY
  private notBeforeMs = 0
  private demanded = false

  /** Asks for a look at the next occasion: a keyframe shows something new. */
  demand(): void {
    this.demanded = true
  }

  /** Whether to look now. @param isMoving while a movement is in progress */
  next(nowMs: number, signs: SizeSigns, isMoving: boolean): Reason {
    this.follow(nowMs, signs)
    if (nowMs < this.notBeforeMs) return null
    const sinceLookMs = nowMs - this.lastBeganMs
    if (this.demanded) return 'keyframe'
    if (isMoving) return sinceLookMs >= movementEveryMs ? 'movement' : null
    // What was unusual for a moment only was a picture encoded anew.
    const lasts = signs.isUnusual && nowMs - (this.unusualSinceMs ?? nowMs) >= firstLookMs
    if (lasts && sinceLookMs >= this.pauseMs()) return 'sizes'
    return !signs.isTelling && sinceLookMs >= untellingEveryMs ? 'untelling' : null
  }

  began(nowMs: number): void {
    this.lastBeganMs = nowMs
    this.demanded = false
  }

  /** @param restMs how long the decoder is to be left alone, because it failed */
  ended(nowMs: number, outcome: 'movement' | 'nothing', restMs: number): void {
    const tookMs = nowMs - this.lastBeganMs
    this.inVain = outcome === 'movement' ? 0 : this.inVain + 1
    const rest = tookMs > 1000 ? tookMs * restPerLook : 0
    this.notBeforeMs = nowMs + Math.max(rest, restMs)
  }

  private follow(nowMs: number, { isUnusual }: SizeSigns): void {
    if (isUnusual) {
      // Looks taken before it began say nothing about it.
      if (this.unusualSinceMs === null) this.inVain = 0
      this.unusualSinceMs ??= nowMs
      this.calmSinceMs = nowMs
    } else if (this.unusualSinceMs !== null && nowMs - this.calmSinceMs >= calmMs) {
      this.unusualSinceMs = null
    }
  }

  private pauseMs(): number {
    return Math.min(rarestMs, sizesEveryMs * 2 ** Math.max(0, this.inVain - eagerLooks))
  }
}
