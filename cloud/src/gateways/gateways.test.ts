import { randomUUID } from 'node:crypto'
import type { DiscoveredDevice } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedGateway } from '../channel/scripted-gateway.fake.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from '../channel/test-nodes.fake.js'
import type { TestOrg } from '../testing/test-app.js'
import type { SignedIn } from '../testing/test-user.js'

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
  ])
  const viewer = await org.signIn('viewer', [siteB])
  expect((await call('GET', '', undefined, viewer)).json()).toMatchObject({ total: 1, data: [{ id: inB }] })
  expect((await call('GET', `/${inA}`, undefined, viewer)).statusCode).toBe(403)
  expect((await call('GET', `/${inA}/telemetry`, undefined, viewer)).statusCode).toBe(403)
  expect((await call('GET', `/${inB}`, undefined, viewer)).statusCode).toBe(200)
  expect((await call('GET', '', undefined, await org.signIn('viewer'))).json()).toEqual({
    data: [],
    total: 0,
  })
  const foreigner = await (await world.createOrg()).signIn('owner')
  for (const path of ['', '/telemetry'])
    expect((await call('GET', `/${inA}${path}`, undefined, foreigner)).statusCode).toBe(404)
  expect((await call('GET', '/1')).statusCode).toBe(400)
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
  expect((await cached()).data).toEqual([device])

  // A scan that fails leaves what the one before found.
  gateway.answer = () => ({ ok: false, error: { code: 'unavailable', message: '' } })
  const first = (await cached()).scanned_at
  await call('POST', path, undefined, admin)
  await waitUntil(async () => {
    const { scanned_at } = await cached()
    return scanned_at !== null && scanned_at !== first
  })
  expect((await cached()).data).toEqual([device])
})
