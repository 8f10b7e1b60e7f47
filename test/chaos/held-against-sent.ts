import type { FrameMark, SentFrame } from '../fakes/camera/index.js'

/** What a clip holds of what its camera sent. */
interface Held {
  /** Pictures from the first of the clip to its last, of those that a decoder shows as they were. */
  readonly pictures: number
  /** Those of them that the clip has not, and those that the camera had no reason to leave out. */
  readonly missing: number
  /** Pictures of that time that were hit on the way. */
  readonly hit: number
  readonly firstSentAtMs: number
  readonly lastSentAtMs: number
}

interface Sent {
  /** Of one session, as many as lie around the clip, in order. */
  readonly frames: readonly SentFrame[]
  /** Whether the camera keeps a picture of this number to itself. */
  readonly isWithheld: (number: number) => boolean
}

/**
 * So many pictures in a row show where in the clip they are, though some were hit. What follows one that was lost may show
 * any number: each is told by what changed since the last, and is wrong by what did not arrive, but not for so long.
 */
export const certain = 5

/**
 * Holds the marks of a clip against what its camera sent. What was hit on the way, and what follows it up to the next
 * keyframe, may be shown in any way or not at all; all else has to be there, in its order.
 * @returns null where too few pictures in a row can be read
 */
export function heldAgainstSent(marks: readonly (FrameMark | null)[], sent: Sent): Held | null {
  const clear = shownAsTheyWere(sent.frames)
  const places = new Map(clear.map(({ counter }, place) => [counter, place]))
  const shown = marks.map((mark) => (mark === null ? undefined : places.get(mark.counter)))
  const span = certainSpan(shown, clear, clear.length === sent.frames.length ? 1 : certain)
  const [first, last] = [clear[span?.first ?? -1], clear[span?.last ?? -1]]
  if (span === null || first === undefined || last === undefined) return null
  let next = span.first
  for (const place of shown) if (place === next && next <= span.last) next += 1
  const within = sent.frames.filter(
    ({ frameNumber }) => frameNumber >= first.frameNumber && frameNumber <= last.frameNumber,
  )
  return {
    pictures: span.last + 1 - span.first,
    missing: span.last + 1 - next + leftOut(within, sent.isWithheld),
    hit: within.filter(({ isWhole }) => !isWhole).length,
    firstSentAtMs: first.sentAtMs,
    lastSentAtMs: last.sentAtMs,
  }
}

/** Those that were not hit, and before which nothing was since the last keyframe. */
export function shownAsTheyWere(frames: readonly SentFrame[]): SentFrame[] {
  let isClear = false
  return frames.filter(({ keyframe, isWhole }) => {
    isClear = isWhole && (keyframe || isClear)
    return isClear
  })
}

/** From the first to the last picture of the clip that is certain, as places among those that are shown as they were. */
function certainSpan(
  shown: readonly (number | undefined)[],
  clear: readonly SentFrame[],
  atLeast: number,
): { readonly first: number; readonly last: number } | null {
  const numberOf = (place: number | undefined) => clear[place ?? -1]?.frameNumber ?? Number.NaN
  let [first, last, inRow] = [Number.POSITIVE_INFINITY, -1, 0]
  for (const [at, place] of shown.entries()) {
    const isNext = numberOf(place) === numberOf(shown[at - 1]) + 1
    inRow = place === undefined ? 0 : isNext ? inRow + 1 : 1
    if (place === undefined || inRow < atLeast) continue
    first = Math.min(first, place + 1 - atLeast)
    last = Math.max(last, place)
  }
  return last === -1 ? null : { first, last }
}

/** Pictures between those that were sent, which the camera does not keep to itself. */
function leftOut(within: readonly SentFrame[], isWithheld: Sent['isWithheld']): number {
  return within.slice(1).reduce((count, { frameNumber }, at) => {
    const before = within[at]?.frameNumber ?? frameNumber
    const between = Array.from({ length: Math.max(frameNumber - before - 1, 0) }, (_, i) => before + 1 + i)
    return count + between.filter((number) => !isWithheld(number)).length
  }, 0)
}
