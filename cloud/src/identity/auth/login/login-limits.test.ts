import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestNodes, type TestNode, type TestNodes } from '../../../fleet/channel/test-nodes.fake.js'
import { sweepFullBuckets } from '../../../platform/rate-limit/token-bucket.js'

const password = 'Correct-Horse-Battery-1'
const email = 'olive@example.com'
let world: TestNodes
let address: string
let last = 0

beforeAll(async () => {
  world = await startTestNodes()
  const { orgId } = await world.createOrg()
  const id = randomUUID()
  await world.test.query(
    `insert into users (org_id, id, email, display_name, role, password_hash)
     values ($1, $2, $3, 'Olive', 'owner', $4)`,
    [orgId, id, email, await world.nodes[0].services.passwords.hash(password)],
  )
  await world.test.query('insert into user_email_lookup (email, org_id, user_id) values ($1, $2, $3)', [
    email,
    orgId,
    id,
  ])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  last += 1
  address = `203.0.113.${last}`
})

const login = (node: TestNode, body: object, from = address) =>
  node.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: body, remoteAddress: from })

const right = { email, password }
/** Nobody's address each time, so that no account is locked. */
const wrong = () => ({ email: `${randomUUID()}@example.com`, password: 'wrong' })

async function leave(tokens: number, key: string): Promise<void> {
  await world.test.query(
    `insert into rate_buckets (key, tokens) values ($1, $2)
     on conflict (key) do update set tokens = excluded.tokens, refilled_at = now()`,
    [key, tokens],
  )
}

/** A bucket that is filled from an hour on stays empty, however slow the machine is. */
async function empty(key: string): Promise<void> {
  await leave(0, key)
  await world.test.query(`update rate_buckets set refilled_at = now() + interval '1 hour' where key = $1`, [
    key,
  ])
}

async function left(key: string): Promise<number> {
  const [row] = await world.test.query<{ tokens: number }>('select tokens from rate_buckets where key = $1', [
    key,
  ])
  return row?.tokens ?? Number.NaN
}

test('60 failures from an address, on whichever node, and it waits; others do not', async () => {
  const [one, other] = world.nodes
  const began = performance.now()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 60; attempt += 1) {
    statuses.push((await login(attempt % 2 === 0 ? one : other, wrong())).statusCode)
  }
  expect(new Set(statuses)).toEqual(new Set([401]))
  // One comes back each second.
  const returned = Math.ceil((performance.now() - began) / 1000)
  let refused = await login(one, wrong())
  for (let attempt = 0; attempt < returned + 10 && refused.statusCode === 401; attempt += 1) {
    refused = await login(other, wrong())
  }
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    error: {
      code: 'RATE_LIMITED',
      message: 'too many logins come from this address; wait before the next one',
    },
  })
  expect(refused.headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[12]$/),
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  })
  expect((await login(one, right, '198.51.100.7')).statusCode).toBe(200)
  for (const url of ['/api/health', '/api/v1/health']) {
    expect((await one.app.inject({ url, remoteAddress: address })).statusCode).toBe(200)
  }
})

test('300 attempts from an address, and it waits, though all were right', async () => {
  await leave(1.2, `login:${address}`)
  expect((await login(world.nodes[0], right)).statusCode).toBe(200)
  await empty(`login:${address}`)
  const refused = await login(world.nodes[1], right)
  expect([refused.statusCode, refused.headers['x-ratelimit-limit']]).toEqual([429, '300'])
})

test('what succeeds, or is no login at all, counts as no failure', async () => {
  const key = `login-failure:${address}`
  await leave(1.5, key)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await login(world.nodes[0], right)).statusCode).toBe(200)
    expect((await login(world.nodes[0], { email })).statusCode).toBe(400)
  }
  expect(await left(key)).toBeGreaterThanOrEqual(1.5)
  // A full one takes nothing back while the login lasts, however long.
  await leave(60, key)
  expect((await login(world.nodes[0], wrong())).statusCode).toBe(401)
  expect(await left(key)).toBe(59)
})

test('buckets that are full again are swept', async () => {
  await leave(0, 'login:new')
  await leave(0, 'login:old')
  await world.test.query(
    `update rate_buckets set refilled_at = now() - interval '3 minutes' where key = 'login:old'`,
  )
  await sweepFullBuckets(world.nodes[0].platform.database.lookup)
  const kept = await world.test.query<{ key: string }>(
    `select key from rate_buckets where key in ('login:new', 'login:old')`,
  )
  expect(kept).toEqual([{ key: 'login:new' }])
})
