import type { EventItem } from './events.js'

/** What changed in a list of events since it was read. */
export interface EventChanges {
  /** `updated_since` for the next time. */
  readonly token: string
  /** As they are now, by id. */
  readonly changed: ReadonlyMap<string, EventItem>
  /** Those that are not in the list any more. */
  readonly removed: ReadonlySet<string>
  /** How many there are now; null: as it was read. */
  readonly total: number | null
}

export const noChanges = (token: string): EventChanges => ({
  token,
  changed: new Map(),
  removed: new Set(),
  total: null,
})

/** One answer to what changed since the token. */
export interface ChangesRead {
  readonly data: readonly EventItem[]
  readonly removed: readonly string[]
  readonly total: number
  readonly token: string
}

export function withRead(before: EventChanges, { data, removed, total, token }: ChangesRead): EventChanges {
  const changed = new Map([...before.changed, ...data.map((event) => [event.id, event] as const)])
  const gone = new Set([...before.removed, ...removed])
  for (const id of removed) changed.delete(id)
  // One that went and came back, as by a star, is there.
  for (const { id } of data) gone.delete(id)
  return { token, changed, removed: gone, total }
}

export interface FollowedEvents {
  /** Newest first. */
  readonly events: readonly EventItem[]
  /** Those that came since and are not let in yet. */
  readonly waiting: readonly string[]
}

/**
 * A list as it was read, with what changed of it in its place. New ones stand in it once they are let in: who reads does not
 * lose the line.
 * @param letIn those that stand in the list
 * @param hasMore whether older ones were not read yet: what is older than all that was read comes with them
 */
export function followedEvents(
  read: readonly EventItem[],
  { changed, removed }: EventChanges,
  { letIn, hasMore }: { readonly letIn: ReadonlySet<string>; readonly hasMore: boolean },
): FollowedEvents {
  if (changed.size === 0 && removed.size === 0) return { events: read, waiting: [] }
  const known = new Set(read.map(({ id }) => id))
  const oldest = read.at(-1)
  const came = [...changed.values()].filter(
    (event) => !known.has(event.id) && (!hasMore || !oldest || isNewer(event, oldest)),
  )
  const kept = read.filter(({ id }) => !removed.has(id)).map((event) => changed.get(event.id) ?? event)
  // Where nothing stands yet nobody reads.
  const isIn = ({ id }: EventItem): boolean => letIn.has(id) || kept.length === 0
  const entered = came.filter(isIn)
  return {
    events: entered.length === 0 ? kept : [...kept, ...entered].toSorted(byTime),
    waiting: came.filter((event) => !isIn(event)).map(({ id }) => id),
  }
}

const byTime = (one: EventItem, other: EventItem): number =>
  Date.parse(other.triggered_at) - Date.parse(one.triggered_at) || (one.id < other.id ? 1 : -1)

const isNewer = (one: EventItem, other: EventItem): boolean => byTime(one, other) < 0
