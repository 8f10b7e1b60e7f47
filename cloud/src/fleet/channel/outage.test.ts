import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresProxy } from '#testing/postgres-proxy.js'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { ScriptedRelay } from '#testing/scripted-relay.js'
import { startWithTemplate } from '#testing/start-with-template.js'
import type { TemporaryPostgres } from '#testing/temporary-postgres.js'
import type { TestOrg } from '#testing/test-app.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import type { SignedIn } from '#testing/test-user.js'
import { relayKey } from '../relays/relay-key.service.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from './test-nodes.fake.js'

/**
 * Two nodes behind one line to PostgreSQL, which says nothing for longer than the grace period. Longer than the watch
 * takes for a gap by a margin: a machine that stands still for seconds is not the outage that is meant.
 */
const offlineGraceMs = 6_000
/** Long enough that somebody who judged wrongly has, seconds. */
const judged = offlineGraceMs / 1_000 + 1

interface Scene extends AsyncDisposable {
  readonly proxy: PostgresProxy
  readonly world: TestNodes
  readonly org: TestOrg
  readonly operator: SignedIn
}

/** Signs of life must come in time: nobody else works there. */
let server: TemporaryPostgres

beforeAll(async () => {
  server = await startWithTemplate()
})
afterAll(() => server.close())

