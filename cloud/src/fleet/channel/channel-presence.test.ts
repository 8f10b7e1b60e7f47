import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { PairedScene } from './paired-scene.fixture.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from './test-nodes.fake.js'

let world: TestNodes
let here: PairedScene

beforeAll(async () => {
  world = await startTestNodes({ offlineGraceMs: 2_500 })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  here = await PairedScene.make(world)
})

describe('presence', () => {
  /** Seconds for which the watch has gone on without a gap. */
  const beats = async () => {
    const [watch] = await world.test.query<{ seconds: number }>(
      `select extract(epoch from beat_at - steady_since)::float8 as seconds from presence_watch`,
    )
    return watch?.seconds ?? 0
  }

  it('online -> offline: silence for the grace period, with the cameras', async () => {
    const cameraId = await here.addCamera()
    {
      await using gateway = await ScriptedGateway.connect(here.at(0))
      gateway.reportCamera(cameraId, 'online')
      await waitUntil(async () => (await here.cameraNow(cameraId)).status === 'online')
      gateway.cut()
    }
    await here.becomes('offline')
    expect(await here.cameraNow(cameraId)).toMatchObject({ status: 'offline' })
    await using back = await ScriptedGateway.connect(here.at(1))
    await here.becomes('online')
    back.reportCamera(cameraId, 'online')
    await waitUntil(async () => (await here.cameraNow(cameraId)).status === 'online')
  })

  it('stays on line while heartbeats come, and keeps the newest', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const begun = performance.now()
    while (performance.now() - begun < 4_000) {
      gateway.heartbeat()
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect((await here.gatewayNow()).status).toBe('online')
    }
    expect(gateway.closeCode).toBe(null)
    const newestAt = Date.now()
    gateway.heartbeat()
    await waitUntil(
      async () => Date.parse((await here.gatewayNow()).last_heartbeat_at ?? '') >= newestAt,
      'the newest heartbeat',
    )
  })

  it('stays on line, and its socket open, when PostgreSQL was away for longer than the grace period', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    await waitUntil(async () => {
      gateway.heartbeat()
      const [watch] = await world.test.query<{ steady: boolean }>(
        `select steady_since < now() - interval '3 seconds' as steady from presence_watch`,
      )
      return watch?.steady === true
    })
    // What the tables look like when it is back: for 40 s nothing was written.
    await world.test.query(
      `update gateway_sessions set seen_at = now() - interval '40 seconds';
       update presence_watch set beat_at = now() - interval '40 seconds'`,
    )
    await waitUntil(async () => (await beats()) > 1)
    expect((await here.gatewayNow()).status).toBe('online')
    gateway.heartbeat()
    await waitUntil(async () => {
      gateway.heartbeat()
      expect((await here.gatewayNow()).status).toBe('online')
      return (await beats()) > 4
    })
    expect(gateway.closeCode).toBe(null)
  })

  it('goes off line though another gateway that is silent cannot be', async () => {
    const bad = await pairTestGateway(world.nodes[0], here.operator, here.org.siteId)
    await world.test.query(
      `create function refuse_offline() returns trigger language plpgsql as $$
         begin if new.id = '${bad.gatewayId}' and new.status = 'offline' then raise 'not this one'; end if; return new; end $$;
       create trigger refuse_offline before update on gateways for each row execute function refuse_offline();`,
    )
    // The bad one is looked at first.
    const first = await ScriptedGateway.connect({ ...here.at(0), ...bad })
    first.cut()
    const second = await ScriptedGateway.connect(here.at(0))
    second.cut()
    await here.becomes('offline')
    await first[Symbol.asyncDispose]()
    await second[Symbol.asyncDispose]()
    await world.test.query('drop function refuse_offline cascade')
  })

  it('keeps for how long the gateway was away, of several times within a day the longest', async () => {
    const away = async () => {
      const [row] = await world.test.query<{ days: number }>(
        'select round(away_sec / 86400)::int as days from gateways where id = $1',
        [here.paired.gatewayId],
      )
      return row?.days
    }
    const first = await ScriptedGateway.connect(here.at(0))
    await first[Symbol.asyncDispose]()
    expect(await away()).toBe(0)
    await world.test.query(
      `update gateways set last_heartbeat_at = now() - interval '3 days' where id = $1`,
      [here.paired.gatewayId],
    )
    for (const node of [0, 1] as const) {
      await using back = await ScriptedGateway.connect(here.at(node))
      expect(await away()).toBe(3)
      expect(back.closeCode).toBe(null)
    }
  })

  it('live -> closed (1012): heard again after it was given up as silent', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    await here.becomes('offline')
    gateway.heartbeat()
    expect(await gateway.untilClosed()).toBe(1012)
  })
})
