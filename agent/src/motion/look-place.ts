/** Why pictures are decoded now. */
export type Reason = 'sizes' | 'keyframe' | 'movement' | 'inconclusive'

/** A part of the past of a run, microseconds of its presentation time. */
export interface Place {
  readonly fromUs: number
  readonly untilUs: number
}

/** Where a look is aimed at; at what is newest where both are null. */
export interface Target {
  /** Around a keyframe that shows something new. */
  readonly news: Place | null
  /** Since when sizes are unusual, where no look has shown how that began; of the time of the stream. */
  readonly unusualSinceUs: number | null
}

/** What is known when it is decided what a look shows. */
export interface Occasion extends Target {
  readonly reason: Reason
  /** The newest picture. */
  readonly newestUs: number
  /** Up to where looks have shown what was there. */
  readonly seenUntilUs: number
  /** The look before waited, and so will this one: it is no time for more than it needs. */
  readonly isBehind: boolean
}

/** A look shows at least so much, and what came since the last one, where only looks can say that, up to this. */
export const shortestLookUs = 1_600_000
export const longestLookUs = 6_000_000
/** Two looks share so much, or neither would see what begins between them. */
export const overlapUs = 500_000
/** What began a moment ago is decided by the second that follows, however late that is looked at. */
const afterUs = 1_000_000

/** What a look shows. It goes along with time and does not grow by it: whoever waits takes no more than others. */
export function placeOf(occasion: Occasion): Place {
  const { newestUs, unusualSinceUs, news } = occasion
  if (news !== null) return news
  if (unusualSinceUs !== null) return newestPlace(Math.min(unusualSinceUs + afterUs, newestUs))
  return newestPlace(newestUs, spanOf(occasion))
}

/** The newest past. */
export function newestPlace(newestUs: number, spanUs = shortestLookUs): Place {
  return { fromUs: newestUs - spanUs, untilUs: newestUs }
}

/**
 * Around a keyframe that shows what the one before did not, and what no sizes told of. Where that is far back, decoding
 * from there would take long: what is there now moves on, or has come to stay.
 */
export function placeOfNews(keyframeUs: number, beforeUs: number | null): Place {
  if (beforeUs === null || keyframeUs - beforeUs > longestLookUs)
    return { fromUs: keyframeUs, untilUs: keyframeUs + shortestLookUs }
  const untilUs = keyframeUs + afterUs
  return { fromUs: Math.min(beforeUs, untilUs - shortestLookUs), untilUs }
}

function spanOf({ reason, newestUs, seenUntilUs, isBehind }: Occasion): number {
  const sinceUs = newestUs - seenUntilUs + overlapUs
  switch (reason) {
    case 'inconclusive':
      return Math.min(longestLookUs, Math.max(shortestLookUs, sinceUs))
    case 'sizes':
      return isBehind || sinceUs > longestLookUs ? shortestLookUs : Math.max(shortestLookUs, sinceUs)
    case 'keyframe':
    case 'movement':
      return shortestLookUs
  }
}
