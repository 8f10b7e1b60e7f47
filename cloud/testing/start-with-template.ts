import pg from 'pg'
import { migrate } from '#cloud/platform/database/migrating/migrate.js'
import { templateDatabase } from './template.js'
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js'

/** A PostgreSQL with the migrated template of which tests take copies. */
export async function startWithTemplate(): Promise<TemporaryPostgres> {
  const postgres = await startTemporaryPostgres()
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrate({ url: postgres.url(templateDatabase), rolesLogIn: true })
  return postgres
}
