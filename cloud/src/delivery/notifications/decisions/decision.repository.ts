import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { NotificationDecisionTable } from '../notification.table.js'
import type { DecidingSetting } from './deciding-setting.js'

type DecisionRow = Selectable<NotificationDecisionTable>

export type NewDecision = Omit<DecisionRow, 'org_id' | 'told_at' | 'decided_at'> & {
  /** It is notified with this transaction. */
  readonly notified_now: boolean
}

export async function insertDecisions(
  tx: Tx,
  orgId: string,
  decisions: readonly NewDecision[],
): Promise<void> {
  if (decisions.length === 0) return
  await sql`/* name: insert_notification_decisions */
    insert into notification_decisions (org_id, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome,
      reason, setting_name, setting_value, setting_origin, mail_id, push_id, told_at)
    select ${orgId}, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome,
      reason, setting_name, setting_value, setting_origin, mail_id, push_id, case when notified_now then now() end
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as given (
      id uuid, group_id uuid, alert_id uuid, event_id uuid, user_id uuid, user_name text, channel text, outcome text,
      reason text, setting_name text, setting_value jsonb, setting_origin text, mail_id uuid, push_id uuid,
      notified_now boolean)`.execute(tx)
}

/** The columns that name what decided. */
export function decidedBy({ name, value, origin, reason }: DecidingSetting) {
  return { reason, setting_name: name, setting_value: value, setting_origin: origin }
}

/** What was held back of an event by a rule, and by which setting. */
interface NotedHoldBack {
  readonly rule_id: string
  readonly event_id: string | null
  readonly setting_name: string
}

/** What is written down already of the events that No-Big-Deal held back. */
export function listNotedHoldBacks(
  db: Db,
  orgId: string,
  eventIds: readonly string[],
): Promise<NotedHoldBack[]> {
  return db
    .selectFrom('notification_decisions as decision')
    .innerJoin('notification_groups as in_group', (join) =>
      join
        .onRef('in_group.org_id', '=', 'decision.org_id')
        .onRef('in_group.id', '=', 'decision.group_id')
        .on('in_group.org_id', '=', orgId),
    )
    .select(['in_group.rule_id', 'decision.event_id', 'decision.setting_name'])
    .where('decision.org_id', '=', orgId)
    .where('decision.event_id', 'in', eventIds)
    .execute()
}

/** A mail, or a message to browsers: what tells somebody of the alerts of several decisions. */
export interface Carrier {
  readonly column: 'mail_id' | 'push_id'
  readonly id: string
}

/** It has left: its reader has been notified. */
export async function noteSent(tx: Tx, orgId: string, { column, id }: Carrier, at: Date): Promise<void> {
  await sql`update notification_decisions
    set outcome = case outcome when 'waiting' then 'sent' else outcome end, told_at = ${at}
    where org_id = ${orgId} and ${sql.ref(column)} = ${id}`.execute(tx)
}

/** Alerts that are left out of it, because of a setting as it is now; all of them if `alertIds` is null. */
export async function noteHeldBackOf(
  tx: Tx,
  orgId: string,
  { column, id }: Carrier,
  { alertIds, by }: { alertIds: readonly string[] | null; by: DecidingSetting },
): Promise<void> {
  await tx
    .updateTable('notification_decisions')
    .set({ outcome: 'held_back', told_at: null, ...decidedBy(by), setting_value: JSON.stringify(by.value) })
    .where('org_id', '=', orgId)
    .where(column, '=', id)
    .$if(alertIds !== null, (query) => query.where('alert_id', 'in', alertIds ?? []))
    .execute()
}

/** It was given up. What had decided that it is sent stays named. */
export async function noteFailed(
  tx: Tx,
  orgId: string,
  { column, id }: Carrier,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('notification_decisions')
    .set({ outcome: 'failed', reason })
    .where('org_id', '=', orgId)
    .where(column, '=', id)
    .execute()
}

/** A decision with the event of its alert. */
export type ShownDecision = DecisionRow & { readonly event_of_alert: string | null }

/** Decisions, in the order in which they were made. */
const shownDecisions = (db: Db, orgId: string) =>
  db
    .selectFrom('notification_decisions as decision')
    .leftJoin('alerts', (join) =>
      join
        .onRef('alerts.org_id', '=', 'decision.org_id')
        .onRef('alerts.id', '=', 'decision.alert_id')
        .on('alerts.org_id', '=', orgId),
    )
    .selectAll('decision')
    .select('alerts.event_id as event_of_alert')
    .where('decision.org_id', '=', orgId)
    .orderBy('decision.id')

/** The decisions of a group after `afterId`, in the order in which they were made. */
export function pageOfDecisions(
  db: Db,
  orgId: string,
  groupId: string,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<ShownDecision[]> {
  return shownDecisions(db, orgId)
    .where('decision.group_id', '=', groupId)
    .$if(afterId !== null, (query) => query.where('decision.id', '>', afterId ?? ''))
    .limit(limit)
    .execute()
}

/** The first decisions about an event and about its alerts, in the order in which they were made. */
export function decisionsOfEvent(
  db: Db,
  orgId: string,
  eventId: string,
  limit: number,
): Promise<ShownDecision[]> {
  return shownDecisions(db, orgId)
    .where(
      // Each half by an index of its own.
      sql<boolean>`decision.id in (
        select id from notification_decisions where org_id = ${orgId} and event_id = ${eventId}
        union all
        select told.id from alerts join notification_decisions told
          on told.org_id = alerts.org_id and told.alert_id = alerts.id
        where alerts.org_id = ${orgId} and alerts.event_id = ${eventId})`,
    )
    .limit(limit)
    .execute()
}

export async function countDecisions(db: Db, orgId: string, groupId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification_decisions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return count
}
