import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/database/handles.js'
import { heldBy, type RowChange } from '../../../../platform/work/held-row.js'
import type { OutgoingPushTable } from '../push.table.js'

export type OutgoingPushRow = Selectable<OutgoingPushTable>

export function findPush(db: Db, orgId: string, id: string): Promise<OutgoingPushRow | undefined> {
  return db
    .selectFrom('outgoing_pushes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Closes a digest: what comes from now on goes into the next. Waits for those who are putting something in. */
export async function sealPushDigest(db: Db, orgId: string, id: string): Promise<void> {
  await db
    .updateTable('outgoing_pushes')
    .set({ sealed_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('sealed_at', 'is', null)
    .execute()
}

/**
 * Ends one attempt of a message, if `worker` still holds it. False if it does not, because its lease ran out and another
 * worker took over; then nothing is written.
 */
export async function settlePush(
  db: Db,
  push: Pick<OutgoingPushRow, 'org_id' | 'id'>,
  worker: string,
  change: RowChange<OutgoingPushTable>,
): Promise<boolean> {
  const moved = await db
    .updateTable('outgoing_pushes')
    .set({ ...change, lease_until: null, worker: null })
    .where((is) => is.and(heldBy({ orgId: push.org_id, id: push.id, worker })))
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** An alert with the names of what it is about. */
export interface PushedAlertRow {
  readonly alert_id: string
  readonly rule_name: string
  readonly severity: string
  readonly site_id: string
  /** Null for the alert of a gateway. */
  readonly camera_name: string | null
  readonly gateway_name: string | null
  /** Alerts of its group. */
  readonly in_group: number
}

/** The alerts that a message is about, newest first. */
export async function listPushedAlerts(db: Db, orgId: string, pushId: string): Promise<PushedAlertRow[]> {
  const { rows } = await sql<PushedAlertRow>`/* name: list_pushed_alerts */
    select alert.id as alert_id, alert.rule_name, alert.severity, alert.site_id, camera.name as camera_name,
      gateway.name as gateway_name, in_group.alert_count as in_group
    from notification_decisions as decision
    join notification_groups as in_group on in_group.org_id = ${orgId} and in_group.id = decision.group_id
    join alerts as alert on alert.org_id = ${orgId} and alert.id = decision.alert_id
    left join cameras as camera on camera.org_id = ${orgId} and camera.id = alert.camera_id
    left join gateways as gateway on gateway.org_id = ${orgId} and gateway.id = alert.gateway_id
    where decision.org_id = ${orgId} and decision.push_id = ${pushId}
    order by alert.triggered_at desc, alert.id desc`.execute(db)
  return rows
}

/** The name of a rule, for its test. */
export async function findRuleName(db: Db, orgId: string, ruleId: string): Promise<string | null> {
  const rule = await db
    .selectFrom('alert_rules')
    .select('name')
    .where('org_id', '=', orgId)
    .where('id', '=', ruleId)
    .executeTakeFirst()
  return rule?.name ?? null
}
