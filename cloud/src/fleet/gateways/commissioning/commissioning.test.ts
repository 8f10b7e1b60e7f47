import type { CameraPropose, Commissioning, DiscoveredDevice, Result } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from '#testing/test-user.js'
import {
  GatewayWorld,
  startTestNodes,
  type TestNodes,
  twoStreams,
} from '../../cameras/gateway-camera.fixture.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())

beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  return async () => world[Symbol.asyncDispose]()
})

const found: CameraPropose['found'] = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://10.0.0.9/one',
      codec: 'h264',
      width: 1280,
      height: 720,
      fps: 15,
      gop_sec: 1,
    },
  ],
  auth_scheme: 'digest',
  manufacturer: 'Acme',
  model: 'C2',
  serial: 'S-9',
}
const door: CameraPropose = {
  name: 'Door',
  connection: { type: 'rtsp', rtsp_url: 'rtsp://10.0.0.9:554/one', rtsp_sub_url: null },
  credentials: { username: 'admin', password: 'canary-9' },
  found,
}
const service: CameraPropose = { ...door, connection: { type: 'onvif', host: '10.0.0.9', port: 80 } }

async function propose(body: CameraPropose): Promise<Result> {
  const id = world.gateway.send('camera.propose', body)
  return (await world.gateway.until('result', (frame) => frame.re === id)).body
}

const gatewayPath = () => `/gateways/${world.paired.gatewayId}`
const shown = async () => (await world.call('GET', gatewayPath())).json()
const closeWindow = () =>
  nodes.test.query(`update gateways set commissioning_until = now() - interval '1 minute' where id = $1`, [
    world.paired.gatewayId,
  ])

describe('camera.propose', () => {
  it('adds the camera at the site of the gateway, in the name of who made the pairing code', async () => {
    const answer = await propose(door)
    expect(answer).toMatchObject({ ok: true, value: { name: 'Door', created: true } })
    const id = answer.ok ? String(answer.value['camera_id']) : ''
    const set = await world.gateway.until('camera.set', ({ body }) => body.camera_id === id)
    expect(set.body.connection).toMatchObject({ type: 'rtsp', rtsp_url: 'rtsp://10.0.0.9/one' })
    expect((await world.call('GET', `/cameras/${id}`)).json()).toMatchObject({
      name: 'Door',
      site_id: world.org.siteId,
      gateway_id: world.paired.gatewayId,
      status: 'pending',
      active_tier: 'main',
    })
    const [entry] = await nodes.test.query<Record<string, unknown>>(
      `select actor_kind, actor_id, data from audit_log where action = 'camera.created' and target_id = $1`,
      [id],
    )
    expect(entry).toEqual({
      actor_kind: 'user',
      actor_id: world.operator.caller.userId,
      data: {
        name: 'Door',
        type: 'rtsp',
        gateway_id: world.paired.gatewayId,
        proposed_by_gateway: true,
      },
    })
    // Nobody was asked to connect to the camera again, and the password is stored sealed only.
    expect(world.gateway.framesOf('probe')).toEqual([])
    const stored = await nodes.test.query('select * from cameras c, audit_log a where c.id = $1', [id])
    expect(JSON.stringify(stored)).not.toContain('canary')
  })

  it('answers the camera that the gateway has at that address, however it was added, and changes nothing', async () => {
    const first = await propose(door)
    const id = first.ok ? first.value['camera_id'] : null
    const known = { ok: true, value: { camera_id: id, name: 'Door', created: false } }
    const again = { ...door, name: 'Again', credentials: { username: 'admin', password: 'other' } }
    expect(await propose(again)).toEqual(known)
    // Its ONVIF service leads to the same stream.
    expect(await propose({ ...service, name: 'Again' })).toEqual(known)
    const elsewhere = { ...found, streams: [{ ...found.streams[0], url: 'rtsp://10.0.0.9/two' }] }
    const second = await propose({ ...service, found: elsewhere as CameraPropose['found'] })
    expect(second).toMatchObject({ ok: true, value: { created: true } })
    expect(
      await propose({ ...service, name: 'Twice', found: elsewhere as CameraPropose['found'] }),
    ).toMatchObject({
      ok: true,
      value: { created: false },
    })
    expect((await world.call('GET', '/cameras')).json().total).toBe(2)
  })

  it('adds each channel of a device as a camera of its own, and none of them twice', async () => {
    const lens = (channel: string, token: string): CameraPropose => ({
      ...service,
      connection: { type: 'onvif', host: '10.0.0.9', port: 80, channel },
      found: {
        ...found,
        channel: token,
        streams: found.streams.map((one) => ({ ...one, url: `${one.url}-${token}` })),
      },
    })
    const first = await propose(lens('1', 'wide'))
    const second = await propose(lens('tele', 'tele'))
    expect([first, second]).toMatchObject([{ value: { created: true } }, { value: { created: true } }])
    expect(await propose(lens('2', 'tele'))).toMatchObject({
      value: { created: false, camera_id: second.ok && second.value['camera_id'] },
    })
    const { data } = (await world.call('GET', '/cameras')).json()
    expect(data.map((camera: { onvif_channel: string }) => camera.onvif_channel)).toEqual(['wide', 'tele'])
    const id = second.ok ? second.value['camera_id'] : null
    const set = await world.gateway.until('camera.set', ({ body }) => body.camera_id === id)
    expect(set.body.connection).toMatchObject({ host: '10.0.0.9', channel: 'tele' })
  })

  it('adds one of two that come at once', async () => {
    const answers = await Promise.all([propose(door), propose(door)])
    const created = answers.filter((answer) => answer.ok && answer.value['created'])
    expect(created).toHaveLength(1)
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect((await world.call('GET', '/cameras')).json().total).toBe(1)
  })

  it('is refused outside the window, with the way to open it, and taken once it is open again', async () => {
    await closeWindow()
    const refused = await propose(door)
    expect(refused).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(JSON.stringify(refused)).toContain(`POST /api/v1/gateways/${world.paired.gatewayId}/commissioning`)
    const second = await world.org.signIn('operator')
    const opened = await world.call('POST', `${gatewayPath()}/commissioning`, { hours: 2 }, second)
    expect(opened.statusCode).toBe(200)
    expect(await propose(door)).toMatchObject({ ok: true })
    const [entry] = await nodes.test.query<{ actor_id: string }>(
      `select actor_id from audit_log where org_id = $1 and action = 'camera.created'`,
      [world.org.orgId],
    )
    expect(entry?.actor_id).toBe(second.caller.userId)
  })

  it.each([
    ['an address of another kind', { type: 'rtsp', rtsp_url: 'http://10.0.0.9/', rtsp_sub_url: null }],
    ['a host with a path', { type: 'onvif', host: '10.0.0.9/x', port: 80 }],
  ] as const)('refuses %s', async (_name, connection) => {
    expect(await propose({ ...door, connection })).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect((await world.call('GET', '/cameras')).json().total).toBe(0)
  })

  it('keeps no userinfo of an address, but as credentials', async () => {
    const rtsp_url = 'rtsp://root:canary-9@10.0.0.9/one'
    const connection = { type: 'rtsp', rtsp_url, rtsp_sub_url: null } as const
    expect(await propose({ ...door, credentials: null, connection })).toMatchObject({ ok: true })
    const set = await world.gateway.until('camera.set')
    expect(JSON.stringify(set)).not.toContain('canary')
    expect(set.body.connection.credentials).not.toBeNull()
  })
})

