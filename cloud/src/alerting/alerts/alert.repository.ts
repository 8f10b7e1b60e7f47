import type { AlertListQuery } from '@sightline/protocol'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { inBatches } from '../../platform/database/in-batches.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { TimePosition } from '../../platform/pagination/page-by-time.js'
import type { AlertRow, AlertTable, AlertTimelineTable } from './alert.table.js'

export type TimelineRow = Selectable<AlertTimelineTable>

/** An alert that stands already, as the cooldown compares it. */
export type PastAlert = Pick<AlertRow, 'rule_id' | 'camera_id' | 'triggered_at'>

/** A rule and the camera or gateway that it may fire for. */
interface RuleAndSubject {
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
  return inBatches(rows, (batch) =>
    tx
      .insertInto('alert_rule_cooldowns')
      .values(batch)
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
      .execute(),
  )
}

/** Alerts of the rules with a trigger time between `from` and `to`, both included. */
export function listAlertsBetween(
  tx: Tx,
  orgId: string,
  { ruleIds, from, to }: { ruleIds: string[]; from: Date; to: Date },
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

/** Stores alerts; one that stands already for the same rule and event is left out of the answer. */
export function insertAlerts(tx: Tx, rows: Insertable<AlertTable>[]): Promise<AlertRow[]> {
  return inBatches(rows, (batch) =>
    tx
      .insertInto('alerts')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['org_id', 'rule_id', 'event_id']).doNothing())
      .returningAll()
      .execute(),
  )
}

/** The cooldown of a rule runs from `at` on, or from later if it does already. */
export async function saveLastFired(
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
  await inBatches(rows, (batch) => tx.insertInto('alert_timeline').values(batch).execute())
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
  return alertById(db, orgId, id).executeTakeFirst()
}

export function lockAlert(tx: Tx, orgId: string, id: string): Promise<AlertRow | undefined> {
  return alertById(tx, orgId, id).forUpdate().executeTakeFirst()
}

function alertById(db: Db, orgId: string, id: string) {
  return db.selectFrom('alerts').selectAll().where('org_id', '=', orgId).where('id', '=', id)
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
export interface AlertFilter
  extends Pick<
    AlertListQuery,
    'rule_id' | 'status' | 'statuses' | 'camera_id' | 'site_id' | 'severity' | 'group_id'
  > {
  /** Fired at this moment or later. */
  readonly from: Date | null
  /** Fired before this moment. */
  readonly before: Date | null
  /** These alone. */
  readonly ids?: readonly string[]
}

/** The alerts that the filter and the scope admit. */
export function matchingAlerts(db: Db, scope: Scope, filter: AlertFilter) {
  let query = db.selectFrom('alerts').where('org_id', '=', scope.orgId)
  if (scope.siteIds !== null)
    query = query.where('site_id', '=', sql<string>`any(${[...scope.siteIds]}::uuid[])`)
  if (filter.rule_id !== undefined) query = query.where('rule_id', '=', filter.rule_id)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.statuses !== undefined) query = query.where('status', 'in', filter.statuses)
  if (filter.camera_id !== undefined) query = query.where('camera_id', '=', filter.camera_id)
  if (filter.site_id !== undefined) query = query.where('site_id', '=', filter.site_id)
  if (filter.severity !== undefined) query = query.where('severity', 'in', filter.severity)
  if (filter.group_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from notification_decisions as decision
        where decision.org_id = ${scope.orgId} and decision.group_id = ${filter.group_id}
          and decision.alert_id = alerts.id)`,
    )
  if (filter.ids) query = query.where('id', '=', sql<string>`any(${[...filter.ids]}::uuid[])`)
  if (filter.from) query = query.where('fired_at', '>=', filter.from)
  if (filter.before) query = query.where('fired_at', '<', filter.before)
  return query
}

export function pageOfAlerts(
  db: Db,
  scope: Scope,
  filter: AlertFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<AlertRow[]> {
  let query = matchingAlerts(db, scope, filter).selectAll()
  if (after) query = query.where(sql<boolean>`(fired_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('fired_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Alerts of one site, in pages. */
interface AlertsOfSite {
  readonly siteId: string
  readonly cameraId: string | undefined
  /** They had fired by then. */
  readonly knownAt: Date
  readonly after: { readonly at: string; readonly id: string } | null
  readonly limit: number
}

/** Alerts of a site that were there at a moment, newest first. */
export async function alertsOfSite(
  db: Db,
  orgId: string,
  { siteId, cameraId, knownAt, after, limit }: AlertsOfSite,
): Promise<{ id: string; at: string }[]> {
  const filter: AlertFilter = {
    rule_id: undefined,
    status: undefined,
    camera_id: cameraId,
    site_id: undefined,
    severity: undefined,
    from: null,
    before: new Date(knownAt.getTime() + 1),
  }
  const position = after && { at: new Date(after.at), id: after.id }
  const rows = await pageOfAlerts(db, { orgId, siteIds: [siteId] }, filter, { after: position, limit })
  return rows.map((row) => ({ id: row.id, at: toTimestamp(row.fired_at) }))
}

export async function countAlerts(db: Db, scope: Scope, filter: AlertFilter): Promise<number> {
  const { count } = await matchingAlerts(db, scope, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Where what an alert is about stands. */
export interface AlertLocation {
  readonly site_name: string
  /** The gateway itself, or that of the camera. */
  readonly gateway_id: string | null
  readonly gateway_name: string | null
  /** Null for the alert of a gateway. */
  readonly camera_name: string | null
}

/** The locations of alerts, by the alert's id; names are those of now. */
export async function listAlertLocations(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, AlertLocation>> {
  const rows = await tx
    .selectFrom('alerts')
    .innerJoin('sites', (on) =>
      on.onRef('sites.org_id', '=', 'alerts.org_id').onRef('sites.id', '=', 'alerts.site_id'),
    )
    .leftJoin('cameras', (on) =>
      on.onRef('cameras.org_id', '=', 'alerts.org_id').onRef('cameras.id', '=', 'alerts.camera_id'),
    )
    .leftJoin('gateways', (on) =>
      on
        .onRef('gateways.org_id', '=', 'alerts.org_id')
        .on((eb) => eb('gateways.id', '=', eb.fn.coalesce('alerts.gateway_id', 'cameras.gateway_id'))),
    )
    .select(['alerts.id', 'sites.name as site_name', 'cameras.name as camera_name'])
    .select(['gateways.id as gateway_id', 'gateways.name as gateway_name'])
    .where('alerts.org_id', '=', orgId)
    .where('alerts.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** The outage is over. @returns the alerts that were about it */
export function endOutage(tx: Tx, orgId: string, subjectId: string): Promise<AlertRow[]> {
  return tx
    .updateTable('alerts')
    .set({ outage_lasts: false })
    .where('org_id', '=', orgId)
    .where(sql`coalesce(camera_id, gateway_id)`, '=', subjectId)
    .where('outage_lasts', '=', true)
    .returningAll()
    .execute()
}
