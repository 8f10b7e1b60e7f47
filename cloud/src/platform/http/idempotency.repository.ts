import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../database/handles.js'
import type { IdempotencyKeyTable } from '../platform.table.js'

/** What is known of a request, and how long ago it began. By PostgreSQL's clock, for its repeat may come to another node. */
export type KeptRequestRow = Selectable<IdempotencyKeyTable> & { readonly age_ms: number }

/** Which request of whom a key names. */
export interface KeyScope {
  readonly orgId: string
  readonly actorId: string
  readonly key: string
}

/** One try to carry a request out: who holds its key. */
export interface KeyHolder extends KeyScope {
  readonly attempt: string
}

/** Takes the key for a request; false if it is taken already. */
export async function takeKey(
  db: Db,
  { orgId, actorId, key, attempt }: KeyHolder,
  sha256: Buffer,
): Promise<boolean> {
  const taken = await db
    .insertInto('idempotency_keys')
    .values({
      org_id: orgId,
      actor_id: actorId,
      key,
      request_sha256: sha256,
      created_at: sql<Date>`now()`,
      attempt,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'actor_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export function findKey(db: Db, { orgId, actorId, key }: KeyScope): Promise<KeptRequestRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .select(sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as('age_ms'))
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/**
 * Takes the key over from a request that has had no effect, or is too old to count. Whatever is left of that one can
 * commit nothing from then on.
 * @returns false if somebody else was faster, or a transaction of that request has not ended: PostgreSQL may be
 *   carrying its COMMIT out at this moment
 */
export async function takeOverKey(
  db: Db,
  { orgId, actorId, key, attempt }: KeyHolder,
  sha256: Buffer,
  first: KeptRequestRow,
): Promise<boolean> {
  const { rows } = await sql`
    update idempotency_keys set attempt = ${attempt}, request_sha256 = ${sha256}, created_at = now(),
      status_code = null, took_effect = false, ended_at = null
    where (org_id, actor_id, key) in (
      select org_id, actor_id, key from idempotency_keys
      where org_id = ${orgId} and actor_id = ${actorId} and key = ${key}
        and attempt is not distinct from ${first.attempt} and created_at = ${first.created_at}
        and took_effect = ${first.took_effect}
      for update skip locked)
    returning key`.execute(db)
  return rows.length > 0
}

/**
 * Notes in a transaction that writes that its request takes effect, if it commits.
 * @returns false if another request holds the key by now: this one must not commit
 */
export async function markEffect(tx: Tx, { orgId, actorId, key, attempt }: KeyHolder): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    with wrote as materialized (select pg_current_xact_id_if_assigned() is not null as it),
    marked as (
      update idempotency_keys set took_effect = true from wrote
      where wrote.it and org_id = ${orgId} and actor_id = ${actorId} and key = ${key} and attempt = ${attempt}
      returning key)
    select not wrote.it or exists (select from marked) as holds from wrote`.execute(tx)
  return rows[0]?.holds ?? false
}

/** Keeps the answer of a request that was carried out. */
export async function keepAnswer(
  db: Db,
  { orgId, actorId, key, attempt }: KeyHolder,
  statusCode: number,
  sealed: { readonly bytes: string; readonly keyId: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status_code: statusCode, response: JSON.stringify(sealed) })
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .where('attempt', '=', attempt)
    .execute()
}

/** Notes that a request ended without an answer of its own. Not while a transaction of it is under way. */
export async function endWithoutAnswer(db: Db, { orgId, actorId, key, attempt }: KeyHolder): Promise<void> {
  await sql`
    update idempotency_keys set ended_at = now() where (org_id, actor_id, key) in (
      select org_id, actor_id, key from idempotency_keys
      where org_id = ${orgId} and actor_id = ${actorId} and key = ${key} and attempt = ${attempt}
      for update skip locked)`.execute(db)
}

/** Frees the key of a request that was refused. */
export async function freeKey(db: Db, { orgId, actorId, key, attempt }: KeyHolder): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .where('attempt', '=', attempt)
    .where('status_code', 'is', null)
    .execute()
}