describe('the commissioning window', () => {
  it('is open for 24 hours after pairing', async () => {
    const hours = (Date.parse((await shown()).commissioning_until) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
  })

  it('is opened and closed by operators, and that is audited', async () => {
    const path = `${gatewayPath()}/commissioning`
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    expect((await world.call('POST', path, { hours: 1 }, viewer)).statusCode).toBe(403)
    for (const hours of [-1, 169, 'two'])
      expect((await world.call('POST', path, { hours })).statusCode).toBe(400)
    const opened = (await world.call('POST', path, { hours: 1 })).json()
    expect(Date.parse(opened.commissioning_until) - Date.now()).toBeLessThan(3_601_000)
    expect((await world.call('POST', path, { hours: 0 })).json().commissioning_until).toBeNull()
    expect(await propose(door)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(await world.audited('gateway.commissioning_opened')).toEqual([
      { until: opened.commissioning_until },
    ])
    expect(await world.audited('gateway.commissioning_closed')).toEqual([{}])
  })
})

describe('looking for cameras while the window is open', () => {
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
  const other: DiscoveredDevice = { ...device, id: 'urn:uuid:2', address: '10.0.0.6', state: 'new' }
  const path = () => `${gatewayPath()}/commissioning`
  const scan = (who?: SignedIn, body: object = { scan: true }) => world.call('POST', path(), body, who)
  const read = async (who?: SignedIn) =>
    (await world.call('GET', path(), undefined, who)).json<Commissioning>()
  const pairedBefore = (hours: number) =>
    nodes.test.query(`update gateways set paired_at = now() - make_interval(hours => $2) where id = $1`, [
      world.paired.gatewayId,
      hours,
    ])

  it('is open to operators, and tells what was seen before the scan ends', async () => {
    const until = (await shown()).commissioning_until
    expect(await read()).toEqual({
      data: [],
      scanned_at: null,
      scanning: false,
      error: null,
      commissioning_until: until,
      may_scan: true,
    })
    let end = (_devices: DiscoveredDevice[]) => {}
    world.gateway.answer = ({ type }) =>
      type === 'discover'
        ? new Promise((resolve) => {
            end = (devices) => resolve({ ok: true, value: { devices } })
          })
        : null
    const begun = await scan()
    expect([begun.statusCode, begun.json()]).toMatchObject([200, { commissioning_until: until }])
    expect((await world.gateway.until('discover')).body).toMatchObject({ tell_found: true })
    // Seen before it was asked who it is, and again.
    const early: DiscoveredDevice = { ...device, id: '10.0.0.5:80', name: '10.0.0.5', state: 'new' }
    for (const devices of [[early], [early, other]]) world.gateway.send('discovery.found', { devices })
    await waitUntil(async () => (await read()).data.length === 2)
    expect(await read()).toMatchObject({ data: [early, other], scanning: true, scanned_at: null })
    // Admins read the end alone, as they always did.
    const admin = await world.org.signIn('admin')
    const cached = await world.call('GET', `${gatewayPath()}/discovery/cameras`, undefined, admin)
    expect(cached.json()).toMatchObject({ data: [], scanning: true })
    expect((await scan()).statusCode).toBe(409)
    end([device])
    await waitUntil(async () => !(await read()).scanning)
    world.sees(twoStreams)
    expect(await read()).toMatchObject({ data: [device], error: null })
    // A camera of it, added since.
    await world.camera()
    expect((await read()).data).toMatchObject([{ id: device.id, state: 'already_added' }])
    // What comes late belongs to no scan.
    world.gateway.send('discovery.found', { devices: [other] })
    world.gateway.answer = () => null
    await scan()
    expect((await read()).data).toMatchObject([{ id: device.id }])
    expect((await shown()).commissioning_until).toBe(until)
  })

  it('is told to those who listen for notices', async () => {
    const noted = async () =>
      (
        await nodes.test.query(`select 1 from changes where kind = 'gateway' and id = $1`, [
          world.paired.gatewayId,
        ])
      ).length
    const before = await noted()
    await scan()
    const begun = await noted()
    world.gateway.send('discovery.found', { devices: [device] })
    await waitUntil(async () => (await read()).data.length > 0)
    expect([begun - before, (await noted()) - begun]).toEqual([1, 1])
  })

  it('is closed to them a day after pairing, until an admin opens it again', async () => {
    await pairedBefore(25)
    await world.call('POST', path(), { hours: 2 })
    expect(await read()).toMatchObject({ may_scan: false, data: [] })
    const refused = await scan()
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'forbidden'])
    expect(world.gateway.framesOf('discover')).toEqual([])
    const admin = await world.org.signIn('admin')
    expect((await read(admin)).may_scan).toBe(true)
    expect((await world.call('POST', path(), { hours: 2 }, admin)).statusCode).toBe(200)
    expect((await read()).may_scan).toBe(true)
    expect((await scan()).statusCode).toBe(200)
    // What an admin allowed ends with the window, whoever closes it.
    await world.call('POST', path(), { hours: 0 })
    expect((await read()).may_scan).toBe(false)
  })

  it('takes the addresses to look at, and refuses them without a scan', async () => {
    const targets = ['10.0.4.0/24']
    expect((await scan(undefined, { targets })).statusCode).toBe(400)
    expect((await scan(undefined, { scan: true, targets })).statusCode).toBe(200)
    expect((await world.gateway.until('discover')).body).toMatchObject({ targets })
  })

  it('is nothing for viewers and for other organisations', async () => {
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    const stranger = await (await nodes.createOrg()).signIn('operator')
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await scan(who)).statusCode).toBe(status)
      expect((await world.call('GET', path(), undefined, who)).statusCode).toBe(status)
    }
  })
})

