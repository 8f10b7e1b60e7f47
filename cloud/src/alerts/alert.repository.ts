import type { AlertListQuery } from '@sightline/protocol'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../platform/caller.js'
import type { Db, Tx } from '../platform/database/database.js'
import type { TimePlace } from '../platform/page-by-time.js'
import type { AlertTable, AlertTimelineTable } from './alert.table.js'
import type { PastAlert } from './cooldown.js'

export type AlertRow = Selectable<AlertTable>
export type TimelineRow = Selectable<AlertTimelineTable>

/** A rule and the camera or gateway that it may fire for. */
export interface RuleAndSubject {
  readonly ruleId: string
  readonly subjectId: string
}

/**
 * Holds the cooldowns of `pairs` until the transaction ends, so that of two nodes only one decides at a time.
 * Locks are taken in one order by all, whatever the order of `pairs`.
 * @returns when each last fired, the epoch if it never did; and whether No-Big-Deal has anything set in the
 *   organisation, asked here so that where it has not it costs no statement
 */
export function lockCooldowns(
  tx: Tx,
  orgId: string,
  pairs: readonly RuleAndSubject[],
): Promise<{ rule_id: string; subject_id: string; last_fired_at: Date; knobs_set: boolean }[]> {
  const rows = pairs
    .map(({ ruleId, subjectId }) => ({
      org_id: orgId,
      rule_id: ruleId,
      subject_id: subjectId,
      last_fired_at: new Date(0),
    }))
    .toSorted((a, b) => a.rule_id.localeCompare(b.rule_id) || a.subject_id.localeCompare(b.subject_id))
  return tx
    .insertInto('alert_rule_cooldowns')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'rule_id', 'subject_id'])
        .doUpdateSet({ last_fired_at: sql`alert_rule_cooldowns.last_fired_at` }),
    )
    .returning(['rule_id', 'subject_id', 'last_fired_at'])
    .returning(
      sql<boolean>`(exists (select from nbd_rule_knobs where org_id = ${orgId})
        or exists (select from nbd_camera_overrides where org_id = ${orgId}))`.as('knobs_set'),
    )
    .execute()
}

/** Alerts of the rules with a trigger time between `from` and `to`, both included. */
export function listAlertsBetween(
  tx: Tx,
  orgId: string,
  ruleIds: string[],
  from: Date,
  to: Date,
): Promise<PastAlert[]> {
  return tx
    .selectFrom('alerts')
    .select(['rule_id', 'camera_id', 'triggered_at'])
    .where('org_id', '=', orgId)
    .where('rule_id', 'in', ruleIds)
    .where('triggered_at', '>=', from)
    .where('triggered_at', '<=', to)
    .execute()
}

/** The alerts that rules made of an event. */
export function listAlertsOfEvent(
  tx: Tx,
  orgId: string,
  eventId: string,
): Promise<Pick<AlertRow, 'id' | 'rule_id'>[]> {
  return tx
    .selectFrom('alerts')
    .select(['id', 'rule_id'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .execute()
}

/** Stores alerts; one that stands already for the same rule and event is left out of the answer. */
export function insertAlerts(tx: Tx, rows: Insertable<AlertTable>[]): Promise<AlertRow[]> {
  return tx
    .insertInto('alerts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'rule_id', 'event_id']).doNothing())
    .returningAll()
    .execute()
}

export async function noteFired(
  tx: Tx,
  orgId: string,
  { ruleId, subjectId }: RuleAndSubject,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('alert_rule_cooldowns')
    .set({ last_fired_at: sql<Date>`greatest(last_fired_at, ${at})` })
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .where('subject_id', '=', subjectId)
    .execute()
}

export async function insertTimeline(tx: Tx, rows: Insertable<AlertTimelineTable>[]): Promise<void> {
  await tx.insertInto('alert_timeline').values(rows).execute()
}

export function listTimeline(db: Db, orgId: string, alertId: string): Promise<TimelineRow[]> {
  return db
    .selectFrom('alert_timeline')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('alert_id', '=', alertId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export function findAlert(db: Db, orgId: string, id: string): Promise<AlertRow | undefined> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockAlert(tx: Tx, orgId: string, id: string): Promise<AlertRow | undefined> {
  return tx
    .selectFrom('alerts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function saveAlert(
  tx: Tx,
  orgId: string,
  id: string,
  change: Partial<Insertable<AlertTable>>,
): Promise<AlertRow> {
  return tx
    .updateTable('alerts')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a list of alerts is limited to. */
export interface AlertFilter extends Pick<AlertListQuery, 'rule_id' | 'status'> {
  /** Fired at this moment or later. */
  readonly from: Date | null
  /** Fired before this moment. */
  readonly before: Date | null
}

/** The alerts that the filter and the scope admit. */
export function matchingAlerts(db: Db, scope: Scope, filter: AlertFilter) {
  let query = db.selectFrom('alerts').where('org_id', '=', scope.orgId)
  if (scope.siteIds !== null)
    query = query.where('site_id', '=', sql<string>`any(${[...scope.siteIds]}::uuid[])`)
  if (filter.rule_id !== undefined) query = query.where('rule_id', '=', filter.rule_id)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.from) query = query.where('fired_at', '>=', filter.from)
  if (filter.before) query = query.where('fired_at', '<', filter.before)
  return query
}

export function pageOfAlerts(
  db: Db,
  scope: Scope,
  filter: AlertFilter,
  after: TimePlace | null,
  limit: number,
): Promise<AlertRow[]> {
  let query = matchingAlerts(db, scope, filter).selectAll()
  if (after) query = query.where(sql<boolean>`(fired_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('fired_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countAlerts(db: Db, scope: Scope, filter: AlertFilter): Promise<number> {
  const { count } = await matchingAlerts(db, scope, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
