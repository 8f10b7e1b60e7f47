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

/** So many pictures of 1080 lines are decoded in the time that one more start of ffmpeg takes. */
const startInPictures = 50

/**
 * How the chosen pictures are cut with the least decoding: keyframes in one pass that decodes no others; each other one
 * from its keyframe on, and several in one pass, with the keyframes between them, where that decodes no more than what a
 * further start costs.
 * @param chosen indexes in `pictures`, rising
 */
export function cutPlan(pictures: readonly ClipPicture[], chosen: readonly number[]): CutPass[] {
  const passOf = (from: number, places: readonly number[], keysOnly: boolean): CutPass => ({
    keysOnly,
    fromSec: pictures[from]?.at ?? 0,
    moments: places.map((index) => ({
      at: pictures[index]?.at ?? 0,
      aroundSec: aroundOf(pictures, index),
    })),
  })
  const stretches = stretchesOf(pictures, chosen)
  const isIn = (index: number) => stretches.some(({ from, to }) => from <= index && index <= to)
  const keys = chosen.filter((index) => !isIn(index))
  const [firstKey] = keys
  return [
    ...(firstKey === undefined ? [] : [passOf(firstKey, keys, true)]),
    ...stretches.map(({ from, to }) =>
      passOf(
        from,
        chosen.filter((index) => from <= index && index <= to),
        false,
      ),
    ),
  ]
}

/** From a keyframe to the last picture that is decoded from there, both as indexes. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** What is decoded for the chosen pictures that are no keyframes. */
function stretchesOf(pictures: readonly ClipPicture[], chosen: readonly number[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const index of chosen) {
    if (pictures[index]?.isKey === true) continue
    const from = keyBefore(pictures, index)
    const last = stretches.at(-1)
    if (last && from - last.to <= startInPictures) stretches.splice(-1, 1, { from: last.from, to: index })
    else stretches.push({ from, to: index })
  }
  return stretches
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
