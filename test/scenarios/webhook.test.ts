import { WebhookEnvelope } from '@sightline/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedCamera, startWorld, until, type World } from '../harness/index.js'

let world: World
let camera: AddedCamera
let hook: { secret: string; webhookId: string }

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }] })
  camera = await world.addCamera(await world.onlineAgent())
  hook = await world.alertEverything()
})
afterAll(() => world.close())

const trigger = () =>
  until('the trigger is allowed', async () => {
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    return answer.status === 429 ? null : answer
  })

/** The rule may fire again, without a wait for its cooldown. */
const forgetCooldown = () =>
  world.database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)

describe('a rule and a webhook', () => {
  it('tell the integrator once, signed, with everything that is known', async () => {
    const { body } = await trigger()
    const [delivery] = await world.receiver.waitFor(1)
    if (!delivery) throw new Error('nothing arrived')
    expect(world.receiver.whatIsWrong(delivery, hook.secret)).toBeNull()
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-id': hook.webhookId,
      'x-webhook-event': 'alert',
    })
    const envelope = WebhookEnvelope.parse(JSON.parse(delivery.body.toString()))
    expect(envelope.timestamp).toBe(delivery.headers['x-webhook-timestamp'])
    expect(envelope.delivered_at).toBe(envelope.timestamp)
    const alerts = await world.api.get('/api/v1/alerts')
    expect(envelope.data).toMatchObject({
      alert_id: alerts.body.data[0].id,
      rule_name: 'Everything',
      camera_id: camera.id,
      camera_name: 'Front door',
      event_id: body.event_id,
      event_url: `${world.cloud.url}/events/${body.event_id}`,
      is_test: false,
    })
    expect(alerts.body).toMatchObject({ total: 1, data: [{ event_id: body.event_id, status: 'new' }] })
    await world.untilClip(body.event_id)
  })

  it('try again after an error, a cut and a redirect, with a new time and a new signature', async () => {
    await forgetCooldown()
    const before = world.receiver.received.length
    world.receiver.answer({ status: 500 }, 'drop')
    const { body } = await trigger()
    const received = (await world.receiver.waitFor(before + 3)).slice(before)
    expect(received.map((one) => world.receiver.whatIsWrong(one, hook.secret))).toEqual([null, null, null])
    expect(new Set(received.map((one) => one.headers['x-webhook-timestamp'])).size).toBe(3)
    expect(new Set(received.map((one) => one.headers['webhook-id'])).size).toBe(1)
    const events = received.map((one) => WebhookEnvelope.parse(JSON.parse(one.body.toString())).data.event_id)
    expect(new Set(events)).toEqual(new Set([body.event_id]))
    const [first, second, third] = received.map((one) => one.receivedAt)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(950)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(4950)
    await until('the delivery is settled', async () => {
      const rows = await world.database.query(
        `select 1 from webhook_deliveries where status = 'delivered' and payload->>'event_id' = $1`,
        [body.event_id],
      )
      return rows.length === 1
    })
    await world.untilClip(body.event_id)
  })

  it('stop at a 401', async () => {
    await forgetCooldown()
    world.receiver.answer({ status: 401 })
    const { body } = await trigger()
    await until('the delivery is given up', async () => {
      const rows = await world.database.query<{ attempts: string }>(
        `select (select count(*) from webhook_attempts a where a.delivery_id = d.id) as attempts
         from webhook_deliveries d where status = 'failed' and payload->>'event_id' = $1`,
        [body.event_id],
      )
      return rows.length === 1 && Number(rows[0]?.attempts) === 1
    })
    await world.untilClip(body.event_id)
  })

  it('send a test delivery that says so', async () => {
    const before = world.receiver.received.length
    const answer = await world.api.post(`/api/v1/webhooks/${hook.webhookId}/test`)
    expect(answer.status).toBe(200)
    const delivery = (await world.receiver.waitFor(before + 1))[before]
    if (!delivery) throw new Error('nothing arrived')
    expect(world.receiver.whatIsWrong(delivery, hook.secret)).toBeNull()
    expect(JSON.parse(delivery.body.toString())).toMatchObject({ data: { is_test: true } })
  })

  it('take a 200 behind an unasked 100, and wait as long as a busy receiver asks', async () => {
    await forgetCooldown()
    const before = world.receiver.received.length
    world.receiver.answer(
      { status: 429, headers: { 'retry-after': '3' }, goesOnFirst: true },
      { status: 200, body: 'ok', goesOnFirst: true },
    )
    const { body } = await trigger()
    const [first, second] = (await world.receiver.waitFor(before + 2)).slice(before)
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(2950)
    await until('the delivery is settled', async () => {
      const rows = await world.database.query<{ said: string[] }>(
        `select array(select a.status_code || coalesce(a.error, '') from webhook_attempts a where a.delivery_id = d.id order by number) as said
         from webhook_deliveries d where status = 'delivered' and payload->>'event_id' = $1`,
        [body.event_id],
      )
      return rows[0]?.said.join() === '429,200'
    })
    await world.untilClip(body.event_id)
  })

  it('end at a receiver that is gone, which disables the webhook at once', async () => {
    await forgetCooldown()
    world.receiver.answer({ status: 410 })
    const { body } = await trigger()
    const webhook = await until('the webhook is disabled', async () => {
      const { body: read } = await world.api.get(`/api/v1/webhooks/${hook.webhookId}`)
      return read.enabled ? null : read
    })
    expect(webhook.disabled_reason).toBe('the receiver answered 410: nothing is there any more')
    const rows = await world.database.query(
      `select d.status from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id where payload->>'event_id' = $1`,
      [body.event_id],
    )
    expect(rows).toEqual([{ status: 'failed' }])
    await world.untilClip(body.event_id)
  })
})
