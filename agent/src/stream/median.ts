/**
 * The middle of some numbers, of an even count the mean of the two; 0 if there is none. Sorts no more of them than it
 * must (quickselect), in place.
 */
export function takeMedian(values: Float64Array): number {
  const half = values.length >> 1
  const upper = takeSmallest(values, half)
  if (values.length % 2 === 1 || half === 0) return upper
  // Everything before its place is no larger.
  const lower = values.subarray(0, half).reduce((most, value) => Math.max(most, value))
  return (upper + lower) / 2
}

/** Puts the number that has so many smaller ones at its place, no larger one before it and no smaller one behind. */
function takeSmallest(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1]
  while (first < last) {
    const { left, right } = part(values, first, last)
    if (place <= right) last = right
    else if (place >= left) first = left
    else break
  }
  return values[place] ?? 0
}

/** Brings what is no larger than one of them to its front, up to `right`, and the rest to its end, from `left` on. */
function part(values: Float64Array, first: number, last: number): { left: number; right: number } {
  const pivot = values[(first + last) >> 1] ?? 0
  let [left, right] = [first, last]
  while (left <= right) {
    while ((values[left] ?? 0) < pivot) left++
    while ((values[right] ?? 0) > pivot) right--
    if (left > right) break
    const one = values[left] ?? 0
    values[left++] = values[right] ?? 0
    values[right--] = one
  }
  return { left, right }
}
