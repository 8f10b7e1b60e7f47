import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.js'
import { type Config, parseConfig } from './platform/config.js'
import { createLog, type Log, silentLog } from './platform/log.js'
import { AlreadyRunningError } from './platform/process/instance-lock.js'
import { type RunningCloud, startCloud } from './start-cloud.js'

// Of all tests, with the data of the first: a new one costs seconds.
let folder: string
let config: Config
const running: RunningCloud[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-cloud-'))
  await chmod(folder, 0o711)
  config = settings({})
})
afterEach(async () => {
  for (const cloud of running.splice(0)) await cloud.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = (env: Record<string, string>) =>
  parseConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data'), OWNER_EMAIL: 'o@example.com', ...env })

async function start(settled: Config = config, log: Log = silentLog): Promise<RunningCloud> {
  const cloud = await startCloud(settled, { log })
  running.push(cloud)
  return cloud
}

const login = (cloud: RunningCloud, password: string) =>
  fetch(`${cloud.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'o@example.com', password }),
  })

test('the first start makes an owner with a password that is shown once; a restart keeps both', async () => {
  const first = await start()
  expect((await fetch(`${first.url}/api/v1/health/ready`)).status).toBe(200)
  const password = first.firstOwner?.password ?? ''
  expect(password.length).toBeGreaterThanOrEqual(20)
  expect((await login(first, password)).status).toBe(200)
  await first.close()
  await expect(fetch(`${first.url}/api/v1/health`)).rejects.toThrow()

  const second = await start()
  expect(second.firstOwner).toBeUndefined()
  expect((await login(second, password)).status).toBe(200)
})

test('the key of relays stands in a file for its owner only, and is the same after a restart', async () => {
  const first = await start()
  expect((await stat(first.relayKeyFile)).mode & 0o777).toBe(0o600)
  const key = await readFile(first.relayKeyFile, 'utf8')
  expect(key).toMatch(/^rl_[A-Za-z0-9_-]{43}\n$/)
  await first.close()
  expect(await readFile((await start()).relayKeyFile, 'utf8')).toBe(key)
})

test('a second start on the same data folder is refused and disturbs nothing', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(AlreadyRunningError)
  expect((await fetch(`${first.url}/api/v1/health/ready`)).status).toBe(200)
})

test('a start that fails leaves nothing behind that keeps the next from starting', async () => {
  const first = await start()
  const fresh = { DATA_DIR: path.join(folder, 'fresh') }
  const port = new URL(first.url).port
  await expect(start(settings({ ...fresh, PORT: port }))).rejects.toMatchObject({
    cause: { code: 'EADDRINUSE' },
  })
  const second = await start(settings(fresh))
  expect((await fetch(`${second.url}/api/v1/health/ready`)).status).toBe(200)
})

test('two nodes on one database make one first organisation, and each serves what the other made', async () => {
  await using database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.address.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    OWNER_PASSWORD: 'Correct-horse-1',
  }
  const [one, two] = await Promise.all([start(settings(env)), start(settings(env))])
  expect([one, two].filter(({ firstOwner }) => firstOwner !== undefined)).toHaveLength(1)
  expect(await database.query('select 1 from organisations')).toHaveLength(1)
  const { access_token: token } = (await (await login(one, 'Correct-horse-1')).json()) as {
    access_token: string
  }
  const me = await fetch(`${two.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
  expect(await database.query('select 1 from nodes')).toHaveLength(2)
  await one.close()
  await two.close()
  expect(await database.query('select 1 from nodes')).toEqual([])
})

test('an address with limits of its own is started with, says once that they are left out, and keeps ours', async () => {
  await using database = await createTestDatabase()
  const lines: string[] = []
  const url = new URL(database.address.url)
  // Any of them would end every statement, or wait for nothing.
  for (const name of ['statement_timeout', 'query_timeout', 'lock_timeout']) url.searchParams.set(name, '1')
  const cloud = await start(
    settings({ DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('hex') }),
    createLog('warn', { write: (line) => void lines.push(line) }),
  )
  expect((await fetch(`${cloud.url}/api/v1/health/ready`)).status).toBe(200)
  const said = lines.filter((line) => line.includes('database.settings_left_out'))
  expect(said).toEqual([expect.stringContaining('["statement_timeout","query_timeout","lock_timeout"]')])
  expect(said[0]).toMatch(/take them out of DATABASE_URL/)
})
