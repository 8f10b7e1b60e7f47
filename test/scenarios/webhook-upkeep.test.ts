import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceivedDelivery } from '../fakes/webhook-receiver/index.js'
import { startWorld, until, type World } from '../harness/index.js'

const disableAfter = 2
let world: World
let webhookId: string
let secret: string

beforeAll(async () => {
  world = await startWorld({ cameras: [], cloudEnv: { WEBHOOK_DISABLE_AFTER: String(disableAfter) } })
  const hook = { name: 'Receiver', url: world.receiver.url, event_types: ['alert'] }
  const made = await world.api.post('/api/v1/webhooks', hook)
  webhookId = made.body.id
  secret = made.body.secret
})
afterAll(() => world.close())

const path = () => `/api/v1/webhooks/${webhookId}`
const read = async () => (await world.api.get(path())).body

/** Puts an alert's delivery on its way, as a rule that fires does. */
async function deliver(): Promise<string> {
  const facts = {
    alert_id: randomUUID(),
    rule_id: null,
    rule_name: 'Rule',
    camera_id: null,
    camera_name: '',
    event_id: randomUUID(),
    severity: 'medium',
    description: '',
    confidence: null,
    triggered_at: new Date().toISOString(),
  }
  const [row] = await world.database.query<{ id: string }>(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload)
     select org_id, gen_random_uuid(), id, 'alert', $2 from webhooks where id = $1 returning id`,
    [webhookId, facts],
  )
  return row?.id ?? ''
}

const untilStatus = (id: string, status: string) =>
  until(`the delivery is ${status}`, async () => {
    const { body } = await world.api.get(`${path()}/deliveries/${id}`)
    return body.status === status ? body : null
  })

/** The newest delivery that arrives once `act` is done. */
async function arriving(act: () => Promise<unknown>): Promise<ReceivedDelivery> {
  const before = world.receiver.received.length
  await act()
  const delivery = (await world.receiver.waitFor(before + 1))[before]
  if (!delivery) throw new Error('nothing arrived')
  return delivery
}

/** The signature of Standard Webhooks by one secret. */
function standardSignature({ headers, body }: ReceivedDelivery, by: string): string {
  const key = Buffer.from(by.replace('whsec_', ''), 'base64')
  const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers
  const signed = `${String(id)}.${String(seconds)}.${body.toString()}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a webhook in use', () => {
  it('shows each attempt with what the receiver said', async () => {
    world.receiver.answer({ status: 500, body: 'the desk is closed' }, 'drop')
    const id = await deliver()
    const { attempts } = await untilStatus(id, 'delivered')
    expect(attempts).toMatchObject([
      { number: 1, status_code: 500, response_excerpt: 'the desk is closed', error: null },
      { number: 2, status_code: null, error: 'answer: the connection broke before an answer came' },
      { number: 3, status_code: 204, error: null },
    ])
    expect(Date.parse(attempts[1].started_at)).toBeGreaterThan(Date.parse(attempts[0].started_at))
    const list = await world.api.get(`${path()}/deliveries?status=delivered`)
    expect(list.body).toMatchObject({ data: [{ id, attempts }], total: 1, next_cursor: null })
  })

  it('sends a delivery anew under the same id, with a new time', async () => {
    const id = await deliver()
    await untilStatus(id, 'delivered')
    const first = world.receiver.received.at(-1)
    const again = await arriving(() => world.api.post(`${path()}/deliveries/${id}/redeliver`))
    expect(world.receiver.whatIsWrong(again, secret)).toBeNull()
    expect(again.headers['webhook-id']).toBe(id)
    expect(again.headers['x-webhook-timestamp']).not.toBe(first?.headers['x-webhook-timestamp'])
    expect(JSON.parse(again.body.toString()).data).toEqual(JSON.parse(first?.body.toString() ?? '').data)
    expect(await untilStatus(id, 'delivered')).toMatchObject({
      redeliveries: 1,
      attempts: [{ number: 1 }, { number: 2 }],
    })
  })

  it('signs with the old and the new secret for a day after a rotation, and then with the new one', async () => {
    const old = secret
    const rotated = await world.api.post(`${path()}/rotate-secret`)
    secret = rotated.body.secret
    const during = await arriving(deliver)
    expect(world.receiver.whatIsWrong(during, secret)).toBeNull()
    expect(during.headers['webhook-signature']).toBe(
      `${standardSignature(during, secret)} ${standardSignature(during, old)}`,
    )
    expect(world.receiver.whatIsWrong(during, old)).toBe('wrong signature')
    await world.database.query(
      `update webhooks set previous_secret_until = now() - interval '1 second' where id = $1`,
      [webhookId],
    )
    const after = await arriving(deliver)
    expect(after.headers['webhook-signature']).toBe(standardSignature(after, secret))
    expect(world.receiver.whatIsWrong(after, secret)).toBeNull()
  })

  it('is disabled after deliveries given up in a row; a success between them, a test or a repeat do not count', async () => {
    world.receiver.answer({ status: 403 }, { status: 204 }, { status: 403 })
    const failed = await deliver()
    await untilStatus(failed, 'failed')
    expect(await read()).toMatchObject({ consecutive_failures: 1, enabled: true })
    await untilStatus(await deliver(), 'delivered')
    expect(await read()).toMatchObject({ consecutive_failures: 0 })
    await untilStatus(await deliver(), 'failed')
    world.receiver.answer({ status: 403 }, { status: 403 })
    await arriving(() => world.api.post(`${path()}/test`))
    await world.api.post(`${path()}/deliveries/${failed}/redeliver`)
    await untilStatus(failed, 'failed')
    expect(await read()).toMatchObject({ consecutive_failures: 1, enabled: true })
    world.receiver.answer({ status: 403 })
    await untilStatus(await deliver(), 'failed')
    expect(await read()).toMatchObject({
      enabled: false,
      consecutive_failures: disableAfter,
      disabled_reason: '2 deliveries in a row failed',
    })
    expect((await world.api.patch(path(), { enabled: true })).body).toMatchObject({
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
    })
    await arriving(deliver)
  })

  it('is sent nothing more once it is deleted', async () => {
    world.receiver.answer({ status: 500 })
    const id = await deliver()
    await until('the first attempt failed', async () => {
      const { body } = await world.api.get(`${path()}/deliveries/${id}`)
      return body.attempts.length === 1
    })
    expect((await world.api.delete(path())).status).toBe(204)
    const [row] = await world.database.query('select status from webhook_deliveries where id = $1', [id])
    expect(row).toEqual({ status: 'failed' })
  })
})
