/** What a finger that is let go wants of a row: to the right takes it, to the left resolves it. */
export type Swipe = 'take' | 'resolve'

/** A finger this far, px, has begun to move the row. */
const beginsAt = 12
/** A finger this far, px, has said what it wants. */
const enough = 96

interface Way {
  /** Px from where the finger was set down; right and down are positive. */
  readonly x: number
  readonly y: number
}

/** Whether a finger moves the row, rather than the list under it. */
export const isSideways = ({ x, y }: Way): boolean => Math.abs(x) > beginsAt && Math.abs(x) > Math.abs(y) * 2

/** What is wanted by now; null: nothing yet. */
export function swipeOf(way: Way): Swipe | null {
  if (!isSideways(way) || Math.abs(way.x) < enough) return null
  return way.x > 0 ? 'take' : 'resolve'
}
