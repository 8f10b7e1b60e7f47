import { sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { type AlertFilter, matchingAlerts } from './alert.repository.js'

/** How many alerts have one value of one property; `total` counts all of them. */
export interface AlertCount {
  readonly of: 'total' | 'status' | 'severity' | 'rule' | 'camera' | 'day'
  /** Null for the total, and for alerts without a camera. */
  readonly value: string | null
  readonly count: number
}

/** Counts the alerts in every way at once, in one pass over them. @param timezone whose days count */
export function countAlertsByAll(
  db: Db,
  scope: Scope,
  filter: AlertFilter,
  timezone: string,
): Promise<AlertCount[]> {
  const alerts = matchingAlerts(db, scope, filter).select([
    'status',
    'severity',
    'rule_id',
    'camera_id',
    sql<string>`(fired_at at time zone ${timezone})::date`.as('day'),
  ])
  return db
    .selectFrom(alerts.as('a'))
    .select([
      sql<AlertCount['of']>`case grouping(status, severity, rule_id, camera_id, day)
        when 31 then 'total' when 15 then 'status' when 23 then 'severity'
        when 27 then 'rule' when 29 then 'camera' else 'day' end`.as('of'),
      sql<string | null>`coalesce(status, severity, rule_id::text, camera_id::text, day::text)`.as('value'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`grouping sets ((), (status), (severity), (rule_id), (camera_id), (day))`)
    .execute()
}

/** The names of rules or cameras, also of those that are deleted. */
export async function namesOf(
  db: Db,
  orgId: string,
  table: 'alert_rules' | 'cameras',
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
