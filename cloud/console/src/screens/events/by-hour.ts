import type { EventItem } from '../../api/events.js'
import { clockTime } from '../../time/format.js'
import { dayOf, zoneNotKnownYet } from '../../time/zone.js'

/** A row of the list: an hour in which something happened, or an event. */
export type EventsRow =
  | { readonly kind: 'hour'; readonly key: string; readonly day: string; readonly hour: number }
  | { readonly kind: 'event'; readonly event: EventItem }

/** The clocks of all zones agree on these parts of an hour, ms. */
const quarterMs = 15 * 60_000

/**
 * Events with the hours of the day in which they happened, each before the first of its events.
 * @param events newest first
 * @param zone IANA name: by whose clock; no hours are said until it is known
 */
export function byHour(events: readonly EventItem[], zone: string): EventsRow[] {
  if (zone === zoneNotKnownYet) return events.map((event) => ({ kind: 'event', event }))
  const hours = new Map<number, { day: string; hour: number }>()
  const hourOf = (at: number) => {
    const quarter = Math.floor(at / quarterMs)
    const known = hours.get(quarter)
    if (known) return known
    const hour = Number(clockTime(new Date(at), { language: 'en', zone }).slice(0, 2))
    const found = { day: dayOf(at, zone), hour }
    hours.set(quarter, found)
    return found
  }
  let last = ''
  return events.flatMap((event): EventsRow[] => {
    const { day, hour } = hourOf(Date.parse(event.triggered_at))
    const key = `${day} ${hour}`
    const row: EventsRow = { kind: 'event', event }
    if (key === last) return [row]
    last = key
    return [{ kind: 'hour', key, day, hour }, row]
  })
}

/** Where each row begins and the last one ends, px. */
export function topsOf(
  rows: readonly EventsRow[],
  heights: Readonly<Record<EventsRow['kind'], number>>,
): number[] {
  const tops = [0]
  for (const { kind } of rows) tops.push((tops.at(-1) ?? 0) + heights[kind])
  return tops
}
