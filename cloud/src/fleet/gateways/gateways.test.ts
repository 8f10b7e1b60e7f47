import { randomUUID } from 'node:crypto'
import type { AuditEntry, DiscoveredDevice } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Actor } from '../../platform/caller.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from '../channel/test-nodes.fake.js'

/** A second is the promise, which a busy machine may miss; a sign of life is looked for every ten. */
const soonMs = 4_000

let world: TestNodes
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
})

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  who: SignedIn | null = operator,
) => world.nodes[0].call(who, { method, url: `/api/v1/gateways${path}`, ...(payload ? { payload } : {}) })

const addGateway = async (siteId = org.siteId): Promise<string> =>
  (await call('POST', '/generate-pairing-code', { name: 'Cupboard', site_id: siteId })).json().id

it('lists and shows gateways, to viewers those of their sites', async () => {
  const siteB = await org.addSite('B')
  const inA = await addGateway()
  const inB = await addGateway(siteB)
  const all = (await call('GET', '')).json()
  expect(all.total).toBe(2)
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual([inA, inB])
  expect(Object.keys(all.data[0])).toEqual([
    'id',
    'name',
    'site_id',
    'status',
    'version',
    'local_ip',
    'last_heartbeat_at',
    'created_at',
    'version_outdated',
    'commissioning_until',
  ])
  const viewer = await org.signIn('viewer', [siteB])
  expect((await call('GET', '', undefined, viewer)).json()).toMatchObject({ total: 1, data: [{ id: inB }] })
  expect((await call('GET', `/${inA}`, undefined, viewer)).statusCode).toBe(403)
  for (const path of ['/telemetry', '/telemetry/history'])
    expect((await call('GET', `/${inA}${path}`, undefined, viewer)).statusCode).toBe(403)
  expect((await call('GET', `/${inB}/telemetry/history`, undefined, viewer)).json()).toMatchObject({
    points: [],
  })
  expect((await call('GET', `/${inB}`, undefined, viewer)).statusCode).toBe(200)
  expect((await call('GET', '', undefined, await org.signIn('viewer'))).json()).toEqual({
    data: [],
    total: 0,
  })
  const foreigner = await (await world.createOrg()).signIn('owner')
  for (const path of ['', '/telemetry', '/telemetry/history'])
    expect((await call('GET', `/${inA}${path}`, undefined, foreigner)).statusCode).toBe(404)
  expect((await call('GET', '/1')).statusCode).toBe(404)
})

it('changes name, site and status, by the moves that the interface allows', async () => {
  const id = await addGateway()
  const siteB = await org.addSite('B')
  expect((await call('PATCH', `/${id}`, { name: 'Shed', site_id: siteB })).json()).toMatchObject({
    name: 'Shed',
    site_id: siteB,
  })
  expect((await call('PATCH', `/${id}`, { status: 'disabled' })).json().status).toBe('disabled')
  expect((await call('PATCH', `/${id}`, { status: 'disabled' })).statusCode).toBe(400)
  expect((await call('PATCH', `/${id}`, { status: 'offline' })).json().status).toBe('offline')
  expect((await call('PATCH', `/${id}`, { status: 'offline' })).statusCode).toBe(400)
  expect((await call('PATCH', `/${id}`, { status: 'online' })).statusCode).toBe(400)
  expect((await call('PATCH', `/${id}`, { version: '2' })).statusCode).toBe(400)
  expect((await call('PATCH', `/${id}`, {})).statusCode).toBe(400)
  expect((await call('PATCH', `/${id}`, { site_id: randomUUID() })).statusCode).toBe(404)
  expect((await call('PATCH', `/${randomUUID()}`, { name: 'x' })).statusCode).toBe(404)
  expect((await call('PATCH', `/${id}`, { name: 'x' }, await org.signIn('viewer', [siteB]))).statusCode).toBe(
    403,
  )
})

it('deletes softly', async () => {
  const id = await addGateway()
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await call('GET', `/${id}`)).statusCode).toBe(404)
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(404)
  expect((await call('GET', '')).json()).toEqual({ data: [], total: 0 })
})

