import type { Selectable } from 'kysely'
import type { Db } from '../database/database.js'
import type { IdempotencyKeyTable } from '../platform.table.js'

export type KeptAnswerRow = Selectable<IdempotencyKeyTable>

/** Which request of whom a key names. */
export interface KeyPlace {
  readonly orgId: string
  readonly actorId: string
  readonly key: string
}

/** Takes the key for a request; false if it is taken already, since `oldest` or later. */
export async function takeKey(
  db: Db,
  { orgId, actorId, key }: KeyPlace,
  requestSha256: Buffer,
  { now, oldest }: { now: Date; oldest: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ org_id: orgId, actor_id: actorId, key, request_sha256: requestSha256, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'actor_id', 'key'])
        .doUpdateSet({ request_sha256: requestSha256, created_at: now, status_code: null })
        .where('idempotency_keys.created_at', '<', oldest),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export function findKey(db: Db, { orgId, actorId, key }: KeyPlace): Promise<KeptAnswerRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function keepAnswer(
  db: Db,
  { orgId, actorId, key }: KeyPlace,
  statusCode: number,
  sealed: { readonly bytes: string; readonly keyId: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status_code: statusCode, response: JSON.stringify(sealed) })
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .execute()
}

/** Frees a key whose request changed nothing. */
export async function freeKey(db: Db, { orgId, actorId, key }: KeyPlace): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('org_id', '=', orgId)
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .where('status_code', 'is', null)
    .execute()
}
