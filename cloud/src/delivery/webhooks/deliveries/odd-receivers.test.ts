import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { testCertificate } from '#testing/test-certificate.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { type Receive, startTestReceiver, type TestReceiver } from '#testing/test-receiver.js'
import { parseNetwork } from '../../../platform/outbound-http/address-guard.js'
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import type { WorkLoop } from '../../../platform/work/work-loop.js'
import { createWebhook } from '../webhook.service.js'
import { createDeliveryLoop } from './delivery-loop.js'

const patiently = { timeout: 30_000, interval: 20 }
let db: TestDatabase
let platform: Platform
let outbound: OutboundHttp
let org: SeededOrg
let loop: WorkLoop
let running: Promise<void>
const stop = new AbortController()
const receivers: TestReceiver[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db, { config: { webhookDisableAfter: 2 } })
  outbound = new OutboundHttp({
    allowed: [parseNetwork('127.0.0.0/8')],
    ca: [testCertificate.cert],
    timeoutMs: 20_000,
  })
  org = await seedOrg(db)
  loop = createDeliveryLoop(platform, outbound)
  running = loop.run(stop.signal)
})
afterAll(async () => {
  stop.abort()
  await running
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]()
  await outbound[Symbol.asyncDispose]()
  await db.close()
})

async function addReceiver(receive?: Receive): Promise<{ receiver: TestReceiver; webhookId: string }> {
  const receiver = await startTestReceiver(receive)
  receivers.push(receiver)
  const body = { name: 'Hook', url: receiver.url, event_types: ['alert' as const], enabled: true }
  return { receiver, webhookId: (await createWebhook({ ...platform, outbound }, org.owner, body)).id }
}

