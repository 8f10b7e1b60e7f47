import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed, ScriptedGateway } from '#testing/scripted-gateway.js'
import { startTestNodes, type TestNodes, waitUntil } from '../channel/test-nodes.fake.js'
import { answered, CameraScene } from './camera-scene.fixture.js'

let world: TestNodes
let here: CameraScene

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  here = await CameraScene.set(world)
  return () => here[Symbol.asyncDispose]()
})

describe('reading', () => {
  it('lists by pages and filters, each camera once, in the scope of the caller', async () => {
    here.seesCamera()
    const siteB = await here.org.addSite('B')
    for (const n of [1, 2, 3]) await here.create({ name: `A${n}` })
    const inB = (await here.create({ name: 'B1', site_id: siteB })).json()
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await here.call('GET', `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      const page: { total: number; data: { name: string }[]; next_cursor: string | null } = answer.json()
      expect(page.total).toBe(4)
      for (const { name } of page.data) names.push(name)
      cursor = page.next_cursor
    }
    expect(names).toEqual(['A1', 'A2', 'A3', 'B1'])
    const count = async (query: string, who = here.operator) =>
      (await here.call('GET', `?${query}`, undefined, who)).json().total
    expect(await count(`site_id=${siteB}`)).toBe(1)
    expect(await count(`gateway_id=${here.paired.gatewayId}`)).toBe(4)
    expect(await count('status=pending')).toBe(4)
    expect(await count('status=online')).toBe(0)
    expect(await count('type=onvif')).toBe(0)
    expect(await count('connection_mode=gateway')).toBe(4)
    // As of events: what a filter names must be there.
    const abroad = await world.createOrg()
    for (const query of [`site_id=${abroad.siteId}`, `site_id=${randomUUID()}`, `gateway_id=${randomUUID()}`])
      expect((await here.call('GET', `?${query}`)).statusCode, query).toBe(404)
    expect((await here.call('GET', '?status=lost')).statusCode).toBe(400)
    expect((await here.call('GET', '?cursor=abc')).statusCode).toBe(400)

    const viewer = await here.org.signIn('viewer', [siteB])
    expect(await count('', viewer)).toBe(1)
    expect((await here.call('GET', `/${inB.id}`, undefined, viewer)).statusCode).toBe(200)
    const other = (await here.call('GET', '?limit=1')).json().data[0]
    expect((await here.call('GET', `/${other.id}`, undefined, viewer)).statusCode).toBe(403)
    expect((await here.call('GET', `?site_id=${here.org.siteId}`, undefined, viewer)).statusCode).toBe(403)
    expect(await count('', await here.org.signIn('viewer'))).toBe(0)
    const foreigner = await (await world.createOrg()).signIn('owner')
    expect((await here.call('GET', `/${inB.id}`, undefined, foreigner)).statusCode).toBe(404)
  })
})

describe('changing', () => {
  const newCamera = async (payload: object = {}) => {
    here.seesCamera()
    const made = await here.create(payload)
    await here.gateway.until('camera.set')
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
    const changed = await here.call('PATCH', `/${id}`, {
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
    const set = await here.gateway.until('camera.set', ({ body }) => body.name === 'Yard')
    expect(set.body).toMatchObject({ motion_zones: zones, post_event_buffer_sec: 9 })
    expect(here.gateway.framesOf('probe')).toHaveLength(1)
    expect((await here.call('PATCH', `/${id}`, { gateway_id: randomUUID() })).statusCode).toBe(200)
    expect((await here.call('PATCH', `/${id}`, {})).statusCode).toBe(400)
    expect((await here.call('PATCH', `/${id}`, { recording_duration_sec: 4 })).statusCode).toBe(400)
    expect((await here.call('PATCH', `/${id}`, { site_id: randomUUID() })).statusCode).toBe(404)
    expect((await here.call('PATCH', `/${randomUUID()}`, { name: 'x' })).statusCode).toBe(404)
  })

  it('of two who change the same at once the second is told; what else was changed is no matter', async () => {
    const id = await newCamera({ name: 'Gate' })
    const mine = { name: 'Mine', if_still: { name: 'Gate' } }
    const theirs = { name: 'Theirs', post_event_buffer_sec: 3, if_still: { name: 'Gate' } }
    const answers = await Promise.all([mine, theirs].map((body) => here.call('PATCH', `/${id}`, body)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('meanwhile: name;'),
    })
    const camera = (await here.call('GET', `/${id}`)).json()
    expect(['Mine', 'Theirs']).toContain(camera.name)

    const zones = [
      {
        name: 'Door',
        kind: 'include',
        points: [
          [0, 0],
          [1, 0],
          [0.123, 1],
        ],
      },
    ]
    await here.call('PATCH', `/${id}`, { motion_zones_json: zones, pre_event_buffer_sec: 1 })
    const still = { motion_zones_json: zones, prompt_pack_id: null }
    const over = await here.call('PATCH', `/${id}`, { motion_zones_json: [], if_still: still })
    expect(over.json()).toMatchObject({ motion_zones_json: [], pre_event_buffer_sec: 1 })
    expect((await here.call('PATCH', `/${id}`, { name: 'x', if_still: still })).statusCode).toBe(409)
    expect((await here.call('PATCH', `/${id}`, { name: 'x', if_still: { name: 7 } })).statusCode).toBe(400)
  })

  it('tries other credentials first and keeps the old ones if they fail', async () => {
    const id = await newCamera()
    here.gateway.answer = () => answered({ reachable: false, fault: 'auth', message: '' })
    const refused = await here.call('PATCH', `/${id}`, { rtsp_password: 'wrong', name: 'Yard' })
    expect(refused.statusCode).toBe(400)
    expect((await here.call('GET', `/${id}`)).json().name).toBe('Gate')

    here.seesCamera()
    const taken = await here.call('PATCH', `/${id}`, {
      rtsp_url: 'rtsp://10.0.0.6/live',
      rtsp_password: 'new',
    })
    expect(taken.statusCode).toBe(200)
    const isNew = ({ body }: { body: { connection: object } }) =>
      'rtsp_url' in body.connection && body.connection.rtsp_url === 'rtsp://10.0.0.6/live'
    const set = await here.gateway.until('camera.set', isNew)
    const opened = await openSealed(set.body.connection.credentials ?? '', here.paired.keys)
    expect(opened).toEqual({ username: 'viewer', password: 'new' })
  })

  it('switches off and on again', async () => {
    const id = await newCamera()
    here.gateway.reportCamera(id, 'online')
    await waitUntil(async () => (await here.call('GET', `/${id}`)).json().status === 'online')
    expect((await here.call('PATCH', `/${id}`, { enabled: false })).json()).toMatchObject({
      enabled: false,
      status: 'disabled',
    })
    await here.gateway.until('camera.set', ({ body }) => !body.enabled)
    expect((await here.call('PATCH', `/${id}`, { enabled: true })).json()).toMatchObject({
      enabled: true,
      status: 'pending',
    })
    here.gateway.reportCamera(id, 'online')
    await waitUntil(async () => (await here.call('GET', `/${id}`)).json().status === 'online')
  })

  it('deletes softly: 404 from then on, the gateway lets go, the credentials are forgotten', async () => {
    const id = await newCamera()
    expect(
      (await here.call('DELETE', `/${id}`, undefined, await here.org.signIn('viewer', [here.org.siteId])))
        .statusCode,
    ).toBe(403)
    const gone = await here.call('DELETE', `/${id}`)
    expect([gone.statusCode, gone.body]).toEqual([204, ''])
    const drop = await here.gateway.until('camera.drop')
    expect(drop.body.camera_id).toBe(id)
    await here.gateway.until(
      'config.complete',
      ({ body }) => body.revision === drop.body.revision && body.camera_ids.length === 0,
    )
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/trigger'],
    ] as const) {
      const again = await here.call(method, `/${id}${path}`, method === 'PATCH' ? { name: 'x' } : undefined)
      expect(again.statusCode).toBe(404)
    }
    const [row] = await world.test.query('select name, credentials from cameras where id = $1', [id])
    expect(row).toEqual({ name: 'Gate', credentials: null })
    expect(
      (
        await world.nodes[0].call(here.operator, {
          method: 'DELETE',
          url: `/api/v1/gateways/${here.paired.gatewayId}`,
        })
      ).statusCode,
    ).toBe(204)
  })

  it('keeps a gateway while cameras are bound to it', async () => {
    await newCamera()
    const refused = await world.nodes[0].call(here.operator, {
      method: 'DELETE',
      url: `/api/v1/gateways/${here.paired.gatewayId}`,
    })
    expect(refused.statusCode).toBe(400)
    expect(here.gateway.closeCode).toBe(null)
  })

  it('sends what changed meanwhile to a gateway that comes back, and only that', async () => {
    const kept = await newCamera()
    const changed = await newCamera({ name: 'Yard' })
    const gone = await newCamera({ name: 'Shed' })
    const { body } = await here.gateway.until(
      'config.complete',
      (frame) => frame.body.camera_ids.length === 3,
    )
    await here.gateway[Symbol.asyncDispose]()
    await here.call('PATCH', `/${changed}`, { name: 'Court' })
    await here.call('DELETE', `/${gone}`)
    here.gateway = await ScriptedGateway.connect({
      origin: world.nodes[0].origin,
      ...here.paired,
      configRevision: body.revision,
    })
    const complete = await here.gateway.until('config.complete')
    expect(new Set(complete.body.camera_ids)).toEqual(new Set([kept, changed]))
    expect(here.gateway.framesOf('camera.set').map((frame) => frame.body.name)).toEqual(['Court'])
    expect(here.gateway.framesOf('camera.drop').map((frame) => frame.body.camera_id)).toEqual([gone])
    await here.gateway[Symbol.asyncDispose]()
    here.gateway = await ScriptedGateway.connect({
      origin: world.nodes[1].origin,
      ...here.paired,
      configRevision: 9999,
    })
    await here.gateway.until('config.complete')
    expect(here.gateway.framesOf('camera.set')).toHaveLength(2)
  })
})
