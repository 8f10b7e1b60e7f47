import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { queuedMails } from '../../../platform/mail/queued-mail.fixture.js'
import { parseNetwork } from '../../../platform/outbound-http/address-guard.js'
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import type { WorkLoop } from '../../../platform/work/work-loop.js'
import { createWebhook } from '../webhook.service.js'
import { createDeliveryLoop } from './delivery-loop.js'

const patiently = { timeout: 30_000, interval: 20 }
const disableAfter = 3
let db: TestDatabase
let platform: Platform
let outbound: OutboundHttp
let org: SeededOrg
let stop: AbortController
let loop: WorkLoop
let running: Promise<void>
const holes: BlackHole[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db, {
    config: { webhookDisableAfter: disableAfter, smtpUrl: 'smtp://127.0.0.1:1' },
  })
  outbound = new OutboundHttp({ allowed: [parseNetwork('127.0.0.0/8')] })
})
afterAll(async () => {
  await outbound[Symbol.asyncDispose]()
  await db.close()
})
beforeEach(async () => {
  org = await seedOrg(db)
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  for (const hole of holes.splice(0)) await hole.close()
  await running
})

const startLoop = () => {
  loop = createDeliveryLoop(platform, outbound)
  running = loop.run(stop.signal)
}

/** Takes connections and never says a word. */
class BlackHole {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Connections that were made. */
  taken = 0

  constructor() {
    this.#server = createServer((socket) => {
      this.taken += 1
      this.#sockets.add(socket)
      socket.on('error', () => {})
    })
    holes.push(this)
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Nobody listens there: every attempt fails at once. */
const closedUrl = 'https://127.0.0.1:9/'

async function webhook(url: string, owner = org): Promise<string> {
  const body = { name: 'Hook', url, event_types: ['alert' as const], enabled: true }
  return (await createWebhook({ ...platform, outbound }, owner.owner, body)).id
}

async function deliver(webhookId: string, count = 1, owner = org): Promise<string[]> {
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
    [owner.orgId, webhookId, facts, count],
  )
  return rows.map(({ id }) => id)
}

/** Lets no delivery wait for its repeats. */
async function hurry(): Promise<void> {
  await db.query(`update webhook_deliveries set next_at = now() where status = 'pending'`)
  loop.wake()
}

async function untilFinished(ids: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    await hurry()
    const left = await db.query(
      `select 1 from webhook_deliveries where id = any($1) and status = 'pending'`,
      [ids],
    )
    expect(left).toHaveLength(0)
  }, patiently)
}

const attemptsOf = (id: string | undefined) =>
  db.query<{ number: number; error: string | null }>(
    'select number, error from webhook_attempts where delivery_id = $1 order by number',
    [id],
  )

async function stateOf(id: string) {
  const [row] = await db.query<{
    enabled: boolean
    consecutive_failures: number
    disabled_reason: string | null
    disabled_at: Date | null
  }>('select enabled, consecutive_failures, disabled_reason, disabled_at from webhooks where id = $1', [id])
  return row
}

