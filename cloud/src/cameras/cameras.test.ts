import { randomUUID } from 'node:crypto'
import type { ProbeOutcome, Result } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed, ScriptedGateway } from '../channel/scripted-gateway.fake.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from '../channel/test-nodes.fake.js'
import type { TestOrg } from '../testing/test-app.js'
import type { SignedIn } from '../testing/test-user.js'

const canary = 'canary-%!@#/:?-pässword'

let world: TestNodes
let org: TestOrg
let operator: SignedIn
let paired: PairedGateway
let gateway: ScriptedGateway

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

/** The gateway is on the second node, requests go to the first. */
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
  gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
  await gateway.until('config.complete')
  return () => gateway[Symbol.asyncDispose]()
})

const found: ProbeOutcome = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://u:leaked@10.0.0.5/main',
      codec: 'h264',
      width: 1920,
      height: 1080,
      fps: 25,
      gop_sec: 2,
    },
    { role: 'sub', url: 'rtsp://10.0.0.5/sub', codec: 'h264', width: 640, height: 360, fps: 10, gop_sec: 2 },
  ],
  auth_scheme: 'digest',
  manufacturer: 'Acme',
  model: 'C1',
  serial: 'S-1',
}

const answered = (value: Record<string, unknown>): Result => ({ ok: true, value })
const seesCamera = () => {
  gateway.answer = ({ type }) => (type === 'probe' ? answered(found) : null)
}

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  who: SignedIn | null = operator,
) => world.nodes[0].call(who, { method, url: `/api/v1/cameras${path}`, ...(payload ? { payload } : {}) })

const create = (payload: object = {}, who: SignedIn | null = operator) =>
  call(
    'POST',
    '',
    {
      site_id: org.siteId,
      gateway_id: paired.gatewayId,
      name: 'Gate',
      type: 'rtsp',
      rtsp_url: 'rtsp://10.0.0.5/main',
      rtsp_username: 'viewer',
      rtsp_password: canary,
      ...payload,
    },
    who,
  )

const rowsOf = (orgId: string) =>
  world.test.query<Record<string, unknown>>(
    'select * from cameras where org_id = $1 and deleted_at is null',
    [orgId],
  )

