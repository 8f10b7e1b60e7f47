import { Kysely, type Migration, type MigrationResultSet, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrations } from '../../migrations/index.js'
import type { DatabaseAddress } from './database.js'
import { withDatabaseLock } from './database-lock.js'
import { requireExtensions } from './extensions.js'
import { DatabaseSetupError, ensureRoles, serverVersion } from './roles.js'

/**
 * Brings the schema up to date as the owner of the database, forward only, in one transaction.
 * @returns the names of the migrations that ran.
 * @throws DatabaseSetupError if the server is too old or lacks contrib, the user lacks rights, or the database is newer
 *   than this program.
 */
export function migrate(address: DatabaseAddress): Promise<string[]> {
  return withDatabaseLock(address, 'migrate', async (owner) => {
    await requireVersion(owner)
    await requireExtensions(owner)
    await ensureRoles(owner, address)
    return runMigrations(address, (migrator) => migrator.migrateToLatest())
  })
}

/**
 * Brings an empty database to the schema that had just these migrations, in which a backup's rows fit.
 * @throws DatabaseSetupError as `migrate`, and if the database is further, or a migration is unknown to this program
 */
export function migrateAsFarAs(address: DatabaseAddress, names: readonly string[]): Promise<string[]> {
  const known = Object.keys(migrations).slice(0, names.length)
  const last = names.at(-1)
  if (last === undefined || known.join() !== names.join()) throw newerDatabase()
  return withDatabaseLock(address, 'migrate', async (owner) => {
    await requireVersion(owner)
    await requireExtensions(owner)
    await ensureRoles(owner, address)
    return runMigrations(address, async (migrator) => {
      const done = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined)
      if (done.some(({ name }) => !names.includes(name))) {
        throw new DatabaseSetupError(
          'the database is further than the backup: restore into a new database, it is brought up to date afterwards',
        )
      }
      return migrator.migrateTo(last)
    })
  })
}

async function requireVersion(owner: pg.ClientBase): Promise<void> {
  if ((await serverVersion(owner)) < 150_000) {
    throw new DatabaseSetupError('Sightline needs PostgreSQL 15 or later behind DATABASE_URL')
  }
}

type Go = (migrator: Migrator) => Promise<MigrationResultSet>

async function runMigrations(address: DatabaseAddress, go: Go): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: address.url, application_name: 'sightline_migrate', max: 2 })
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await runOn(db, go)
  } finally {
    await db.destroy()
  }
}

async function runOn(db: Kysely<unknown>, go: Go): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async (): Promise<Record<string, Migration>> => migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
  const unknown = (await migrator.getMigrations()).filter(({ name }) => !(name in migrations))
  if (unknown.length > 0) throw newerDatabase()
  const { error, results } = await go(migrator)
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
