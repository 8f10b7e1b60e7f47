import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '#testing/test-database.js'
import { type Config, parseConfig } from './platform/config.js'
import { createLog, type Log, silentLog } from './platform/log.js'
import { AlreadyRunningError } from './platform/process/instance-lock.js'
import { openKeyRing } from './platform/secrets/keys.js'
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

const Session = z.object({ access_token: z.string() })
const hex = () => randomBytes(32).toString('hex')

/** A start with this log, and what it said of keys. */
async function startHearing(env: Record<string, string>): Promise<{ cloud: RunningCloud; said: string[] }> {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const cloud = await start(settings(env), log)
  return { cloud, said: lines.filter((line) => line.includes('"keys.')) }
}

test('another master key is said where nothing is sealed yet, and refused where something is', async () => {
  const env = { OWNER_PASSWORD: 'Correct-horse-1', DATA_DIR: path.join(folder, 'keys') }
  const file = path.join(folder, 'keys', 'master.key')
  await (await start(settings(env))).close()
  const own = (await readFile(file, 'utf8')).trim()
  const other = hex()
  const early = await startHearing({ ...env, MASTER_KEY: other })
  expect(early.said).toEqual([
    expect.stringContaining('keys.changed'),
    expect.stringMatching(/MASTER_KEY counts.*keys\.file_unused/),
  ])
  await early.cloud.close()

  const first = await start(settings(env))
  await addWebhook(first, env.OWNER_PASSWORD)
  await first.close()
  const id = openKeyRing(own).ids()[0] ?? ''

  await expect(start(settings({ ...env, MASTER_KEY: other }))).rejects.toThrow(
    new RegExp(
      `^MASTER_KEY is not the key .*\\(${id}\\), which is in .*master\\.key: leave MASTER_KEY unset, or`,
    ),
  )
  await rm(file)
  await expect(start(settings({ ...env, MASTER_KEY: other }))).rejects.toThrow(
    new RegExp(`^MASTER_KEY is not .*put that one back.*LOST_MASTER_KEYS=${id} `),
  )
  await expect(start(settings(env))).rejects.toThrow(
    /^MASTER_KEY is unset, and there is no .*master\.key with/,
  )
  expect(existsSync(file)).toBe(false)

  const both = await startHearing({ ...env, MASTER_KEY: `${other},${own}` })
  expect(both.said).toEqual([])
  await both.cloud.close()
  const without = await startHearing({ ...env, MASTER_KEY: other, LOST_MASTER_KEYS: id })
  expect(without.said).toEqual([expect.stringContaining(`"keys":["${id}"]`)])
  await addWebhook(without.cloud, env.OWNER_PASSWORD)
  await without.cloud.close()
  // From here on something opens.
  const later = await startHearing({ ...env, MASTER_KEY: other })
  expect(later.said).toEqual([expect.stringMatching(new RegExp(`"keys":\\["${id}"\\].*keys\\.missing`))])
})

/** Its secret is sealed. */
async function addWebhook(cloud: RunningCloud, password: string): Promise<void> {
  const { access_token: token } = Session.parse(await (await login(cloud, password)).json())
  const made = await fetch(`${cloud.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Desk', url: 'https://example.com/hook', event_types: ['alert'] }),
  })
  expect(made.status, await made.text()).toBe(201)
}

test('two nodes on one database make one first organisation, and each serves what the other made', async () => {
  await using database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.address.url,
    MASTER_KEY: hex(),
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
    settings({ DATABASE_URL: url.href, MASTER_KEY: hex() }),
    createLog('warn', { write: (line) => void lines.push(line) }),
  )
  expect((await fetch(`${cloud.url}/api/v1/health/ready`)).status).toBe(200)
  const said = lines.filter((line) => line.includes('database.settings_left_out'))
  expect(said).toEqual([expect.stringContaining('["statement_timeout","query_timeout","lock_timeout"]')])
  expect(said[0]).toMatch(/take them out of DATABASE_URL/)
})
