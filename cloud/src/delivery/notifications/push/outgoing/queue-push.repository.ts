import { type Insertable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../../platform/database/handles.js'
import { inBatches } from '../../../../platform/database/in-batches.js'
import { lateDigestSec } from '../../decisions/deciding-setting.js'
import {
  firstOfEach,
  type GroupReader,
  type MessageOfReader,
  readerKey,
} from '../../recipients/message-of-reader.js'
import type { OutgoingPushTable } from '../push.table.js'

/** Queues a message for each alert and reader; one that stands already is left as it is. */
export async function insertAlertPushes(
  tx: Tx,
  orgId: string,
  readers: readonly GroupReader[],
): Promise<MessageOfReader> {
  const stored = await inBatches(readers, (batch) =>
    tx
      .insertInto('outgoing_pushes')
      .values(
        batch.map((reader) => ({
          org_id: orgId,
          id: uuidv7(),
          purpose: 'alert' as const,
          user_id: reader.userId,
          rule_id: reader.ruleId,
          group_id: reader.groupId,
          dedupe_key: readerKey(reader),
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
      .returning(['id', 'dedupe_key'])
      .execute(),
  )
  return new Map(stored.flatMap(({ id, dedupe_key: key }) => (key === null ? [] : [[key, id]])))
}

/** What a digest of messages collects; it leaves when that of e-mail does. */
const subjects = { late_digest: 'rule_id', group_digest: 'group_id' } as const

/**
 * Puts alerts into the open digest of their subject and reader, or begins one. The digest's row is locked until the
 * transaction ends, so that none is sealed while an alert is on its way into it. Rows are taken in one order by all.
 */
export async function addToPushDigests(
  tx: Tx,
  orgId: string,
  kind: keyof typeof subjects,
  readers: readonly GroupReader[],
): Promise<MessageOfReader> {
  const subject = subjects[kind]
  const purpose = kind === 'late_digest' ? 'digest' : 'group_digest'
  const keyOf = ({ ruleId, groupId, userId }: GroupReader) =>
    `${kind === 'late_digest' ? ruleId : groupId} ${userId}`
  const stored = await inBatches(firstOfEach(readers, keyOf), (batch) =>
    tx
      .insertInto('outgoing_pushes')
      .values(
        batch.map((reader) => ({
          org_id: orgId,
          id: uuidv7(),
          purpose,
          user_id: reader.userId,
          rule_id: reader.ruleId,
          group_id: kind === 'group_digest' ? reader.groupId : null,
          next_at:
            kind === 'group_digest'
              ? reader.closesAt
              : sql<Date>`now() + make_interval(secs => ${lateDigestSec})`,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', subject, 'user_id'])
          // As the index says it, which PostgreSQL finds by these words.
          .where(sql<boolean>`purpose = ${sql.lit(purpose)} and sealed_at is null and status = 'pending'`)
          .doUpdateSet({ next_at: sql<Date>`outgoing_pushes.next_at` }),
      )
      .returning(['id', 'rule_id', 'group_id', 'user_id'])
      .execute(),
  )
  const idOf = new Map(stored.map((push) => [`${push[subject]} ${push.user_id}`, push.id]))
  return new Map(
    readers.flatMap((reader) => {
      const id = idOf.get(keyOf(reader))
      return id === undefined ? [] : [[readerKey(reader), id]]
    }),
  )
}

/** Queues tests. @returns how many */
export async function insertTestPushes(
  tx: Tx,
  tests: readonly Pick<Insertable<OutgoingPushTable>, 'org_id' | 'user_id' | 'rule_id' | 'subscription_id'>[],
): Promise<number> {
  if (tests.length === 0) return 0
  const rows = tests.map((test) => ({ ...test, id: uuidv7(), purpose: 'test' as const }))
  await tx.insertInto('outgoing_pushes').values(rows).execute()
  return rows.length
}