describe('gateway.unpair', () => {
  it('voids the key, closes the channel, and leaves gateway and cameras', async () => {
    await propose(door)
    const id = world.gateway.send('gateway.unpair', { events_left: 3, uploads_left: 1 })
    expect((await world.gateway.until('result', ({ re }) => re === id)).body).toEqual({ ok: true, value: {} })
    expect(await world.gateway.untilClosed()).toBe(4401)
    expect(await shown()).toMatchObject({ status: 'offline', commissioning_until: null })
    expect((await world.call('GET', '/cameras')).json()).toMatchObject({
      total: 1,
      data: [{ gateway_id: world.paired.gatewayId, status: 'offline' }],
    })
    expect(await world.audited('gateway.unpaired')).toEqual([{ events_left: 3, uploads_left: 1 }])
    const keys = await nodes.test.query(
      'select 1 from gateway_keys where gateway_id = $1 and revoked_at is null',
      [world.paired.gatewayId],
    )
    expect(keys).toEqual([])
  })
})

describe('the newest version of the agent', () => {
  it('is told to each gateway, and held against its own', async () => {
    const welcome = await world.gateway.until('welcome')
    expect(welcome.body.newest_agent_version).toBe(nodes.nodes[1].platform.config.newestAgentVersion)
    // The scripted gateway says that it is 9.9.9.
    expect(await shown()).toMatchObject({ version: '9.9.9', version_outdated: false })
    await nodes.test.query(`update gateways set version = '0.0.9' where id = $1`, [world.paired.gatewayId])
    expect((await shown()).version_outdated).toBe(true)
    await nodes.test.query('update gateways set version = null where id = $1', [world.paired.gatewayId])
    expect((await shown()).version_outdated).toBeNull()
  })
})
