import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed } from '#testing/scripted-gateway.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from '../channel/test-nodes.fake.js'
import { answered, CameraScene, canary, found } from './camera-scene.fixture.js'

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

describe('creating', () => {
  it('asks the gateway, stores, and tells it to watch; the password leaves sealed only', async () => {
    here.seesCamera()
    const made = await here.create({ rtsp_sub_url: 'rtsp://10.0.0.5/sub', recording_duration_sec: 30 })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      name: 'Gate',
      gateway_id: here.paired.gatewayId,
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
    const [probe] = here.gateway.framesOf('probe')
    expect(probe?.body.connection).toMatchObject({ type: 'rtsp', rtsp_url: 'rtsp://10.0.0.5/main' })
    const credentials = { username: 'viewer', password: canary }
    expect(await openSealed(probe?.body.connection.credentials ?? '', here.paired.keys)).toEqual(credentials)

    const set = await here.gateway.until('camera.set')
    expect(set.body).toMatchObject({ camera_id: made.json().id, recording_duration_sec: 30, enabled: true })
    expect(set.body.connection).toMatchObject({ rtsp_sub_url: 'rtsp://10.0.0.5/sub' })
    expect(await openSealed(set.body.connection.credentials ?? '', here.paired.keys)).toEqual(credentials)
    const complete = await here.gateway.until(
      'config.complete',
      ({ body }) => body.revision === set.body.revision,
    )
    expect(complete.body.camera_ids).toEqual([made.json().id])

    const stored = await world.test.query(
      'select * from cameras natural join camera_streams where org_id = $1',
      [here.org.orgId],
    )
    expect(stored).toHaveLength(2)
    const all = [
      stored,
      await world.test.query('select * from audit_log'),
      await world.test.query('select * from gateway_commands'),
      here.gateway.frames,
      made.body,
    ]
    for (const text of all.map((one) => JSON.stringify(one))) expect(text).not.toContain('canary')
    const dump = await world.test.query<{ bytes: Buffer }>(
      'select credentials as bytes from cameras where credentials is not null',
    )
    for (const { bytes } of dump) expect(bytes.includes('canary')).toBe(false)
  })

  it('gives a new camera the documented defaults', async () => {
    here.seesCamera()
    const made = await here.create()
    expect(made.json()).toMatchObject({
      connection_mode: 'gateway',
      enabled: true,
      stream_transport: 'tcp',
      stream_mode: 'single',
      recording_duration_sec: 15,
      pre_event_buffer_sec: 5,
      post_event_buffer_sec: 5,
      ai_analysis_mode: 'multi_frame',
      ai_pass_mode: 'one_pass',
      prompt_pack_id: null,
      ai_provider_override: null,
      ai_model_override: null,
      motion_sensitivity: 'medium',
      detection_stream: 'sub',
      recording_stream: 'main',
      motion_zones_json: [],
    })
  })

  it('moves userinfo out of the address, decoded', async () => {
    here.seesCamera()
    const made = await here.create({
      rtsp_url: `rtsp://ann:${encodeURIComponent(canary)}@10.0.0.5:8554/x`,
      rtsp_username: undefined,
      rtsp_password: undefined,
    })
    expect(made.statusCode).toBe(201)
    const set = await here.gateway.until('camera.set')
    expect(set.body.connection).toMatchObject({ rtsp_url: 'rtsp://10.0.0.5:8554/x' })
    const opened = await openSealed(set.body.connection.credentials ?? '', here.paired.keys)
    expect(opened).toEqual({ username: 'ann', password: canary })
  })

  it('learns the streams of an ONVIF camera from the probe, without userinfo', async () => {
    here.seesCamera()
    const onvif = { host: '10.0.0.5', onvif_username: 'admin', onvif_password: canary }
    const made = await here.create({ type: 'onvif', rtsp_url: undefined, ...onvif })
    expect(made.statusCode).toBe(201)
    const streams = await world.test.query(
      'select role, url, codec, width from camera_streams where camera_id = $1 order by role',
      [made.json().id],
    )
    expect(streams).toEqual([
      { role: 'main', url: 'rtsp://10.0.0.5/main', codec: 'h264', width: 1920 },
      { role: 'sub', url: 'rtsp://10.0.0.5/sub', codec: 'h264', width: 640 },
    ])
    const set = await here.gateway.until('camera.set')
    expect(set.body.connection).toMatchObject({ type: 'onvif', host: '10.0.0.5', port: 80 })
  })

  it('stores the channel of a device as the device names it, and takes another one or none', async () => {
    const sees = (channel: string | undefined) => {
      here.gateway.answer = ({ type }) => (type === 'probe' ? answered({ ...found, channel }) : null)
    }
    const onvif = {
      type: 'onvif',
      rtsp_url: undefined,
      host: '10.0.0.5',
      onvif_username: 'a',
      onvif_password: 'b',
    }
    sees('VideoSource_2')
    const made = await here.create({ ...onvif, onvif_channel: '2' })
    expect(made.json()).toMatchObject({ onvif_channel: 'VideoSource_2' })
    expect(here.gateway.framesOf('probe')[0]?.body.connection).toMatchObject({ channel: '2' })
    const set = await here.gateway.until('camera.set')
    expect(set.body.connection).toMatchObject({ type: 'onvif', channel: 'VideoSource_2' })

    const path = `/${made.json().id}`
    sees('VideoSource_3')
    expect((await here.call('PATCH', path, { onvif_channel: 'VideoSource_3' })).json()).toMatchObject({
      onvif_channel: 'VideoSource_3',
    })
    sees('VideoSource_1')
    expect((await here.call('PATCH', path, { onvif_channel: null })).json()).toMatchObject({
      onvif_channel: null,
    })
    const plain = await here.gateway.until('camera.set', ({ body }) => body.revision > set.body.revision + 1)
    expect(plain.body.connection).not.toHaveProperty('channel')
  })

  it('refuses a channel behind a gateway that does not say which one it looked at', async () => {
    here.seesCamera()
    const onvif = {
      type: 'onvif',
      rtsp_url: undefined,
      host: '10.0.0.5',
      onvif_username: 'a',
      onvif_password: 'b',
    }
    const refused = await here.create({ ...onvif, onvif_channel: '2' })
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      'the gateway cannot choose a channel of a device: update its program to a newer version',
    ])
    expect(await here.rowsOf(here.org.orgId)).toEqual([])
  })

  it.each(['auth', 'not_found', 'timeout', 'not_rtsp', 'redirect', 'no_video'] as const)(
    'keeps nothing and answers 400 with cause and remedy: %s',
    async (fault) => {
      here.gateway.answer = () => answered({ reachable: false, fault, message: `leak ${canary}` })
      const refused = await here.create()
      expect(refused.statusCode).toBe(400)
      expect(refused.json().error).toMatchObject({ fault, details: [{ path: '', code: 'custom' }] })
      expect(refused.json().error.code).toBe('validation_error')
      expect(refused.json().error.message).toMatch(new RegExp(`10\\.0\\.0\\.5:554 .*\\(${fault}\\): `))
      expect(refused.body).not.toContain('canary')
      expect(await here.rowsOf(here.org.orgId)).toEqual([])
      expect(here.gateway.framesOf('camera.set')).toEqual([])
    },
  )

  it('answers 400 while the gateway is off line, and when it goes during the probe', async () => {
    here.gateway.answer = () => {
      here.gateway.cut()
      return null
    }
    const cut = await here.create()
    expect(cut.statusCode).toBe(400)
    expect(cut.json().error.message).toMatch(/did not answer/)
    await waitUntil(() => world.nodes[1].services.channel.size === 0)
    await world.test.query(
      "update gateway_sessions set seen_at = now() - interval '1 minute' where gateway_id = $1",
      [here.paired.gatewayId],
    )
    const off = await here.create()
    expect(off.statusCode).toBe(400)
    expect(off.json().error.message).toMatch(/off line/)
    expect(await here.rowsOf(here.org.orgId)).toEqual([])
  })

  it('answers 404 for a site or gateway that is not in the organisation, 400 and 403 as it should', async () => {
    const other = await world.createOrg()
    const foreign = await pairTestGateway(world.nodes[0], await other.signIn('operator'), other.siteId)
    expect((await here.create({ site_id: other.siteId })).statusCode).toBe(404)
    expect((await here.create({ gateway_id: foreign.gatewayId })).statusCode).toBe(404)
    expect((await here.create({ gateway_id: randomUUID() })).statusCode).toBe(404)
    expect((await here.create({ gateway_id: undefined })).statusCode).toBe(400)
    expect((await here.create({ rtsp_url: undefined })).statusCode).toBe(400)
    expect((await here.create({ rtsp_url: 'http://10.0.0.5/' })).statusCode).toBe(400)
    expect((await here.create({ rtsp_url: 'rtsp://-x/' })).statusCode).toBe(400)
    expect((await here.create({ rtsp_url: 'rtsp://10.0.0.5/\r\nX: y' })).statusCode).toBe(400)
    expect((await here.create({ connection_mode: 'direct' })).json().error.message).toMatch(/direct/)
    expect((await here.create({}, await here.org.signIn('viewer', [here.org.siteId]))).statusCode).toBe(403)
    expect((await here.create({}, null)).statusCode).toBe(401)
    expect(here.gateway.framesOf('probe')).toEqual([])
  })

  it('refuses credentials for a gateway to which nothing can be sealed', async () => {
    await world.test.query(`update gateways set public_key = null where id = $1`, [here.paired.gatewayId])
    const refused = await here.create()
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.message).toMatch(/pair it again/)
    expect(here.gateway.framesOf('probe')).toEqual([])
  })
})

describe('looking without storing', () => {
  const body = () => ({
    gateway_id: here.paired.gatewayId,
    type: 'rtsp',
    rtsp_url: 'rtsp://10.0.0.5/main',
    rtsp_password: canary,
  })

  it('says what a camera has, or why it does not work', async () => {
    here.seesCamera()
    const fine = await here.call('POST', '/validate-connection', body())
    expect(fine.json()).toMatchObject({
      success: true,
      manufacturer: 'Acme',
      streams: [{ role: 'main', resolution: '1920x1080' }, {}],
    })
    here.gateway.answer = () => answered({ reachable: false, fault: 'dns', message: '' })
    const bad = await here.call('POST', '/validate-connection', body())
    expect([bad.statusCode, bad.json().success, bad.json().fault]).toEqual([200, false, 'dns'])
    expect(await here.rowsOf(here.org.orgId)).toEqual([])
  })
})
