import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/handles.js'
import type { PushSubscriptionTable } from '../push.table.js'

export type PushSubscriptionRow = Selectable<PushSubscriptionTable>

interface Person {
  readonly orgId: string
  readonly userId: string
}

/** Subscriptions of a person whose sessions have not ended, oldest first. */
export function listLiveSubscriptions(
  db: Db,
  { orgId, userId }: Person,
  now: Date,
): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom('push_subscriptions as subscription')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.org_id', '=', 'subscription.org_id')
        .onRef('sessions.id', '=', 'subscription.session_id'),
    )
    .selectAll('subscription')
    .where('subscription.org_id', '=', orgId)
    .where('subscription.user_id', '=', userId)
    .where('sessions.org_id', '=', orgId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .orderBy('subscription.created_at')
    .orderBy('subscription.id')
    .execute()
}

/** Lets parallel requests of one person come one by one. */
export async function lockSubscriber(tx: Tx, { orgId, userId }: Person): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}

/** Removes what a browser had before, whoever used it. */
export async function deleteByEndpoint(tx: Tx, orgId: string, endpointHash: Buffer): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('org_id', '=', orgId)
    .where('endpoint_hash', '=', endpointHash)
    .execute()
}

/** Removes subscriptions of a person whose sessions have ended. */
export async function deleteEnded(tx: Tx, { orgId, userId }: Person, now: Date): Promise<void> {
  await sql`/* name: delete_ended_push_subscriptions */
    with ended as (
      select subscription.id from push_subscriptions as subscription
      join sessions on sessions.org_id = ${orgId} and sessions.id = subscription.session_id
      where subscription.org_id = ${orgId} and subscription.user_id = ${userId}
        and (sessions.revoked_at is not null or sessions.expires_at <= ${now})
      order by subscription.id for update of subscription
    )
    delete from push_subscriptions where org_id = ${orgId} and id in (select id from ended)`.execute(tx)
}

/** Of two people who ask for one browser at the same moment the later one has it. */
export function putSubscription(
  tx: Tx,
  row: Insertable<PushSubscriptionTable>,
): Promise<PushSubscriptionRow> {
  return tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'endpoint_hash']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns whether it was there, and this person's */
export async function deleteSubscription(tx: Tx, { orgId, userId }: Person, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_subscriptions')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** What became of a message to some browsers. */
export interface NotedOutcomes {
  readonly taken: readonly string[]
  /** The browser is gone. */
  readonly gone: readonly string[]
  readonly failures: readonly { readonly id: string; readonly failure: string }[]
}

export async function noteOutcomes(
  tx: Tx,
  orgId: string,
  { taken, gone, failures }: NotedOutcomes,
  at: Date,
): Promise<void> {
  const noted = [...taken, ...gone, ...failures.map(({ id }) => id)]
  if (noted.length > 0) await lockSubscriptions(tx, orgId, noted)
  if (gone.length > 0)
    await tx.deleteFrom('push_subscriptions').where('org_id', '=', orgId).where('id', 'in', gone).execute()
  if (taken.length > 0)
    await tx
      .updateTable('push_subscriptions')
      .set({ last_sent_at: at, failure: null })
      .where('org_id', '=', orgId)
      .where('id', 'in', taken)
      .execute()
  for (const { id, failure } of failures)
    await tx
      .updateTable('push_subscriptions')
      .set({ failure })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
}

/** In the order of their ids: two messages to one person end at the same moment, each well where the other failed. */
async function lockSubscriptions(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The rules of which a person is a recipient by `push`, by name. */
export async function listPushingRules(
  db: Db,
  { orgId, userId }: Person,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`/* name: list_pushing_rules */
    select rule.id, rule.name from alert_rule_recipients as recipient
    join alert_rules as rule on rule.org_id = ${orgId} and rule.id = recipient.rule_id
    where recipient.org_id = ${orgId} and recipient.user_id = ${userId} and 'push' = any(recipient.channels)
      and rule.deleted_at is null and rule.enabled
    order by rule.name, rule.id`.execute(db)
  return rows
}
