/** Px: of every row; or where each begins, and after the last one where that ends. */
type Heights = number | readonly number[]

/** Where a row begins, px. */
export const topOf = (heights: Heights, row: number): number =>
  typeof heights === 'number' ? row * heights : (heights[row] ?? heights.at(-1) ?? 0)

/** The row at so many px from the top; the last one below them all. */
export function rowAt(px: number, count: number, heights: Heights): number {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (topOf(heights, middle) <= px) low = middle
    else high = middle - 1
  }
  return low
}
