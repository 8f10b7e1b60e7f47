import type { EventCategory } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/caller.js'
import type { Db } from '../platform/database/handles.js'
import { isListed } from './event.table.js'

/** An event that says that it goes on from another one. */
interface Claim {
  readonly id: string
  readonly camera_id: string
  readonly continues: string
}

/** A movement that lasts a day is cut into so many events; what is longer is no chain of a camera. */
const longestChain = 300

/** What `raw_data` names, where it can be the id of an event. A camera or a gateway may have written anything there, large or small. */
const named = (table: string) => sql<string>`
  case when ${sql.ref(`${table}.raw_data`)} ->> 'continues' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (${sql.ref(`${table}.raw_data`)} ->> 'continues')::uuid end`

/** Whether `raw_data` names an event, as an index finds it: in small letters, as ids are written, or in large ones. */
const names = (table: string, id: RawBuilder<string>) => sql<boolean>`
  ${sql.ref(`${table}.raw_data`)} ->> 'continues' in (${id}, upper(${id}))`

/** The ids of those that go on from another event of the same camera, listed or not. */
export async function listContinuations(
  db: Db,
  orgId: string,
  claims: readonly Claim[],
): Promise<Set<string>> {
  const others = claims.filter(({ id, continues }) => id !== continues)
  if (others.length === 0) return new Set()
  const first = await db
    .selectFrom('events')
    .select(['id', 'camera_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${others.map(({ continues }) => continues)}::uuid[])`)
    .execute()
  const cameras = new Map(first.map((event) => [event.id, event.camera_id]))
  return new Set(
    others.filter((claim) => cameras.get(claim.continues) === claim.camera_id).map(({ id }) => id),
  )
}

/** An event from which another one goes on, as rules were asked about it. */
export interface EarlierEvent {
  readonly id: string
  readonly camera_id: string
  readonly event_category: EventCategory
  readonly trigger_topic: string
  readonly trigger_source: string
  /** When the cloud took it, and asked the rules of that time. */
  readonly received_at: Date
}

/** By event, all those from which it goes on, one after the other, in no order. */
export async function listEarlier(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, EarlierEvent[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EarlierEvent & { readonly of: string }>`
    with recursive chain as (
      select id as of, id, camera_id, ${named('events')} as continues
      from events where org_id = ${orgId} and id = any(${[...ids]}::uuid[])
      union
      select chain.of, first.id, first.camera_id, ${named('first')}
      from chain join events as first
        on first.org_id = ${orgId} and first.id = chain.continues and first.camera_id = chain.camera_id
    )
    select chain.of, events.id, events.camera_id, events.event_category, events.trigger_topic, events.trigger_source,
      events.received_at
    from (select of, id from chain where id <> of limit ${ids.length * longestChain}) as chain
    join events on events.org_id = ${orgId} and events.id = chain.id`.execute(db)
  const earlier = new Map<string, EarlierEvent[]>()
  for (const { of, ...event } of rows) {
    const events = earlier.get(of)
    if (events) events.push(event)
    else earlier.set(of, [event])
  }
  return earlier
}

/** The listed event within the scope that goes on from this one; the first, if there are several. */
export async function findContinuation(
  db: Db,
  { orgId, siteIds }: Scope,
  event: { readonly id: string; readonly camera_id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('org_id', '=', orgId)
    .where(names('events', sql<string>`${event.id}::text`))
    .where('camera_id', '=', event.camera_id)
    .where('id', '<>', event.id)
    .where(isListed)
    .$if(siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .orderBy('triggered_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The events that go on from each other of which this is one, without it, in no order. */
export async function listChain(db: Db, orgId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, camera_id, ${named('events')} as continues
      from events where org_id = ${orgId} and id = ${id}
      union
      select other.id, other.camera_id, ${named('other')}
      from chain
      cross join lateral (
        select events.* from events
        where events.org_id = ${orgId} and events.id = chain.continues
        union all
        select events.* from events
        where events.org_id = ${orgId} and ${names('events', sql<string>`chain.id::text`)}
      ) as other
      where other.camera_id = chain.camera_id
    )
    select id from chain where id <> ${id} limit ${longestChain}`.execute(db)
  return rows.map((row) => row.id)
}
