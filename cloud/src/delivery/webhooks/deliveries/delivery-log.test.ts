import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  operator = await org.signIn('operator')
})
afterAll(() => world.close())

const url = '/api/v1/webhooks'

async function createWebhook(who = operator): Promise<string> {
  const payload = { name: 'Alarm desk', url: 'https://93.184.216.34/hook', event_types: ['alert'] }
  return (await world.call(who, { method: 'POST', url, payload })).json<{ id: string }>().id
}

/** A delivery that ended `secondsAgo`, after two attempts. */
async function addDelivery(webhookId: string, status: string, secondsAgo = 0): Promise<string> {
  const id = randomUUID()
  await world.test.query(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload, status, created_at, finished_at)
     values ($1, $2, $3, 'alert', $4, $5, now() - make_interval(secs => $6),
       case when $5 = 'pending' then null else now() end)`,
    [org.orgId, id, webhookId, { event_id: randomUUID() }, status, secondsAgo],
  )
  await world.test.query(
    `insert into webhook_attempts (org_id, id, delivery_id, number, started_at, duration_ms, status_code, error,
       response_excerpt)
     values ($1, gen_random_uuid(), $2, 1, now(), 12, null, 'connect: the connection was refused', null),
            ($1, gen_random_uuid(), $2, 2, now(), 34, 500, null, 'not today')`,
    [org.orgId, id],
  )
  return id
}

const redeliver = (webhookId: string, id: string) =>
  world.call(operator, { method: 'POST', url: `${url}/${webhookId}/deliveries/${id}/redeliver` })

describe('the log of deliveries', () => {
  it('shows the newest first, each with its attempts, in pages without repeats', async () => {
    const webhookId = await createWebhook()
    const ids: string[] = []
    for (const ago of [30, 20, 10]) ids.push(await addDelivery(webhookId, 'failed', ago))
    await addDelivery(await createWebhook(), 'failed')
    const seen: object[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = cursor === '' ? { limit: '2' } : { limit: '2', cursor }
      const answer = await world.call(operator, { url: `${url}/${webhookId}/deliveries`, query })
      const page = answer.json<{ data: object[]; next_cursor: string | null; total: number }>()
      expect(page.total).toBe(3)
      seen.push(...page.data)
      cursor = page.next_cursor
    }
    expect(seen).toMatchObject(ids.toReversed().map((id) => ({ id })))
    expect(seen[0]).toMatchObject({
      webhook_id: webhookId,
      status: 'failed',
      is_test: false,
      redeliveries: 0,
      next_attempt_at: null,
      finished_at: expect.any(String),
      attempts: [
        { number: 1, duration_ms: 12, status_code: null, error: 'connect: the connection was refused' },
        { number: 2, duration_ms: 34, status_code: 500, error: null, response_excerpt: 'not today' },
      ],
    })
    const one = await world.call(operator, { url: `${url}/${webhookId}/deliveries/${ids[2]}` })
    // Facts that are not those of a delivery make no request.
    expect(one.json()).toEqual({ ...seen[0], last_request: null })
  })

  it('filters by status, and refuses the cursor of another filter', async () => {
    const webhookId = await createWebhook()
    const [first, second] = [
      await addDelivery(webhookId, 'delivered', 5),
      await addDelivery(webhookId, 'delivered'),
    ]
    await addDelivery(webhookId, 'pending')
    const list = (query: Record<string, string>) =>
      world.call(operator, { url: `${url}/${webhookId}/deliveries`, query })
    const page = (await list({ status: 'delivered', limit: '1' })).json<{ next_cursor: string }>()
    expect(page).toMatchObject({ data: [{ id: second }], total: 2 })
    const rest = await list({ status: 'delivered', limit: '1', cursor: page.next_cursor })
    expect(rest.json()).toMatchObject({ data: [{ id: first }], next_cursor: null, total: 2 })
    expect((await list({ cursor: page.next_cursor })).statusCode).toBe(400)
    expect((await list({ status: 'lost' })).statusCode).toBe(400)
    expect((await list({ status: 'pending' })).json()).toMatchObject({
      data: [{ next_attempt_at: expect.any(String), finished_at: null }],
    })
  })

  it('shows a delivery under its own webhook only', async () => {
    const [webhookId, other] = [await createWebhook(), await createWebhook()]
    const id = await addDelivery(webhookId, 'failed')
    expect((await world.call(operator, { url: `${url}/${other}/deliveries/${id}` })).statusCode).toBe(404)
    expect((await redeliver(other, id)).statusCode).toBe(404)
  })
})

describe('redelivering', () => {
  it('puts a finished delivery on its way again and says so', async () => {
    const webhookId = await createWebhook()
    const id = await addDelivery(webhookId, 'failed')
    const answer = await redeliver(webhookId, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id,
      status: 'pending',
      redeliveries: 1,
      finished_at: null,
      next_attempt_at: expect.any(String),
      attempts: [{ number: 1 }, { number: 2 }],
    })
    const audit = await world.test.query(
      `select data from audit_log where target_id = $1 and action = 'webhook.redelivered'`,
      [webhookId],
    )
    expect(audit).toEqual([{ data: { delivery_id: id } }])
    expect((await redeliver(webhookId, id)).statusCode).toBe(409)
  })

  it('is taken once of many at once', async () => {
    const webhookId = await createWebhook()
    const id = await addDelivery(webhookId, 'failed')
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeliver(webhookId, id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
  })

  it('waits until a disabled webhook is enabled', async () => {
    const webhookId = await createWebhook()
    const id = await addDelivery(webhookId, 'delivered')
    await world.call(operator, {
      method: 'PATCH',
      url: `${url}/${webhookId}`,
      payload: { enabled: false },
    })
    const answer = await redeliver(webhookId, id)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      'the webhook is disabled: enable it first',
    ])
  })
})
