import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox, type SecretContext } from '../../platform/secrets/secret-box.js'
import { systemClock } from '../../platform/time/clock.js'
import { rotateKeys } from './key-rotation.service.js'
import { sealedColumns } from './sealed-columns.table.js'

const hex = () => randomBytes(32).toString('hex')
const [old, fresh, lost] = [hex(), hex(), hex()]
const idOf = (key: string) => openKeyRing(key).ids()[0] ?? ''
const boxOf = (key: string) => createSecretBox(openKeyRing(key))

let world: TestApp
let org: TestOrg
beforeAll(async () => {
  world = await createTestApp({ masterKey: old })
})
beforeEach(async () => {
  await world.test.query('truncate organisations, nodes cascade')
  org = await world.createOrg()
})
afterAll(() => world.close())

const rotate = (waitMs?: number) =>
  rotateKeys(
    { database: world.platform.database, keys: openKeyRing(`${fresh},${old}`), clock: systemClock },
    waitMs === undefined ? {} : { waitMs },
  )

async function addCamera(text: string, key = old, { orgId, siteId }: TestOrg = org): Promise<string> {
  const id = uuidv7()
  const sealed = boxOf(key).seal(text, { orgId, rowId: id, field: 'cameras.credentials' })
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type, credentials, credentials_key_id)
     values ($1, $2, $3, 'Yard', 'rtsp', $4, $5)`,
    [orgId, id, siteId, sealed.bytes, sealed.keyId],
  )
  return id
}

async function addWebhook(secrets: { now: string | null; before?: string }, key = old): Promise<string> {
  const id = uuidv7()
  const place: SecretContext = { orgId: org.orgId, rowId: id, field: 'webhook.secret' }
  const now = secrets.now === null ? null : boxOf(key).seal(secrets.now, place)
  const before = secrets.before === undefined ? null : boxOf(key).seal(secrets.before, place)
  await world.test.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, previous_secret,
       previous_secret_key_id, created_by_kind, created_by_name)
     values ($1, $2, 'Desk', 'https://example.com', '{alert}', $3, $4, $5, $6, 'system', 'test')`,
    [org.orgId, id, now?.bytes ?? Buffer.alloc(0), now?.keyId ?? idOf(key), before?.bytes, before?.keyId],
  )
  return id
}

/** Opens with one key alone, wherever the secret stands. */
async function read(key: string, column: (typeof sealedColumns)[number], id: string): Promise<string> {
  const [row] = await world.test.query<{ org_id: string; bytes: Buffer; key_id: string }>(
    `select org_id, ${column.bytes} as bytes, ${column.keyId} as key_id from ${column.table} where id = $1`,
    [id],
  )
  if (!row) throw new Error('no such row')
  return boxOf(key).open(
    { bytes: row.bytes, keyId: row.key_id },
    { orgId: row.org_id, rowId: id, field: column.field },
  )
}

const [ofCamera, ofWebhook, beforeOfWebhook, ofProvider] = sealedColumns
if (!ofCamera || !ofWebhook || !beforeOfWebhook || !ofProvider) throw new Error('a sealed column is missing')

test('knows every sealed column of the schema', async () => {
  const inSchema = await world.test.query(
    `select bytes.table_name as table, bytes.column_name as bytes, key.column_name as "keyId"
     from information_schema.columns bytes
     join information_schema.columns key on key.table_name = bytes.table_name
       and key.table_schema = bytes.table_schema and key.column_name = bytes.column_name || '_key_id'
     where bytes.table_schema = 'public' and bytes.data_type = 'bytea'`,
  )
  const byName = (one: { table: string; bytes: string }, two: { table: string; bytes: string }) =>
    `${one.table}.${one.bytes}`.localeCompare(`${two.table}.${two.bytes}`)
  const known = sealedColumns.map(({ table, bytes, keyId }) => ({ table, bytes, keyId }))
  const found = inSchema.map((row) => ({ table: row['table'], bytes: row['bytes'], keyId: row['keyId'] }))
  expect(found.toSorted(byName)).toEqual(known.toSorted(byName))
})

