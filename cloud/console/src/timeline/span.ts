/** How much of time is shown at once, the longest first. */
export const spans = ['day', '4h', '1h', '10min'] as const
export type Span = (typeof spans)[number]

const minuteMs = 60_000
const lengths: Record<Exclude<Span, 'day'>, number> = {
  '4h': 240 * minuteMs,
  '1h': 60 * minuteMs,
  '10min': 10 * minuteMs,
}

/** A stretch of time, ms since the epoch. The end is not included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export const lengthOf = ({ from, to }: Stretch): number => to - from
export const isWithin = (at: number, { from, to }: Stretch): boolean => at >= from && at < to

/** The span beside another: closer, or wider; the last one stays. */
export function spanBeside(span: Span, closer: boolean): Span {
  const place = spans.indexOf(span) + (closer ? 1 : -1)
  return spans[place] ?? span
}

/**
 * What is shown so that a moment keeps its place from left to right.
 * @param share where the moment is, 0 at the left, 1 at the right
 * @param day the bounds of its day, shown whole with the span of a day
 */
export function stretchAround(
  at: number,
  span: Span,
  { share, day }: { share: number; day: Stretch },
): Stretch {
  if (span === 'day') return day
  const from = at - lengths[span] * share
  return { from, to: from + lengths[span] }
}

/** A stretch in which a moment is: itself, or moved as little as is needed, with some room beside the moment. */
export function stretchWith(stretch: Stretch, at: number): Stretch {
  if (isWithin(at, stretch)) return stretch
  const room = lengthOf(stretch) * 0.1
  const by = at < stretch.from ? at - room - stretch.from : at + room - stretch.to
  // Far away it stands in the middle.
  const isFar = Math.abs(by) > lengthOf(stretch)
  return moved(stretch, Math.round(isFar ? at - (stretch.from + stretch.to) / 2 : by))
}

export const moved = ({ from, to }: Stretch, by: number): Stretch => ({ from: from + by, to: to + by })

/** Between places on the strip, px from its left, and moments. */
export class Scale {
  readonly stretch: Stretch
  readonly width: number

  /** @param width px, more than 0 */
  constructor(stretch: Stretch, width: number) {
    this.stretch = stretch
    this.width = width
  }

  xOf(at: number): number {
    return ((at - this.stretch.from) / lengthOf(this.stretch)) * this.width
  }

  /** A place beyond an end is the end. */
  at(x: number): number {
    const share = Math.min(1, Math.max(0, x / this.width))
    return Math.round(this.stretch.from + share * lengthOf(this.stretch))
  }
}
