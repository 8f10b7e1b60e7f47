import type { EventCategory } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/database/handles.js'
import { type EventTable, isListed } from '../event.table.js'

/** An event as a gateway, or a relay, opened it. */
export interface NewEvent {
  readonly id: string
  readonly camera_id: string
  /** Null: a relay opened it, which holds the camera. */
  readonly gateway_id: string | null
  readonly event_category: EventCategory
  readonly trigger_topic: string
  readonly trigger_source: 'onvif' | 'software' | 'manual'
  readonly raw_source: string
  readonly raw_data: Record<string, unknown>
  readonly triggered_at: Date
  readonly gateway_clock_offset_ms: number | null
  readonly clock_synced: boolean | null
  readonly late: boolean
  /** By PostgreSQL's clock, of one that was in quarantine; null: now. */
  readonly received_at: Date | null
}

/** What became of an `NewEvent`. */
export interface OpenedRow {
  readonly id: string
  readonly camera_id: string
  /** The camera's site now; null if the camera is not the sender's. */
  readonly site_id: string | null
  readonly camera_name: string | null
  /** The row is new, and counted. */
  readonly stored: boolean
}

/** How far the clocks of a gateway and the cloud may differ where a camera changed its gateway, or was deleted. */
const placeSlack = sql.lit('5 minutes')

/**
 * Stores events with the site at which their camera stood when they happened, and moves the totals, in one statement.
 * Where that site is gone, or nothing is known of the time, it is the camera's site now.
 * Left out is an event whose camera was not its gateway's then, or is not in direct mode for one of a relay; one of a
 * deleted camera that happened after the deletion; and one whose id is taken. Rows and totals are locked in one order by
 * all, whatever the order of `events`.
 */
export async function storeOpened(tx: Tx, orgId: string, events: readonly NewEvent[]): Promise<OpenedRow[]> {
  const column = <Key extends keyof NewEvent>(key: Key): NewEvent[Key][] => events.map((event) => event[key])
  const { rows } = await sql<OpenedRow>`/* name: store_opened_events */
    with given as (
      select * from unnest(
        ${column('id')}::uuid[], ${column('camera_id')}::uuid[], ${column('gateway_id')}::uuid[],
        ${column('event_category')}::text[], ${column('trigger_topic')}::text[],
        ${column('trigger_source')}::text[], ${column('raw_source')}::text[],
        ${events.map(({ raw_data: data }) => JSON.stringify(data))}::text[],
        ${column('triggered_at')}::timestamptz[],
        ${column('gateway_clock_offset_ms')}::double precision[], ${column('clock_synced')}::boolean[],
        ${column('late')}::boolean[], ${column('received_at')}::timestamptz[]
      ) as given (id, camera_id, gateway_id, event_category, trigger_topic, trigger_source, raw_source,
                  raw_data, triggered_at, gateway_clock_offset_ms, clock_synced, late, received_at)
    ), known as (
      select given.*, aged.happened_at, coalesce(sites.id, cameras.site_id) as site_id, cameras.name as camera_name
      from given
      join cameras on cameras.org_id = ${orgId}
        and cameras.id = given.camera_id
        and (given.gateway_id is not null or cameras.connection_mode = 'direct')
      -- By the cloud's clock.
      cross join lateral (
        select given.triggered_at + make_interval(secs => coalesce(given.gateway_clock_offset_ms, 0) / 1000) as at
      ) as happened
      -- The place of that time; before the first one, the nearest after it.
      left join lateral (
        select camera_placements.site_id from camera_placements
        where camera_placements.org_id = ${orgId} and camera_placements.camera_id = given.camera_id
          and camera_placements.gateway_id is not distinct from given.gateway_id
          and (camera_placements.until_at is null
            or happened.at < camera_placements.until_at + interval ${placeSlack})
        order by camera_placements.from_at > happened.at,
          abs(extract(epoch from camera_placements.from_at - happened.at))
        limit 1
      ) as placed on true
      left join sites on sites.org_id = ${orgId} and sites.id = placed.site_id
      left join gateways on gateways.org_id = ${orgId} and gateways.id = given.gateway_id
      -- What a clock says that nobody held, or that would be longer ago than its gateway was away, is not believed.
      left join lateral (
        -- Offsets of clocks have fractions; a Date has milliseconds.
        select date_trunc('milliseconds', happened.at) as happened_at, coalesce(given.received_at, now()) as received_at
      ) as aged on given.clock_synced and given.gateway_clock_offset_ms is not null
        and aged.happened_at < aged.received_at
        and aged.happened_at > aged.received_at - make_interval(secs => gateways.away_sec)
      where (placed.site_id is not null or cameras.gateway_id is not distinct from given.gateway_id)
        and (cameras.deleted_at is null or happened.at < cameras.deleted_at + interval ${placeSlack})
    ), fresh as (
      insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_topic,
        trigger_source, raw_source, raw_data, triggered_at, gateway_clock_offset_ms,
        clock_synced, late, received_at, happened_at, recording_source, triggered_by_kind, triggered_by_id)
      select ${orgId}, id, camera_id, site_id, gateway_id, event_category, trigger_topic, trigger_source,
        raw_source, raw_data::jsonb, triggered_at, gateway_clock_offset_ms, clock_synced, late,
        coalesce(received_at, now()), happened_at,
        case when gateway_id is null then 'relay' else 'gateway' end,
        case when gateway_id is null then 'system' else 'gateway' end, gateway_id
      from known order by id
      on conflict (org_id, id) do nothing
      returning id, camera_id, site_id, event_category
    ), counted as (
      insert into event_counts (org_id, site_id, event_category, count)
      select ${orgId}, site_id, event_category, count(*)
      from fresh group by site_id, event_category order by site_id, event_category
      on conflict (org_id, site_id, event_category)
      do update set count = event_counts.count + excluded.count
    )
    select given.id, given.camera_id, known.site_id, known.camera_name, fresh.id is not null as stored
    from given
    left join known on known.id = given.id and known.camera_id = given.camera_id
    left join fresh on fresh.id = given.id and fresh.camera_id = given.camera_id`.execute(tx)
  return rows
}

