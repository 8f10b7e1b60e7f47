import type { ClipPicture } from './clip-pictures.js'
import { movementOf } from './movement.js'
import type { PictureMode } from './taken-picture.service.js'

/** How many pictures a mode takes, at most. */
export const mostPictures = { snapshot_only: 1, multi_frame: 8, full_video: 32 } as const

/** Two of `multi_frame` stand for at least so much of the clip each, seconds. */
const leastShareSec = 0.5
/**
 * A keyframe so near stands for a picture: it is decoded alone, where any other needs all pictures since its keyframe.
 * Seconds.
 */
const nearEnough = { snapshot_only: 0.5, multi_frame: 1, full_video: 0.25 } as const

/**
 * Which pictures of a clip are analysed, as indexes in `pictures`, rising and none twice.
 * - `snapshot_only`: the one at the trigger.
 * - `multi_frame`: the clip in up to eight equal shares; of each the picture of the strongest movement, and of a share
 *   in which nothing stands out the one nearest to its middle: a keyframe, if it has any.
 * - `full_video`: one a second; of a clip beyond 32 s as many, evenly spread.
 * @param triggerSec where the trigger is, seconds from the first picture
 */
export function chooseMoments(
  pictures: readonly ClipPicture[],
  mode: PictureMode,
  triggerSec: number,
): number[] {
  const [first, last] = [pictures[0], pictures.at(-1)]
  if (!first || !last) return []
  const keys = pictures.flatMap(({ isKey }, index) => (isKey ? [index] : []))
  const moments = wanted(pictures, mode, triggerSec)
  // Never so far that the neighbour's part of the clip is shown twice.
  const nearSec = Math.min(nearEnough[mode], (last.at - first.at) / moments.length / 2)
  const chosen = new Set(moments)
  for (const index of moments) {
    const key = nearestTo(pictures, keys, pictures[index]?.at ?? 0)
    const away = Math.abs((pictures[key]?.at ?? Infinity) - (pictures[index]?.at ?? 0))
    if (away > nearSec || chosen.has(key) || keys.length === 0) continue
    chosen.delete(index)
    chosen.add(key)
  }
  return [...chosen].toSorted((one, other) => one - other)
}

function wanted(pictures: readonly ClipPicture[], mode: PictureMode, triggerSec: number): number[] {
  const from = pictures[0]?.at ?? 0
  const lengthSec = (pictures.at(-1)?.at ?? 0) - from
  const all = pictures.map((_, index) => index)
  switch (mode) {
    case 'snapshot_only':
      return [nearestTo(pictures, all, from + triggerSec)]
    case 'multi_frame': {
      const count = Math.min(mostPictures[mode], Math.floor(lengthSec / leastShareSec) + 1)
      return strongestOfShares(pictures, count, lengthSec / count)
    }
    case 'full_video': {
      const most = mostPictures[mode]
      const count = Math.min(most, Math.floor(lengthSec) + 1)
      const stepSec = lengthSec < most ? 1 : lengthSec / (most - 1)
      return Array.from({ length: count }, (_, step) => nearestTo(pictures, all, from + step * stepSec))
    }
  }
}

function strongestOfShares(pictures: readonly ClipPicture[], count: number, shareSec: number): number[] {
  const movement = movementOf(pictures)
  const from = pictures[0]?.at ?? 0
  const shares: number[][] = Array.from({ length: count }, () => [])
  for (const [index, { at }] of pictures.entries()) {
    const share = shareSec > 0 ? Math.floor((at - from) / shareSec) : 0
    shares[Math.min(share, count - 1)]?.push(index)
  }
  return shares.flatMap((members, share) => {
    const [first] = members
    if (first === undefined) return []
    const moved = (index: number): number => movement[index] ?? 0
    const strongest = members.reduce((best, index) => (moved(index) > moved(best) ? index : best), first)
    if (moved(strongest) > 0) return [strongest]
    const keys = members.filter((index) => pictures[index]?.isKey === true)
    return [nearestTo(pictures, keys.length > 0 ? keys : members, from + (share + 0.5) * shareSec)]
  })
}

/** Of indexes that rise in time, the one nearest to a moment. */
function nearestTo(pictures: readonly ClipPicture[], places: readonly number[], at: number): number {
  let best = places[0] ?? 0
  for (const place of places) {
    const away = Math.abs((pictures[place]?.at ?? Infinity) - at)
    if (away < Math.abs((pictures[best]?.at ?? Infinity) - at)) best = place
  }
  return best
}
