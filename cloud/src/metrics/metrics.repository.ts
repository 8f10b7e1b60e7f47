import { sql } from 'kysely'
import type { WorkerDb } from '../platform/database/database.js'
import type { WorkTableName } from '../platform/database/tables.js'

/** Rows of a work table that wait or are worked on, of all organisations together. */
export async function countWaiting(worker: WorkerDb, table: WorkTableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where status = 'pending'`.execute(worker)
  return rows[0]?.count ?? 0
}
