import type { Role } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'
import { pausedUntil } from '../recipients/pause.js'

/** Closes a digest: what is late from now on goes into the next. Waits for those who are putting something in. */
export async function sealDigest(db: Db, orgId: string, mailId: string): Promise<void> {
  await db
    .updateTable('outgoing_mail')
    .set({ sealed_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', mailId)
    .where('sealed_at', 'is', null)
    .execute()
}

/** Who reads a mail about alerts, as they are now. */
export interface ReaderRow {
  readonly email: string
  readonly enabled: boolean
  readonly role: Role
  readonly site_ids: readonly string[]
  /** Of the rule; null for somebody who is no longer its recipient. */
  readonly channels: readonly string[] | null
  readonly preferred_timezone: string | null
  /** Until when they want to be left alone, as their preferences have it; it may be over. */
  readonly paused_until: string | null
}

export function findReader(
  db: Db,
  orgId: string,
  userId: string,
  ruleId: string,
): Promise<ReaderRow | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('alert_rule_recipients as recipient', (join) =>
      join
        .onRef('recipient.org_id', '=', 'users.org_id')
        .onRef('recipient.user_id', '=', 'users.id')
        .on('recipient.org_id', '=', orgId)
        .on('recipient.rule_id', '=', ruleId),
    )
    .select((select) => [
      'users.email',
      'users.enabled',
      'users.role',
      'recipient.channels',
      sql<string | null>`users.preferences ->> 'timezone'`.as('preferred_timezone'),
      sql<string | null>`users.preferences ->> 'notifications_paused_until'`.as('paused_until'),
      select
        .fn<string[]>('array', [
          select
            .selectFrom('user_sites')
            .select('user_sites.site_id')
            .where('user_sites.org_id', '=', orgId)
            .where('user_sites.user_id', '=', userId),
        ])
        .as('site_ids'),
    ])
    .where('users.org_id', '=', orgId)
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

/** An alert with the names of what it is about. */
export interface MailedAlertRow {
  readonly alert_id: string
  readonly rule_name: string
  readonly description: string
  readonly event_id: string | null
  readonly triggered_at: Date
  readonly site_id: string
  readonly site_name: string
  /** Null for the alert of a gateway. */
  readonly camera_name: string | null
  readonly gateway_name: string | null
}

/** The alerts of a mail, oldest first. */
export function listMailedAlerts(db: Db, orgId: string, mailId: string): Promise<MailedAlertRow[]> {
  return db
    .selectFrom('outgoing_mail_alerts as mailed')
    .innerJoin('alerts', (join) =>
      join.onRef('alerts.org_id', '=', 'mailed.org_id').onRef('alerts.id', '=', 'mailed.alert_id'),
    )
    .innerJoin('sites', (join) =>
      join.onRef('sites.org_id', '=', 'alerts.org_id').onRef('sites.id', '=', 'alerts.site_id'),
    )
    .leftJoin('cameras', (join) =>
      join.onRef('cameras.org_id', '=', 'alerts.org_id').onRef('cameras.id', '=', 'alerts.camera_id'),
    )
    .leftJoin('gateways', (join) =>
      join.onRef('gateways.org_id', '=', 'alerts.org_id').onRef('gateways.id', '=', 'alerts.gateway_id'),
    )
    .select([
      'alerts.id as alert_id',
      'alerts.rule_name',
      'alerts.description',
      'alerts.event_id',
      'alerts.triggered_at',
      'alerts.site_id',
      'sites.name as site_name',
      'cameras.name as camera_name',
      'gateways.name as gateway_name',
    ])
    .where('mailed.org_id', '=', orgId)
    .where('mailed.mail_id', '=', mailId)
    .orderBy('alerts.triggered_at')
    .orderBy('alerts.id')
    .execute()
}

/** The addresses of people. */
export async function listAddresses(db: Db, orgId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select([
      'email',
      sql<string | null>`preferences ->> 'notifications_paused_until'`.as('paused_until'),
      sql<Date>`now()`.as('now'),
    ])
    .where('org_id', '=', orgId)
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ email, paused_until: pause, now }) =>
    pausedUntil(pause, now) === null ? [email] : [],
  )
}