/** An event as the frames of its gateway find it. */
export type IntakeRow = Pick<
  Selectable<EventTable>,
  | 'id'
  | 'camera_id'
  | 'site_id'
  | 'gateway_id'
  | 'event_category'
  | 'trigger_topic'
  | 'trigger_source'
  | 'triggered_at'
  | 'late'
  | 'absorbed_by'
  | 'awaiting_answer'
  | 'clip_status'
  | 'clip_error'
  | 'closed_at'
> & { readonly is_listed: boolean }

/** Locks events, those too that are not listed, in the order of their ids. */
export function lockEvents(tx: Tx, orgId: string, ids: readonly string[]): Promise<IntakeRow[]> {
  return tx
    .selectFrom('events')
    .select([
      'id',
      'camera_id',
      'site_id',
      'gateway_id',
      'event_category',
      'trigger_topic',
      'trigger_source',
      'triggered_at',
      'late',
      'absorbed_by',
      'awaiting_answer',
      'clip_status',
      'clip_error',
      'closed_at',
      isListed.as('is_listed'),
    ])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function findCameraName(tx: Tx, orgId: string, cameraId: string): Promise<string> {
  const row = await tx
    .selectFrom('cameras')
    .select('name')
    .where('org_id', '=', orgId)
    .where('id', '=', cameraId)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** What the gateway said about its clock and the cause, added to what the trigger said. */
export async function addEvidence(tx: Tx, orgId: string, event: NewEvent): Promise<void> {
  await tx
    .updateTable('events')
    .set({
      raw_data: sql<string>`${JSON.stringify(event.raw_data)}::jsonb || raw_data`,
      gateway_clock_offset_ms: event.gateway_clock_offset_ms,
      clock_synced: event.clock_synced,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', event.id)
    .execute()
}

/** Columns that the way of an event sets. */
export type EventChange = Partial<
  Pick<
    Selectable<EventTable>,
    | 'clip_status'
    | 'clip_error'
    | 'clip_note'
    | 'clip_start_at'
    | 'clip_end_at'
    | 'clip_codec'
    | 'snapshot_id'
    | 'duration_sec'
    | 'closed_at'
    | 'awaiting_answer'
    | 'visible'
    | 'absorbed_by'
    | 'ai_status'
  >
>

export async function changeEvent(tx: Tx, orgId: string, id: string, change: EventChange): Promise<void> {
  await tx.updateTable('events').set(change).where('org_id', '=', orgId).where('id', '=', id).execute()
}
