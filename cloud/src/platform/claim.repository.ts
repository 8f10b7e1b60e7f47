import { sql } from 'kysely'
import type { WorkerDb } from './database/database.js'
import type { WorkTableName } from './database/tables.js'

/** A row of a work table that this worker holds until its lease ends. */
export interface ClaimedRow {
  readonly orgId: string
  readonly id: string
  /** How often the row was claimed, this time included. */
  readonly attempt: number
}

/**
 * Takes up to `limit` rows that are due and that nobody holds, the longest due first. Rows that another
 * worker is just taking are left to it.
 */
export async function claimRows(
  worker: WorkerDb,
  options: { table: WorkTableName; workerId: string; leaseMs: number; limit: number },
): Promise<ClaimedRow[]> {
  const table = sql.table(options.table)
  const { rows } = await sql<{ org_id: string; id: string; attempt: number }>`
    with due as (
      select org_id, id from ${table}
      where status = 'pending' and next_at <= now() and (lease_until is null or lease_until <= now())
      order by next_at
      limit ${options.limit}
      for update skip locked
    )
    update ${table} as work
    set worker = ${options.workerId}, attempt = work.attempt + 1,
        lease_until = now() + make_interval(secs => ${options.leaseMs / 1000})
    from due
    where work.org_id = due.org_id and work.id = due.id
    returning work.org_id, work.id, work.attempt`.execute(worker)
  return rows.map((row) => ({ orgId: row.org_id, id: row.id, attempt: row.attempt }))
}

/** Lengthens the leases of rows that this worker still holds. @returns the ids of those. */
export async function renewLeases(
  worker: WorkerDb,
  options: { table: WorkTableName; workerId: string; leaseMs: number; ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(options.table)}
    set lease_until = now() + make_interval(secs => ${options.leaseMs / 1000})
    where id = any(${[...options.ids]}::uuid[]) and worker = ${options.workerId}
      and status = 'pending' and lease_until > now()
    returning id`.execute(worker)
  return new Set(rows.map(({ id }) => id))
}

/** Gives a row back, to be claimed again after `waitMs`. */
export async function giveBack(
  worker: WorkerDb,
  options: { table: WorkTableName; workerId: string; id: string; waitMs: number },
): Promise<void> {
  await sql`
    update ${sql.table(options.table)}
    set lease_until = now() + make_interval(secs => ${options.waitMs / 1000})
    where id = ${options.id} and worker = ${options.workerId} and status = 'pending'`.execute(worker)
}