describe('creating', () => {
  it('asks the gateway, stores, and tells it to watch; the password leaves sealed only', async () => {
    seesCamera()
    const made = await create({ rtsp_sub_url: 'rtsp://10.0.0.5/sub', recording_duration_sec: 30 })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      name: 'Gate',
      gateway_id: paired.gatewayId,
      connection_mode: 'gateway',
      status: 'pending',
      active_tier: 'main',
      recording_duration_sec: 30,
      pre_event_buffer_sec: 5,
      motion_sensitivity: 'medium',
      motion_zones_json: [],
      deleted_at: null,
    })
    expect(made.body).not.toContain('rtsp://')
    const [probe] = gateway.framesOf('probe')
    expect(probe?.body.connection).toMatchObject({ type: 'rtsp', rtsp_url: 'rtsp://10.0.0.5/main' })
    const credentials = { username: 'viewer', password: canary }
    expect(await openSealed(probe?.body.connection.credentials ?? '', paired.keys)).toEqual(credentials)

    const set = await gateway.until('camera.set')
    expect(set.body).toMatchObject({ camera_id: made.json().id, recording_duration_sec: 30, enabled: true })
    expect(set.body.connection).toMatchObject({ rtsp_sub_url: 'rtsp://10.0.0.5/sub' })
    expect(await openSealed(set.body.connection.credentials ?? '', paired.keys)).toEqual(credentials)
    const complete = await gateway.until('config.complete', ({ body }) => body.revision === set.body.revision)
    expect(complete.body.camera_ids).toEqual([made.json().id])

    const stored = await world.test.query(
      'select * from cameras natural join camera_streams where org_id = $1',
      [org.orgId],
    )
    expect(stored).toHaveLength(2)
    const all = [
      stored,
      await world.test.query('select * from audit_log'),
      await world.test.query('select * from gateway_commands'),
      gateway.frames,
      made.body,
    ]
    for (const text of all.map((one) => JSON.stringify(one))) expect(text).not.toContain('canary')
    const dump = await world.test.query<{ bytes: Buffer }>(
      'select credentials as bytes from cameras where credentials is not null',
    )
    for (const { bytes } of dump) expect(bytes.includes('canary')).toBe(false)
  })

  it('moves userinfo out of the address, decoded', async () => {
    seesCamera()
    const made = await create({
      rtsp_url: `rtsp://ann:${encodeURIComponent(canary)}@10.0.0.5:8554/x`,
      rtsp_username: undefined,
      rtsp_password: undefined,
    })
    expect(made.statusCode).toBe(201)
    const set = await gateway.until('camera.set')
    expect(set.body.connection).toMatchObject({ rtsp_url: 'rtsp://10.0.0.5:8554/x' })
    const opened = await openSealed(set.body.connection.credentials ?? '', paired.keys)
    expect(opened).toEqual({ username: 'ann', password: canary })
  })

  it('learns the streams of an ONVIF camera from the probe, without userinfo', async () => {
    seesCamera()
    const onvif = { host: '10.0.0.5', onvif_username: 'admin', onvif_password: canary }
    const made = await create({ type: 'onvif', rtsp_url: undefined, ...onvif })
    expect(made.statusCode).toBe(201)
    const streams = await world.test.query(
      'select role, url, codec, width from camera_streams where camera_id = $1 order by role',
      [made.json().id],
    )
    expect(streams).toEqual([
      { role: 'main', url: 'rtsp://10.0.0.5/main', codec: 'h264', width: 1920 },
      { role: 'sub', url: 'rtsp://10.0.0.5/sub', codec: 'h264', width: 640 },
    ])
    const set = await gateway.until('camera.set')
    expect(set.body.connection).toMatchObject({ type: 'onvif', host: '10.0.0.5', port: 80 })
  })

  it.each(['auth', 'not_found', 'timeout', 'not_rtsp', 'redirect', 'no_video'] as const)(
    'keeps nothing and answers 400 with cause and remedy: %s',
    async (fault) => {
      gateway.answer = () => answered({ reachable: false, fault, message: `leak ${canary}` })
      const refused = await create()
      expect(refused.statusCode).toBe(400)
      expect(refused.json().error.code).toBe('validation_error')
      expect(refused.json().error.message).toMatch(new RegExp(`10\\.0\\.0\\.5:554 .*\\(${fault}\\): `))
      expect(refused.body).not.toContain('canary')
      expect(await rowsOf(org.orgId)).toEqual([])
      expect(gateway.framesOf('camera.set')).toEqual([])
    },
  )

  it('answers 400 while the gateway is off line, and when it goes during the probe', async () => {
    gateway.answer = () => {
      gateway.cut()
      return null
    }
    const cut = await create()
    expect(cut.statusCode).toBe(400)
    expect(cut.json().error.message).toMatch(/did not answer/)
    await waitUntil(() => world.nodes[1].services.channel.size === 0)
    await world.test.query(
      "update gateway_sessions set seen_at = now() - interval '1 minute' where gateway_id = $1",
      [paired.gatewayId],
    )
    const off = await create()
    expect(off.statusCode).toBe(400)
    expect(off.json().error.message).toMatch(/off line/)
    expect(await rowsOf(org.orgId)).toEqual([])
  })

  it('answers 404 for a site or gateway that is not in the organisation, 400 and 403 as it should', async () => {
    const other = await world.createOrg()
    const foreign = await pairTestGateway(world.nodes[0], await other.signIn('operator'), other.siteId)
    expect((await create({ site_id: other.siteId })).statusCode).toBe(404)
    expect((await create({ gateway_id: foreign.gatewayId })).statusCode).toBe(404)
    expect((await create({ gateway_id: randomUUID() })).statusCode).toBe(404)
    expect((await create({ gateway_id: undefined })).statusCode).toBe(400)
    expect((await create({ rtsp_url: undefined })).statusCode).toBe(400)
    expect((await create({ rtsp_url: 'http://10.0.0.5/' })).statusCode).toBe(400)
    expect((await create({ rtsp_url: 'rtsp://-x/' })).statusCode).toBe(400)
    expect((await create({ rtsp_url: 'rtsp://10.0.0.5/\r\nX: y' })).statusCode).toBe(400)
    expect((await create({ connection_mode: 'direct' })).json().error.message).toMatch(/direct/)
    expect((await create({}, await org.signIn('viewer', [org.siteId]))).statusCode).toBe(403)
    expect((await create({}, null)).statusCode).toBe(401)
    expect(gateway.framesOf('probe')).toEqual([])
  })

  it('refuses credentials for a gateway to which nothing can be sealed', async () => {
    await world.test.query(`update gateways set public_key = null where id = $1`, [paired.gatewayId])
    const refused = await create()
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.message).toMatch(/pair it again/)
    expect(gateway.framesOf('probe')).toEqual([])
  })
})

