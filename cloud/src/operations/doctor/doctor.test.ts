import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { startMailbox } from '#testing/mailbox.js'
import { startModelServer } from '#testing/model-server.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { writeRelayKeyFile } from '../../fleet/relays/relay-key.service.js'
import { type Config, parseConfig } from '../../platform/config.js'
import { silentLog } from '../../platform/log.js'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox } from '../../platform/secrets/secret-box.js'
import { type Clock, systemClock } from '../../platform/time/clock.js'
import { type Check, type DoctorDeps, runChecks } from './doctor.service.js'

const master = randomBytes(32).toString('hex')
const keys = openKeyRing(master)

let dataDir: string
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-doctor-'))
  await writeFile(path.join(dataDir, 'master.key'), `${master}\n`, { mode: 0o600 })
  await writeRelayKeyFile(dataDir, keys)
})
afterEach(async () => {
  await clearDatabase(db)
  await rm(dataDir, { recursive: true, force: true })
})

const run = (config: Partial<Config> = {}, deps: Partial<DoctorDeps> = {}): Promise<Check[]> =>
  runChecks({
    config: { ...parseConfig({ DATA_DIR: dataDir }), ...config },
    clock: systemClock,
    log: silentLog,
    keys,
    withAddress: (work) => work(db.address),
    ...deps,
  })

/** The one check of that name. */
async function only(name: string, ...given: Parameters<typeof run>): Promise<Check> {
  const found = (await run(...given)).filter((check) => check.name === name)
  expect(found, name).toHaveLength(1)
  return found[0] ?? { name, state: 'skipped', says: '', todo: null }
}

const liveNode = (ids: readonly string[] = keys.ids()) =>
  db.query('insert into nodes (node_id, key_ids) values ($1, $2)', [uuidv7(), ids])

/** That nobody asks. */
const bucket = {
  bucket: 'clips',
  region: 'r',
  endpoint: 'http://127.0.0.1:1',
  accessKeyId: 'a',
  secretAccessKey: 'b',
}

async function addOrganisation(): Promise<string> {
  const orgId = uuidv7()
  await db.query(`insert into organisations (id, name) values ($1, 'Yard')`, [orgId])
  return orgId
}

