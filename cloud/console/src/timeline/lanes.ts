import { type Kind, kinds } from '../events/kind.js'
import type { Happening } from './happening.js'
import type { Scale, Stretch } from './span.js'

/** A row of the timeline: the events of a kind, or all on a phone. */
export interface Lane {
  /** Null: of every kind. */
  readonly kind: Kind | null
  readonly happenings: readonly Happening[]
}

/** What of it lies in a stretch. @param happenings by their beginning */
export function within(happenings: readonly Happening[], { from, to }: Stretch): Happening[] {
  return happenings.filter((one) => one.from < to && one.to >= from)
}

/** One lane for each kind of which there is something, in the order of the design; or one for all. */
export function lanesOf(happenings: readonly Happening[], isOne: boolean): Lane[] {
  if (isOne) return [{ kind: null, happenings }]
  return kinds
    .map((kind) => ({ kind, happenings: happenings.filter((one) => one.kind === kind) }))
    .filter(({ happenings: some }) => some.length > 0)
}

/** An event as it is drawn, px from the left. */
export interface Bar {
  readonly happening: Happening
  readonly x: number
  readonly width: number
  /** Those that overlap share the height of the lane: which part of how many it takes. */
  readonly row: number
  readonly rows: number
}

const leastPx = 4
const mostRows = 3

/** The bars of a lane. @param happenings by their beginning */
export function barsOf(happenings: readonly Happening[], scale: Scale): Bar[] {
  const bars: Bar[] = []
  for (const group of overlapping(happenings)) {
    const ends: number[] = []
    const rows = group.map((happening) => {
      const free = ends.findIndex((end) => end <= happening.from)
      const row = free >= 0 ? free : ends.length < mostRows ? ends.length : ends.indexOf(Math.min(...ends))
      ends[row] = happening.to
      return row
    })
    for (const [place, happening] of group.entries()) {
      const x = scale.xOf(happening.from)
      const width = Math.max(leastPx, scale.xOf(happening.to) - x)
      bars.push({ happening, x, width, row: rows[place] ?? 0, rows: ends.length })
    }
  }
  return bars
}

/** Groups in which each overlaps one before it in time. */
function overlapping(happenings: readonly Happening[]): Happening[][] {
  const groups: Happening[][] = []
  let end = -Infinity
  for (const happening of happenings) {
    if (happening.from < end) groups.at(-1)?.push(happening)
    else groups.push([happening])
    end = Math.max(end, happening.to)
  }
  return groups
}

/** Px around a bar that is thinner, within which it is met. */
const reachPx = 12

/** The event that a place on the strip means: the nearest that is not farther than a finger. */
export function happeningAt(happenings: readonly Happening[], scale: Scale, x: number): Happening | null {
  let best: Happening | null = null
  let bestAway = reachPx
  for (const happening of happenings) {
    const [left, right] = [scale.xOf(happening.from), scale.xOf(happening.to)]
    const away = x < left ? left - x : x > right ? x - right : 0
    if (away > bestAway || (away === bestAway && best !== null && away > 0)) continue
    ;[best, bestAway] = [happening, away]
  }
  return best
}

/** How many events began in each of so many equal parts of a stretch. */
export function countsOf(happenings: readonly Happening[], stretch: Stretch, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0)
  for (const { from } of happenings) {
    const part = Math.floor(((from - stretch.from) / (stretch.to - stretch.from)) * parts)
    const count = counts[part]
    if (count !== undefined) counts[part] = count + 1
  }
  return counts
}