describe('reading', () => {
  it('lists by pages and filters, each camera once, in the scope of the caller', async () => {
    seesCamera()
    const siteB = await org.addSite('B')
    for (const n of [1, 2, 3]) await create({ name: `A${n}` })
    const inB = (await create({ name: 'B1', site_id: siteB })).json()
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await call('GET', `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      const page: { total: number; data: { name: string }[]; next_cursor: string | null } = answer.json()
      expect(page.total).toBe(4)
      for (const { name } of page.data) names.push(name)
      cursor = page.next_cursor
    }
    expect(names).toEqual(['A1', 'A2', 'A3', 'B1'])
    const count = async (query: string, who = operator) =>
      (await call('GET', `?${query}`, undefined, who)).json().total
    expect(await count(`site_id=${siteB}`)).toBe(1)
    expect(await count(`gateway_id=${paired.gatewayId}`)).toBe(4)
    expect(await count(`gateway_id=${randomUUID()}`)).toBe(0)
    expect(await count('status=pending')).toBe(4)
    expect(await count('status=online')).toBe(0)
    expect(await count('type=onvif')).toBe(0)
    expect(await count('connection_mode=gateway')).toBe(4)
    expect((await call('GET', '?status=lost')).statusCode).toBe(400)
    expect((await call('GET', '?cursor=abc')).statusCode).toBe(400)

    const viewer = await org.signIn('viewer', [siteB])
    expect(await count('', viewer)).toBe(1)
    expect((await call('GET', `/${inB.id}`, undefined, viewer)).statusCode).toBe(200)
    const other = (await call('GET', '?limit=1')).json().data[0]
    expect((await call('GET', `/${other.id}`, undefined, viewer)).statusCode).toBe(403)
    expect((await call('GET', `?site_id=${org.siteId}`, undefined, viewer)).statusCode).toBe(403)
    expect(await count('', await org.signIn('viewer'))).toBe(0)
    const foreigner = await (await world.createOrg()).signIn('owner')
    expect((await call('GET', `/${inB.id}`, undefined, foreigner)).statusCode).toBe(404)
  })
})

describe('changing', () => {
  const newCamera = async (payload: object = {}) => {
    seesCamera()
    const made = await create(payload)
    await gateway.until('camera.set')
    return made.json().id as string
  }

  it('stores settings and sends them; unknown keys are dropped, an empty body is refused', async () => {
    const id = await newCamera()
    const zones = [
      {
        name: 'Door',
        kind: 'include',
        points: [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      },
    ]
    const changed = await call('PATCH', `/${id}`, {
      name: 'Yard',
      motion_zones_json: zones,
      post_event_buffer_sec: 9,
      org_id: randomUUID(),
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({
      id,
      name: 'Yard',
      motion_zones_json: zones,
      post_event_buffer_sec: 9,
    })
    const set = await gateway.until('camera.set', ({ body }) => body.name === 'Yard')
    expect(set.body).toMatchObject({ motion_zones: zones, post_event_buffer_sec: 9 })
    expect(gateway.framesOf('probe')).toHaveLength(1)
    expect((await call('PATCH', `/${id}`, { gateway_id: randomUUID() })).statusCode).toBe(200)
    expect((await call('PATCH', `/${id}`, {})).statusCode).toBe(400)
    expect((await call('PATCH', `/${id}`, { recording_duration_sec: 4 })).statusCode).toBe(400)
    expect((await call('PATCH', `/${id}`, { site_id: randomUUID() })).statusCode).toBe(404)
    expect((await call('PATCH', `/${randomUUID()}`, { name: 'x' })).statusCode).toBe(404)
  })

  it('tries other credentials first and keeps the old ones if they fail', async () => {
    const id = await newCamera()
    gateway.answer = () => answered({ reachable: false, fault: 'auth', message: '' })
    const refused = await call('PATCH', `/${id}`, { rtsp_password: 'wrong', name: 'Yard' })
    expect(refused.statusCode).toBe(400)
    expect((await call('GET', `/${id}`)).json().name).toBe('Gate')

    seesCamera()
    const taken = await call('PATCH', `/${id}`, { rtsp_url: 'rtsp://10.0.0.6/live', rtsp_password: 'new' })
    expect(taken.statusCode).toBe(200)
    const isNew = ({ body }: { body: { connection: object } }) =>
      'rtsp_url' in body.connection && body.connection.rtsp_url === 'rtsp://10.0.0.6/live'
    const set = await gateway.until('camera.set', isNew)
    const opened = await openSealed(set.body.connection.credentials ?? '', paired.keys)
    expect(opened).toEqual({ username: 'viewer', password: 'new' })
  })

  it('switches off and on again', async () => {
    const id = await newCamera()
    gateway.reportCamera(id, 'online')
    await waitUntil(async () => (await call('GET', `/${id}`)).json().status === 'online')
    expect((await call('PATCH', `/${id}`, { enabled: false })).json()).toMatchObject({
      enabled: false,
      status: 'disabled',
    })
    await gateway.until('camera.set', ({ body }) => !body.enabled)
    expect((await call('PATCH', `/${id}`, { enabled: true })).json()).toMatchObject({
      enabled: true,
      status: 'pending',
    })
    gateway.reportCamera(id, 'online')
    await waitUntil(async () => (await call('GET', `/${id}`)).json().status === 'online')
  })

  it('deletes softly: 404 from then on, the gateway lets go, the credentials are forgotten', async () => {
    const id = await newCamera()
    expect(
      (await call('DELETE', `/${id}`, undefined, await org.signIn('viewer', [org.siteId]))).statusCode,
    ).toBe(403)
    const gone = await call('DELETE', `/${id}`)
    expect([gone.statusCode, gone.body]).toEqual([204, ''])
    const drop = await gateway.until('camera.drop')
    expect(drop.body.camera_id).toBe(id)
    await gateway.until(
      'config.complete',
      ({ body }) => body.revision === drop.body.revision && body.camera_ids.length === 0,
    )
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/trigger'],
    ] as const) {
      const again = await call(method, `/${id}${path}`, method === 'PATCH' ? { name: 'x' } : undefined)
      expect(again.statusCode).toBe(404)
    }
    const [row] = await world.test.query('select name, credentials from cameras where id = $1', [id])
    expect(row).toEqual({ name: 'Gate', credentials: null })
    expect(
      (await world.nodes[0].call(operator, { method: 'DELETE', url: `/api/v1/gateways/${paired.gatewayId}` }))
        .statusCode,
    ).toBe(204)
  })

  it('keeps a gateway while cameras are bound to it', async () => {
    await newCamera()
    const refused = await world.nodes[0].call(operator, {
      method: 'DELETE',
      url: `/api/v1/gateways/${paired.gatewayId}`,
    })
    expect(refused.statusCode).toBe(400)
    expect(gateway.closeCode).toBe(null)
  })

  it('sends what changed meanwhile to a gateway that comes back, and only that', async () => {
    const kept = await newCamera()
    const changed = await newCamera({ name: 'Yard' })
    const gone = await newCamera({ name: 'Shed' })
    const { body } = await gateway.until('config.complete', (frame) => frame.body.camera_ids.length === 3)
    await gateway[Symbol.asyncDispose]()
    await call('PATCH', `/${changed}`, { name: 'Court' })
    await call('DELETE', `/${gone}`)
    gateway = await ScriptedGateway.connect({
      origin: world.nodes[0].origin,
      ...paired,
      configRevision: body.revision,
    })
    const complete = await gateway.until('config.complete')
    expect(new Set(complete.body.camera_ids)).toEqual(new Set([kept, changed]))
    expect(gateway.framesOf('camera.set').map((frame) => frame.body.name)).toEqual(['Court'])
    expect(gateway.framesOf('camera.drop').map((frame) => frame.body.camera_id)).toEqual([gone])
    await gateway[Symbol.asyncDispose]()
    gateway = await ScriptedGateway.connect({
      origin: world.nodes[1].origin,
      ...paired,
      configRevision: 9999,
    })
    await gateway.until('config.complete')
    expect(gateway.framesOf('camera.set')).toHaveLength(2)
  })
})

describe('looking without storing', () => {
  const body = () => ({
    gateway_id: paired.gatewayId,
    type: 'rtsp',
    rtsp_url: 'rtsp://10.0.0.5/main',
    rtsp_password: canary,
  })

  it('says what a camera has, or why it does not work', async () => {
    seesCamera()
    const fine = await call('POST', '/validate-connection', body())
    expect(fine.json()).toMatchObject({
      success: true,
      manufacturer: 'Acme',
      streams: [{ role: 'main', resolution: '1920x1080' }, {}],
    })
    gateway.answer = () => answered({ reachable: false, fault: 'dns', message: '' })
    const bad = await call('POST', '/validate-connection', body())
    expect([bad.statusCode, bad.json().success, bad.json().fault]).toEqual([200, false, 'dns'])
    expect(await rowsOf(org.orgId)).toEqual([])
  })
})