it('scans through the gateway on another node and keeps what it found', async () => {
  const admin = await org.signIn('admin')
  const paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
  const path = `/${paired.gatewayId}/discovery`
  expect((await call('POST', path, undefined, admin)).statusCode).toBe(409)
  expect((await call('GET', `${path}/cameras`, undefined, admin)).json()).toEqual({
    data: [],
    scanned_at: null,
    scanning: false,
    error: null,
  })

  await using gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
  const device: DiscoveredDevice = {
    id: 'urn:uuid:1',
    name: 'Gate',
    manufacturer: 'Acme',
    model: null,
    address: '10.0.0.5',
    port: 80,
    xaddrs: ['http://10.0.0.5/onvif/device_service'],
    rtsp_urls: [],
    sources: ['ws-discovery'],
    endpoint: 'urn:uuid:1',
    mac: null,
    serial: null,
    state: 'needs_credentials',
  }
  gateway.answer = ({ type }) => (type === 'discover' ? { ok: true, value: { devices: [device] } } : null)
  expect((await call('POST', path)).statusCode).toBe(403)
  const begun = await call('POST', path, undefined, admin)
  expect(begun.statusCode).toBe(202)
  const cached = async () => (await call('GET', `${path}/cameras`, undefined, admin)).json()
  await waitUntil(async () => (await cached()).scanned_at !== null)
  expect(await cached()).toMatchObject({ data: [device], scanning: false, error: null })

  // A scan that fails leaves what the one before found.
  gateway.answer = () => ({ ok: false, error: { code: 'unavailable', message: '' } })
  const first = (await cached()).scanned_at
  await call('POST', path, undefined, admin)
  await waitUntil(async () => {
    const { scanned_at } = await cached()
    return scanned_at !== null && scanned_at !== first
  })
  expect(await cached()).toMatchObject({ data: [device], scanning: false, error: 'unavailable' })

  // While it lasts, the cache says so, and it is the only one: what it finds is not lost to another.
  gateway.answer = () => null
  const asked = await Promise.all([0, 1, 2].map(() => call('POST', path, undefined, admin)))
  expect(asked.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  expect(await cached()).toMatchObject({ data: [device], scanned_at: null, scanning: true })
  await world.test.query(
    `update gateway_discoveries set started_at = now() - interval '3 minutes' where gateway_id = $1`,
    [paired.gatewayId],
  )
  expect((await cached()).scanning).toBe(false)
  // Its node is gone: it holds up nobody.
  expect((await call('POST', path, undefined, admin)).statusCode).toBe(202)
})

it('hands on the addresses to look at, with the time that they take, and refuses what is none', async () => {
  const admin = await org.signIn('admin')
  const paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
  const path = `/${paired.gatewayId}/discovery`
  await using gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
  gateway.answer = ({ type }) => (type === 'discover' ? { ok: true, value: { devices: [] } } : null)
  const targets = ['10.0.4.0/22']
  expect((await call('POST', path, { targets }, admin)).statusCode).toBe(202)
  const { body } = await gateway.until('discover')
  expect(body).toMatchObject({ targets, timeout_sec: 53 })
  expect(body.deadline_ms).toBeGreaterThan(60_000)
  const refused = await call('POST', path, { targets: ['10.0.0.0/8'] }, admin)
  expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'validation_error'])
  const audited = await world.test.query<{ data: unknown }>(
    `select data from audit_log where org_id = $1 and action = 'gateway.discovery_started'`,
    [org.orgId],
  )
  expect(audited).toEqual([{ data: { targets } }])
})

it('limits scans by organisation, over both nodes', async () => {
  const admin = await org.signIn('admin')
  const { gatewayId } = await pairTestGateway(world.nodes[0], operator, org.siteId)
  const beganMs = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 65 }, (_, n) =>
      world.nodes[n % 2 === 0 ? 0 : 1].call(admin, {
        method: 'POST',
        url: `/api/v1/gateways/${gatewayId}/discovery`,
      }),
    ),
  )
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  // One comes back a second, so a slow machine is refused fewer.
  const returned = Math.ceil((performance.now() - beganMs) / 1000)
  expect(count(409) + count(429)).toBe(65)
  expect(count(409)).toBeGreaterThanOrEqual(60)
  expect(count(409)).toBeLessThanOrEqual(60 + returned)
})

it('shows admins what was done to a gateway and what it did, page by page', async () => {
  const admin = await org.signIn('admin')
  const { gatewayId } = await pairTestGateway(world.nodes[0], operator, org.siteId)
  await call('PATCH', `/${gatewayId}`, { name: 'Shed' })
  const reporter: Actor = { kind: 'gateway', id: gatewayId, name: 'Shed' }
  await world.nodes[0].platform.database.inOrg(org.orgId, (tx) =>
    recordAudit(tx, { orgId: org.orgId, actor: reporter }, 'camera.moved', {
      target: { kind: 'camera', id: randomUUID() },
    }),
  )
  await addGateway()
  const path = `/${gatewayId}/audit-log`
  const first = (await call('GET', `${path}?limit=3`, undefined, admin)).json()
  expect(first.total).toBe(4)
  const rest = (await call('GET', `${path}?limit=3&cursor=${first.next_cursor}`, undefined, admin)).json()
  expect(rest).toMatchObject({ total: 4, next_cursor: null })
  const entries: AuditEntry[] = [...first.data, ...rest.data]
  expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
    ['camera.moved', 'gateway'],
    ['gateway.updated', 'user'],
    ['gateway.paired', 'gateway'],
    ['gateway.pairing_code_generated', 'user'],
  ])
  expect((await call('GET', path)).statusCode).toBe(403)
  const foreigner = await (await world.createOrg()).signIn('owner')
  expect((await call('GET', path, undefined, foreigner)).statusCode).toBe(404)
})

it.each([0, 1] as const)('closes the channel within a second of its deletion on node %i', async (node) => {
  const paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
  await using gateway = await ScriptedGateway.connect({ origin: world.nodes[0].origin, ...paired })
  const asked = performance.now()
  const url = `/api/v1/gateways/${paired.gatewayId}`
  expect((await world.nodes[node].call(operator, { method: 'DELETE', url })).statusCode).toBe(204)
  expect(await gateway.untilClosed()).toBe(4401)
  expect(performance.now() - asked).toBeLessThan(soonMs)
})
