import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { lateDigestSec } from './deciding-setting.js'

/** An alert and a person who is to read of it. */
export interface AlertReader {
  readonly alertId: string
  readonly ruleId: string
  readonly userId: string
}

/** An alert that is told of together with others of its group. */
export interface GroupReader extends AlertReader {
  readonly groupId: string
  /** When the window of the group ends, and the mail leaves. */
  readonly closesAt: Date
}

/** The mail that tells a person of an alert, by `readerKey`. */
export type MailOfReader = ReadonlyMap<string, string>

export const readerKey = ({ alertId, userId }: Pick<AlertReader, 'alertId' | 'userId'>): string =>
  `${alertId} ${userId}`

/** Queues a mail for each alert and reader; one that stands already is left as it is. */
export async function insertAlertMails(
  tx: Tx,
  orgId: string,
  readers: readonly AlertReader[],
): Promise<MailOfReader> {
  if (readers.length === 0) return new Map()
  const rows = readers.map((reader) => ({
    org_id: orgId,
    id: uuidv7(),
    purpose: 'alert' as const,
    user_id: reader.userId,
    rule_id: reader.ruleId,
    dedupe_key: `alert ${readerKey(reader)}`,
  }))
  const stored = await tx
    .insertInto('outgoing_mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .returning(['id', 'dedupe_key'])
    .execute()
  const idOf = new Map(stored.map(({ id, dedupe_key: key }) => [key, id]))
  const links = readers.flatMap((reader) => {
    const mailId = idOf.get(`alert ${readerKey(reader)}`)
    return mailId === undefined ? [] : [{ reader, mailId }]
  })
  return linkAlerts(tx, orgId, links)
}

/**
 * Puts late alerts into the open digest of their rule and reader, or begins one. The digest's row is locked until the
 * transaction ends, so that none is sealed while an alert is on its way into it. Rows are taken in one order by all.
 */
export async function addToDigests(
  tx: Tx,
  orgId: string,
  readers: readonly AlertReader[],
): Promise<MailOfReader> {
  if (readers.length === 0) return new Map()
  const keyOf = (ruleId: string | null, userId: string | null) => `${ruleId} ${userId}`
  const first = firstOfEach(readers, ({ ruleId, userId }) => keyOf(ruleId, userId))
  const stored = await tx
    .insertInto('outgoing_mail')
    .values(
      first.map(({ ruleId, userId }) => ({
        org_id: orgId,
        id: uuidv7(),
        purpose: 'digest' as const,
        user_id: userId,
        rule_id: ruleId,
        next_at: sql<Date>`now() + make_interval(secs => ${lateDigestSec})`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'rule_id', 'user_id'])
        // As the index says it, which PostgreSQL finds by these words.
        .where(sql<boolean>`purpose = 'digest' and sealed_at is null and status = 'pending'`)
        .doUpdateSet({ next_at: sql<Date>`outgoing_mail.next_at` }),
    )
    .returning(['id', 'rule_id', 'user_id'])
    .execute()
  const idOf = new Map(stored.map(({ id, rule_id: ruleId, user_id: userId }) => [keyOf(ruleId, userId), id]))
  return linkAlerts(
    tx,
    orgId,
    readers.flatMap((reader) => {
      const mailId = idOf.get(keyOf(reader.ruleId, reader.userId))
      return mailId === undefined ? [] : [{ reader, mailId }]
    }),
  )
}

/** Puts alerts into the mail that leaves when the window of their group ends, or begins it; as `addToDigests`. */
export async function addToGroupDigests(
  tx: Tx,
  orgId: string,
  readers: readonly GroupReader[],
): Promise<MailOfReader> {
  if (readers.length === 0) return new Map()
  const keyOf = (groupId: string | null, userId: string | null) => `${groupId} ${userId}`
  const first = firstOfEach(readers, ({ groupId, userId }) => keyOf(groupId, userId))
  const stored = await tx
    .insertInto('outgoing_mail')
    .values(
      first.map(({ ruleId, userId, groupId, closesAt }) => ({
        org_id: orgId,
        id: uuidv7(),
        purpose: 'group_digest' as const,
        user_id: userId,
        rule_id: ruleId,
        group_id: groupId,
        next_at: closesAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'group_id', 'user_id'])
        .where(sql<boolean>`purpose = 'group_digest' and sealed_at is null and status = 'pending'`)
        .doUpdateSet({ next_at: sql<Date>`outgoing_mail.next_at` }),
    )
    .returning(['id', 'group_id', 'user_id'])
    .execute()
  const idOf = new Map(
    stored.map(({ id, group_id: groupId, user_id: userId }) => [keyOf(groupId, userId), id]),
  )
  return linkAlerts(
    tx,
    orgId,
    readers.flatMap((reader) => {
      const mailId = idOf.get(keyOf(reader.groupId, reader.userId))
      return mailId === undefined ? [] : [{ reader, mailId }]
    }),
  )
}

/** One of each key, by key. */
function firstOfEach<Reader extends AlertReader>(
  readers: readonly Reader[],
  keyOf: (reader: Reader) => string,
): Reader[] {
  const first = new Map<string, Reader>()
  for (const reader of readers) if (!first.has(keyOf(reader))) first.set(keyOf(reader), reader)
  return [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, reader]) => reader)
}

async function linkAlerts(
  tx: Tx,
  orgId: string,
  links: readonly { reader: AlertReader; mailId: string }[],
): Promise<MailOfReader> {
  if (links.length > 0)
    await tx
      .insertInto('outgoing_mail_alerts')
      .values(
        links.map(({ reader, mailId }) => ({ org_id: orgId, mail_id: mailId, alert_id: reader.alertId })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'mail_id', 'alert_id']).doNothing())
      .execute()
  return new Map(links.map(({ reader, mailId }) => [readerKey(reader), mailId]))
}
