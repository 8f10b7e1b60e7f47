import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeGatewayKeys } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { startTestNodes, type TestNodes } from '../../channel/test-nodes.fake.js'

let world: TestNodes
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

async function freshOrg() {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  await world.test.query('delete from rate_buckets')
}

const generate = (payload: object = {}, node = 0, who: SignedIn | null = operator) =>
  world.nodes[node === 0 ? 0 : 1].call(who, {
    method: 'POST',
    url: '/api/v1/gateways/generate-pairing-code',
    payload: { name: 'Cupboard', site_id: org.siteId, ...payload },
  })

const pair = (payload: object, node = 0, address = '203.0.113.1') =>
  world.nodes[node === 0 ? 0 : 1].call(null, {
    method: 'POST',
    url: '/api/v1/gateways/pair',
    payload,
    remoteAddress: address,
  })

const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

const getGateway = async (id: string) =>
  (await world.nodes[0].call(operator, { url: `/api/v1/gateways/${id}` })).json()

it('makes a registered gateway and a code of ten minutes', async () => {
  await freshOrg()
  const made = await generate()
  expect(made.statusCode).toBe(201)
  const { id, pairing_code, expires_at, status } = made.json()
  expect(pairing_code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
  expect(status).toBe('registered')
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(590_000)
  expect(Date.parse(expires_at) - Date.now()).toBeLessThan(601_000)
  expect(await getGateway(id)).toMatchObject({ id, name: 'Cupboard', status: 'registered', version: null })
  const stored = await world.test.query('select * from pairing_codes c, pairing_code_lookup l')
  expect(JSON.stringify(stored)).not.toContain(pairing_code)
})

it('refuses viewers, foreign sites and foreign gateways', async () => {
  await freshOrg()
  const other = await world.createOrg()
  expect((await generate({}, 0, await org.signIn('viewer', [org.siteId]))).statusCode).toBe(403)
  expect((await generate({}, 0, null)).statusCode).toBe(401)
  expect((await generate({ site_id: other.siteId })).statusCode).toBe(404)
  expect((await generate({ gateway_id: randomUUID() })).statusCode).toBe(404)
  expect((await generate({ name: '' })).statusCode).toBe(400)
})

it('pairs with the code as people type it, once, on whichever node', async () => {
  await freshOrg()
  const { id, pairing_code: code } = (await generate()).json()
  const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `
  const { publicKey } = await makeGatewayKeys()
  const paired = await pair(
    { pairing_code: typed, version: '1.2.3', local_ip: '10.0.0.9', public_key: publicKey },
    1,
  )
  expect(paired.statusCode).toBe(200)
  expect(paired.json()).toEqual({
    gateway_id: id,
    org_id: org.orgId,
    api_key: expect.stringMatching(/^gw_[0-9a-f]{16}_[\w-]{43}$/),
    ice_servers: [],
  })
  expect(await getGateway(id)).toMatchObject({ name: 'Cupboard', version: '1.2.3', local_ip: '10.0.0.9' })

  const again = await pair({ pairing_code: code })
  expect(again.statusCode).toBe(409)
  expect(again.json().error.code).toBe('conflict')
  const audit = await world.test.query<{ action: string }>(
    'select action from audit_log where target_id = $1',
    [id],
  )
  expect(audit.map(({ action }) => action)).toEqual(['gateway.pairing_code_generated', 'gateway.paired'])
  const keys = await world.test.query('select * from gateway_keys')
  expect(JSON.stringify(keys)).not.toContain(paired.json().api_key.slice(-20))
})

it('answers 400 without a code, 404 for an unknown one, 410 for an expired one', async () => {
  await freshOrg()
  expect((await pair({})).statusCode).toBe(400)
  expect((await pair({ pairing_code: 'abc' })).statusCode).toBe(400)
  expect((await pair({ pairing_code: 'ZZZZZZ' })).statusCode).toBe(404)
  expect((await pair({ pairing_code: 'not a code' })).statusCode).toBe(404)
  const { pairing_code } = (await generate()).json()
  await world.test.query(
    "update pairing_codes set expires_at = now() - interval '1 second' where org_id = $1",
    [org.orgId],
  )
  const late = await pair({ pairing_code })
  expect(late.statusCode).toBe(410)
  expect(late.json().error.code).toBe('gone')
})

it('lets exactly one of many attempts at once redeem a code', async () => {
  await freshOrg()
  const { pairing_code } = (await generate()).json()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      pair({ pairing_code, attempt_id: randomUUID() }, n % 2, `203.0.113.${n}`),
    ),
  )
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

it('answers the same attempt again with a fresh key, and voids the lost one', async () => {
  await freshOrg()
  const { pairing_code } = (await generate()).json()
  const attempt_id = randomUUID()
  const first = await pair({ pairing_code, attempt_id })
  const second = await pair({ pairing_code, attempt_id }, 1)
  expect(second.statusCode).toBe(200)
  expect(second.json().gateway_id).toBe(first.json().gateway_id)
  expect(second.json().api_key).not.toBe(first.json().api_key)
  const live = await world.test.query<{ prefix: string }>(
    'select prefix from gateway_keys where org_id = $1 and revoked_at is null',
    [org.orgId],
  )
  expect(live.map(({ prefix }) => prefix)).toEqual([second.json().api_key.split('_')[1]])
  expect((await pair({ pairing_code, attempt_id: randomUUID() })).statusCode).toBe(409)
  await world.test.query(
    "update pairing_codes set expires_at = now() - interval '1 second' where org_id = $1",
    [org.orgId],
  )
  expect((await pair({ pairing_code, attempt_id })).statusCode).toBe(409)
})

it('keeps five open codes an organisation, exactly, also when asked at once', async () => {
  await freshOrg()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => generate({}, n % 2)))
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect([made.length, refused.length]).toEqual([5, 7])
  expect(refused[0]?.json().error.code).toBe('rate_limited')
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(500)
  expect(refused[0]?.headers['x-ratelimit-limit']).toBe('5')
  const gateways = await world.test.query('select id from gateways where org_id = $1', [org.orgId])
  expect(gateways).toHaveLength(5)

  // Deleting the registered gateway frees its code, redeeming one as well.
  const [first, second] = made
  await world.nodes[0].call(operator, { method: 'DELETE', url: `/api/v1/gateways/${first?.json().id}` })
  expect((await generate()).statusCode).toBe(201)
  expect((await pair({ pairing_code: first?.json().pairing_code })).statusCode).toBe(404)
  expect((await generate()).statusCode).toBe(429)
  expect((await pair({ pairing_code: second?.json().pairing_code })).statusCode).toBe(200)
  expect((await generate()).statusCode).toBe(201)
})

it('replaces the machine behind a gateway: a new key, the old one void, everything sent again', async () => {
  await freshOrg()
  const { id, pairing_code } = (await generate()).json()
  const first = (await pair({ pairing_code })).json()
  const before = await world.test.query<{ config_revision: string }>(
    'select config_revision from gateways where id = $1',
    [id],
  )
  const code = (await generate({ gateway_id: id })).json()
  expect(code.id).toBe(id)
  const second = (await pair({ pairing_code: code.pairing_code })).json()
  expect(second.gateway_id).toBe(id)
  expect(second.api_key).not.toBe(first.api_key)
  const after = await world.test.query<{ config_revision: string }>(
    'select config_revision from gateways where id = $1',
    [id],
  )
  expect(Number(after[0]?.config_revision)).toBe(Number(before[0]?.config_revision) + 1)
})

it('stops guessing after ten failures a minute from one address, over both nodes', async () => {
  await freshOrg()
  await world.test.query(
    `insert into rate_buckets (key, tokens, refilled_at)
     values ('pairing:198.51.100.7', 10, now() + interval '1 hour')`,
  )
  const { pairing_code } = (await generate()).json()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => pair({ pairing_code: 'ZZZZZZ' }, n % 2, '198.51.100.7')),
  )
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  expect([count(404), count(429)]).toEqual([10, 6])
  const refused = await pair({ pairing_code }, 0, '198.51.100.7')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await pair({ pairing_code }, 0, '198.51.100.8')).statusCode).toBe(200)
})

it('does not count successes as failures', async () => {
  await freshOrg()
  for (let round = 0; round < 14; round += 1) {
    const { pairing_code } = (await generate()).json()
    expect((await pair({ pairing_code }, 0, '198.51.100.9')).statusCode).toBe(200)
  }
})

it('takes 300 failures a minute in all', async () => {
  await freshOrg()
  // A bucket that is filled from an hour on gets nothing back, however slow the machine is.
  await world.test.query(
    `insert into rate_buckets (key, tokens, refilled_at) values ('pairing', 2, now() + interval '1 hour')`,
  )
  const tries = [1, 2, 3].map((n) => pair({ pairing_code: 'ZZZZZZ' }, n % 2, `192.0.2.${n}`))
  expect(statusesOf(await Promise.all(tries))).toEqual([404, 404, 429])
})
