import type { ClipPicture } from './clip-pictures.js'

/** One run of ffmpeg over a part of a clip. */
export interface CutPass {
  /** It decodes nothing but keyframes. */
  readonly keysOnly: boolean
  /** The keyframe at which it begins, as the file counts, seconds. */
  readonly fromSec: number
  /** The pictures to cut, rising, and how far around each of them no other picture is. */
  readonly moments: readonly { readonly at: number; readonly aroundSec: number }[]
}

/** So many pictures are decoded in the time that a start of ffmpeg takes. */
const startInPictures = 20

/**
 * How the chosen pictures are cut with the least decoding: the keyframes in one pass that decodes no others; each other
 * one from its keyframe on, and several in one pass where that decodes no more than what a further start costs.
 * @param chosen places in `pictures`, rising
 */
export function cutPlan(pictures: readonly ClipPicture[], chosen: readonly number[]): CutPass[] {
  const momentOf = (index: number) => ({
    at: pictures[index]?.at ?? 0,
    aroundSec: aroundOf(pictures, index),
  })
  const passOf = (from: number, places: readonly number[], keysOnly: boolean): CutPass => ({
    keysOnly,
    fromSec: pictures[from]?.at ?? 0,
    moments: places.map(momentOf),
  })
  const keys = chosen.filter((index) => pictures[index]?.isKey === true)
  const passes = keys.length > 0 ? [passOf(keys[0] ?? 0, keys, true)] : []
  for (const group of groupsOf(pictures, chosen))
    passes.push(passOf(keyBefore(pictures, group[0] ?? 0), group, false))
  return passes
}

/** Those that are no keyframes, cut where much lies between one and the keyframe of the next. */
function groupsOf(pictures: readonly ClipPicture[], chosen: readonly number[]): number[][] {
  const groups: number[][] = []
  for (const index of chosen) {
    if (pictures[index]?.isKey === true) continue
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last !== undefined && keyBefore(pictures, index) - last <= startInPictures) group.push(index)
    else groups.push([index])
  }
  return groups
}

function keyBefore(pictures: readonly ClipPicture[], index: number): number {
  for (let place = index; place >= 0; place -= 1) if (pictures[place]?.isKey === true) return place
  return 0
}

function aroundOf(pictures: readonly ClipPicture[], index: number): number {
  const at = pictures[index]?.at ?? 0
  const before = at - (pictures[index - 1]?.at ?? -Infinity)
  const after = (pictures[index + 1]?.at ?? Infinity) - at
  return Math.min(before, after, 0.1) * 0.4
}