async function deliver(webhookId: string, count = 1): Promise<string[]> {
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
  const rows = await db.query<{ id: string }>(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload)
     select $1, gen_random_uuid(), $2, 'alert', $3 from generate_series(1, $4) returning id`,
    [org.orgId, webhookId, facts, count],
  )
  loop.wake()
  return rows.map(({ id }) => id)
}

interface Delivered {
  status: string
  /** Of each attempt its status, or why there was none. */
  attempts: (string | null)[]
  /** Until the next attempt. */
  wait_sec: number
}

async function stateOf(ids: readonly string[]): Promise<Delivered[]> {
  return db.query<Delivered>(
    `select status, extract(epoch from next_at - now())::float8 as wait_sec,
       array(select coalesce(status_code::text, error) from webhook_attempts where delivery_id = d.id order by number) as attempts
     from webhook_deliveries d where id = any($1)`,
    [ids],
  )
}

async function untilTried(ids: readonly string[], attempts: number): Promise<Delivered[]> {
  return vi.waitFor(async () => {
    const all = await stateOf(ids)
    for (const one of all) expect(one.attempts.length).toBeGreaterThanOrEqual(attempts)
    return all
  }, patiently)
}

/** Nobody waits for the schedule. */
async function hurry(ids: readonly string[]): Promise<void> {
  await db.query(`update webhook_deliveries set next_at = now() where status = 'pending' and id = any($1)`, [
    ids,
  ])
  loop.wake()
}

const webhookOf = async (id: string) =>
  (await db.query('select enabled, consecutive_failures from webhooks where id = $1', [id]))[0]

/** It answers the first attempt so, on the bare connection, and takes the next one. */
const first =
  (say: (socket: Parameters<Receive>[2]) => void): Receive =>
  ({ attempt }, response, socket) => {
    if (attempt > 1) return void response.writeHead(204).end()
    say(socket)
  }

const broke = 'answer: the connection broke before an answer came'
const http = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`

describe('a receiver that lies', () => {
  it.each<[string, Receive, string]>([
    ['speaks another protocol', first((socket) => socket.write('SSH-2.0-desk\r\n\r\n')), broke],
    [
      'answers with a head without an end',
      first((socket) => socket.write(http(`200 OK\r\nx: ${'x'.repeat(100_000)}`))),
      broke,
    ],
    ['answers half a status line and goes', first((socket) => socket.end('HTTP/1.1 2')), broke],
    [
      'changes the protocol',
      first((socket) => socket.write(http('101 Switching\r\nUpgrade: x\r\nConnection: upgrade'))),
      broke,
    ],
    [
      'leads to a private address',
      first((socket) =>
        socket.end(http('302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0')),
      ),
      '302',
    ],
    [
      'answers a status that there is none of',
      first((socket) => socket.end(http('999 Beyond\r\nContent-Length: 0'))),
      '999',
    ],
    [
      'asks for a wait before now',
      first((socket) => socket.end(http('503 No\r\nRetry-After: -5\r\nContent-Length: 0'))),
      '503',
    ],
    [
      'asks for a wait of centuries',
      first((socket) => socket.end(http('503 No\r\nRetry-After: 99999999999999999999\r\nContent-Length: 0'))),
      '503',
    ],
  ])(
    'and %s gets the delivery again, after a second to an hour, and is not disabled',
    async (_, receive, said) => {
      const { receiver, webhookId } = await addReceiver(receive)
      const ids = await deliver(webhookId)
      await untilTried(ids, 1)
      await vi.waitFor(async () => {
        const [one] = await stateOf(ids)
        expect(one?.wait_sec).toBeLessThanOrEqual(3_600)
        await hurry(ids)
        expect(one).toMatchObject({ status: 'delivered', attempts: [said, '204'] })
      }, patiently)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
      expect(await webhookOf(webhookId)).toEqual({ enabled: true, consecutive_failures: 0 })
    },
  )

  it.each<[string, (socket: Parameters<Receive>[2]) => void]>([
    ['has less than it says', (socket) => socket.end(http('200 OK\r\nContent-Length: 1000', 'half'))],
    [
      'says the body is packed',
      (socket) => socket.write(http('200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4', '\0\xff\0\xff')),
    ],
    ['says it twice', (socket) => socket.write(http('200 OK\r\nContent-Length: 0').repeat(2))],
    [
      'has no end',
      (socket) => {
        socket.write(http('200 OK\r\nTransfer-Encoding: chunked'))
        const more = setInterval(() => socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`), 5)
        socket.once('close', () => clearInterval(more))
      },
    ],
  ])('is believed that it took a delivery where its answer %s', async (_, say) => {
    const { receiver, webhookId } = await addReceiver((_delivery, _response, socket) => say(socket))
    const ids = await deliver(webhookId, 3)
    await vi.waitFor(
      async () =>
        expect((await stateOf(ids)).map(({ status, attempts }) => [status, attempts])).toEqual(
          Array.from({ length: 3 }, () => ['delivered', ['200']]),
        ),
      patiently,
    )
    expect(receiver.received).toHaveLength(3)
  })
})

describe('a receiver that is full', () => {
  it.each([429, 503, 507])(
    'and says so with %i gets each delivery when it asked for it, once, and is not disabled',
    async (status) => {
      const { receiver, webhookId } = await addReceiver(({ attempt }, response) => {
        if (attempt > 2) response.writeHead(204).end()
        else response.writeHead(status, { 'retry-after': '90' }).end()
      })
      const ids = await deliver(webhookId, 30)
      for (const attempts of [1, 2]) {
        for (const one of await untilTried(ids, attempts)) {
          expect(one).toMatchObject({ status: 'pending', attempts: Array(attempts).fill(String(status)) })
          // Most of what was asked is left, on any machine.
          expect(one.wait_sec).toBeGreaterThan(30)
        }
        expect(await webhookOf(webhookId)).toEqual({ enabled: true, consecutive_failures: 0 })
        await hurry(ids)
      }
      await vi.waitFor(async () => {
        for (const one of await stateOf(ids)) expect(one).toMatchObject({ status: 'delivered' })
      }, patiently)
      expect(receiver.received).toHaveLength(3 * ids.length)
    },
  )

  it('and closes connections beyond two gets all, for it is tried again', async () => {
    const { receiver, webhookId } = await addReceiver()
    receiver.takeAtMost(2)
    const ids = await deliver(webhookId, 6)
    await vi.waitFor(async () => {
      const all = await stateOf(ids)
      if (all.some(({ attempts }) => attempts.length < 5)) await hurry(ids)
      for (const one of all) expect(one).toMatchObject({ status: 'delivered' })
    }, patiently)
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(ids))
  })
})
