import { type EvenStretch, evenStretches } from '../time/zone.js'
import { lengthOf, type Scale, type Stretch } from './span.js'

/** A mark on the scale of time. */
export interface Tick {
  readonly at: number
  /** The clock at the site, such as 14:30; null for a mark without words. */
  readonly label: string | null
  readonly isMidnight: boolean
  /** The clock has shown this time before: clocks were put back. */
  readonly isAgain: boolean
}

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** From mark to mark, minutes: each divides a day. */
const steps = [1, 5, 15, 30, 60, 120, 180, 240, 360] as const
/** Px that a label takes with room around it, and that marks without words keep from each other. */
const labelPx = 64
const markPx = 9

/** The marks of what is shown, in order, by the clock of a zone. */
export function ticksOf({ stretch, width }: Scale, zone: string): Tick[] {
  const pxOfMinute = (minuteMs / lengthOf(stretch)) * width
  const labelled = stepFrom(labelPx / pxOfMinute)
  const marked = stepFrom(markPx / pxOfMinute)
  const even = evenStretches(stretch.from, stretch.to, zone)
  return even.flatMap((part, place) => ticksWithin(part, even[place - 1], { marked, labelled }))
}

const stepFrom = (minutes: number): number => steps.find((step) => step >= minutes) ?? 720

interface Steps {
  readonly marked: number
  readonly labelled: number
}

function ticksWithin(
  part: EvenStretch,
  before: EvenStretch | undefined,
  { marked, labelled }: Steps,
): Tick[] {
  const step = marked * minuteMs
  const ticks: Tick[] = []
  for (let local = Math.ceil((part.from + part.offset) / step) * step; ; local += step) {
    const at = local - part.offset
    if (at >= part.to) return ticks
    ticks.push({
      at,
      label: local % (labelled * minuteMs) === 0 ? clockOf(local) : null,
      isMidnight: local % dayMs === 0,
      isAgain: before !== undefined && local < part.from + before.offset,
    })
  }
}

const clockOf = (local: number): string => new Date(local).toISOString().slice(11, 16)

const nightFrom = 20 * 60 * minuteMs
const nightTo = 6 * 60 * minuteMs

/** The hours of night within what is shown, from eight to six by the clock of a zone, in order. */
export function nightsOf(shown: Stretch, zone: string): Stretch[] {
  return evenStretches(shown.from, shown.to, zone).flatMap(({ from, to, offset }) => {
    const nights: Stretch[] = []
    const firstDay = Math.floor((from + offset) / dayMs) * dayMs
    for (let day = firstDay - dayMs; day - offset < to; day += dayMs) {
      const [start, end] = [day + nightFrom - offset, day + dayMs + nightTo - offset]
      const night = { from: Math.max(start, from), to: Math.min(end, to) }
      if (night.from < night.to) nights.push(night)
    }
    return nights
  })
}
