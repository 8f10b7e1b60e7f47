import type { ClipPicture } from './clip-pictures.js'

/** What a person does takes about this long, seconds; a single huge picture is noise. */
const smoothingSec = 0.5
/** Movement stands out of the pictures at rest by so many of their usual deviations. */
const deviations = 3
/** And costs at least this share more than a picture at rest. */
const leastShare = 0.1

/**
 * How much moves at each picture: what it costs beyond a picture at rest, smoothed over half a second; 0 where nothing
 * stands out. Keyframes show the scene and not a change, so they take the value of their surroundings.
 */
export function movementOf(pictures: readonly ClipPicture[]): number[] {
  const usual = medianOf(pictures.filter(({ isKey }) => !isKey).map(({ bytes }) => bytes))
  const excess = pictures.map(({ isKey, bytes }) => (isKey ? null : bytes - usual))
  const smoothed = smooth(pictures, excess)
  const rest = medianOf(smoothed)
  const spread = medianOf(smoothed.map((value) => Math.abs(value - rest)))
  const least = Math.max(deviations * spread, leastShare * usual)
  return smoothed.map((value) => (value - rest > least ? value - rest : 0))
}

/** The mean of what is known within half the window to both sides. */
function smooth(pictures: readonly ClipPicture[], values: readonly (number | null)[]): number[] {
  let [first, next, sum, count] = [0, 0, 0, 0]
  return pictures.map(({ at }) => {
    for (; next < pictures.length && (pictures[next]?.at ?? 0) <= at + smoothingSec / 2; next += 1) {
      const value = values[next] ?? null
      if (value !== null) [sum, count] = [sum + value, count + 1]
    }
    for (; (pictures[first]?.at ?? 0) < at - smoothingSec / 2; first += 1) {
      const value = values[first] ?? null
      if (value !== null) [sum, count] = [sum - value, count - 1]
    }
    return count === 0 ? 0 : sum / count
  })
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