async function sealWith(key: string): Promise<void> {
  const [orgId, rowId] = [await addOrganisation(), uuidv7()]
  const { bytes, keyId } = createSecretBox(openKeyRing(key)).seal('x', {
    orgId,
    rowId,
    field: 'webhook.secret',
  })
  await db.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
       created_by_name) values ($1, $2, 'Desk', 'https://example.com', '{alert}', $3, $4, 'system', 'test')`,
    [orgId, rowId, bytes, keyId],
  )
}

test('a service that is well and does not run: nothing is wrong, and nothing is left behind', async () => {
  await sealWith(master)
  const before = await readdir(dataDir)
  const checks = await run()
  expect(checks.filter(({ state }) => state === 'fail')).toEqual([])
  expect(checks.map(({ name, state }) => [name, state])).toEqual([
    ['settings', 'ok'],
    ['data folder', 'ok'],
    ['disk', expect.any(String)],
    ['database', 'ok'],
    ['schema', 'ok'],
    ['roles', 'ok'],
    ['clock', 'ok'],
    ['notify', 'ok'],
    ['master key', 'ok'],
    ['nodes', 'skipped'],
    ['work', 'ok'],
    ['intake', 'ok'],
    ['retention', 'ok'],
    ['media store', 'ok'],
    ['ffmpeg', expect.any(String)],
    ['model', 'skipped'],
    ['mail server', 'skipped'],
    ['public url', 'skipped'],
    ['relay key', 'ok'],
    ['proxies', 'ok'],
  ])
  const left = (await readdir(dataDir, { recursive: true })).filter((name) => !before.includes(name))
  expect(left.filter((name) => !['media', 'media/uploads', 'media/unfinished'].includes(name))).toEqual([])
})

describe('the model of the operator', () => {
  test.each(['openai', 'anthropic'] as const)(
    'answers (%s), and is asked only on request',
    async (provider) => {
      await using server = await startModelServer({ kind: 'answer', value: { word: 'ready' } })
      const baseUrl = provider === 'openai' ? server.openaiUrl : server.anthropicUrl
      const ai = { provider, model: 'seer-1', baseUrl, apiKey: null, allowed: new Map([['seer-1', null]]) }
      expect(await only('model', { ai })).toMatchObject({ state: 'skipped' })
      expect(server.calls).toEqual([])
      const asked = await only('model', { ai }, { askModel: true })
      expect(asked).toMatchObject({
        state: 'ok',
        says: expect.stringMatching(/^seer-1 of \w+ answers, in \d+ ms$/),
      })
      server.answer((call) =>
        call.format === 'plain'
          ? { kind: 'text', text: 'ready' }
          : { kind: 'status', status: 400, body: { error: { message: 'no tool, no response_format' } } },
      )
      expect(await only('model', { ai }, { askModel: true })).toMatchObject({
        state: 'fail',
        says: expect.stringContaining('not with the JSON'),
      })
      server.answer({ kind: 'status', status: 401 })
      expect(await only('model', { ai }, { askModel: true })).toMatchObject({
        state: 'fail',
        says: expect.stringContaining('wants a key, and none is set (status 401)'),
        todo: expect.stringContaining('AI_API_KEY'),
      })
    },
  )
})

test('before the first start there is nothing to complain of, and nothing is made', async () => {
  const nowhere = path.join(dataDir, 'nowhere')
  const checks = await run({ dataDir: nowhere }, { keys: null, withAddress: null })
  expect(checks.filter(({ state }) => state === 'fail')).toEqual([])
  expect(await readdir(dataDir)).not.toContain('nowhere')
})

describe('finds, and says what to do about', () => {
  test.each(['master.key', 'relay.key'])('a %s that others can read', async (name) => {
    await chmod(path.join(dataDir, name), 0o644)
    expect(await only('data folder')).toMatchObject({
      state: 'fail',
      todo: `run chmod 600 ${path.join(dataDir, name)}`,
    })
  })

  test('a database that does not answer', async () => {
    const refused = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:5432'))
    const check = await only('database', { databaseUrl: 'postgresql://x' }, { withAddress: refused })
    expect(check).toMatchObject({ state: 'fail', says: 'connect ECONNREFUSED 10.0.0.1:5432' })
    expect(check.todo).toContain('DATABASE_URL')
  })

  test('a schema of a newer version, and one that is behind', async () => {
    await db.query(`create table applied as select * from schema_migrations`)
    try {
      await db.query(`insert into schema_migrations (name, timestamp) values ('9999-later', 'now')`)
      expect(await only('schema')).toMatchObject({
        state: 'fail',
        says: expect.stringContaining('9999-later'),
      })
      await db.query(`delete from schema_migrations`)
      expect(await only('schema')).toMatchObject({
        state: 'warn',
        todo: expect.stringContaining('cloud migrate'),
      })
    } finally {
      await db.query(`delete from schema_migrations`)
      await db.query(`insert into schema_migrations select * from applied`)
      await db.query(`drop table applied`)
    }
  })

  test('a tenant table without row-level security', async () => {
    await db.query('alter table sites no force row level security')
    try {
      expect(await only('roles')).toMatchObject({
        state: 'fail',
        says: 'row-level security is off for sites',
      })
    } finally {
      await db.query('alter table sites force row level security')
    }
  })

  test('a secret of a lost key, and one of an older key', async () => {
    const older = randomBytes(32).toString('hex')
    await sealWith(older)
    expect(await only('master key')).toMatchObject({
      state: 'fail',
      says: `1 secrets need the key ${openKeyRing(older).ids()[0]}, which is not known`,
    })
    expect(await only('master key', {}, { keys: openKeyRing(`${master},${older}`) })).toMatchObject({
      state: 'warn',
      todo: 'run cloud keys rotate',
    })
  })

  test('a secret that was changed in the database', async () => {
    await sealWith(master)
    await db.query('update webhooks set secret = set_byte(secret, 20, get_byte(secret, 20) # 1)')
    expect(await only('master key')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('does not open'),
    })
  })

  test('a node with another key', async () => {
    await liveNode(['ffffffff'])
    expect(await only('nodes')).toMatchObject({ state: 'fail', todo: expect.stringContaining('MASTER_KEY') })
  })

  test('one of several nodes that the others do not reach', async () => {
    const ids = openKeyRing(master).ids()
    await liveNode(ids)
    expect(await only('nodes')).toMatchObject({ state: 'ok' })
    await liveNode(ids)
    await db.query(
      `update nodes set url = 'http://10.0.0.7:8080' where node_id = (select min(node_id) from nodes)`,
    )
    expect(await only('nodes')).toMatchObject({ state: 'warn', todo: expect.stringContaining('NODE_URL') })
    await db.query(`update nodes set url = 'http://10.0.0.8:8080'`)
    expect(await only('nodes')).toMatchObject({ state: 'ok', says: '2 running' })
  })

  test('a disk with less than its reserve', async () => {
    expect(await only('disk', { storageReserveBytes: 2 ** 52 })).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('uploads wait'),
    })
  })

  test('a node whose clock is wrong', async () => {
    await liveNode()
    await db.query('update nodes set clock_offset_ms = -3_600_000')
    expect(await only('nodes')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining("3600 s behind PostgreSQL's: such a node removes nothing"),
    })
  })

  test('a PostgreSQL that takes no writes', async () => {
    const name = new URL(db.address.url).pathname.slice(1)
    await db.query(`alter database ${name} set default_transaction_read_only = on`)
    try {
      expect(await only('database')).toMatchObject({
        state: 'fail',
        says: expect.stringContaining('takes no writes'),
        todo: expect.stringContaining('primary'),
      })
    } finally {
      await db.query(`alter database ${name} reset default_transaction_read_only`)
    }
  })

  test('a clock of PostgreSQL that leapt, by which nothing is removed', async () => {
    await db.query(
      `update retention_clock set believed_at = now() - interval '1 year', doubted_since = now(), agreed_since = now()`,
    )
    expect(await only('retention')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('gateways agree with it since'),
      todo: expect.stringContaining('cloud retention confirm'),
    })
  })

  test('work that nobody does: a fault while the service runs, else a note', async () => {
    await db.query(
      `insert into periodic_tasks (name, next_at, last_error) values ('retention', now(), 'disk is full')`,
    )
    expect(await only('work')).toMatchObject({ state: 'warn', todo: 'start the service' })
    await liveNode()
    expect(await only('work')).toMatchObject({
      state: 'fail',
      says: 'overdue: task retention: disk is full',
    })
  })

  test('a row that is overdue, and not one that is held or waits for its time', async () => {
    const orgId = await addOrganisation()
    const mail = (nextAt: string, leaseUntil: string | null) =>
      db.query(
        `insert into outgoing_mail (org_id, id, recipient, subject, body_text, next_at, lease_until)
         values ($1, $2, 'ann@example.com', 'x', '', now() + $3::interval, now() + $4::interval)`,
        [orgId, uuidv7(), nextAt, leaseUntil],
      )
    await liveNode()
    await mail('-10 minutes', '1 minute')
    await mail('10 minutes', null)
    expect(await only('work')).toMatchObject({ state: 'ok' })
    await mail('-10 minutes', null)
    expect(await only('work')).toMatchObject({ state: 'fail', says: 'overdue: 1 rows of outgoing_mail' })
  })

  test.each([
    [-60_000, 'fail', 'ahead'],
    [10_000, 'warn', 'behind'],
  ])('a clock that is %i ms off', async (offsetMs, state, word) => {
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + offsetMs }
    expect(await only('clock', {}, { clock })).toMatchObject({
      state,
      says: expect.stringContaining(word),
    })
  })

  test('a mail server that refuses the login, or is not there', async () => {
    await using box = await startMailbox({ login: { user: 'video', password: 'right' } })
    const at = (user: string) => `smtp://${user}@127.0.0.1:${box.port}`
    expect(await only('mail server', { smtpUrl: at('video:right') })).toMatchObject({ state: 'ok' })
    const refused = await only('mail server', { smtpUrl: at('video:wrong-password') })
    expect(refused).toMatchObject({ state: 'fail', todo: expect.stringContaining('SMTP_URL') })
    expect(JSON.stringify(refused)).not.toContain('wrong-password')
    expect(await only('mail server', { smtpUrl: 'smtp://127.0.0.1:1' })).toMatchObject({ state: 'fail' })
  })

  test('an ffmpeg that cannot be kept apart, with why', async () => {
    const programs = await mkdtemp(path.join(os.tmpdir(), 'programs-'))
    try {
      const program = async (name: string, script: string) => {
        await writeFile(path.join(programs, name), `#!/bin/sh\n${script}\n`)
        await chmod(path.join(programs, name), 0o755)
      }
      await program('ffmpeg', 'echo ffmpeg version 7.1')
      await program('unshare', 'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1')
      const found = await only('ffmpeg', { ffmpeg: { ffmpegPath: null, programPath: programs } })
      expect(found).toMatchObject({
        state: 'warn',
        says: expect.stringMatching(/with the rights of the service, bounded in .*Operation not permitted/),
        todo: expect.stringContaining('namespaces'),
      })
    } finally {
      await rm(programs, { recursive: true, force: true })
    }
  })

  test('an ffmpeg that is set and is none', async () => {
    const found = await only('ffmpeg', { ffmpeg: { ffmpegPath: '/nowhere/ffmpeg', programPath: null } })
    expect(found).toMatchObject({ state: 'warn', says: expect.stringContaining('FFMPEG_PATH') })
    expect(found.todo).toContain('FFMPEG_PATH')
  })

  test('a bucket that cannot be reached', async () => {
    const s3 = {
      bucket: 'clips',
      region: 'r',
      endpoint: 'http://127.0.0.1:1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    }
    expect(await only('media store', { s3 })).toMatchObject({
      state: 'fail',
      todo: expect.stringContaining('S3_ENDPOINT'),
    })
  })

  test('a public address behind which something else answers', async () => {
    const server = createServer((_request, answer) => answer.writeHead(502).end('bad gateway'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await liveNode()
      const { port } = server.address() as AddressInfo
      const publicUrl = `http://127.0.0.1:${port}`
      expect(await only('public url', { publicUrl })).toMatchObject({
        state: 'fail',
        says: `${publicUrl}/api/v1/health/ready answers 502`,
      })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test.each([
    ['says in no readable way who calls', 'unreadable', 'fail', 'all its callers share their limits'],
    ['says twice who calls, and differently', 'differing', 'warn', 'the former counts'],
  ])('a proxy that %s', async (_, doubt, state, says) => {
    const server = createServer((_request, answer) =>
      answer.writeHead(200, { 'x-client-address': doubt }).end('{"status":"ok"}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await liveNode()
      const { port } = server.address() as AddressInfo
      expect(await only('public url', { publicUrl: `http://127.0.0.1:${port}` })).toMatchObject({
        state,
        says: expect.stringContaining(says),
      })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test.each([
    ['1 MiB', 1024 * 1024, null, 'warn', /answers 413; 1 MiB do, and clips come in such parts$/],
    ['1 MiB, where a bucket takes no such parts', 1024 * 1024, bucket, 'fail', /answers 413; 1 MiB do$/],
    ['1 KiB', 1024, null, 'fail', /answers 413; nor do smaller ones$/],
    ['8 MiB', 8 * 1024 * 1024, null, 'ok', /answers$/],
  ] as const)('a proxy that takes %s at once', async (_, most, s3, state, says) => {
    const server = createServer((request, answer) => {
      // What is not taken is read to its end all the same, as nginx does.
      request.resume()
      if (Number(request.headers['content-length'] ?? 0) > most)
        answer.writeHead(413, { server: 'nginx/1.22.1' }).end('<html>too large</html>')
      else if (request.method === 'GET') answer.writeHead(200).end('{"status":"ok"}')
      else answer.writeHead(403).end('{"error":{"code":"forbidden","message":""}}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await liveNode()
      const { port } = server.address() as AddressInfo
      const found = await only('public url', { publicUrl: `http://127.0.0.1:${port}`, s3 })
      expect(found).toMatchObject({ state, says: expect.stringMatching(says) })
      if (state !== 'ok')
        expect([found.says, found.todo].join()).toMatch(/\(nginx\/1\.22\.1\).*client_max_body_size/)
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('a relay key of an older, and of an unknown master key', async () => {
    const newer = randomBytes(32).toString('hex')
    expect(await only('relay key', {}, { keys: openKeyRing(`${newer},${master}`) })).toMatchObject({
      state: 'warn',
    })
    expect(await only('relay key', {}, { keys: openKeyRing(newer) })).toMatchObject({ state: 'fail' })
  })

  test.each([
    ['https://video.example.com', [], 'warn'],
    ['https://video.example.com', ['10.0.0.7'], 'ok'],
    ['https://video.example.com', ['0.0.0.0/0'], 'fail'],
    [null, [], 'ok'],
  ])('PUBLIC_URL %s with the proxies %j: %s', async (publicUrl, trustedProxies, state) => {
    expect(await only('proxies', { publicUrl, trustedProxies })).toMatchObject({ state })
  })
})
