import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { migrations } from '../../../migrations/index.js'
import { systemClock } from '../../time/clock.js'
import { createPool } from '../clients/clients.js'
import type { DatabaseAddress } from '../database-address.js'
import { withDatabaseLock } from '../database-lock.js'
import { DatabaseSetupError, ensureRoles, serverVersion } from '../tenancy/roles.js'
import { requireExtensions } from './extensions.js'
import { briefly, type MigrationClock, OnlineSteps, type SchemaMigration } from './online-migration.js'
import { firstSchema, isOlderThanFirstSchema, namedByFirstSchema } from './squashed-migrations.js'

/**
 * Brings the schema up to date as the owner of the database, forward only, one migration after the other: each is a
 * transaction of its own, or a row of steps that may be repeated (docs/migrations.md).
 * @returns the names of the migrations that ran.
 * @throws DatabaseSetupError if the server is too old or lacks contrib, the user lacks rights, or the database is newer
 *   than this program.
 */
export function migrate(address: DatabaseAddress): Promise<string[]> {
  return withSchema(address, async (schema) => {
    const done = await doneOf(schema)
    return runAll(
      schema,
      Object.keys(migrations).filter((name) => !done.includes(name)),
    )
  })
}

/**
 * Brings an empty database to the schema that had just these migrations, in which a backup's rows fit.
 * @throws DatabaseSetupError as `migrate`, and if the database is further, or a migration is unknown to this program
 */
export function migrateAsFarAs(address: DatabaseAddress, given: readonly string[]): Promise<string[]> {
  if (isOlderThanFirstSchema(given)) throw olderThanFirstSchema()
  const names = namedByFirstSchema(given)
  const known = Object.keys(migrations).slice(0, names.length)
  if (names.length === 0 || known.join() !== names.join()) throw newerDatabase()
  return withSchema(address, async (schema) => {
    const done = await doneOf(schema)
    if (done.some((name) => !names.includes(name))) {
      throw new DatabaseSetupError(
        'the database is further than the backup: restore into a new database, it is brought up to date afterwards',
      )
    }
    return runAll(
      schema,
      names.filter((name) => !done.includes(name)),
    )
  })
}

/** Lends the schema to one process at a time. */
function withSchema<T>(address: DatabaseAddress, work: (schema: Kysely<unknown>) => Promise<T>): Promise<T> {
  return withDatabaseLock(address, 'migrate', async (owner) => {
    await requireVersion(owner)
    await requireExtensions(owner)
    await ensureRoles(owner, address)
    const pool = createPool({ connectionString: address.url, application_name: 'sightline_migrate', max: 2 })
    const schema = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      return await work(schema)
    } finally {
      await schema.destroy()
    }
  })
}

async function requireVersion(owner: pg.ClientBase): Promise<void> {
  if ((await serverVersion(owner)) < 150_000) {
    throw new DatabaseSetupError('Sightline needs PostgreSQL 15 or later behind DATABASE_URL')
  }
}

/** The migrations that the database has. @throws DatabaseSetupError if it has one that is not known here */
async function doneOf(schema: Kysely<unknown>): Promise<string[]> {
  await sql`create table if not exists schema_migrations
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(schema)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(schema)
  const recorded = rows.map(({ name }) => name)
  if (isOlderThanFirstSchema(recorded)) throw olderThanFirstSchema()
  const done = namedByFirstSchema(recorded)
  if (done.some((name) => !Object.hasOwn(migrations, name))) throw newerDatabase()
  if (!recorded.every((name) => done.includes(name))) await noteFirstSchema(schema, done)
  return done
}

/** The migrations that made it step by step are forgotten: the one that replaces them is noted in their stead. */
async function noteFirstSchema(schema: Kysely<unknown>, done: readonly string[]): Promise<void> {
  await schema.transaction().execute(async (tx) => {
    await sql`delete from schema_migrations where name <> all(${done})`.execute(tx)
    await sql`insert into schema_migrations (name, timestamp)
      values (${firstSchema}, ${new Date().toISOString()}) on conflict (name) do nothing`.execute(tx)
    // Of the library that ran them.
    await sql`drop table if exists schema_migrations_lock`.execute(tx)
  })
}

async function runAll(schema: Kysely<unknown>, names: readonly string[]): Promise<string[]> {
  for (const name of names) {
    const migration = migrations[name]
    if (migration) await runMigration(schema, name, migration)
  }
  return [...names]
}

/** The schema is as it was, or as far as it came; the cause says why. */
class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Runs one migration and notes it. @throws MigrationError that says what it left behind */
export async function runMigration(
  schema: Kysely<unknown>,
  name: string,
  migration: SchemaMigration,
  clock: MigrationClock = systemClock,
): Promise<void> {
  const isOnline = 'online' in migration
  try {
    if (isOnline) await migration.online(new OnlineSteps(schema, clock))
    await briefly(schema, clock, async (tx) => {
      if (!isOnline) await migration.up(tx)
      await sql`insert into schema_migrations (name, timestamp)
        values (${name}, ${new Date().toISOString()})`.execute(tx)
    })
  } catch (error) {
    const left = isOnline
      ? 'what it did so far stays, and the next start goes on'
      : 'the database is as before it'
    throw new MigrationError(`the migration ${name} failed; ${left}`, { cause: error })
  }
}

function olderThanFirstSchema(): DatabaseSetupError {
  return new DatabaseSetupError(
    'the database is older than 0.1.0 and lacks migrations that this program no longer has: start Sightline 0.1.0 with it once, or restore a later backup',
  )
}

function newerDatabase(): DatabaseSetupError {
  return new DatabaseSetupError(
    'the database holds migrations that this program does not know: it was last used by a newer Sightline. Run that version, or restore a backup',
  )
}
