import { type RawBuilder, sql } from 'kysely'
import type { WorkerDb } from '../database/handles.js'
import type { WorkTableName } from '../database/tables.js'

/** A row of a work table that this worker holds until its lease ends. */
export interface ClaimedRow {
  readonly orgId: string
  readonly id: string
  /** How often the row was claimed, this time included. */
  readonly attempt: number
  /** The name of the lease. Whoever finishes the row asks for it: another claim, of the same node too, has another. */
  readonly worker: string
}

/** Whose lease a claim makes, and for how long. */
interface Lease {
  readonly workerId: string
  readonly leaseMs: number
}

/** The condition that a row is due, and that nobody holds it. */
export const isFree = sql`status = 'pending' and next_at <= now() and (lease_until is null or lease_until <= now())`

/** The end of a claim: leases the rows of the query `due`. What it returns of them, as `work`, the caller adds. */
export function leaseDue(table: WorkTableName, { workerId, leaseMs }: Lease): RawBuilder<unknown> {
  return sql`update ${sql.table(table)} as work
    set worker = ${workerId}, attempt = work.attempt + 1,
        lease_until = now() + make_interval(secs => ${leaseMs / 1000}::float8)
    from due
    where work.org_id = due.org_id and work.id = due.id`
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
      where ${isFree}
      order by next_at
      limit ${options.limit}
      for update skip locked
    )
    ${leaseDue(options.table, options)}
    returning work.org_id, work.id, work.attempt`.execute(worker)
  return rows.map((row) => ({
    orgId: row.org_id,
    id: row.id,
    attempt: row.attempt,
    worker: options.workerId,
  }))
}

/** Lengthens the leases that are still held. @returns the names of the others. */
export async function renewLeases(
  worker: WorkerDb,
  options: { table: WorkTableName; leaseMs: number; held: readonly Pick<ClaimedRow, 'id' | 'worker'>[] },
): Promise<Set<string>> {
  const { held } = options
  const { rows } = await sql<{ id: string; worker: string }>`
    update ${sql.table(options.table)} as work
    set lease_until = now() + make_interval(secs => ${options.leaseMs / 1000})
    from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map((row) => row.worker)}::text[]) as held (id, worker)
    where work.id = held.id and work.worker = held.worker and work.status = 'pending' and work.lease_until > now()
    returning work.id, work.worker`.execute(worker)
  const renewed = new Set(rows.map(leaseOf))
  return new Set(held.map(leaseOf).filter((lease) => !renewed.has(lease)))
}

/** Names one claim of one row. */
export const leaseOf = ({ id, worker }: Pick<ClaimedRow, 'id' | 'worker'>): string => `${worker} ${id}`

/** Gives a row back, to be claimed again after `waitMs`. */
export async function giveBack(
  worker: WorkerDb,
  options: { table: WorkTableName; worker: string; id: string; waitMs: number },
): Promise<void> {
  await sql`
    update ${sql.table(options.table)}
    set lease_until = now() + make_interval(secs => ${options.waitMs / 1000})
    where id = ${options.id} and worker = ${options.worker} and status = 'pending'`.execute(worker)
}