describe('deliveries that are given up', () => {
  it('disable their webhook when they are too many in a row, and end what is left', async () => {
    const id = await webhook(closedUrl)
    startLoop()
    await untilFinished(await deliver(id, disableAfter - 1))
    expect(await stateOf(id)).toMatchObject({ enabled: true, consecutive_failures: disableAfter - 1 })
    const [last] = await deliver(id)
    await untilFinished([last ?? ''])
    expect((await attemptsOf(last)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await stateOf(id)).toEqual({
      enabled: false,
      consecutive_failures: disableAfter,
      disabled_reason: `${disableAfter} deliveries in a row failed`,
      disabled_at: expect.any(Date),
    })
    const audit = await db.query(
      'select actor_kind, action from audit_log where target_id = $1 order by at',
      [id],
    )
    expect(audit.at(-1)).toEqual({ actor_kind: 'system', action: 'webhook.disabled' })
    const [left] = await deliver(id)
    await untilFinished([left ?? ''])
    expect(await attemptsOf(left)).toEqual([{ number: 1, error: 'the webhook is disabled' }])
    expect(await stateOf(id)).toMatchObject({ consecutive_failures: disableAfter })
  })

  it('and disable it are told of by mail, to owners and admins who may sign in, without the path of its address', async () => {
    for (const [name, role, enabled] of [
      ['admin', 'admin', true],
      ['operator', 'operator', true],
      ['gone', 'admin', false],
    ] as const) {
      await db.query(
        `insert into users (org_id, id, email, display_name, role, enabled) values ($1, $2, $3, 'A', $4, $5)`,
        [org.orgId, randomUUID(), `${name}-${org.orgId}@example.com`, role, enabled],
      )
    }
    const id = await webhook(`${closedUrl}hooks/only-the-two-know`)
    startLoop()
    await untilFinished(await deliver(id, disableAfter))
    const mails = await queuedMails({ test: db, platform }, { orgId: org.orgId })
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      `owner-${org.userId}@example.com`,
      `admin-${org.orgId}@example.com`,
    ])
    const { host } = new URL(closedUrl)
    for (const { subject, text } of mails) {
      expect(subject).toBe(`Webhook to ${host} was switched off`)
      expect(text).toContain(`${disableAfter} deliveries in a row failed`)
      expect(text).toContain(`${platform.publicUrl()}/settings/webhooks/${id}`)
      expect(text).not.toContain('only-the-two-know')
    }
  })

  it('count once, however often they are sent anew', async () => {
    const id = await webhook(closedUrl)
    startLoop()
    const [delivery = ''] = await deliver(id)
    await untilFinished([delivery])
    for (let round = 1; round <= disableAfter; round += 1) {
      await db.query(
        `update webhook_deliveries set status = 'pending', redeliveries = $2, attempts_before = $3, next_at = now()
         where id = $1`,
        [delivery, round, round * 6],
      )
      await untilFinished([delivery])
    }
    expect(await attemptsOf(delivery)).toHaveLength(6 * (disableAfter + 1))
    expect(await stateOf(id)).toMatchObject({ enabled: true, consecutive_failures: 1 })
  })
})

describe('a delivery that cannot be signed', () => {
  it('ends with its reason, and is not held against the receiver', async () => {
    const id = await webhook(closedUrl)
    await db.query(`update webhooks set secret = '\\x00' where id = $1`, [id])
    startLoop()
    const deliveries = await deliver(id, disableAfter)
    await untilFinished(deliveries)
    const attempts = await attemptsOf(deliveries[0])
    expect(attempts).toHaveLength(6)
    expect(attempts[0]?.error).toBe('the signing secret cannot be opened: rotate it')
    expect(await stateOf(id)).toMatchObject({ enabled: true, consecutive_failures: 0 })
  })

  it('ends also where what it tells cannot be read', async () => {
    const id = await webhook(closedUrl)
    startLoop()
    const deliveries = await deliver(id)
    await db.query(`update webhook_deliveries set payload = '{}' where id = $1`, deliveries)
    await untilFinished(deliveries)
    const errors = (await attemptsOf(deliveries[0])).map(({ error }) => error)
    expect(errors.at(-1)).toBe('the delivery cannot be put together')
  })
})

describe('an organisation whose receivers swallow connections', () => {
  it('takes its share of the slots and leaves the rest to others', async () => {
    const [hole, elsewhere] = [new BlackHole(), new BlackHole()]
    const url = await hole.open()
    for (let index = 0; index < 8; index += 1) await deliver(await webhook(url), 60)
    const since = performance.now()
    startLoop()
    await vi.waitFor(() => expect(hole.taken).toBe(40), patiently)
    const other = await seedOrg(db)
    await deliver(await webhook(await elsewhere.open(), other), 12, other)
    await vi.waitFor(() => expect(elsewhere.taken).toBe(10), patiently)
    // Before the first of the swallowed connections is given up.
    expect(performance.now() - since).toBeLessThan(10_000)
    expect(hole.taken).toBe(40)
  })
})