test('seals what the API stored with the new key, and says that the old one seals nothing any more', async () => {
  const owner = await org.signIn('owner')
  const made = await world.call(owner, {
    method: 'POST',
    url: '/api/v1/webhooks',
    payload: { name: 'Desk', url: 'https://example.com/hook', event_types: ['alert'] },
  })
  expect(made.statusCode).toBe(201)
  const { id, secret: first } = made.json<{ id: string; secret: string }>()
  const rotated = await world.call(owner, { method: 'POST', url: `/api/v1/webhooks/${id}/rotate-secret` })
  const { secret: second } = rotated.json<{ secret: string }>()
  await world.call(owner, {
    method: 'PATCH',
    url: '/api/v1/organisation',
    payload: { ai_settings: { provider_keys: { openai: 'sk-example' } } },
  })
  const camera = await addCamera('{"username":"viewer"}')

  const rotation = await rotate()
  expect(rotation).toMatchObject({
    key: idOf(fresh),
    tables: {
      cameras: { resealed: 1, changed_meanwhile: 0, failed: 0 },
      webhooks: { resealed: 2, changed_meanwhile: 0, failed: 0 },
      ai_provider_keys: { resealed: 1, changed_meanwhile: 0, failed: 0 },
    },
    unopened: [],
    keys: [
      { id: idOf(fresh), position: 1, secrets: 4 },
      { id: idOf(old), position: 2, secrets: 0 },
    ],
    no_longer_used: [idOf(old)],
  })
  expect(await read(fresh, ofCamera, camera)).toBe('{"username":"viewer"}')
  expect(await read(fresh, ofWebhook, id)).toBe(second)
  expect(await read(fresh, beforeOfWebhook, id)).toBe(first)
  const [provider] = await world.test.query<{ id: string }>('select id from ai_provider_keys')
  expect(await read(fresh, ofProvider, provider?.id ?? '')).toBe('sk-example')
})

test('goes through all organisations and more rows than one batch, and does nothing the second time', async () => {
  const other = await world.createOrg()
  for (let index = 0; index < 130; index += 1) await addCamera(`camera ${index}`)
  const theirs = await addCamera('theirs', old, other)
  expect((await rotate()).tables['cameras']?.resealed).toBe(131)
  expect(await read(fresh, ofCamera, theirs)).toBe('theirs')
  expect((await rotate()).tables['cameras']).toEqual({ resealed: 0, changed_meanwhile: 0, failed: 0 })
})

test('names what does not open, and goes on with the rest', async () => {
  const ofLostKey = await addCamera('nobody reads this', lost)
  const copied = await addCamera('copied from another row')
  await world.test.query(
    `update cameras set credentials = set_byte(credentials, 20, get_byte(credentials, 20) # 1) where id = $1`,
    [copied],
  )
  const good = await addCamera('good')
  const { tables, unopened, keys, no_longer_used: unused } = await rotate()
  expect(tables['cameras']).toEqual({ resealed: 1, changed_meanwhile: 0, failed: 2 })
  expect(unopened.map(({ table, column, row, key_id }) => [table, column, row, key_id])).toEqual([
    ['cameras', 'credentials', ofLostKey, idOf(lost)],
    ['cameras', 'credentials', copied, idOf(old)],
  ])
  expect(JSON.stringify(unopened)).not.toContain('nobody')
  expect(await read(fresh, ofCamera, good)).toBe('good')
  expect(await read(lost, ofCamera, ofLostKey)).toBe('nobody reads this')
  expect(keys).toContainEqual({ id: idOf(lost), position: null, secrets: 1, kept_answers: 0 })
  expect(unused).toEqual([])
})

test('leaves the place of a forgotten secret empty, and does not count it', async () => {
  const id = await addWebhook({ now: null })
  const { tables, no_longer_used: unused } = await rotate()
  expect(tables['webhooks']).toEqual({ resealed: 0, changed_meanwhile: 0, failed: 0 })
  expect(unused).toEqual([idOf(old)])
  const [row] = await world.test.query<{ secret: Buffer }>('select secret from webhooks where id = $1', [id])
  expect(row?.secret).toHaveLength(0)
})

test('a key that only seals kept answers is still in use', async () => {
  const owner = await org.signIn('owner')
  const request = {
    method: 'POST' as const,
    url: '/api/v1/webhooks',
    payload: { name: 'Desk', url: 'https://example.com/hook', event_types: ['alert'] },
    headers: { 'idempotency-key': 'once' },
  }
  const made = await world.call(owner, request)
  expect(made.statusCode).toBe(201)
  const { keys, no_longer_used: unused } = await rotate()
  expect(keys[1]).toEqual({ id: idOf(old), position: 2, secrets: 0, kept_answers: 1 })
  expect(unused).toEqual([])
  await world.test.query(`update idempotency_keys set created_at = now() - interval '25 hours'`)
  expect((await rotate()).no_longer_used).toEqual([idOf(old)])
})

