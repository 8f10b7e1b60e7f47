import { boundsOfDay, dayOf } from '../../time/zone.js'
import type { EventsSearch } from './filter.js'

/** Of which stretch events are counted, and by which part of it. */
export interface CountedStretch {
  /** RFC 3339; undefined: the last 24 hours. */
  readonly from?: string
  readonly to?: string
  readonly interval: 'hour' | 'day'
}

const dayMs = 86_400_000
/** So long hours are counted, then days. */
const hoursForMs = 1.5 * dayMs
/** More parts are too thin to be pressed. */
const mostDays = 40

const isDay = (text: string): boolean => text.length === 10

/**
 * The whole days in which what is looked for lies: hours are chosen out of them. Null: they are too many, or have no beginning.
 * @param zone IANA name
 * @param nowMs by the clock of the service
 */
export function countedStretch(
  { from, to }: Pick<EventsSearch, 'from' | 'to'>,
  zone: string,
  nowMs: number,
): CountedStretch | null {
  if (from === undefined) return to === undefined ? { interval: 'hour' } : null
  const dayFrom = isDay(from) ? from : dayOf(Date.parse(from), zone)
  const dayTo = to === undefined ? dayOf(nowMs, zone) : isDay(to) ? to : dayOf(Date.parse(to), zone)
  const begin = boundsOfDay(dayFrom, zone).from
  const end = boundsOfDay(dayTo, zone).to
  if (begin >= end || end - begin > mostDays * dayMs) return null
  return {
    from: new Date(begin).toISOString(),
    to: new Date(end - 1).toISOString(),
    interval: end - begin > hoursForMs ? 'day' : 'hour',
  }
}

/** The moments that a search names; null: it names days at most. */
export function chosenMoments({
  from,
  to,
}: Pick<EventsSearch, 'from' | 'to'>): { from: number; to: number } | null {
  if (from === undefined || to === undefined || isDay(from) || isDay(to)) return null
  return { from: Date.parse(from), to: Date.parse(to) }
}
