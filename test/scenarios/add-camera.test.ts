import { createServer } from 'node:net'
import { freePort } from '@sightline/protocol/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CameraOptions, type FaultSettings, startCamera } from '../fakes/camera/index.js'
import { type SiteAgent, startWorld, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }, { name: 'Yard' }] })
  agent = await world.onlineAgent()
})
afterAll(() => world.close())
afterEach(() => {
  for (const camera of world.cameras) camera.faults.clear()
})

const front = () => {
  const [camera] = world.cameras
  if (!camera) throw new Error('no camera')
  return camera
}

const create = (change: object = {}) =>
  world.api.post('/api/v1/cameras', { ...world.cameraBody(agent, front()), ...change })

const camerasKept = async () => (await world.api.get('/api/v1/cameras')).body.total as number

describe('adding a camera behind a gateway', () => {
  it('keeps one that works, without ever giving its password back', async () => {
    const answer = await create()
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Front door',
      gateway_id: agent.gatewayId,
      connection_mode: 'gateway',
      recording_duration_sec: 15,
    })
    await world.untilCamera(answer.body.id, 'online')
    const { password } = front().options.credentials
    expect(JSON.stringify([answer.body, await world.api.get('/api/v1/cameras')])).not.toContain(password)
    expect((await world.api.delete(`/api/v1/cameras/${answer.body.id}`)).status).toBe(204)
    await front().until('released stream', (counters) => counters.connectionsOpen === 0)
  })

  it('moves user and password out of the address', async () => {
    const { username, password } = front().options.credentials
    const url = new URL(front().rtspUrl())
    const rtsp_url = `rtsp://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${url.host}${url.pathname}`
    const answer = await create({ rtsp_url, rtsp_username: undefined, rtsp_password: undefined })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const [stream] = await world.database.query<{ url: string }>(
      'select url from camera_streams where camera_id = $1',
      [answer.body.id],
    )
    expect(stream?.url).toBe(front().rtspUrl())
    await world.api.delete(`/api/v1/cameras/${answer.body.id}`)
    // A stream that is still received answers for the camera: what the next test breaks would not be seen.
    await front().until('released stream', (counters) => counters.connectionsOpen === 0)
  })

  const faults: [string, Partial<FaultSettings>, RegExp][] = [
    ['a path that is not there', { answerWith: { DESCRIBE: 404 } }, /path|not found|no stream/i],
    ['a server that speaks HTTP', { notRtsp: 'http' }, /not.*RTSP/i],
    ['a server that speaks nothing known', { notRtsp: 'garbage' }, /not.*RTSP/i],
    ['a stream without video', { audioOnly: true }, /video/i],
    ['a camera that has no stream left', { answerWith: { SETUP: 453 } }, /stream|connection/i],
  ]
  it.each(faults)('refuses %s with a cause and a remedy', async (_, fault, message) => {
    const before = await camerasKept()
    front().faults.set(fault)
    const answer = await create()
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error', message: expect.stringMatching(message) } },
    })
    expect(await camerasKept()).toBe(before)
  })

  it('refuses a wrong password and says so', async () => {
    const before = await camerasKept()
    const answer = await create({ rtsp_password: 'wrong' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/password|credentials/i) } },
    })
    expect(await camerasKept()).toBe(before)
  })

  it('refuses a host where nothing listens', async () => {
    const answer = await create({ rtsp_url: `rtsp://127.0.0.1:${await freePort()}/main` })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/refused|listen/i) } },
    })
  })

  it('follows no redirect: the other host receives nothing', async () => {
    let connections = 0
    const other = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    front().faults.set({ redirect: { to: `rtsp://127.0.0.1:${port}/main`, afterLogin: true } })
    const answer = await create()
    await new Promise((resolve) => other.close(resolve))
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/redirect/i) } },
    })
    expect(connections).toBe(0)
  })

  it.each([
    'http://127.0.0.1/main',
    'file:///etc/passwd',
    '-i rtsp://127.0.0.1/',
    'rtsp://127.0.0.1/a\nb',
    'rtsp://',
    'main',
  ])('refuses the address %j', async (rtsp_url) => {
    const answer = await create({ rtsp_url })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } })
  })

  it('adds an ONVIF camera by host and port', async () => {
    const [, yard] = world.cameras
    if (!yard) throw new Error('no second camera')
    const body = {
      name: 'Yard',
      site_id: world.siteId,
      gateway_id: agent.gatewayId,
      type: 'onvif',
      host: yard.host,
      port: yard.onvifPort,
      onvif_username: yard.options.credentials.username,
      onvif_password: yard.options.credentials.password,
    }
    const wrong = await world.api.post('/api/v1/cameras', { ...body, onvif_password: 'wrong' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/password|credentials/i) } },
    })
    const right = await world.api.post('/api/v1/cameras', body)
    expect(right.status, JSON.stringify(right.body)).toBe(201)
    await world.untilCamera(right.body.id, 'online')
  })
})

describe('a camera with a keyframe each 20 s, joined 8 s behind one', () => {
  const slow: CameraOptions = {
    picture: { fps: 5, gopSec: 20, width: 320, height: 180 },
    subPicture: null,
    join: { behindKeyframeSec: 8 },
  }

  it('is added beside two others, and whoever looks is told how far apart its keyframes are', async () => {
    const cameras = await Promise.all(
      (['both', 'both', 'in-band-only', 'both'] as const).map((parameterSets, index) =>
        startCamera({ ...slow, name: `Slow ${index}`, parameterSets }),
      ),
    )
    try {
      const [looked, ...added] = cameras.map((camera) => world.cameraBody(agent, camera))
      if (!looked) throw new Error('no camera')
      const { name: _, site_id: __, ...connection } = looked
      const [validated, ...answers] = await Promise.all([
        world.api.post('/api/v1/cameras/validate-connection', connection),
        ...added.map((body) => world.api.post('/api/v1/cameras', body)),
      ])
      for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const verdict = validated.body
      expect(verdict).toMatchObject({ success: true, streams: [{ resolution: '320x180' }] })
      expect(verdict.picture).not.toBeNull()
      const [warning] = verdict.warnings
      expect(warning).toMatchObject({ code: 'no_second_keyframe', stream: 'main' })
      expect(warning.value).toBeGreaterThanOrEqual(8)
      expect(warning.message).toContain('at least')
      for (const { body } of answers) await world.api.delete(`/api/v1/cameras/${body.id}`)
    } finally {
      await Promise.all(cameras.map((camera) => camera[Symbol.asyncDispose]()))
    }
  })
})
