import { type Kysely, sql } from 'kysely'

/** What the application may do to a table. The default is everything but TRUNCATE. */
type Grant = 'select' | 'insert' | 'update' | 'delete'

const everything: readonly Grant[] = ['select', 'insert', 'update', 'delete']

/** Runs statements as written. For migrations only. */
export async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  await sql.raw(statements).execute(db)
}

/**
 * Puts a table under the organisation of the session: row-level security, forced on the owner too,
 * with `app.org_id` as the only door. Unset or empty, the setting admits no row.
 */
export async function protectTenantTable(
  db: Kysely<unknown>,
  table: string,
  { orgColumn = 'org_id', grants = everything }: { orgColumn?: string; grants?: readonly Grant[] } = {},
): Promise<void> {
  const inOrg = `${orgColumn} = nullif(current_setting('app.org_id', true), '')::uuid`
  await run(
    db,
    `alter table ${table} enable row level security;
     alter table ${table} force row level security;
     create policy of_the_organisation on ${table} to sightline_app using (${inOrg}) with check (${inOrg});
     grant ${grants.join(', ')} on ${table} to sightline_app;`,
  )
}

/**
 * The statements that let triggers write to the table which a foreign key sets off. `on delete set null` and `cascade` change rows
 * as the owner of their table, PostgreSQL 18 runs the triggers of that change as the same, and an owner who is no superuser is
 * held by row-level security too. The door is that of the application, for whoever owns the tables one day. They may be repeated.
 */
export function openToForeignKeys(table: string): string {
  const inOrg = `org_id = nullif(current_setting('app.org_id', true), '')::uuid`
  return `drop policy if exists of_the_organisation_by_foreign_keys on ${table};
    create policy of_the_organisation_by_foreign_keys on ${table} using (${inOrg}) with check (${inOrg})`
}

/**
 * Lets the worker role find and lease the rows of a work table across organisations, and nothing else:
 * it reads and moves the columns of the lease, then acts inside one organisation as the application.
 */
export async function openToWorkers(db: Kysely<unknown>, table: string): Promise<void> {
  await run(
    db,
    `create policy claimed_by_workers on ${table} to sightline_worker using (true);
     grant select (org_id, id, status, attempt, next_at, lease_until, worker) on ${table} to sightline_worker;
     grant update (attempt, lease_until, worker) on ${table} to sightline_worker;`,
  )
}

/** The columns by which `platform/work/work-loop.ts` leases a row; `pending` names the rows that wait for work. */
export const workColumns = `
  status text not null default 'pending',
  attempt integer not null default 0,
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  worker text`
