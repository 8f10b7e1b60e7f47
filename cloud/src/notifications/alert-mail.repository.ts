import type { Role } from '@sightline/protocol'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../platform/database/database.js'

/** An alert and a person who is to read of it. */
export interface AlertReader {
  readonly alertId: string
  readonly ruleId: string
  readonly userId: string
}

/** How long a digest waits for further late alerts after its first, so that a gateway has time to hand over. */
const digestWaitSec = 300

/** Queues a mail for each alert and reader; one that stands already is left as it is. */
export async function insertAlertMails(
  tx: Tx,
  orgId: string,
  readers: readonly AlertReader[],
): Promise<void> {
  const rows = readers.map(({ alertId, ruleId, userId }) => ({
    org_id: orgId,
    id: uuidv7(),
    purpose: 'alert' as const,
    user_id: userId,
    rule_id: ruleId,
    dedupe_key: `alert ${alertId} ${userId}`,
  }))
  const stored = await tx
    .insertInto('outgoing_mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .returning(['id', 'dedupe_key'])
    .execute()
  const alertOf = new Map(readers.map(({ alertId, userId }) => [`alert ${alertId} ${userId}`, alertId]))
  const links = stored.flatMap(({ id, dedupe_key: key }) => {
    const alertId = alertOf.get(key ?? '')
    return alertId === undefined ? [] : [{ org_id: orgId, mail_id: id, alert_id: alertId }]
  })
  if (links.length > 0) await tx.insertInto('outgoing_mail_alerts').values(links).execute()
}

/**
 * Puts late alerts into the open digest of their rule and reader, or begins one. The digest's row is locked until the
 * transaction ends, so that none is sealed while an alert is on its way into it. Rows are taken in one order by all.
 */
export async function addToDigests(tx: Tx, orgId: string, readers: readonly AlertReader[]): Promise<void> {
  const groups = new Map<string, AlertReader[]>()
  for (const one of readers) {
    const key = `${one.ruleId} ${one.userId}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const key of [...groups.keys()].toSorted()) {
    const group = groups.get(key) ?? []
    const [first] = group
    if (!first) continue
    const mailId = await openDigest(tx, orgId, first)
    await tx
      .insertInto('outgoing_mail_alerts')
      .values(group.map(({ alertId }) => ({ org_id: orgId, mail_id: mailId, alert_id: alertId })))
      .onConflict((conflict) => conflict.columns(['org_id', 'mail_id', 'alert_id']).doNothing())
      .execute()
  }
}

async function openDigest(tx: Tx, orgId: string, { ruleId, userId }: AlertReader): Promise<string> {
  const { id } = await tx
    .insertInto('outgoing_mail')
    .values({
      org_id: orgId,
      id: uuidv7(),
      purpose: 'digest',
      user_id: userId,
      rule_id: ruleId,
      next_at: sql<Date>`now() + make_interval(secs => ${digestWaitSec})`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'rule_id', 'user_id'])
        // As the index says it, which PostgreSQL finds by these words.
        .where(sql<boolean>`purpose = 'digest' and sealed_at is null and status = 'pending'`)
        .doUpdateSet({ next_at: sql<Date>`outgoing_mail.next_at` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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
export interface TellingRow {
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
export function listTold(db: Db, orgId: string, mailId: string): Promise<TellingRow[]> {
  return db
    .selectFrom('outgoing_mail_alerts as told')
    .innerJoin('alerts', (join) =>
      join.onRef('alerts.org_id', '=', 'told.org_id').onRef('alerts.id', '=', 'told.alert_id'),
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
      'alerts.rule_name',
      'alerts.description',
      'alerts.event_id',
      'alerts.triggered_at',
      'alerts.site_id',
      'sites.name as site_name',
      'cameras.name as camera_name',
      'gateways.name as gateway_name',
    ])
    .where('told.org_id', '=', orgId)
    .where('told.mail_id', '=', mailId)
    .orderBy('alerts.triggered_at')
    .orderBy('alerts.id')
    .execute()
}

/** The addresses of people. */
export async function listAddresses(db: Db, orgId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}
