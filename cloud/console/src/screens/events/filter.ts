import type { EventCategory, EventFilter } from '../../api/events.js'
import { textsIn } from '../../frame/search.js'

export const categories: readonly EventCategory[] = [
  ...(['motion', 'analytics_object', 'intrusion', 'line_crossing', 'tamper', 'tampering_scene'] as const),
  ...(['io', 'audio', 'schedule', 'other'] as const),
]

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/

/** Whether a text of the address is a day, or a moment. */
const isTime = (text: string): boolean =>
  day.test(text) || (moment.test(text) && !Number.isNaN(Date.parse(text)))

/** What is looked for, and which event is chosen, as the address says. What fits nowhere is as if it were not there. */
export type EventsSearch = EventFilter & { readonly event?: string }

export function readEventsSearch(search: Readonly<Record<string, unknown>>): EventsSearch {
  const { q, camera, category, from, to, starred, event } = textsIn(search, [
    ...(['q', 'camera', 'category', 'from', 'to', 'starred', 'event'] as const),
  ])
  const known = categories.find((one) => one === category)
  return {
    ...(q && { q }),
    ...(camera && { camera }),
    ...(known && { category: known }),
    ...(from && isTime(from) && { from }),
    ...(to && isTime(to) && { to }),
    ...(starred === 'true' && { starred: true }),
    ...(event && { event }),
  }
}

/** Whether anything is looked for, so that "none" means "none like that". */
export const isFiltered = (search: EventsSearch): boolean =>
  Object.keys(search).some((name) => name !== 'event' && name !== 'site')
