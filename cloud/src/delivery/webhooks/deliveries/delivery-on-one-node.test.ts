import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { testCertificate } from '#testing/test-certificate.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { type Receive, startTestReceiver } from '#testing/test-receiver.js'
import { parseNetwork } from '../../../platform/outbound-http/address-guard.js'
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import { type Clock, systemClock } from '../../../platform/time/clock.js'
import { createWebhook } from '../webhook.service.js'
import { createDeliveryLoop } from './delivery-loop.js'

const patiently = { timeout: 30_000, interval: 20 }
let db: TestDatabase
let org: SeededOrg

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from webhook_deliveries')
  org = await seedOrg(db)
})

/** A node that delivers one message to a receiver, until it is stopped. */
async function node(receive: Receive, clock: Clock = systemClock) {
  const receiver = await startTestReceiver(receive)
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const outbound = new OutboundHttp({
    allowed: [parseNetwork('127.0.0.0/8')],
    ca: [testCertificate.cert],
    timeoutMs: 20_000,
  })
  onTestFinished(() => outbound[Symbol.asyncDispose]())
  const platform = createTestPlatform(db, { clock })
  const body = { name: 'Hook', url: receiver.url, event_types: ['alert' as const], enabled: true }
  const webhook = await createWebhook({ ...platform, outbound }, org.owner, body)
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
  await db.query(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload)
     values ($1, gen_random_uuid(), $2, 'alert', $3)`,
    [org.orgId, webhook.id, facts],
  )
  const stop = new AbortController()
  const running = createDeliveryLoop(platform, outbound).run(stop.signal)
  return {
    receiver,
    async stop() {
      stop.abort()
      await running
    },
  }
}

async function stateOf() {
  const [row] = await db.query<{ status: string; wait_sec: number; attempts: number; is_free: boolean }>(
    `select status, extract(epoch from next_at - now())::float8 as wait_sec, coalesce(lease_until <= now(), true) as is_free,
       (select count(*)::int from webhook_attempts where delivery_id = d.id) as attempts
     from webhook_deliveries d where org_id = $1`,
    [org.orgId],
  )
  return row
}

describe('a node whose clock is wrong', () => {
  it.each([
    ['behind', -86_400_000],
    ['ahead', 86_400_000],
  ])(
    'a day %s repeats by the schedule: all nodes claim by the clock of PostgreSQL',
    async (_which, offMs) => {
      const clock = { ...systemClock, now: () => systemClock.now() + offMs }
      const one = await node((_delivery, response) => response.writeHead(500).end(), clock)
      onTestFinished(() => one.stop())
      await vi.waitFor(async () => expect((await stateOf())?.attempts).toBeGreaterThanOrEqual(3), patiently)
      const { wait_sec: waitSec = 0 } = (await stateOf()) ?? {}
      // After the third attempt it is tried after half a minute.
      expect(waitSec).toBeGreaterThan(10)
      expect(waitSec).toBeLessThan(37)
    },
  )
})

describe('a node that is stopped in the midst of an attempt', () => {
  it('has delivered what the receiver took, though the rest of its answer has yet to come', async () => {
    const one = await node((_delivery, response) => {
      response.writeHead(200)
      response.write('{')
    })
    await vi.waitFor(() => expect(one.receiver.received).toHaveLength(1), patiently)
    // The head of the answer is on its way.
    await systemClock.delay(200)
    await one.stop()
    expect(await stateOf()).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('gives back what was not answered, for another one to send at once', async () => {
    const one = await node(() => {})
    await vi.waitFor(() => expect(one.receiver.received).toHaveLength(1), patiently)
    await one.stop()
    expect(await stateOf()).toMatchObject({ status: 'pending', attempts: 0, is_free: true })
    expect((await stateOf())?.wait_sec).toBeLessThanOrEqual(0)
  })
})
