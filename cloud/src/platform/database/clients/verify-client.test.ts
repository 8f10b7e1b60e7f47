import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPeer } from '#testing/peers.js'
import { startPgBouncer } from '#testing/pg-bouncer.js'
import { PostgresProxy } from '#testing/postgres-proxy.js'
import { askingDatabase, type PostgresTls, preparePostgresTls } from '#testing/postgres-tls.js'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.js'
import { silentLog } from '../../log.js'
import { failureMessage } from '../../process/failure-message.js'
import { systemClock } from '../../time/clock.js'
import { type Database, openDatabase } from '../database.js'
import type { DatabaseAddress } from '../database-address.js'
import { migrate } from '../migrating/migrate.js'
import { openPostgresServer } from '../postgres-server.js'
import { DatabaseSetupError } from '../tenancy/roles.js'
import { createClient } from './clients.js'
import { withOwner } from './owner-client.js'

// A server of its own: the roles belong to all of it.
let server: TemporaryPostgres
let tls: PostgresTls
let address: DatabaseAddress

beforeAll(async () => {
  tls = await preparePostgresTls()
  server = await startTemporaryPostgres(tls.settings)
  address = { url: server.url('postgres'), rolesLogIn: false }
  await migrate(address)
})
afterAll(async () => {
  await server?.close()
  await tls?.[Symbol.asyncDispose]()
})

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

it('keeps the limits of its connections, whatever the address says of them', async () => {
  const url = new URL(address.url)
  const names = [
    'statement_timeout',
    'idle_in_transaction_session_timeout',
    'lock_timeout',
    'application_name',
  ]
  for (const name of [...names, 'query_timeout']) url.searchParams.set(name, '1')
  const database = open({ ...address, url: url.href })
  const { rows } =
    await sql`select name, setting from pg_settings where name = any(${names}) order by name`.execute(
      database.lookup,
    )
  expect(rows).toEqual([
    { name: 'application_name', setting: 'sightline_app' },
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'lock_timeout', setting: '0' },
    { name: 'statement_timeout', setting: '5000' },
  ])
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

describe('by TLS, which is all that the server takes over the network', () => {
  let line: PostgresProxy
  beforeAll(async () => {
    line = await PostgresProxy.start({ url: tls.url, rolesLogIn: false })
  })
  afterAll(() => line?.close())

  /** As a service is started with this in DATABASE_URL. */
  const serverAt = (parameters: Record<string, string>) => {
    const url = new URL(line.address.url)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const config = { dataDir: '/nowhere', databaseUrl: url.href }
    return openPostgresServer(config, { log: silentLog, clock: systemClock })
  }

  it.each([
    ['verify-full', {}],
    ['verify-ca', {}],
    ['require', {}],
    ['require', { uselibpqcompat: 'true' }],
  ])('works with sslmode=%s and an authority of its own by sslrootcert= %o', async (sslmode, more) => {
    const { address: at } = await serverAt({ sslmode, sslrootcert: tls.certificate, ...more })
    await migrate(at)
    const database = open(at)
    await write(database)
    await sql`select 1`.execute(database.worker)
    const encrypted = await withOwner(address, (owner) =>
      owner.query(
        `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
         where client_addr is not null and application_name <> 'sightline_operator' order by 1`,
      ),
    )
    expect(encrypted.rows).toEqual(['sightline_app', 'sightline_worker'].map((name) => ({ name, ssl: true })))
  })

  it('goes by the authorities of the system, of which this one is none, where sslrootcert=system asks for them', async () => {
    const { address: at } = await serverAt({ sslmode: 'require', sslrootcert: 'system' })
    const refused = await migrate(at).catch(failureMessage)
    expect(refused).toMatch(/^sightline: .*an authority that is not known here.*sslrootcert=/)
  })

  it('shows a certificate of its own where the server asks for one, and says so where it has none', async () => {
    const asking = async (parameters: Record<string, string>) => {
      const { address: at } = await serverAt({ sslrootcert: tls.certificate, ...parameters })
      const url = new URL(at.url)
      url.pathname = askingDatabase
      return withOwner({ ...at, url: url.href }, (owner) => owner.query('select 1'))
    }
    const own = { sslmode: 'verify-full', sslcert: tls.certificate, sslkey: tls.key }
    expect((await asking(own)).rowCount).toBe(1)
    const without = await asking({ sslmode: 'verify-full' }).catch(failureMessage)
    expect(without).toMatch(/^sightline: PostgreSQL refuses the user.*certificate.*&sslcert=/)
  })

  it('says what is missing in an address that asks for none', async () => {
    const { address: at } = await serverAt({ sslmode: 'disable' })
    const refused = await migrate(at).catch(failureMessage)
    expect(refused).toMatch(/^sightline: .*no encryption.*\?sslmode=require.*sslrootcert=/)
  })
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
