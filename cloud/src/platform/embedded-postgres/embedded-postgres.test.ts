import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../database/clients/clients.js'
import { migrate } from '../database/migrating/migrate.js'
import { silentLog } from '../log.js'
import { prepareDataDir } from '../process/data-dir.js'
import { systemClock } from '../time/clock.js'
import { OtherVersionError } from './cluster.js'
import { type EmbeddedPostgres, findEmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.js'
import { lastPostmaster } from './postmaster.js'
import { parsePostmasterPid } from './postmaster-pid.js'
import { isAlive } from './process-alive.js'

let folder: string
// Of all tests: it costs seconds to make one, and it is good for another start whatever happened to its server.
let dataDir: string
let opened: EmbeddedPostgres[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-emb-'))
  await chmod(folder, 0o755)
  dataDir = await prepareDataDir(path.join(folder, 'd'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  opened = []
})
afterEach(async () => {
  for (const postgres of opened) await postgres.stop()
})

async function start(at = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres(at, { log: silentLog, clock: systemClock })
  opened.push(postgres)
  return postgres
}

const pidFile = () => path.join(dataDir, 'postgres', 'data', 'postmaster.pid')
const postmaster = async () => parsePostmasterPid(await readFile(pidFile(), 'utf8'))?.pid ?? 0

async function ask(postgres: EmbeddedPostgres, query: string): Promise<unknown[]> {
  const client = createClient({ connectionString: postgres.address.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

test('starts with UTF-8, listens on no port, and keeps its data over a restart', async () => {
  const first = await start()
  expect(await ask(first, 'show server_encoding')).toEqual(['UTF8'])
  expect(await ask(first, 'show listen_addresses')).toEqual([''])
  expect(await ask(first, `select lower('ÄÖÜ')`)).toEqual(['äöü'])
  await ask(first, 'create table kept as select 1 as n')
  const pid = await postmaster()
  await first.stop()
  expect(await isAlive(pid)).toBe(false)
  const second = await start()
  expect(await ask(second, 'select n from kept')).toEqual([1])
})

test('ends a server that was left over, and starts another', async () => {
  await start()
  const pid = await postmaster()
  const second = await start()
  expect(await isAlive(pid)).toBe(false)
  expect(await ask(second, 'select 1')).toEqual([1])
})

test('its clients take nothing of the environment, whatever is set there for other servers', async () => {
  for (const [name, value] of Object.entries(strange)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const postgres = await start()
  expect(await ask(postgres, 'select current_user')).toEqual(['sightline'])
  expect(await ask(postgres, 'show client_encoding')).toEqual(['UTF8'])
  expect(await ask(postgres, 'show search_path')).toEqual(['"$user", public'])
  await migrate(postgres.address)
})

const strange = {
  PGHOST: 'nowhere.invalid',
  PGHOSTADDR: '192.0.2.1',
  PGPORT: '1',
  PGDATABASE: 'other',
  PGUSER: 'other',
  PGPASSWORD: 'other',
  PGPASSFILE: '/nowhere',
  PGSERVICE: 'other',
  PGOPTIONS: '-c search_path=nowhere -c default_transaction_read_only=on',
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: '/nowhere',
  PGSSLCERT: '/nowhere',
  PGSSLKEY: '/nowhere',
  PGSSLNEGOTIATION: 'direct',
  PGCLIENTENCODING: 'LATIN1',
  PGCONNECT_TIMEOUT: '0',
  PGAPPNAME: 'other',
  PGREPLICATION: 'database',
  PGBINARY: '1',
  PGTZ: 'Asia/Tokyo',
  PGDATESTYLE: 'German',
  PGDATA: '/nowhere',
}

test('starts over a postmaster.pid that a crash left behind, also one whose id is now another program', async () => {
  const first = await start()
  process.kill(await postmaster(), 'SIGKILL')
  await vi.waitFor(() => expect(ask(first, 'select 1')).rejects.toThrow(), { timeout: 10_000 })
  const text = await readFile(pidFile(), 'utf8')
  await writeFile(pidFile(), text.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await ask(second, 'select 1')).toEqual([1])
})

test('is started again when it ends by itself', async () => {
  const postgres = await start()
  const stop = new AbortController()
  const supervising = postgres.supervise(stop.signal)
  const before = await postmaster()
  process.kill(before, 'SIGKILL')
  await vi.waitFor(async () => expect(await ask(postgres, 'select 1')).toEqual([1]), {
    timeout: 20_000,
    interval: 100,
  })
  expect(await postmaster()).not.toBe(before)
  stop.abort()
  await supervising
})

test('is found by a command beside the service', async () => {
  await start()
  const found = await findEmbeddedPostgres(dataDir, systemClock)
  expect(found?.url).toBe(opened[0]?.address.url)
})

test('a data folder with a long path still has a socket that can be reached', async () => {
  const long = await prepareDataDir(path.join(folder, 'x'.repeat(100)))
  expect(await ask(await start(long), 'select 1')).toEqual([1])
})

test('refuses a folder of another major version, and says the way out', async () => {
  const postgres = await start()
  await postgres.stop()
  const version = path.join(dataDir, 'postgres', 'data', 'PG_VERSION')
  const before = await readFile(version, 'utf8')
  await writeFile(version, '15\n')
  await expect(start()).rejects.toThrow(OtherVersionError)
  await expect(start()).rejects.toThrow(/PostgreSQL 15.*DATABASE_URL/s)
  await writeFile(version, before)
})

test('keeps its socket elsewhere where its own path is too long for one, and leaves nothing there, killed or not', async () => {
  const far = await prepareDataDir(path.join(folder, 'long'.repeat(20)))
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary, { mode: 0o1777 })
  await chmod(temporary, 0o1777)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())

  const first = await start(far)
  expect(await ask(first, 'select 1')).toEqual([1])
  const { pid, socketDir } = (await lastPostmaster(path.join(far, 'postgres', 'data'))) ?? {}
  expect(path.dirname(socketDir ?? '')).toBe(temporary)
  process.kill(pid ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect(await isAlive(pid ?? 0)).toBe(false), 10_000)

  const second = await start(far)
  expect(await ask(second, 'select 1')).toEqual([1])
  expect(await readdir(temporary)).toHaveLength(1)
  await second.stop()
  expect(await readdir(temporary)).toEqual([])
})
