import { randomUUID } from 'node:crypto'
import type { Camera } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed } from '#testing/scripted-gateway.js'
import type { ScriptedRelay } from '#testing/scripted-relay.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { addDirectCamera, leaseMs, type RelayWorld, startRelayWorld } from '../relay-world.fake.js'
import { sweepAbandonedCameras } from './lease.service.js'

/** About a second is the promise, which a busy machine may miss; nobody waits for the end of a lease. */
const soonMs = leaseMs

let world: RelayWorld
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startRelayWorld({ offlineGraceMs: leaseMs + 1_000 })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  org = await world.nodes.createOrg()
  operator = await org.signIn('operator')
})

const add = (body: Record<string, unknown> = {}) => addDirectCamera(world, org, operator, body)
const call = (method: 'PATCH' | 'DELETE' | 'GET', id: string, payload?: Record<string, unknown>) =>
  world.nodes.nodes[1].call(operator, {
    method,
    url: `/api/v1/cameras/${id}`,
    ...(payload && { payload }),
  })
const cameraNow = async (id: string) => (await call('GET', id)).json<Camera>()
const becomes = (id: string, status: string) =>
  waitUntil(async () => (await cameraNow(id)).status === status, `status ${status}`)

/** Milliseconds that something takes. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

it('goes off line without its relay, though another camera that is first cannot be', async () => {
  const cameras = [await add({ name: 'Bad' }), await add({ name: 'Pier' }), await add({ name: 'Quay' })]
  const [bad, ...others] = cameras
  const relay = await world.relay(0)
  for (const { id } of cameras) {
    await relay.untilHeld(id)
    relay.report(id, 'online')
    await becomes(id, 'online')
  }
  await world.query(
    `create function refuse_offline() returns trigger language plpgsql as $$
       begin if new.id = '${bad?.id}' and new.status = 'offline' then raise 'not this one'; end if; return new; end $$;
     create trigger refuse_offline before update on cameras for each row execute function refuse_offline();`,
  )
  relay.cut()
  await world.query(`update camera_leases set lease_until = now() - interval '1 hour'`)
  try {
    await sweepAbandonedCameras(world.nodes.nodes[0].platform, async () => true)
    for (const { id } of others) await becomes(id, 'offline')
    expect((await cameraNow(bad?.id ?? '')).status).toBe('online')
  } finally {
    await world.query('drop function refuse_offline cascade')
  }
})

describe('a camera in direct mode', () => {
  it('is pending at once, given to a relay with its credentials sealed, and shown as the relay reports it', async () => {
    const camera = await add()
    expect(camera).toMatchObject({ status: 'pending', connection_mode: 'direct', gateway_id: null })
    const relay = await world.relay(0)
    const { lease, camera: told } = await relay.untilHeld(camera.id)
    expect(lease).toEqual({ camera_id: camera.id, epoch: 1 })
    expect(told).toMatchObject({ camera_id: camera.id, enabled: true, recording_duration_sec: 15 })
    const { connection } = told
    expect(connection).toMatchObject({ type: 'rtsp', rtsp_url: 'rtsp://10.1.2.3/stream' })
    if (!relay.keys || connection.credentials === null) throw new Error('nothing was sealed')
    expect(await openSealed(connection.credentials, relay.keys)).toEqual({
      username: 'viewer',
      password: 'secret-1',
    })
    expect(JSON.stringify(relay.frames)).not.toContain('secret-1')
    const [granted] = relay.framesOf('lease.renewed')
    expect(granted?.body.leases).toEqual([lease])
    expect(granted?.body.valid_ms).toBeLessThanOrEqual(leaseMs)
    relay.report(camera.id, 'connecting')
    relay.report(camera.id, 'online')
    await becomes(camera.id, 'online')
    relay.report(camera.id, 'auth_failed')
    await becomes(camera.id, 'error')
  })

  it('stays with its relay while that is heard: the lease is renewed again and again', async () => {
    const { id } = await add()
    const relay = await world.relay(0)
    const other = await world.relay(1)
    await waitUntil(() => relay.held.size + other.held.size === 1)
    const holder = relay.held.size === 1 ? relay : other
    await holder.untilIt('three renewals', () => holder.framesOf('lease.renewed').length > 3)
    expect(holder.leaseOf(id)?.epoch).toBe(1)
    expect(holder.framesOf('camera.set')).toHaveLength(1)
    expect((holder === relay ? other : relay).framesOf('camera.set')).toHaveLength(0)
  })

  it('is told anew when it changes, and dropped within about a second when it is disabled or deleted', async () => {
    const [first, second] = [await add(), await add({ name: 'Pier' })]
    const relay = await world.relay(0)
    await Promise.all([relay.untilHeld(first.id), relay.untilHeld(second.id)])
    // Over the other node than the one that holds the relay.
    await call('PATCH', first.id, { name: 'Quay', site_id: org.siteId })
    expect(await timeOf(relay.untilHeld(first.id, ({ camera }) => camera.name === 'Quay'))).toBeLessThan(
      soonMs,
    )
    expect(relay.leaseOf(first.id)?.epoch).toBe(1)

    await call('PATCH', first.id, { enabled: false })
    expect(await timeOf(relay.untilDropped(first.id))).toBeLessThan(soonMs)
    await call('DELETE', second.id)
    expect(await timeOf(relay.untilDropped(second.id))).toBeLessThan(soonMs)
    expect(relay.framesOf('camera.drop').map(({ lease }) => lease?.epoch)).toEqual([1, 1])
    expect((await cameraNow(first.id)).status).toBe('disabled')

    await call('PATCH', first.id, { enabled: true })
    // The same relay takes it again, and goes on with its epoch.
    expect((await relay.untilHeld(first.id)).lease.epoch).toBe(1)
    expect((await cameraNow(first.id)).status).toBe('pending')
  })

  it('finds what a lost notice would have told by looking', async () => {
    const { id } = await add()
    const relay = await world.relay(0)
    await relay.untilHeld(id)
    await world.query('update cameras set enabled = false where id = $1', [id])
    expect(await timeOf(relay.untilDropped(id))).toBeLessThan(leaseMs)
  })
})

describe('several relays', () => {
  async function bothHold(cameras: readonly Camera[], relays: readonly ScriptedRelay[]): Promise<void> {
    await waitUntil(
      () => relays.reduce((sum, { held }) => sum + held.size, 0) === cameras.length,
      'every camera held once',
    )
    for (const { id } of cameras) expect(relays.filter(({ held }) => held.has(id))).toHaveLength(1)
  }

  it('share the cameras, and one takes over what another leaves when it dies', async () => {
    const [one, two] = [await world.relay(0), await world.relay(1)]
    const cameras = await Promise.all(Array.from({ length: 16 }, (_, n) => add({ name: `Camera ${n}` })))
    await bothHold(cameras, [one, two])
    expect(one.held.size).toBeGreaterThan(0)
    expect(two.held.size).toBeGreaterThan(0)
    const lost = [...one.held.values()].map(({ lease }) => lease)
    const kept = [...two.held.values()].map(({ lease }) => lease)
    one.cut()
    const took = await timeOf(
      waitUntil(() => two.held.size === cameras.length, 'the takeover', leaseMs + 10_000),
    )
    // Not before the dead relay must have stopped, and soon after.
    expect(took).toBeGreaterThan(leaseMs / 2)
    for (const { camera_id, epoch } of lost) expect(two.leaseOf(camera_id)?.epoch).toBe(epoch + 1)
    for (const { camera_id, epoch } of kept) expect(two.leaseOf(camera_id)?.epoch).toBe(epoch)
  })

  it('take no more than they have room for', async () => {
    const cameras = await Promise.all(Array.from({ length: 5 }, () => add()))
    const one = await world.relay(0, { capacity: 2 })
    const two = await world.relay(1, { capacity: 2 })
    await waitUntil(() => one.held.size === 2 && two.held.size === 2)
    await one.untilIt('a renewal', () => one.framesOf('lease.renewed').length > 3)
    expect([one.held.size, two.held.size]).toEqual([2, 2])
    const free = cameras.find(({ id }) => !one.held.has(id) && !two.held.has(id))
    const [given] = one.held.keys()
    await call('DELETE', given ?? '')
    await waitUntil(() => one.held.has(free?.id ?? '') || two.held.has(free?.id ?? ''))
    expect(one.held.size + two.held.size).toBe(4)
  })

  it('leave their cameras to others at once when they say goodbye', async () => {
    const { id } = await add()
    const one = await world.relay(0)
    await one.untilHeld(id)
    one.report(id, 'online')
    await becomes(id, 'online')
    const two = await world.relay(1)
    one.close()
    expect(await timeOf(two.untilHeld(id))).toBeLessThan(leaseMs)
    expect(two.leaseOf(id)?.epoch).toBe(2)
  })

  it('never hold a camera twice, however many try', async () => {
    const relays = await Promise.all([0, 1, 0, 1, 0].map((node) => world.relay(node === 0 ? 0 : 1)))
    const cameras = await Promise.all(Array.from({ length: 20 }, () => add()))
    await bothHold(cameras, relays)
    const rows = await world.query<{ epoch: number }>('select epoch::int as epoch from camera_leases')
    expect(rows.map(({ epoch }) => epoch)).toEqual(cameras.map(() => 1))
  })
})

describe('a relay that comes back', () => {
  it('goes on with its leases and epochs, told everything anew and sealed to its new key', async () => {
    const { id } = await add()
    const relayId = randomUUID()
    const before = await world.relay(0, { relayId })
    await before.untilHeld(id)
    before.cut()
    const back = await world.relay(1, { relayId })
    const { lease, camera } = await back.untilHeld(id)
    expect(lease.epoch).toBe(1)
    if (!back.keys || !before.keys || camera.connection.credentials === null)
      throw new Error('no credentials')
    expect(await openSealed(camera.connection.credentials, back.keys)).toMatchObject({ password: 'secret-1' })
    await expect(openSealed(camera.connection.credentials, before.keys)).rejects.toThrow()
  })

  it.each([0, 1] as const)('live -> closed (4409): a newer session on node %i', async (node) => {
    const { id } = await add()
    const relayId = randomUUID()
    const older = await world.relay(0, { relayId })
    await older.untilHeld(id)
    const newer = await world.relay(node, { relayId })
    expect(await older.untilClosed()).toBe(4409)
    expect((await newer.untilHeld(id)).lease.epoch).toBe(1)
    expect((await newer.until('welcome')).body.session_epoch).toBe(
      (await older.until('welcome')).body.session_epoch + 1,
    )
  })
})

it('online -> offline: its relay died, and none takes over within the grace time', async () => {
  const { id } = await add()
  const relay = await world.relay(0)
  await relay.untilHeld(id)
  relay.report(id, 'online')
  await becomes(id, 'online')
  relay.cut()
  await becomes(id, 'offline')
  const next = await world.relay(1)
  expect((await next.untilHeld(id)).lease.epoch).toBe(2)
  next.report(id, 'online')
  await becomes(id, 'online')
})

it('stays pending when it is enabled again, however long nobody served it', async () => {
  const { id } = await add()
  const relay = await world.relay(0)
  await relay.untilHeld(id)
  await call('PATCH', id, { enabled: false })
  await relay.untilDropped(id)
  relay.close()
  await world.query(`update camera_leases set lease_until = now() - interval '1 hour'`)
  await call('PATCH', id, { enabled: true })
  await sweepAbandonedCameras(world.nodes.nodes[0].platform, async () => true)
  expect((await cameraNow(id)).status).toBe('pending')
  const next = await world.relay(1)
  expect((await next.untilHeld(id)).lease.epoch).toBe(2)
})
