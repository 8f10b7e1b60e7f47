import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  admin = await org.signIn('admin')
  await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [org.orgId])
  // The first is of 1 January in Auckland, the last of 3 January.
  await call('2025-12-31T23:00:00Z', 'analysis', 'answered', [1_000, 50, 0.001])
  await call('2026-01-01T05:00:00Z', 'analysis', 'malformed', [1_000, 20, null])
  await call('2026-01-01T05:00:01Z', 'judge', 'rate_limited', [null, null, null])
  await call('2026-01-02T12:00:00Z', 'analysis', 'answered', [null, null, null])
})
afterAll(() => world.close())

type Tokens = readonly [input: number | null, output: number | null, cost: number | null]

async function call(at: string, purpose: string, outcome: string, tokens: Tokens): Promise<void> {
  await world.test.query(
    `insert into model_calls (org_id, id, at, purpose, provider, model, account, input_tokens, output_tokens, cost_usd,
       latency_ms, outcome)
     values ($1, gen_random_uuid(), $2, $3, 'openai', 'm', 'operator', $5, $6, $7, 900, $4)`,
    [org.orgId, at, purpose, outcome, ...tokens],
  )
}

const usage = async (query: Record<string, string>, who = admin) => {
  const answer = await world.call(who, { url: '/api/v1/organisation/ai-usage', query })
  return { status: answer.statusCode, body: answer.json() }
}

test('adds up by day of the organisation and purpose, and what is not known stays unknown', async () => {
  const { status, body } = await usage({ date_from: '2026-01-01', date_to: '2026-01-03' })
  const none = { input_tokens: null, output_tokens: null, cost_usd: null }
  expect([status, body]).toEqual([
    200,
    {
      total: {
        calls: 4,
        failed_calls: 2,
        unpriced_calls: 2,
        input_tokens: 2_000,
        output_tokens: 70,
        cost_usd: 0.001,
      },
      days: [
        {
          date: '2026-01-01',
          purpose: 'analysis',
          calls: 2,
          failed_calls: 1,
          unpriced_calls: 1,
          input_tokens: 2_000,
          output_tokens: 70,
          cost_usd: 0.001,
        },
        { date: '2026-01-01', purpose: 'judge', calls: 1, failed_calls: 1, unpriced_calls: 0, ...none },
        { date: '2026-01-03', purpose: 'analysis', calls: 1, failed_calls: 0, unpriced_calls: 1, ...none },
      ],
      events: { analysed: 0, skipped: 0, failed: 0, pending: 0 },
      operator_today: expect.objectContaining({
        tokens: 0,
        max_tokens: 50_000_000,
        max_cost_usd: null,
        spent: false,
      }),
    },
  ])
  expect((await usage({ date_from: '2026-01-02', date_to: '2026-01-02' })).body.total.calls).toBe(0)
})

test('is for admins, of their own organisation', async () => {
  expect((await usage({}, await org.signIn('operator'))).status).toBe(403)
  const abroad = await (await world.createOrg()).signIn('admin')
  expect((await usage({ date_from: '2026-01-01' }, abroad)).body).toMatchObject({
    total: { calls: 0 },
    days: [],
  })
})

test.each([
  { date_from: '2026-01-02', date_to: '2026-01-01' },
  { date_from: '2026-02-31' },
  { date_from: '1990-01-01' },
])('refuses %j', async (query) => {
  expect((await usage(query)).status).toBe(400)
})

test('counts what became of the events of the time, and adds up by camera, the dearest first', async () => {
  const other = await world.createOrg()
  const owner = await other.signIn('owner')
  const gatewayId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Cupboard', $3)`, [
    other.orgId,
    gatewayId,
    other.siteId,
  ])
  const place = { orgId: other.orgId, siteId: other.siteId, gatewayId }
  const [gate, yard] = [
    await seedCamera(world.test, place, 'Gate'),
    await seedCamera(world.test, place, 'Yard'),
  ]
  const event = async (cameraId: string, status: string) => {
    const id = randomUUID()
    await world.test.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, ai_status)
       values ($1, $2, $3, $4, 'motion', 'onvif', '2026-02-10T10:00:00Z', $5)`,
      [other.orgId, id, cameraId, other.siteId, status],
    )
    return id
  }
  const ask = (eventId: string, cost: number | null, outcome = 'answered') =>
    world.test.query(
      `insert into model_calls (org_id, id, at, purpose, event_id, provider, model, account, input_tokens, cost_usd,
         latency_ms, outcome)
       values ($1, gen_random_uuid(), '2026-02-10T10:01:00Z', 'analysis', $2, 'openai', 'm', 'operator', 100, $3, 9, $4)`,
      [other.orgId, eventId, cost, outcome],
    )
  const [first, second] = [await event(gate, 'completed'), await event(gate, 'completed')]
  const failed = await event(yard, 'failed')
  await event(yard, 'skipped')
  await ask(first, 0.1)
  await ask(first, 0.2)
  await ask(second, 0.1)
  await ask(failed, null, 'malformed')
  const query = { date_from: '2026-02-10', date_to: '2026-02-10' }
  expect((await usage(query, owner)).body.events).toEqual({ analysed: 2, skipped: 1, failed: 1, pending: 0 })
  const byCamera = async (more: Record<string, string> = {}, who = owner) =>
    (
      await world.call(who, { url: '/api/v1/organisation/ai-usage/cameras', query: { ...query, ...more } })
    ).json()
  expect(await byCamera()).toMatchObject({
    total: 2,
    data: [
      { camera_id: gate, camera_name: 'Gate', deleted: false, events: 2, calls: 3, failed_calls: 0 },
      { camera_id: yard, camera_name: 'Yard', events: 1, calls: 1, failed_calls: 1, cost_usd: null },
    ],
  })
  expect((await byCamera()).data[0].cost_usd).toBeCloseTo(0.4, 9)
  expect(await byCamera({ limit: '1' })).toMatchObject({ total: 2, data: [{ camera_id: gate }] })
  expect(await byCamera({ date_from: '2026-02-11', date_to: '2026-02-11' })).toEqual({ data: [], total: 0 })
  expect(await byCamera({}, admin)).toEqual({ data: [], total: 0 })
})
