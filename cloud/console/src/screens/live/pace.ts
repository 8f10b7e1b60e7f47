import type { Motion } from './what-moves.js'

/** How the pictures of the tiles stand, all at one moment. */
export interface Sample {
  readonly nowMs: number
  /** Tiles whose pictures move. */
  readonly moving: number
  /** Of them, those that fall behind or were made smaller because of the line to here. */
  readonly behind: number
}

/** How much may move for now. */
export interface Pace {
  /** No more than this moves; `all`: whatever is wished. */
  readonly most: Motion
  /** Since when too many are behind; null: they are not. */
  readonly badSinceMs: number | null
  /** Since when all is well; null: it is not. */
  readonly goodSinceMs: number | null
}

export const freshPace: Pace = { most: 'all', badSinceMs: null, goodSinceMs: null }

/** Behind for so long, and less moves. */
const patienceMs = 4_000
/** Well for so long, and more is tried again. */
const quietMs = 60_000

/**
 * Lets less move when the pictures fall behind, and more again after a quiet minute.
 * @param wished what somebody chose: what is not wished is no step down
 */
export function paceAfter(pace: Pace, { nowMs, moving, behind }: Sample, wished: Motion): Pace {
  const isBad = behind > 0 && behind * 3 >= moving
  const badSinceMs = isBad ? (pace.badSinceMs ?? nowMs) : null
  const goodSinceMs = isBad ? null : (pace.goodSinceMs ?? nowMs)
  if (badSinceMs !== null && nowMs - badSinceMs >= patienceMs)
    return { most: below(pace.most, wished), badSinceMs: null, goodSinceMs: null }
  if (goodSinceMs !== null && pace.most !== 'all' && nowMs - goodSinceMs >= quietMs)
    return { most: pace.most === 'keys' ? 'matters' : 'all', badSinceMs: null, goodSinceMs: null }
  if (badSinceMs === pace.badSinceMs && goodSinceMs === pace.goodSinceMs) return pace
  return { most: pace.most, badSinceMs, goodSinceMs }
}

function below(most: Motion, wished: Motion): Motion {
  if (most === 'all' && wished === 'all') return 'matters'
  return 'keys'
}
