import { sql } from 'kysely'
import type { Db, WorkerDb } from '../../platform/database/handles.js'
import type { Sealed } from '../../platform/secrets/secret-box.js'
import type { SealedColumn } from './sealed-columns.table.js'

/** A secret as it is stored. */
export interface SealedSecret {
  readonly id: string
  readonly bytes: Buffer
  readonly key_id: string
}

/** The next organisations after one, by id. */
export async function listOrgIds(worker: WorkerDb, after: string, limit: number): Promise<string[]> {
  const rows = await worker
    .selectFrom('organisations')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The next secrets of a column that another key sealed, by the id of their row. */
export async function listSealedOtherwise(
  db: Db,
  orgId: string,
  { table, bytes, keyId }: SealedColumn,
  { currentKeyId, after, limit }: { currentKeyId: string; after: string; limit: number },
): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select id, ${sql.ref(bytes)} as bytes, ${sql.ref(keyId)} as key_id
    from ${sql.table(table)}
    where org_id = ${orgId} and id > ${after} and ${sql.ref(keyId)} <> ${currentKeyId}
      and octet_length(${sql.ref(bytes)}) > 0
    order by id limit ${limit}`.execute(db)
  return rows
}

/**
 * Stores a secret sealed anew, unless somebody stored another one since it was read.
 * @returns whether it was stored
 */
export async function replaceSealed(
  db: Db,
  orgId: string,
  { table, bytes, keyId }: SealedColumn,
  { read, anew }: { read: SealedSecret; anew: Sealed },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(bytes)} = ${anew.bytes}, ${sql.ref(keyId)} = ${anew.keyId}
    where org_id = ${orgId} and id = ${read.id}
      and ${sql.ref(keyId)} = ${read.key_id} and ${sql.ref(bytes)} = ${read.bytes}`.execute(db)
  return numAffectedRows === 1n
}

/** How many secrets of a column each key seals. */
export async function countByKey(
  db: Db,
  orgId: string,
  { table, bytes, keyId }: SealedColumn,
): Promise<{ key_id: string; count: number }[]> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select ${sql.ref(keyId)} as key_id, count(*) as count
    from ${sql.table(table)}
    where org_id = ${orgId} and octet_length(${sql.ref(bytes)}) > 0
    group by 1`.execute(db)
  return rows
}

/** Ids of the keys that sealed something in these columns. */
export async function listSealingKeys(
  db: Db,
  orgId: string,
  columns: readonly SealedColumn[],
): Promise<string[]> {
  const each = columns.map(
    ({ table, bytes, keyId }) => sql`
      select ${sql.ref(keyId)} as key_id from ${sql.table(table)}
      where org_id = ${orgId} and octet_length(${sql.ref(bytes)}) > 0`,
  )
  const { rows } = await sql<{ key_id: string }>`${sql.join(each, sql` union `)}`.execute(db)
  return rows.map(({ key_id: id }) => id)
}

/** How many answers each key seals that are kept for repeated requests, since `oldest`. */
export async function countAnswersByKey(
  db: Db,
  orgId: string,
  oldest: Date,
): Promise<{ key_id: string; count: number }[]> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select response ->> 'keyId' as key_id, count(*) as count
    from idempotency_keys
    where org_id = ${orgId} and created_at >= ${oldest} and status_code is not null
    group by 1`.execute(db)
  return rows
}
