import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.js'
import { migrations } from '../../../migrations/index.js'
import { silentLog } from '../../log.js'
import { openDatabase } from '../database.js'
import type { DatabaseAddress } from '../database-address.js'
import { migrate } from '../migrating/migrate.js'
import { DatabaseSetupError } from './roles.js'

// A server of its own: roles belong to the whole server, and these tests are about making them.
let server: TemporaryPostgres
let admin: pg.Client

beforeAll(async () => {
  server = await startTemporaryPostgres()
  admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.close()
})
beforeEach(async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'site_%'`,
  )
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`)
  await admin.query('drop role if exists sightline_app, sightline_worker, dba')
})

/** As a hoster gives it: a database, and a user who owns it and is no superuser. */
async function databaseOf(attributes: string): Promise<DatabaseAddress> {
  await admin.query(`create role dba login ${attributes}`)
  await admin.query('create database site_one owner dba')
  const url = new URL(server.url('site_one'))
  url.username = 'dba'
  return { url: url.href, rolesLogIn: false }
}

test('a user who may create roles is enough, and row-level security holds for it too', async () => {
  const address = await databaseOf('createrole')
  expect(await migrate(address)).toHaveLength(Object.keys(migrations).length)
  expect(await migrate(address)).toEqual([])
  const database = openDatabase(address, { log: silentLog })
  try {
    const [one, two] = [uuidv7(), uuidv7()]
    for (const id of [one, two]) {
      await database.forOrg(id).insertInto('organisations').values({ id, name: 'org' }).execute()
    }
    const seen = await sql<{ id: string }>`select id from organisations`.execute(database.forOrg(one))
    expect(seen.rows).toEqual([{ id: one }])
    const roles = await sql<{ current_user: string }>`select current_user`.execute(database.lookup)
    expect(roles.rows[0]?.current_user).toBe('sightline_app')
    expect((await sql`select id from organisations`.execute(database.worker)).rows).toHaveLength(2)
    // The owner of the tables is held too: policies are forced.
    const owner = new pg.Client({ connectionString: address.url })
    await owner.connect()
    owner.on('error', () => {})
    expect((await owner.query('select id from organisations')).rows).toEqual([])
    await owner.end()
  } finally {
    await database.close()
  }
})

test('a user who may not create roles is told what to run, and that works', async () => {
  const address = await databaseOf('')
  const refused = await migrate(address).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseSetupError)
  const statements = /once: (.*)$/.exec(String(refused))?.[1] ?? ''
  expect(statements).toContain('GRANT sightline_app TO dba')
  await admin.query(statements)
  expect(await migrate(address)).toHaveLength(Object.keys(migrations).length)
})

test('a role that could pass by row-level security is refused', async () => {
  const address = await databaseOf('createrole')
  await admin.query('create role sightline_app superuser')
  await expect(migrate(address)).rejects.toThrow(/NOSUPERUSER NOBYPASSRLS/)
})