async function startScene(): Promise<Scene> {
  const direct = await createTestDatabase({ server })
  const proxy = await PostgresProxy.start(direct.address)
  // Leases end in the outage.
  const relayLeaseMs = offlineGraceMs - 2_000
  const allowedPrivateCidrs = Object.freeze(['10.0.0.0/8'])
  const config = { offlineGraceMs, relayLeaseMs, allowedPrivateCidrs }
  const world = await startTestNodes(config, Promise.resolve(throughProxy(direct, proxy)))
  const org = await world.createOrg()
  const operator = await org.signIn('operator')
  return { proxy, world, org, operator, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

/** What the tests ask themselves does not go through the line. */
function throughProxy(direct: TestDatabase, proxy: PostgresProxy): TestDatabase {
  const close = async () => {
    await proxy.close()
    await direct.close()
  }
  return { ...direct, address: proxy.address, close, [Symbol.asyncDispose]: close }
}

/** A gateway on line on a node of its own, with a camera that is on line. */
async function connect({ world, org, operator }: Scene, node: 0 | 1) {
  const paired: PairedGateway = await pairTestGateway(world.nodes[0], operator, org.siteId)
  const cameraId = randomUUID()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Gate', 'rtsp')`,
    [org.orgId, cameraId, org.siteId, paired.gatewayId],
  )
  const gateway = await ScriptedGateway.connect({ origin: world.nodes[node].origin, ...paired })
  gateway.reportCamera(cameraId, 'online')
  return { gateway, gatewayId: paired.gatewayId, cameraId }
}

/** A relay on line, with a camera of its own that is. */
async function joinRelay({ world, org, operator }: Scene, node: 0 | 1): Promise<ScriptedRelay> {
  const answer = await world.nodes[0].call(operator, {
    method: 'POST',
    url: '/api/v1/cameras',
    payload: {
      name: 'Harbour',
      type: 'rtsp',
      connection_mode: 'direct',
      site_id: org.siteId,
      rtsp_url: 'rtsp://10.1.2.3/stream',
    },
  })
  const { id } = answer.json<{ id: string }>()
  const { origin, platform } = world.nodes[node]
  const relay = await ScriptedRelay.join({ origin, key: relayKey(platform.keys) })
  await relay.untilHeld(id)
  relay.report(id, 'online')
  return relay
}

const storedOf = ({ world, org }: Scene) =>
  world.test.query<{ status: string; silent_sec: number | null }>(
    `select g.status, extract(epoch from clock_timestamp() - s.seen_at)::float8 as silent_sec
     from gateways g left join gateway_sessions s on s.org_id = g.org_id and s.gateway_id = g.id where g.org_id = $1
     union all select status, null from cameras where org_id = $1`,
    [org.orgId],
  )

/**
 * For how long the watch for silence has gone on, and how old it is now, seconds: read at once, for a beat between two
 * readings makes what was steady before the outage look new.
 */
async function readWatch({ world }: Scene): Promise<{ steady: number; old: number }> {
  const [watch] = await world.test.query<{ steady: number; old: number }>(
    `select extract(epoch from beat_at - steady_since)::float8 as steady,
       extract(epoch from clock_timestamp() - beat_at)::float8 as old from presence_watch`,
  )
  return watch ?? { steady: 0, old: 0 }
}

/** As if it had been going on for a minute: there is nothing to be seen in that. */
const letWatchBeSteady = ({ world }: Scene) =>
  world.test.query(`update presence_watch set steady_since = steady_since - interval '1 minute'`)

/** At once, each on a line of its own, for mostly they wait. */
describe.concurrent('an outage', () => {
  it.each(['frozen', 'away'] as const)(
    'PostgreSQL %s for longer than the grace period: sockets stay open and nobody goes off line; later silence is seen',
    async (how) => {
      await using scene = await startScene()
      const { proxy } = scene
      await using one = (await connect(scene, 0)).gateway
      await using other = (await connect(scene, 1)).gateway
      await using relay = await joinRelay(scene, 0)
      let beatenAt = 0
      const beat = () => {
        if (performance.now() - beatenAt < 400) return
        beatenAt = performance.now()
        for (const peer of [one, other, relay]) peer.heartbeat()
      }
      await letWatchBeSteady(scene)
      await waitUntil(async () => {
        beat()
        return (
          (await readWatch(scene)).steady > judged &&
          (await storedOf(scene)).every(({ status }) => status === 'online')
        )
      })
      if (how === 'frozen') proxy.freeze()
      else proxy.refuse()
      await waitUntil(async () => {
        beat()
        return (await readWatch(scene)).old > judged + 1
      })
      if (how === 'frozen') proxy.thaw()
      else proxy.accept()
      // Long enough for a node that judged by what the tables say now.
      await waitUntil(async () => {
        beat()
        const seen = await storedOf(scene)
        const told = JSON.stringify({ seen, closed: [one.closeCode, other.closeCode, relay.closeCode] })
        for (const { status } of seen) expect(status, told).toBe('online')
        const { steady, old } = await readWatch(scene)
        return steady > judged && old <= 3
      })
      expect([one.closeCode, other.closeCode, relay.closeCode]).toEqual([null, null, null])

      one.cut()
      relay.cut()
      await waitUntil(async () => {
        beat()
        return (await storedOf(scene)).filter(({ status }) => status === 'offline').length === 3
      })
      expect(other.closeCode).toBe(null)
      expect((await storedOf(scene)).filter(({ status }) => status === 'online')).toHaveLength(2)
    },
    120_000,
  )

  it('PostgreSQL lost right after welcome: the session that has begun lives on', async () => {
    await using scene = await startScene()
    const { world, proxy, org, operator } = scene
    const paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
    await using gateway = await ScriptedGateway.open({ origin: world.nodes[0].origin, ...paired })
    // What the node asks once it has said welcome is on its way for longer than welcome is.
    proxy.delay(100)
    gateway.hello()
    await gateway.until('welcome')
    proxy.delay(0)
    await proxy.awayFor(300)
    const welcomed = performance.now()
    const seenSince = async () => {
      const seen =
        (await storedOf(scene)).find(({ silent_sec }) => silent_sec !== null)?.silent_sec ??
        Number.POSITIVE_INFINITY
      return seen * 1_000 < performance.now() - welcomed
    }
    await waitUntil(async () => {
      expect(gateway.closeCode).toBe(null)
      gateway.heartbeat()
      return seenSince()
    })
    expect(gateway.closeCode).toBe(null)
  })
})
