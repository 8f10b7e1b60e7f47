import { randomUUID } from 'node:crypto'
import { WebhookEnvelope } from '@sightline/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { testsPerMinute: 1_000 } })
  org = await world.createOrg()
  operator = await org.signIn('operator')
})
afterAll(() => world.close())

const url = '/api/v1/webhooks'

async function createWebhook(): Promise<string> {
  const payload = { name: 'Alarm desk', url: 'https://93.184.216.34/hook', event_types: ['alert'] }
  return (await world.call(operator, { method: 'POST', url, payload })).json<{ id: string }>().id
}

const facts = () => ({
  alert_id: randomUUID(),
  rule_id: null,
  rule_name: 'Delivery after dark',
  camera_id: null,
  camera_name: 'Gate',
  event_id: randomUUID(),
  severity: 'medium',
  description: 'A van stops.',
  confidence: null,
  triggered_at: '2026-03-12T21:45:00.000Z',
})

/** Deliveries, each with so many attempts. */
async function addDeliveries(webhookId: string, status: string, count = 1, attempts = 2): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await world.test.query(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload, status, finished_at)
     select $1, unnest($2::uuid[]), $3, 'alert', $4, $5, case when $5 = 'pending' then null else now() end`,
    [org.orgId, ids, webhookId, facts(), status],
  )
  await world.test.query(
    `insert into webhook_attempts (org_id, id, delivery_id, number, started_at, duration_ms, status_code)
     select $1, gen_random_uuid(), id, number, '2026-03-12T21:45:00Z', 12, 503
     from unnest($2::uuid[]) id cross join generate_series(1, $3) number`,
    [org.orgId, ids, attempts],
  )
  return ids
}

const sendAll = (webhookId: string, who = operator) =>
  world.call(who, { method: 'POST', url: `${url}/${webhookId}/redeliver-failed` })

describe('all that failed again', () => {
  it('puts what was given up on its way, with all repeats before it, and leaves the rest as it is', async () => {
    const webhookId = await createWebhook()
    const failed = await addDeliveries(webhookId, 'failed', 3)
    const [arrived] = await addDeliveries(webhookId, 'delivered')
    const [other] = await addDeliveries(await createWebhook(), 'failed')
    expect((await sendAll(webhookId)).json()).toEqual({ redelivered: 3, left: 0 })
    const rows = await world.test.query<{ id: string; status: string; redeliveries: number; before: number }>(
      `select id, status, redeliveries, attempts_before as before from webhook_deliveries where id = any($1)`,
      [[...failed, arrived, other]],
    )
    expect(rows.toSorted((one, two) => one.status.localeCompare(two.status))).toEqual([
      { id: arrived, status: 'delivered', redeliveries: 0, before: 0 },
      { id: other, status: 'failed', redeliveries: 0, before: 0 },
      ...failed.map(() => ({ id: expect.any(String), status: 'pending', redeliveries: 1, before: 2 })),
    ])
    expect((await sendAll(webhookId)).json()).toEqual({ redelivered: 0, left: 0 })
  })

  it('takes each once where two ask at once', async () => {
    const webhookId = await createWebhook()
    await addDeliveries(webhookId, 'failed', 40)
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendAll(webhookId)))
    const taken = answers.map((answer) => answer.json<{ redelivered: number }>().redelivered)
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(40)
  })

  it('goes a thousand at a time, the oldest first', async () => {
    const webhookId = await createWebhook()
    await addDeliveries(webhookId, 'failed', 1_001, 0)
    expect((await sendAll(webhookId)).json()).toEqual({ redelivered: 1_000, left: 1 })
    expect((await sendAll(webhookId)).json()).toEqual({ redelivered: 1, left: 0 })
  })

  it('waits until a disabled webhook is enabled, and is nobody else’s', async () => {
    const webhookId = await createWebhook()
    await addDeliveries(webhookId, 'failed')
    const abroad = await (await world.createOrg()).signIn('owner')
    expect((await sendAll(webhookId, abroad)).statusCode).toBe(404)
    const payload = { enabled: false }
    await world.call(operator, { method: 'PATCH', url: `${url}/${webhookId}`, payload })
    const answer = await sendAll(webhookId)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      'the webhook is disabled: enable it first',
    ])
  })
})

describe('one delivery', () => {
  it('shows what its last attempt sent, as it was then, and no signature', async () => {
    const webhookId = await createWebhook()
    const [id] = await addDeliveries(webhookId, 'failed')
    const answer = await world.call(operator, { url: `${url}/${webhookId}/deliveries/${id}` })
    const { rule_name, camera_name, last_request: sent } = answer.json()
    expect([rule_name, camera_name]).toEqual(['Delivery after dark', 'Gate'])
    expect(sent.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Sightline-Webhooks/1',
      'x-webhook-id': webhookId,
      'x-webhook-timestamp': '2026-03-12T21:45:00.000Z',
      'x-webhook-event': 'alert',
      'webhook-id': id,
      'webhook-timestamp': '1773351900',
    })
    expect(WebhookEnvelope.parse(JSON.parse(sent.body))).toMatchObject({
      timestamp: '2026-03-12T21:45:00.000Z',
      data: { rule_name: 'Delivery after dark', description: 'A van stops.', is_test: false },
    })
  })

  it('has sent nothing before its first attempt', async () => {
    const webhookId = await createWebhook()
    const [id] = await addDeliveries(webhookId, 'pending', 1, 0)
    const answer = await world.call(operator, { url: `${url}/${webhookId}/deliveries/${id}` })
    expect(answer.json()).toMatchObject({ attempts: [], last_request: null })
  })
})
