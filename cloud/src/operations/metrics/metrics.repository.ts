import { sql } from 'kysely'
import type { WorkerDb } from '../../platform/database/handles.js'
import type { WorkTableName } from '../../platform/database/tables.js'

/** Rows of a work table that wait or are worked on, of all organisations together. */
export async function countWaiting(worker: WorkerDb, table: WorkTableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where status = 'pending'`.execute(worker)
  return rows[0]?.count ?? 0
}

/** How long the row has waited that is due for the longest and that nobody works on, seconds; 0 if there is none. */
export async function longestWaitSec(worker: WorkerDb, table: WorkTableName): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min(next_at))), 0)::float8 as age from ${sql.table(table)}
    where status = 'pending' and (lease_until is null or lease_until <= now())`.execute(worker)
  return rows[0]?.age ?? 0
}

/** How far a clock that shows `now`, milliseconds since the epoch, is ahead of PostgreSQL's, seconds. */
export async function clockOffsetSec(worker: WorkerDb, now: number): Promise<number> {
  const { rows } = await sql<{ offset: number }>`
    select ${now}::float8 / 1000 - extract(epoch from clock_timestamp())::float8 as offset`.execute(worker)
  return rows[0]?.offset ?? Number.NaN
}
