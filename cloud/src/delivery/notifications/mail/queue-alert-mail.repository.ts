import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { inBatches } from '../../../platform/database/in-batches.js'
import { lateDigestSec } from '../decisions/deciding-setting.js'
import {
  type AlertReader,
  firstOfEach,
  type GroupReader,
  type MessageOfReader,
  readerKey,
} from '../recipients/message-of-reader.js'

/** Queues a mail for each alert and reader; one that stands already is left as it is. */
export async function insertAlertMails(
  tx: Tx,
  orgId: string,
  readers: readonly AlertReader[],
): Promise<MessageOfReader> {
  const rows = readers.map((reader) => ({
    org_id: orgId,
    id: uuidv7(),
    purpose: 'alert' as const,
    user_id: reader.userId,
    rule_id: reader.ruleId,
    dedupe_key: `alert ${readerKey(reader)}`,
  }))
  const stored = await inBatches(rows, (batch) =>
    tx
      .insertInto('outgoing_mail')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
      .returning(['id', 'dedupe_key'])
      .execute(),
  )
  const idOf = new Map(stored.map(({ id, dedupe_key: key }) => [key, id]))
  return linkAlerts(tx, orgId, readers, (reader) => idOf.get(`alert ${readerKey(reader)}`))
}

/** What a digest collects, and when it leaves. */
interface DigestKind {
  readonly purpose: 'digest' | 'group_digest'
  readonly subject: 'rule_id' | 'group_id'
  readonly subjectOf: (reader: GroupReader) => string
  readonly leavesAt: (reader: GroupReader) => Date | RawBuilder<Date>
}

/** Late alerts of a rule, until some minutes after the first. */
const lateDigest: DigestKind = {
  purpose: 'digest',
  subject: 'rule_id',
  subjectOf: ({ ruleId }) => ruleId,
  leavesAt: () => sql<Date>`now() + make_interval(secs => ${lateDigestSec})`,
}

/** Alerts of a group, until its window ends. */
const groupDigest: DigestKind = {
  purpose: 'group_digest',
  subject: 'group_id',
  subjectOf: ({ groupId }) => groupId,
  leavesAt: ({ closesAt }) => closesAt,
}

/** Which digest takes the alerts of a notification method. */
export const digestKinds = { late_digest: lateDigest, group_digest: groupDigest }

/**
 * Puts alerts into the open digest of their subject and reader, or begins one. The digest's row is locked until the
 * transaction ends, so that none is sealed while an alert is on its way into it. Rows are taken in one order by all.
 */
export async function addToDigests(
  tx: Tx,
  orgId: string,
  { purpose, subject, subjectOf, leavesAt }: DigestKind,
  readers: readonly GroupReader[],
): Promise<MessageOfReader> {
  const keyOf = (reader: GroupReader) => `${subjectOf(reader)} ${reader.userId}`
  const stored = await inBatches(firstOfEach(readers, keyOf), (batch) =>
    tx
      .insertInto('outgoing_mail')
      .values(
        batch.map((reader) => ({
          org_id: orgId,
          id: uuidv7(),
          purpose,
          user_id: reader.userId,
          rule_id: reader.ruleId,
          group_id: subject === 'group_id' ? reader.groupId : null,
          next_at: leavesAt(reader),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', subject, 'user_id'])
          // As the index says it, which PostgreSQL finds by these words.
          .where(sql<boolean>`purpose = ${sql.lit(purpose)} and sealed_at is null and status = 'pending'`)
          .doUpdateSet({ next_at: sql<Date>`outgoing_mail.next_at` }),
      )
      .returning(['id', 'rule_id', 'group_id', 'user_id'])
      .execute(),
  )
  const idOf = new Map(stored.map((mail) => [`${mail[subject]} ${mail.user_id}`, mail.id]))
  return linkAlerts(tx, orgId, readers, (reader) => idOf.get(keyOf(reader)))
}

async function linkAlerts<Reader extends AlertReader>(
  tx: Tx,
  orgId: string,
  readers: readonly Reader[],
  mailOf: (reader: Reader) => string | undefined,
): Promise<MessageOfReader> {
  const links = readers.flatMap((reader) => {
    const mailId = mailOf(reader)
    return mailId === undefined ? [] : [{ reader, mailId }]
  })
  await inBatches(links, (batch) =>
    tx
      .insertInto('outgoing_mail_alerts')
      .values(
        batch.map(({ reader, mailId }) => ({ org_id: orgId, mail_id: mailId, alert_id: reader.alertId })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'mail_id', 'alert_id']).doNothing())
      .execute(),
  )
  return new Map(links.map(({ reader, mailId }) => [readerKey(reader), mailId]))
}
