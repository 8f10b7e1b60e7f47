import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createSecretBox, createTestDatabase, openKeyRing, type TestDatabase } from '@sightline/cloud/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiClient, CloudNode, Program, processesNaming, runProgram, until } from '../harness/index.js'

// `cloud keys rotate` as an operator runs it: beside the service, and after somebody killed it.
const cli = 'cloud/dist/cli.js'
const hex = () => randomBytes(32).toString('hex')
const idOf = (key: string) => openKeyRing(key).ids()[0] ?? ''

let folder: string
const open: AsyncDisposable[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-rotate-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  await until('no process is left', async () => (await processesNaming(folder)).length === 0)
  await rm(folder, { recursive: true, force: true })
})

/** Webhooks, each with a secret that only the given key opens. */
async function seal(database: TestDatabase, key: string, count: number): Promise<Map<string, string>> {
  const box = createSecretBox(openKeyRing(key))
  const orgId = randomUUID()
  await database.query(`insert into organisations (id, name) values ($1, 'Yard')`, [orgId])
  const rows = Array.from({ length: count }, () => {
    const rowId = randomUUID()
    const text = `secret of ${rowId}`
    return { rowId, text, sealed: box.seal(text, { orgId, rowId, field: 'webhook.secret' }) }
  })
  await database.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
       created_by_name)
     select $1, id, 'Desk', 'https://example.com', '{alert}', secret, $2, 'system', 'test'
     from unnest($3::uuid[], $4::bytea[]) as made (id, secret)`,
    [orgId, idOf(key), rows.map(({ rowId }) => rowId), rows.map(({ sealed }) => sealed.bytes)],
  )
  return new Map(rows.map(({ rowId, text }) => [rowId, text]))
}

it('goes on where it was killed: every secret is whole at every moment, and in the end of the new key', async () => {
  const database = await createTestDatabase()
  open.push(database)
  const [old, fresh] = [hex(), hex()]
  const secrets = await seal(database, old, 3_000)
  const env = {
    DATABASE_URL: database.address.url,
    MASTER_KEY: `${fresh},${old}`,
    DATA_DIR: path.join(folder, 'data'),
  }
  const countOf = async (key: string) => {
    const rows = await database.query<{ count: number }>(
      'select count(*)::int as count from webhooks where secret_key_id = $1',
      [idOf(key)],
    )
    return rows[0]?.count ?? 0
  }

  // Each takes its time, so that the kill comes in the middle however late this process gets to it.
  await database.query(`create function take_time() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.01); return new; end $$`)
  await database.query(
    `create trigger take_time before update on webhooks for each row execute function take_time()`,
  )
  const first = new Program(cli, { args: ['keys', 'rotate'], env })
  open.push(first)
  await until('it has begun', async () => {
    if (first.ending) throw new Error(first.output)
    return (await countOf(fresh)) > 150
  })
  await first.kill()
  await until('its last statement is over', async () => {
    const busy = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state <> 'idle'`
    return (await database.query(busy)).length === 0
  })
  const done = await countOf(fresh)
  expect(done).toBeLessThan(3_000)
  expect(await countOf(old)).toBe(3_000 - done)
  await database.query('drop function take_time cascade')

  const again = await runProgram(cli, { args: ['keys', 'rotate'], env })
  expect(again.code, again.output).toBe(0)
  const rotation = JSON.parse(again.output.split('\n').find((line) => line.startsWith('{')) ?? '')
  expect(rotation.tables.webhooks).toEqual({ resealed: 3_000 - done, changed_meanwhile: 0, failed: 0 })
  expect(rotation.no_longer_used).toEqual([idOf(old)])
  expect(again.output).toContain(`${idOf(old)} (2.)`)

  const box = createSecretBox(openKeyRing(fresh))
  const rows = await database.query<{ org_id: string; id: string; secret: Buffer; secret_key_id: string }>(
    'select org_id, id, secret, secret_key_id from webhooks',
  )
  for (const { org_id: orgId, id, secret: bytes, secret_key_id: keyId } of rows) {
    expect(box.open({ bytes, keyId }, { orgId, rowId: id, field: 'webhook.secret' })).toBe(secrets.get(id))
  }
})

it('ends with 1 and names the row if a secret does not open', async () => {
  const database = await createTestDatabase()
  open.push(database)
  const [lost, key] = [hex(), hex()]
  const [row] = (await seal(database, lost, 1)).keys()
  const { code, output } = await runProgram(cli, {
    args: ['keys', 'rotate'],
    env: { DATABASE_URL: database.address.url, MASTER_KEY: key, DATA_DIR: path.join(folder, 'data') },
  })
  expect(code).toBe(1)
  expect(output).toContain(`webhooks ${row} (secret) does not open`)
  expect(output).toContain(`which MASTER_KEY does not hold`)
})

it('with a key file: a running service takes the new key over, and what the old one made stays good', async () => {
  const dataDir = path.join(folder, 'data')
  const password = 'Correct-horse-1'
  const env = { DATA_DIR: dataDir, OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: password }
  const cloud = await CloudNode.start(env)
  open.push(cloud)
  const api = new ApiClient(cloud.url)
  await api.login('owner@example.com', password)
  const body = { name: 'Desk', url: 'https://example.com/hook', event_types: ['alert'] }
  const made = await api.post('/api/v1/webhooks', body)
  const issuer = {
    name: 'Issuer',
    issuer: 'https://example.com',
    client_id: 'c',
    client_secret: 'kept',
    groups: [],
  }
  expect((await api.put('/api/v1/organisation/single-sign-on', issuer)).status).toBe(200)
  for (const name of ['One', 'Two', 'Three']) await api.post('/api/v1/sites', { name })
  const { body: page } = await api.get('/api/v1/sites?limit=2')
  const file = path.join(dataDir, 'master.key')
  const before = (await readFile(file, 'utf8')).trim()

  const rotation = JSON.parse(
    (await cloud.operate('keys', 'rotate', '--new')).split('\n').find((line) => line.startsWith('{')) ?? '',
  )
  expect(rotation.tables.webhooks).toEqual({ resealed: 1, changed_meanwhile: 0, failed: 0 })
  expect(rotation.tables.single_sign_on).toEqual({ resealed: 1, changed_meanwhile: 0, failed: 0 })
  expect(rotation.no_longer_used).toEqual([idOf(before)])
  const [fresh = '', second] = (await readFile(file, 'utf8')).trim().split('\n')
  expect(second).toBe(before)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(rotation.key).toBe(idOf(fresh))

  // Token and cursor of the old key are good, the service opens what was sealed anew, and seals with the new key.
  expect((await api.get(`/api/v1/sites?limit=2&cursor=${page.next_cursor}`)).status).toBe(200)
  const rotated = await api.post(`/api/v1/webhooks/${made.body.id}/rotate-secret`)
  expect(rotated.status, JSON.stringify(rotated.body)).toBe(200)
  const uses = JSON.parse(await cloud.operate('keys', 'list'))
  expect(uses.keys).toEqual([
    // Two of the webhook, for its secret before the rotation was opened and kept, and that of the issuer.
    { id: idOf(fresh), position: 1, secrets: 3, kept_answers: 0 },
    { id: idOf(before), position: 2, secrets: 0, kept_answers: 0 },
  ])
  const again = await runProgram(cli, {
    args: ['keys', 'rotate', '--new'],
    env: { ...env, MASTER_KEY: hex() },
  })
  expect(again.code).toBe(1)
  expect(again.output).toContain('MASTER_KEY is set, so the new key goes there')
})
