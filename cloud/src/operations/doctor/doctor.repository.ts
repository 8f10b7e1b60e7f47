import { sql } from 'kysely'
import type pg from 'pg'
import type { WorkerDb } from '../../platform/database/handles.js'
import { tenantTables, workTables } from '../../platform/database/tables.js'

/** A role of the service as PostgreSQL knows it. */
interface RoleFacts {
  readonly name: string
  readonly powerful: boolean
}

export async function listRoles(owner: pg.ClientBase): Promise<RoleFacts[]> {
  const { rows } = await owner.query<RoleFacts>(
    `select rolname as name, rolsuper or rolbypassrls as powerful from pg_roles
     where rolname in ('sightline_app', 'sightline_worker') order by rolname`,
  )
  return rows
}

/** Tenant tables on which row-level security does not hold for everybody. */
export async function listUnprotectedTables(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname = any ($1) and not (relrowsecurity and relforcerowsecurity)`,
    [Object.keys(tenantTables)],
  )
  return rows.map(({ name }) => name)
}

/** True for a standby, and for a server or a database that was set to read only. */
export async function isReadOnly(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ on: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "on"`,
  )
  return rows[0]?.on === true
}

/** The time of the database, milliseconds since the epoch. */
export async function readDatabaseClock(owner: pg.ClientBase): Promise<number> {
  const { rows } = await owner.query<{ ms: string }>(
    `select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  )
  return Number(rows[0]?.ms)
}

/** Work that is due for more than a minute and that nobody holds. */
interface OverdueWork {
  readonly table: string
  readonly count: number
}

export async function countOverdue(worker: WorkerDb): Promise<OverdueWork[]> {
  const counts: OverdueWork[] = []
  for (const table of workTables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where status = 'pending' and next_at < now() - interval '1 minute'
        and (lease_until is null or lease_until < now())`.execute(worker)
    counts.push({ table, count: rows[0]?.count ?? 0 })
  }
  return counts
}

/** A periodic task that is late, or whose last run failed. */
interface TroubledTask {
  readonly name: string
  readonly last_error: string | null
}

export async function listTroubledTasks(worker: WorkerDb): Promise<TroubledTask[]> {
  return worker
    .selectFrom('periodic_tasks')
    .select(['name', 'last_error'])
    .where((row) =>
      row.or([
        row('last_error', 'is not', null),
        row.and([
          row('next_at', '<', sql<Date>`now() - interval '5 minutes'`),
          row.or([row('lease_until', 'is', null), row('lease_until', '<', sql<Date>`now()`)]),
        ]),
      ]),
    )
    .orderBy('name')
    .execute()
}
