import type pg from 'pg'
import { namedByFirstSchema } from './squashed-migrations.js'

/** The migrations that have run, in order; none in a database without a schema. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return namedByFirstSchema(rows.map(({ name }) => name))
}
