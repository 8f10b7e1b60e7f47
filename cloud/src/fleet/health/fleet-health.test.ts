import { randomUUID } from 'node:crypto'
import type { FleetHealth } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { SignedIn } from '#testing/test-user.js'
import { PairedScene } from '../channel/paired-scene.fixture.js'
import { startTestNodes, type TestNodes, waitUntil } from '../channel/test-nodes.fake.js'

let world: TestNodes
let here: PairedScene

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  here = await PairedScene.make(world)
})

const call = (path = '', who: SignedIn = here.operator) =>
  world.nodes[0].call(who, { url: `/api/v1/fleet-health${path}` })
const shown = async (path = '', who?: SignedIn): Promise<FleetHealth> => (await call(path, who)).json()
const count = async (path = '') => (await call(`/count${path}`)).json().needs_somebody

const figures = {
  cpu_percent: 18,
  memory_mb: 412,
  disk_free_mb: 90_000,
  network_throughput: { upstream_mbps: 8, downstream_mbps: 1 },
  camera_recording_status: {},
}
const storage = {
  level: 'ok',
  free_mb: 94_000,
  used_mb: 1200,
  quota_mb: null,
  reserve_mb: 2048,
  size_mb: 242_000,
} as const

/** Sets how cameras fare, as reports would have. */
const setCamera = (id: string, columns: string) =>
  world.test.query(`update cameras set ${columns} where id = $1`, [id])

it('shows what a gateway measures, and what follows from it', async () => {
  await using gateway = await ScriptedGateway.connect(here.at(0))
  const id = here.paired.gatewayId
  expect((await shown()).gateways).toMatchObject([
    {
      id,
      status: 'online',
      needs_somebody: false,
      figures: { waiting: null, room_sec: null, reported_at: null },
    },
  ])
  gateway.heartbeat({ storage })
  const oldest = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const obstacle = { status: 413, server: 'nginx/1.22.1', part_bytes: 1024 * 1024 }
  const waiting = { clips: 214, mb: 4200, oldest_at: oldest }
  gateway.send('telemetry', {
    ...figures,
    cpu_count: 4,
    waiting,
    recorded: { mb: 1800, sec: 7200 },
    upload_obstacle: obstacle,
  })
  await waitUntil(async () => (await shown()).gateways[0]?.figures.waiting?.clips === 214)
  await waitUntil(async () => (await shown()).gateways[0]?.figures.storage !== null)
  const one = (await shown()).gateways[0]
  expect(one).toMatchObject({
    needs_somebody: true,
    figures: {
      cpu_count: 4,
      upload_obstacle: obstacle,
      waiting,
      storage,
      // 4200 MiB at 8 Mbit/s; 91,952 MiB of room at 0.25 MiB a second.
      upload_sec: 4404,
      room_sec: 367_808,
      clock: { synced: expect.anything(), offset_ms: expect.any(Number) },
      troubles: ['falls_behind'],
    },
  })
  expect(await count()).toBe(1)
  // The last of them has arrived.
  gateway.send('telemetry', { ...figures, waiting: { clips: 0, mb: 0, oldest_at: null } })
  await waitUntil(async () => (await count()) === 0)
  const url = `/api/v1/gateways/${id}/telemetry`
  expect((await world.nodes[0].call(here.operator, { url })).json()).toMatchObject({
    troubles: [],
    upload_obstacle: null,
    upload_sec: 0,
    camera_recording_status: {},
  })
})

it('says when a gateway was off line: in the last day, and in its history of two', async () => {
  const id = here.paired.gatewayId
  const set = (columns: string) => world.test.query(`update gateways set ${columns} where id = $1`, [id])
  const url = `/api/v1/gateways/${id}/telemetry/history`
  const offline = async () => (await world.nodes[0].call(here.operator, { url })).json().offline
  // It never was on line: that is no outage.
  await set(`status = 'online', last_heartbeat_at = now() - interval '60 hours'`)
  expect([(await shown()).gateways[0]?.outages, await offline()]).toEqual([[], []])
  for (const [from, to] of [
    [55, 50],
    [40, 30],
    [20, 19],
  ]) {
    await set(`last_heartbeat_at = now() - interval '${from} hours'`)
    await set(`status = 'offline'`)
    await set(`status = 'online', last_heartbeat_at = now() - interval '${to} hours'`)
  }
  await set(`last_heartbeat_at = now() - interval '2 hours'`)
  await set(`status = 'offline'`)
  const agesOf = (outages: { start_at: string; end_at: string | null }[] | undefined) =>
    outages?.map(({ start_at, end_at }) =>
      [start_at, end_at].map((at) =>
        at === null ? null : Math.round((Date.now() - Date.parse(at)) / 3.6e6),
      ),
    )
  expect(agesOf((await shown()).gateways[0]?.outages)).toEqual([
    [20, 19],
    [2, null],
  ])
  expect(agesOf(await offline())).toEqual([
    [40, 30],
    [20, 19],
    [2, null],
  ])
  // A session begins: what has lasted is over.
  await using gateway = await ScriptedGateway.connect(here.at(0))
  gateway.heartbeat({ storage })
  await waitUntil(async () => (await shown()).gateways[0]?.outages.at(-1)?.end_at !== null)
  expect(agesOf(await offline())).toEqual([
    [40, 30],
    [20, 19],
    [2, 0],
  ])
})

