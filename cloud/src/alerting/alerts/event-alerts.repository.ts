import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import type { AlertRow } from './alert.table.js'

/** The alerts of an event, the first first. */
export function readAlertsOfEvent(db: Db, orgId: string, eventId: string): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .orderBy('fired_at')
    .orderBy('id')
    .execute()
}

/** The alerts that rules made of an event. */
export function listAlertsOfEvents(
  db: Db,
  orgId: string,
  eventIds: readonly string[],
): Promise<Pick<AlertRow, 'id' | 'rule_id' | 'event_id'>[]> {
  return db
    .selectFrom('alerts')
    .select(['id', 'rule_id', 'event_id'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .execute()
}

/** How many alerts rules made of each of the events; those without are not in the answer. */
export async function countAlertsOfEvents(
  db: Db,
  orgId: string,
  eventIds: readonly string[],
): Promise<{ readonly event_id: string; readonly alerts: number }[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(({ fn }) => ['event_id', fn.countAll<string>().as('alerts')])
    .where('org_id', '=', orgId)
    .where('event_id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .groupBy('event_id')
    .execute()
  return rows.flatMap(({ event_id: id, alerts }) =>
    id === null ? [] : [{ event_id: id, alerts: Number(alerts) }],
  )
}

/** Alerts of one camera around a moment. */
interface AlertsAround {
  readonly cameraId: string
  readonly at: Date
  /** The cooldown of each rule, seconds. */
  readonly rules: readonly { readonly id: string; readonly cooldownSec: number }[]
}

/** Of each rule the alert that is nearest to the moment, if one is nearer than its cooldown. */
export async function nearestAlerts(
  db: Db,
  orgId: string,
  { cameraId, at, rules }: AlertsAround,
): Promise<AlertRow[]> {
  if (rules.length === 0) return []
  const { rows } = await sql<AlertRow>`
    select alert.*
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule (id uuid, "cooldownSec" int)
    cross join lateral (
      -- One step back and one ahead in an index, however many there are within the cooldown.
      select * from (
        (select * from alerts
          where org_id = ${orgId} and rule_id = rule.id and camera_id = ${cameraId}
            and triggered_at <= ${at}::timestamptz
            and triggered_at > ${at}::timestamptz - make_interval(secs => rule."cooldownSec")
          order by triggered_at desc limit 1)
        union all
        (select * from alerts
          where org_id = ${orgId} and rule_id = rule.id and camera_id = ${cameraId}
            and triggered_at > ${at}::timestamptz
            and triggered_at < ${at}::timestamptz + make_interval(secs => rule."cooldownSec")
          order by triggered_at limit 1)
      ) beside
      order by abs(extract(epoch from triggered_at - ${at}::timestamptz)), id
      limit 1
    ) alert`.execute(db)
  return rows
}
