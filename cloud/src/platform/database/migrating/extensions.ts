import type pg from 'pg'
import { DatabaseSetupError } from '../tenancy/roles.js'

/** What migrations install from PostgreSQL's own contrib. */
const neededExtensions = ['btree_gin', 'pg_trgm'] as const

/** @throws DatabaseSetupError if the server does not have what the migrations install, with what to do */
export async function requireExtensions(
  owner: pg.ClientBase,
  needed: readonly string[] = neededExtensions,
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where name not in (select name from pg_available_extensions)',
    [needed],
  )
  if (rows.length === 0) return
  throw new DatabaseSetupError(
    `PostgreSQL behind DATABASE_URL lacks ${rows.map(({ name }) => name).join(' and ')}: ` +
      'install its contrib package (postgresql-contrib) on the server',
  )
}
