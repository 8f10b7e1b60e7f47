import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPeer } from '#testing/peers.js'
import { startPgBouncer } from '#testing/pg-bouncer.js'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.js'
import { silentLog } from '../../log.js'
import { failureMessage } from '../../process/failure-message.js'
import { type Database, openDatabase } from '../database.js'
import type { DatabaseAddress } from '../database-address.js'
import { migrate } from '../migrating/migrate.js'
import { DatabaseSetupError } from '../tenancy/roles.js'
import { createClient } from './clients.js'
import { withOwner } from './owner-client.js'

// A server of its own: the roles belong to all of it.
let server: TemporaryPostgres
let address: DatabaseAddress

beforeAll(async () => {
  server = await startTemporaryPostgres()
  address = { url: server.url('postgres'), rolesLogIn: false }
  await migrate(address)
})
afterAll(() => server.close())

function open(at: DatabaseAddress): Database {
  const database = openDatabase(at, { log: silentLog })
  onTestFinished(() => database.close())
  return database
}

const write = (database: Database) => {
  const id = uuidv7()
  return database.forOrg(id).insertInto('organisations').values({ id, name: 'org' }).execute()
}

const organisations = () =>
  withOwner(address, async (owner) => {
    const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from organisations')
    return rows[0]?.n
  })

it('works as its role, whatever role the address names in its options', async () => {
  const url = new URL(address.url)
  url.searchParams.set('options', '-c role=none')
  const database = open({ ...address, url: url.href })
  await database.ping()
  const { rows } = await sql`select current_user as role`.execute(database.lookup)
  expect(rows).toEqual([{ role: 'sightline_app' }])
})

it('refuses a role that has become powerful, before it reads or writes', async () => {
  const client = createClient({ connectionString: address.url })
  await client.connect()
  onTestFinished(async () => {
    await client.query('alter role sightline_app nosuperuser nobypassrls')
    await client.end()
  })
  const before = await organisations()
  for (const power of ['superuser', 'bypassrls']) {
    await client.query(`alter role sightline_app nosuperuser nobypassrls`)
    await client.query(`alter role sightline_app ${power}`)
    const database = open(address)
    await expect(write(database)).rejects.toThrow(/NOSUPERUSER NOBYPASSRLS/)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseSetupError)
  }
  expect(await organisations()).toBe(before)
})

describe.skipIf(!hasPeer('pgbouncer', 'what is refused behind PgBouncer'))(
  "behind Debian's PgBouncer",
  () => {
    const settled: [string, Record<string, string>][] = [
      ['as it comes', {}],
      ['in transaction mode', { pool_mode: 'transaction' }],
      [
        'in transaction mode, ignoring start-up parameters',
        {
          pool_mode: 'transaction',
          ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout',
        },
      ],
      [
        'in session mode, ignoring start-up parameters',
        {
          pool_mode: 'session',
          ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout',
        },
      ],
    ]

    it.each(settled)('refuses to start and to write, in words: %s', async (_, settings) => {
      await using bouncer = await startPgBouncer(address, settings)
      const before = await organisations()
      const database = open(bouncer.address)
      const ways = [() => migrate(bouncer.address), () => write(database), () => database.ping()]
      for (const way of ways) {
        const error: unknown = await way().then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(error).toBeInstanceOf(DatabaseSetupError)
        expect(failureMessage(error)).toMatch(
          /^sightline: a connection pooler such as PgBouncer stands between/,
        )
      }
      expect(await organisations()).toBe(before)
    })
  },
)