describe('beside a change', () => {
  test('a secret that is stored between reading and writing stands', async () => {
    const id = await addCamera('before')
    const place = { orgId: org.orgId, rowId: id, field: 'cameras.credentials' }
    const sealed = boxOf(fresh).seal('after', place)
    const client = new pg.Client({ connectionString: world.test.address.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('update cameras set credentials = $1, credentials_key_id = $2 where id = $3', [
        sealed.bytes,
        sealed.keyId,
        id,
      ])
      const rotation = rotate()
      await expect
        .poll(() =>
          world.test.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          ),
        )
        .toHaveLength(1)
      await client.query('commit')
      expect((await rotation).tables['cameras']).toEqual({
        resealed: 0,
        changed_meanwhile: 1,
        failed: 0,
      })
    } finally {
      await client.end()
    }
    expect(await read(fresh, ofCamera, id)).toBe('after')
  })

  test('webhooks whose secrets rotate all the while end with their newest two', async () => {
    await using busy = await createTestApp({ masterKey: `${fresh},${old}` })
    const theirs = await busy.createOrg()
    const owner = await theirs.signIn('owner')
    const webhooks = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const id = uuidv7()
        const place = { orgId: theirs.orgId, rowId: id, field: 'webhook.secret' }
        const sealed = boxOf(old).seal(`secret ${index}`, place)
        await busy.test.query(
          `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
             created_by_name) values ($1, $2, 'Desk', 'https://example.com', '{alert}', $3, $4, 'system', 'test')`,
          [theirs.orgId, id, sealed.bytes, sealed.keyId],
        )
        return { id, secrets: [`secret ${index}`] }
      }),
    )
    const keys = openKeyRing(`${fresh},${old}`)
    const rotating = async () => {
      for (let round = 0; round < 5; round += 1)
        await rotateKeys({ database: busy.platform.database, keys, clock: systemClock })
    }
    const changing = webhooks.map(async ({ id, secrets }) => {
      for (let round = 0; round < 6; round += 1) {
        const answer = await busy.call(owner, {
          method: 'POST',
          url: `/api/v1/webhooks/${id}/rotate-secret`,
        })
        secrets.push(answer.json<{ secret: string }>().secret)
      }
    })
    await Promise.all([rotating(), ...changing])
    const { tables } = await rotateKeys({ database: busy.platform.database, keys, clock: systemClock })
    expect(tables['webhooks']).toMatchObject({ failed: 0 })
    for (const { id, secrets } of webhooks) {
      const [row] = await busy.test.query<Record<string, Buffer>>('select * from webhooks where id = $1', [
        id,
      ])
      const place = { orgId: theirs.orgId, rowId: id, field: 'webhook.secret' }
      const opened = (bytes: Buffer = Buffer.alloc(0)) =>
        boxOf(fresh).open({ bytes, keyId: idOf(fresh) }, place)
      expect([opened(row?.['previous_secret']), opened(row?.['secret'])]).toEqual(secrets.slice(-2))
    }
  })
})

describe('running nodes', () => {
  const addNode = (...keys: string[]) =>
    world.test.query('insert into nodes (node_id, key_ids) values ($1, $2)', [uuidv7(), keys.map(idOf)])

  test('that seal with the new key are no hindrance, nor are dead ones', async () => {
    await addNode(fresh, old)
    await addNode(old)
    await world.test.query(`update nodes set seen_at = now() - interval '1 minute' where key_ids = $1`, [
      [idOf(old)],
    ])
    await addCamera('x')
    expect((await rotate(0)).tables['cameras']?.resealed).toBe(1)
  })

  test.each([
    ['does not hold it', [old], /does not hold the key .*: add it to its MASTER_KEY/],
    ['holds it and seals with another', [old, fresh], /holds the key .* put .* first/],
    ['does not say', [], /does not hold/],
  ])('one that %s stops the rotation before anything is sealed', async (_, keys, message) => {
    const id = await addCamera('x')
    await addNode(...keys)
    await expect(rotate(0)).rejects.toThrow(message)
    expect(await read(old, ofCamera, id)).toBe('x')
  })

  test('one that gets it in time is waited for', async () => {
    await addNode(old)
    const rotation = rotate(20_000)
    await world.test.query('update nodes set key_ids = $1', [[idOf(fresh), idOf(old)]])
    await expect(rotation).resolves.toMatchObject({ key: idOf(fresh) })
  })
})
