import type { AlertListItem, EventCategory } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'

type Shown = NonNullable<AlertListItem['event']>

/** What a list shows of an alert that its own row does not hold. Names are those of now. */
export interface AlertDetailsRow {
  readonly id: string
  readonly camera_name: string | null
  readonly gateway_name: string | null
  readonly recovered_at: Date | null
  readonly group_id: string | null
  /** Null for a system alert, and for an event that was deleted: then all below are. */
  readonly event_id: string | null
  readonly event_category: EventCategory | null
  readonly trigger_source: Shown['trigger_source'] | null
  readonly summary: string | null
  readonly tags: string[] | null
  readonly duration_sec: number | null
  readonly clip_status: Shown['clip_status'] | null
  readonly snapshot_id: string | null
}

/** The details of alerts, in no order. */
export async function listAlertDetails(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<AlertDetailsRow[]> {
  const { rows } = await sql<AlertDetailsRow>`/* name: alert_details */
    select alert.id, cameras.name as camera_name, gateways.name as gateway_name,
      (select max(at) from alert_timeline as entry
        where entry.org_id = ${orgId} and entry.alert_id = alert.id and entry.action = 'recovered') as recovered_at,
      (select group_id from notification_decisions as decision
        where decision.org_id = ${orgId} and decision.alert_id = alert.id limit 1) as group_id,
      event.id as event_id, event.event_category, event.trigger_source, event.summary, event.tags,
      event.duration_sec, event.clip_status, event.snapshot_id
    from alerts as alert
    left join cameras on cameras.org_id = ${orgId} and cameras.id = alert.camera_id
    left join gateways on gateways.org_id = ${orgId} and gateways.id = alert.gateway_id
    left join events as event on event.org_id = ${orgId} and event.id = alert.event_id
      and event.deleted_at is null and event.visible
    where alert.org_id = ${orgId} and alert.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
