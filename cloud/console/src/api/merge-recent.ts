import type { EventItem } from './events.js'

/** Events of so long are kept for the wall. */
export const recentMs = 2 * 3_600_000
/** More of them are not kept: the strip is full long before. */
export const mostRecent = 1_000

/** What was there with what changed of it: newest first, each once, none of what went. */
export function merged(
  before: readonly EventItem[],
  changed: readonly EventItem[],
  removed: readonly string[],
): EventItem[] {
  const gone = new Set(removed)
  const all = new Map([...before, ...changed].map((event) => [event.id, event]))
  return [...all.values()]
    .filter(({ id }) => !gone.has(id))
    .toSorted((one, other) => Date.parse(other.triggered_at) - Date.parse(one.triggered_at))
    .slice(0, mostRecent)
}
