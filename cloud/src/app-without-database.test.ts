import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFailingDatabase, type FailingDatabase } from '#testing/failing-database.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { testCertificate } from '#testing/test-certificate.js'
import { startTestReceiver, type TestReceiver } from '#testing/test-receiver.js'
import { createDeliveryLoop } from './delivery/webhooks/deliveries/delivery-loop.js'
import {
  Acknowledged,
  keepMaking,
  keepSending,
  keepUploading,
  missingOf,
  type NodeLoad,
} from './load-of-a-node.fixture.js'
import { parseNetwork } from './platform/outbound-http/address-guard.js'
import { OutboundHttp } from './platform/outbound-http/outbound-http.js'

/** A node whose connections to PostgreSQL break while it answers, takes events and clips, and delivers. */
let test: FailingDatabase
let world: TestApp
let receiver: TestReceiver
let outbound: OutboundHttp
let load: NodeLoad
const stop = new AbortController()
const told = new Acknowledged()
/** Steps of each kind that went well since the last fault. */
const well = new Map<string, number>()
const wentWell = (kind: string) => void well.set(kind, (well.get(kind) ?? 0) + 1)

beforeAll(async () => {
  test = await createFailingDatabase()
  // What the disk of this machine has left is nothing of this test.
  const config = { allowedPrivateCidrs: ['127.0.0.0/8'], storageReserveBytes: 0 }
  world = await createTestApp({ test, config })
  outbound = new OutboundHttp({ allowed: [parseNetwork('127.0.0.0/8')], ca: [testCertificate.cert] })
  receiver = await startTestReceiver((_delivery, response) => {
    wentWell('deliver')
    response.writeHead(204).end()
  })
  load = await arrange()
})
afterAll(async () => {
  stop.abort()
  await outbound?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await world?.close()
})

/** A camera whose every event is an alert that a webhook is told of. */
async function arrange(): Promise<NodeLoad> {
  const org = await world.createOrg()
  const owner = await org.signIn('owner')
  const make = async (url: string, payload: object) => {
    const answer = await world.call(owner, { method: 'POST', url, payload })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  await make('/api/v1/webhooks', { name: 'Desk', url: receiver.url, event_types: ['alert'] })
  await make('/api/v1/alert-rules', { name: 'All', rule_kind: 'camera_event', cooldown_sec: 60 })
  const [gateway] = await test.query<{ gatewayId: string; cameraId: string }>(
    `with gateway as (
       insert into gateways (org_id, id, name, site_id) values ($1, gen_random_uuid(), 'Cupboard', $2) returning *
     ) insert into cameras (org_id, id, site_id, gateway_id, name, type)
       select org_id, gen_random_uuid(), site_id, id, 'Front door', 'rtsp' from gateway
       returning gateway_id as "gatewayId", id as "cameraId"`,
    [org.orgId, org.siteId],
  )
  if (!gateway) throw new Error('there is no gateway')
  const origin = await world.app.listen({ port: 0, host: '127.0.0.1' })
  setMaxListeners(0, stop.signal)
  return {
    world,
    origin,
    owner,
    gateway: { orgId: org.orgId, ...gateway },
    receiver,
    stop: stop.signal,
    wentWell,
  }
}

/** Delivers while the load lasts, and then what is left of it. */
async function keepDelivering(loading: Promise<unknown>): Promise<void> {
  const platform = { ...world.platform, database: world.platform.database.serving('work') }
  // Faults come faster than the listener connects again, so that looking is what brings rows. A lease is longer than a delivery
  // takes on a busy machine: one whose lease has passed is given up.
  const loop = createDeliveryLoop(platform, outbound, { leaseMs: 3_000, pollMs: 50 })
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const ends = Promise.all([loop.run(end.signal), platform.listener.run(end.signal)])
  try {
    await loading
    // Deliveries that a fault broke off are tried again once their lease has passed.
    await vi.waitFor(async () => expect((await missingOf(load, told)).deliveries).toEqual([]), {
      timeout: 120_000,
      interval: 500,
    })
  } finally {
    end.abort()
    await ends
  }
}

const served = ['make', 'read', 'send', 'upload']

/** The node does these again. */
async function untilWell(...kinds: string[]): Promise<void> {
  well.clear()
  await vi.waitFor(() => expect([...well.keys()]).toEqual(expect.arrayContaining(kinds)), {
    timeout: 60_000,
    interval: 5,
  })
}

const faults: Record<string, (round: number) => Promise<void>> = {
  'one connection is reset in its COMMIT': (round) =>
    test.proxy.resetAtCommit(round % 2 === 0 ? 'before' : 'after'),
  'all connections are reset': async () => test.proxy.resetAll(),
  'an administrator ends all backends': async () => {
    await test.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sightline%'`,
    )
  },
  'PostgreSQL is restarted at once': () => test.postgres.restartAtOnce(),
}

/** Of each fault, in COMMIT before and after it in turn; `npm run chaos` has many. */
const rounds = process.env['CHAOS'] === 'full' ? 100 : 3

async function breakRepeatedly(times: number): Promise<void> {
  await untilWell(...served, 'deliver')
  for (let round = 0; round < times; round += 1) {
    for (const fault of Object.values(faults)) {
      await fault(round)
      await untilWell(...served)
    }
    await untilWell('deliver')
  }
}

it(
  'broken again and again, under load: nothing that was answered is lost, and the node goes on',
  async () => {
    const loading = Promise.all([
      ...[0, 1].map((worker) => keepMaking(load, worker, told)),
      keepSending(load, told),
      keepUploading(load, told),
    ])
    const running = Promise.all([loading, keepDelivering(loading)])
    await Promise.race([running, breakRepeatedly(rounds)]).finally(() => stop.abort())
    await running
    expect(await missingOf(load, told)).toEqual({ sites: [], events: [], deliveries: [], clips: [] })
    expect(told.clips.size).toBeGreaterThan(rounds)
    // Faults were met, and not only between the calls.
    expect(told.refused).toBeGreaterThan(0)
  },
  (rounds + 10) * 60_000,
)