it('a gateway that is off line stands for its cameras', async () => {
  await here.addCamera('One')
  const [two] = [await here.addCamera('Two')]
  await setCamera(two, `status = 'offline', observed_status = 'offline'`)
  await world.test.query(`update gateways set status = 'offline' where id = $1`, [here.paired.gatewayId])
  const health = await shown()
  expect(health.needs_somebody).toBe(1)
  expect(health.gateways).toMatchObject([
    { needs_somebody: true, cameras: { total: 2, online: 0 }, figures: { troubles: ['offline'] } },
  ])
  expect(health.cameras).toEqual({
    total: 2,
    off: 0,
    behind_gateways: 2,
    need_somebody: 0,
    could_be_better: 0,
    troubled: [],
  })
  expect(await count()).toBe(1)
})

it('cameras that need somebody come with cause, remedy and their last day; then those that could be better', async () => {
  await world.test.query(`update gateways set status = 'online' where id = $1`, [here.paired.gatewayId])
  const [fine, locked, weak, off] = [
    await here.addCamera('Fine'),
    await here.addCamera('Corridor'),
    await here.addCamera('Quay'),
    await here.addCamera('Attic'),
  ]
  await setCamera(fine, `status = 'online', observed_status = 'online'`)
  await setCamera(
    weak,
    `status = 'online', observed_status = 'online', diagnostics = '{"reconnects_last_hour": 14}'`,
  )
  await setCamera(off, `enabled = false, status = 'disabled'`)
  await setCamera(locked, `status = 'online', observed_status = 'online'`)
  await setCamera(
    locked,
    `status = 'error', observed_status = 'error', status_cause = 'auth', status_changed_at = now() - interval '5 min'`,
  )
  await world.test.query(
    `insert into camera_outages (org_id, camera_id, site_id, start_at, end_at) values
       ($1, $2, $3, now() - interval '40 h', now() - interval '30 h'),
       ($1, $2, $3, now() - interval '3 h', now() - interval '2 h')`,
    [here.org.orgId, locked, here.org.siteId],
  )
  const { cameras, needs_somebody: needs } = await shown()
  expect(needs).toBe(1)
  expect(cameras).toMatchObject({
    total: 3,
    off: 1,
    behind_gateways: 0,
    need_somebody: 1,
    could_be_better: 1,
  })
  expect(cameras.troubled).toMatchObject([
    {
      camera_id: locked,
      name: 'Corridor',
      needs_somebody: true,
      connectivity: { ok: false, cause: 'auth', remedy: expect.any(String) },
      outages: [{ end_at: expect.any(String) }, { end_at: null }],
    },
    {
      camera_id: weak,
      needs_somebody: false,
      connectivity: { ok: true },
      reconnects_last_hour: 14,
      outages: [],
    },
  ])
  expect(await count()).toBe(1)
})

it('is of one site where one is named, and of the sites of a viewer', async () => {
  const siteB = await here.org.addSite('B')
  await world.test.query(`update gateways set status = 'offline' where id = $1`, [here.paired.gatewayId])
  expect((await shown(`?site_id=${siteB}`)).gateways).toEqual([])
  expect(await count(`?site_id=${siteB}`)).toBe(0)
  expect(await count(`?site_id=${here.org.siteId}`)).toBe(1)
  const viewer = await here.org.signIn('viewer', [siteB])
  expect((await shown('', viewer)).needs_somebody).toBe(0)
  expect((await call(`?site_id=${here.org.siteId}`, viewer)).statusCode).toBe(403)
  expect((await call(`?site_id=${randomUUID()}`)).statusCode).toBe(404)
})
