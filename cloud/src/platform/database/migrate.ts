import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrations } from '../../migrations/index.js'
import type { DatabaseAddress } from './database.js'
import { withDatabaseLock } from './database-lock.js'
import { DatabaseSetupError, ensureRoles, serverVersion } from './roles.js'

/**
 * Brings the schema up to date as the owner of the database, forward only, in one transaction.
 * @returns the names of the migrations that ran.
 * @throws DatabaseSetupError if the server is too old, the user lacks rights, or the database is newer
 *   than this program.
 */
export function migrate(address: DatabaseAddress): Promise<string[]> {
  return withDatabaseLock(address, 'migrate', async (owner) => {
    await requireVersion(owner)
    await ensureRoles(owner, address)
    return runMigrations(address)
  })
}

async function requireVersion(owner: pg.ClientBase): Promise<void> {
  if ((await serverVersion(owner)) < 150_000) {
    throw new DatabaseSetupError('Sightline needs PostgreSQL 15 or later behind DATABASE_URL')
  }
}

async function runMigrations(address: DatabaseAddress): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: address.url, application_name: 'sightline_migrate', max: 2 })
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}

async function migrateToLatest(db: Kysely<unknown>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async (): Promise<Record<string, Migration>> => migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
  const unknown = (await migrator.getMigrations()).filter(({ name }) => !(name in migrations))
  if (unknown.length > 0) throw newerDatabase()
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    if (error instanceof Error && error.message.startsWith('corrupted migrations')) throw newerDatabase(error)
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName
    throw new Error(`the migration ${failed ?? ''} failed; the database is as it was`, { cause: error })
  }
  return (results ?? []).map(({ migrationName }) => migrationName)
}

function newerDatabase(cause?: unknown): DatabaseSetupError {
  return new DatabaseSetupError(
    'the database holds migrations that this program does not know: it was last used by a newer Sightline. Run that version, or restore a backup',
    { cause },
  )
}
