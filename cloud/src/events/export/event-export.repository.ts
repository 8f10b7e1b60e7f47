import type { Event } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import { type EventTable, isListed } from '../event.table.js'
import { type EventFilter, matching } from '../event-conditions.repository.js'

const idBytes = 16

/**
 * The ids of the events that match, newest first, 16 bytes each in one buffer: as text a large export would hold
 * many times as much for as long as its reader takes.
 * @param atMost ids
 */
export async function idsOfMatching(
  tx: Tx,
  orgId: string,
  filter: EventFilter,
  atMost: number,
): Promise<Buffer> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(id), ''::bytea order by triggered_at desc, id desc) as ids
    from (
      select events.id, events.triggered_at from events
      where events.org_id = ${orgId} and ${matching(filter)}
      order by events.triggered_at desc, events.id desc limit ${sql.lit(atMost)}
    ) as newest`.execute(tx)
  return rows[0]?.ids ?? Buffer.alloc(0)
}

/** How many ids a buffer holds. */
export const idCount = (ids: Buffer): number => ids.length / idBytes

/** Ids number `from` to `to` - 1 of a buffer. */
export function idsBetween(ids: Buffer, from: number, to: number): string[] {
  const hex = ids.subarray(from * idBytes, to * idBytes).toString('hex')
  return (hex.match(/.{32}/g) ?? []).map((digits) =>
    digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}

/** An event as an export shows it. */
export type ExportedEvent = Pick<
  Selectable<EventTable>,
  | 'id'
  | 'camera_id'
  | 'event_category'
  | 'trigger_topic'
  | 'triggered_at'
  | 'duration_sec'
  | 'summary'
  | 'tags'
  | 'ai_status'
  | 'acknowledged'
  | 'starred'
> & { camera_name: string; trigger_source: Event['trigger_source'] }

/** Listed events in the order of their ids as given: those that were deleted since are left out. */
export async function listExported(db: Db, orgId: string, ids: readonly string[]): Promise<ExportedEvent[]> {
  const { rows } = await sql<ExportedEvent>`/* name: exported_events */
    select events.id, events.camera_id, cameras.name as camera_name, events.event_category,
      events.trigger_topic, events.trigger_source, events.triggered_at, events.duration_sec,
      events.summary, events.tags, events.ai_status, events.acknowledged, events.starred
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join events on events.org_id = ${orgId} and events.id = wanted.id and ${isListed}
    join cameras on cameras.org_id = ${orgId} and cameras.id = events.camera_id
    order by wanted.place`.execute(db)
  return rows
}
