import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { PromptPackTable } from '../analysis.table.js'

export type PromptPackRow = Selectable<PromptPackTable>

/** Where the next page begins. */
interface PromptPackPosition {
  readonly createdAt: string
  readonly id: string
}

/** Prompt packs, oldest first. */
export function listPromptPackRows(
  db: Db,
  orgId: string,
  after: PromptPackPosition | null,
  limit: number,
): Promise<PromptPackRow[]> {
  let query = db.selectFrom('prompt_packs').selectAll().where('org_id', '=', orgId)
  if (after) {
    query = query.where(sql<boolean>`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
  }
  return query.orderBy('created_at').orderBy('id').limit(limit).execute()
}

export async function countPromptPacks(db: Db, orgId: string): Promise<number> {
  const row = await db
    .selectFrom('prompt_packs')
    .select(sql<number>`count(*)`.as('total'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return row.total
}

export function findPromptPack(db: Db, orgId: string, id: string): Promise<PromptPackRow | undefined> {
  return db
    .selectFrom('prompt_packs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** True if the pack is there and stays until the transaction ends. */
export async function holdPromptPack(tx: Db, orgId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('prompt_packs')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** True if the pack is there; nobody else can take it for a camera, change or remove it until the transaction ends. */
export async function lockPromptPack(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('prompt_packs')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** How many cameras that are not deleted use a pack. */
export async function countCamerasWithPack(db: Db, orgId: string, id: string): Promise<number> {
  const row = await db
    .selectFrom('cameras')
    .select(sql<number>`count(*)`.as('total'))
    .where('org_id', '=', orgId)
    .where('prompt_pack_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.total
}

export function insertPromptPack(tx: Tx, row: Insertable<PromptPackTable>): Promise<PromptPackRow> {
  return tx.insertInto('prompt_packs').values(row).returningAll().executeTakeFirstOrThrow()
}

export function savePromptPack(
  tx: Tx,
  orgId: string,
  id: string,
  change: { name?: string | undefined; instructions?: string | undefined },
): Promise<PromptPackRow | undefined> {
  return tx
    .updateTable('prompt_packs')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function removePromptPack(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('prompt_packs').where('org_id', '=', orgId).where('id', '=', id).execute()
}
