import type { NotificationChannel, Role } from '@sightline/protocol'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { TimePosition } from '../../../platform/pagination/page-by-time.js'
import { pauseSetting } from '../decisions/deciding-setting.js'
import type { NotificationTable } from '../notification.table.js'

/** An entry, and by which channels nobody was told of its alerts because its reader wanted to be left alone. */
export type ShownNotification = Selectable<NotificationTable> & {
  readonly held_back_channels: NotificationChannel[]
}

/** A recipient of a rule, and what they may see. */
interface RecipientRow {
  readonly rule_id: string
  readonly user_id: string
  readonly channels: readonly string[]
  readonly role: Role
  /** The sites assigned to them; they count for a viewer only. */
  readonly site_ids: readonly string[]
}

/** The recipients of the rules whose accounts are enabled, in a fixed order. */
export function listRecipients(db: Db, orgId: string, ruleIds: string[]): Promise<RecipientRow[]> {
  return db
    .selectFrom('alert_rule_recipients as recipient')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'recipient.org_id').onRef('users.id', '=', 'recipient.user_id'),
    )
    .select((select) => [
      'recipient.rule_id',
      'recipient.user_id',
      'recipient.channels',
      'users.role',
      select
        .fn<string[]>('array', [
          select
            .selectFrom('user_sites')
            .select('user_sites.site_id')
            .whereRef('user_sites.org_id', '=', 'users.org_id')
            .whereRef('user_sites.user_id', '=', 'users.id')
            .where('user_sites.org_id', '=', orgId),
        ])
        .as('site_ids'),
    ])
    .where('recipient.org_id', '=', orgId)
    .where('users.org_id', '=', orgId)
    .where('recipient.rule_id', 'in', ruleIds)
    .where('users.enabled', '=', true)
    .orderBy('recipient.rule_id')
    .orderBy('recipient.user_id')
    .execute()
}

/** Stores entries of inboxes; a second one for the same user and alert is left out. @returns how many are new */
export async function insertNotifications(tx: Tx, rows: Insertable<NotificationTable>[]): Promise<number> {
  if (rows.length === 0) return 0
  const stored = await tx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_id', 'alert_id']).where('alert_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .execute()
  return stored.length
}

/** An entry about the alerts of a group. */
export interface GroupEntry {
  readonly id: string
  readonly user_id: string
  readonly title: string
  readonly body: string
  readonly alert_id: string
  readonly event_id: string | null
  readonly group_id: string
  readonly alert_count: number
}

/**
 * Puts entries about groups into inboxes. Who has one of the group keeps it: it is about all by now, and is unread
 * again. One entry for each user and group.
 */
export async function putGroupEntries(tx: Tx, orgId: string, entries: readonly GroupEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`/* name: put_group_entries */
    insert into notifications as entry (org_id, id, user_id, kind, title, body, alert_id, event_id, group_id, alert_count)
    select ${orgId}, id, user_id, 'alert', title, body, alert_id, event_id, group_id, alert_count
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (
      id uuid, user_id uuid, title text, body text, alert_id uuid, event_id uuid, group_id uuid, alert_count integer)
    on conflict (org_id, group_id, user_id) where group_id is not null do update set
      body = excluded.body, alert_count = excluded.alert_count, read_at = null, updated_at = now()`.execute(
    tx,
  )
}

const heldBackChannels = sql<NotificationChannel[]>`array(
    select distinct decision.channel from notification_decisions as decision
    where decision.org_id = notifications.org_id and decision.group_id = notifications.group_id
      and decision.user_id = notifications.user_id and decision.setting_name = ${pauseSetting}
    order by decision.channel)`.as('held_back_channels')

/** Whose inbox, and which entries of it. */
export interface InboxFilter {
  readonly orgId: string
  readonly userId: string
  /** Absent: all. */
  readonly unread?: boolean | undefined
  /** Of alerts at this site. Absent: all. */
  readonly siteId?: string | undefined
}

function matching(db: Db, { orgId, userId, unread, siteId }: InboxFilter) {
  let query = db.selectFrom('notifications').where('org_id', '=', orgId).where('user_id', '=', userId)
  if (siteId !== undefined)
    query = query.where(
      sql<boolean>`exists (select from notification_groups as of_group where of_group.org_id = ${orgId}
        and of_group.id = notifications.group_id and of_group.site_id = ${siteId})`,
    )
  if (unread === undefined) return query
  return query.where('read_at', unread ? 'is' : 'is not', null)
}

export function pageOfInbox(
  db: Db,
  filter: InboxFilter,
  after: TimePosition | null,
  limit: number,
): Promise<ShownNotification[]> {
  let query = matching(db, filter).selectAll().select(heldBackChannels)
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countInbox(db: Db, filter: InboxFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks an entry read; one that is read already keeps its time. Undefined if it is not this user's. */
export function markRead(
  db: Db,
  { orgId, userId }: InboxFilter,
  id: string,
  now: Date,
): Promise<ShownNotification | undefined> {
  return db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, ${now})` })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .returning(heldBackChannels)
    .executeTakeFirst()
}

/** Marks what is unread. @returns how many that were */
export async function markAllRead(db: Db, { orgId, userId }: InboxFilter, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
