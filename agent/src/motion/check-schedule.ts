import type { SizeSigns } from './frame-sizes.js'
import type { Place, Reason, Target } from './look-place.js'

/** A picture that came, and what is known by it. */
export interface Moment {
  /** On the monotonic clock. */
  readonly nowMs: number
  /** Its decoding time: pictures may come in bursts, and what they show goes by their own time. */
  readonly dtsUs: number
  readonly signs: SizeSigns
  /** A movement is in progress. */
  readonly isMoving: boolean
}

/** Evidence of a movement takes a moment to gather. */
const firstCheckUs = 450_000
const sizesEveryMs = 450
/** After so many checks in vain the next ones become rare, up to this. */
const eagerChecks = 3
const rarestMs = 8000
/** Sizes that were as usual for so long begin anew. */
const calmUs = 1_500_000
/** A movement that is told must be seen again before it counts as over, and until then leaves the decoder to others. */
const movementEveryMs = { atLeast: 1500, atMost: 4000 } as const
const inconclusiveEveryMs = 700
/** A check that took long, because its keyframe is long ago, is not repeated at once. */
const restPerCheck = 2
const longCheckMs = 1000

interface Cost {
  readonly ownMs: number
  readonly restMs: number
}

/** Older than this, what sizes told of is hardly kept any more. */
const forgottenUs = 20_000_000

/** Decides when pictures are decoded. It may only save work: see `FrameSizes`. */
export class CheckSchedule {
  /** Since when sizes are unusual, of the time of the stream. */
  #unusualSinceUs: number | null = null
  #calmSinceUs = 0
  #isNewStretch = false
  /** Where no look has shown yet how sizes became unusual. */
  #unshownUs: number | null = null
  #inVain = 0
  /** When the last look had its turn, on the monotonic clock. */
  #lookedMs = Number.NEGATIVE_INFINITY
  #waitedMs = 0
  #notBeforeMs = 0
  #news: Place | null = null

  /** Asks for a look at a place, around a keyframe that shows something new, once all of it is there. */
  demand(place: Place): void {
    this.#news ??= place
  }

  /** Takes each picture that comes, whether or not a look is under way. */
  follow(moment: Moment): void {
    const { dtsUs, signs } = moment
    if (signs.isUnusual) {
      // Checks made before it began say nothing about it.
      if (this.#unusualSinceUs === null) [this.#inVain, this.#isNewStretch] = [0, true]
      this.#unusualSinceUs ??= dtsUs
      this.#calmSinceUs = dtsUs
    } else if (this.#unusualSinceUs !== null && dtsUs - this.#calmSinceUs >= calmUs) {
      this.#unusualSinceUs = null
    }
    if (this.#lasts(moment) && this.#isNewStretch) {
      this.#isNewStretch = false
      this.#unshownUs ??= this.#unusualSinceUs
    }
    // What is told already needs no look at its begin.
    const isOld = this.#unshownUs !== null && dtsUs - this.#unshownUs > forgottenUs
    if (moment.isMoving || isOld) this.#unshownUs = null
  }

  /** Whether to look now, for none is asked for. */
  next(moment: Moment): Reason | null {
    const { nowMs, signs, isMoving } = moment
    if (nowMs < this.#notBeforeMs) return null
    const sinceLookMs = nowMs - this.#lookedMs
    if (this.#hasNews(moment)) return 'keyframe'
    if (isMoving) return sinceLookMs >= this.#movementPauseMs() ? 'movement' : null
    // Also where it is over by now, because other looks took so long.
    const isAsked = this.#lasts(moment) || this.#unshownUs !== null
    if (isAsked && sinceLookMs >= this.#pauseMs()) return 'sizes'
    return !signs.isConclusive && sinceLookMs >= inconclusiveEveryMs ? 'inconclusive' : null
  }

  /** What a look is for that still waits for its turn: there may be a better reason by now. */
  better(reason: Reason, moment: Moment): Reason {
    if (reason === 'sizes' || reason === 'keyframe') return reason
    if (this.#hasNews(moment)) return 'keyframe'
    return reason === 'inconclusive' && this.#unshownUs !== null ? 'sizes' : reason
  }

  /** A look is asked for, for this reason. @returns where, if not at what is newest; no other look is asked for there */
  asked(reason: Reason): Target {
    const { news, unshownUs } = { news: this.#news, unshownUs: this.#unshownUs }
    if (reason === 'keyframe') this.#news = null
    if (reason === 'sizes') this.#unshownUs = null
    return {
      news: reason === 'keyframe' ? news : null,
      unusualSinceUs: reason === 'sizes' ? unshownUs : null,
    }
  }

  /** A look has its turn, for which it waited. */
  began(nowMs: number, waitedMs: number): void {
    this.#lookedMs = nowMs
    this.#waitedMs = waitedMs
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

  #hasNews({ dtsUs }: Moment): boolean {
    return this.#news !== null && dtsUs >= this.#news.untilUs
  }

  /** What was unusual for a moment only was a picture encoded anew. */
  #lasts({ dtsUs, signs: { isUnusual } }: Moment): boolean {
    return isUnusual && this.#unusualSinceUs !== null && dtsUs - this.#unusualSinceUs >= firstCheckUs
  }

  #movementPauseMs(): number {
    const { atLeast, atMost } = movementEveryMs
    return Math.min(atMost, Math.max(atLeast, 2 * this.#waitedMs))
  }

  #pauseMs(): number {
    return Math.min(rarestMs, sizesEveryMs * 2 ** Math.max(0, this.#inVain - eagerChecks))
  }
}
