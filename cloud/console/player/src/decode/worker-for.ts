/**
 * Which of some workers decodes one more picture: one that is idle, else another one, else the one that has the fewest.
 *
 * @param loads pictures of each
 * @param most workers that there may be
 * @returns its index; null: another one
 */
export function workerFor(loads: readonly number[], most: number): number | null {
  const least = Math.min(...loads)
  if (least > 0 && loads.length < most) return null
  return loads.indexOf(least)
}
