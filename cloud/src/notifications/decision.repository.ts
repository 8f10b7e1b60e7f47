import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.js'
import type { Deciding } from './deciding-setting.js'
import type { NotificationDecisionTable } from './notification.table.js'

export type DecisionRow = Selectable<NotificationDecisionTable>

export type NewDecision = Omit<DecisionRow, 'org_id' | 'told_at' | 'decided_at'> & {
  /** It is told with this transaction. */
  readonly told_now: boolean
}

export async function insertDecisions(
  tx: Tx,
  orgId: string,
  decisions: readonly NewDecision[],
): Promise<void> {
  if (decisions.length === 0) return
  await sql`/* name: insert_notification_decisions */
    insert into notification_decisions (org_id, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome,
      reason, setting_name, setting_value, setting_origin, mail_id, told_at)
    select ${orgId}, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome,
      reason, setting_name, setting_value, setting_origin, mail_id, case when told_now then now() end
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as given (
      id uuid, group_id uuid, alert_id uuid, event_id uuid, user_id uuid, user_name text, channel text, outcome text,
      reason text, setting_name text, setting_value jsonb, setting_origin text, mail_id uuid, told_now boolean)`.execute(
    tx,
  )
}

/** The columns that name what decided. */
export function decidedBy({ name, value, origin, reason }: Deciding) {
  return { reason, setting_name: name, setting_value: value, setting_origin: origin }
}

/** What was held back of an event by a rule, and by which setting. */
export interface NotedHoldBack {
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

/** A mail has left: what it was to tell has been told. */
export async function noteMailSent(tx: Tx, orgId: string, mailId: string, at: Date): Promise<void> {
  await sql`update notification_decisions
    set outcome = case outcome when 'waiting' then 'sent' else outcome end, told_at = ${at}
    where org_id = ${orgId} and mail_id = ${mailId}`.execute(tx)
}

/** Alerts that a mail does not tell of, because of a setting as it is now; all of the mail if `alertIds` is null. */
export async function noteHeldBackOfMail(
  tx: Tx,
  orgId: string,
  mailId: string,
  alertIds: readonly string[] | null,
  by: Deciding,
): Promise<void> {
  await tx
    .updateTable('notification_decisions')
    .set({ outcome: 'held_back', told_at: null, ...decidedBy(by), setting_value: JSON.stringify(by.value) })
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .$if(alertIds !== null, (query) => query.where('alert_id', 'in', alertIds ?? []))
    .execute()
}

/** A mail that was given up. What had decided that it is sent stays named. */
export async function noteMailFailed(tx: Tx, orgId: string, mailId: string, reason: string): Promise<void> {
  await tx
    .updateTable('notification_decisions')
    .set({ outcome: 'failed', reason })
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .execute()
}

/** A decision with the event of its alert. */
export type ShownDecision = DecisionRow & { readonly event_of_alert: string | null }

/** The decisions of a group after `afterId`, in the order in which they were made. */
export function pageOfDecisions(
  db: Db,
  orgId: string,
  groupId: string,
  afterId: string | null,
  limit: number,
): Promise<ShownDecision[]> {
  return db
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
    .where('decision.group_id', '=', groupId)
    .$if(afterId !== null, (query) => query.where('decision.id', '>', afterId ?? ''))
    .orderBy('decision.id')
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
