import { freePort } from '@sightline/protocol/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FakeCamera, FaultSettings } from '../fakes/camera/index.js'
import { type SiteAgent, startWorld, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let camera: FakeCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Gate', ptz: 'pan-tilt-zoom' }] })
  agent = await world.onlineAgent()
  const [first] = world.cameras
  if (!first) throw new Error('no camera')
  camera = first
})
afterAll(() => world.close())
afterEach(() => camera.faults.clear())

const rtsp = (change: object = {}) => {
  const { name: _, site_id: __, ...body } = world.cameraBody(agent, camera)
  return { ...body, ...change }
}
const onvif = (change: object = {}) => ({
  gateway_id: agent.gatewayId,
  type: 'onvif',
  host: camera.host,
  port: camera.onvifPort,
  onvif_username: camera.options.credentials.username,
  onvif_password: camera.options.credentials.password,
  ...change,
})
const validate = (body: object) => world.api.post('/api/v1/cameras/validate-connection', body)

describe('looking at a camera through its gateway', () => {
  it.each([
    ['by RTSP', rtsp],
    ['by ONVIF', onvif],
  ])('%s: says what it sends', async (_, body) => {
    expect((await validate(body())).body).toMatchObject({
      success: true,
      fault: null,
      streams: expect.arrayContaining([expect.objectContaining({ role: 'main', resolution: '640x360' })]),
      picture: { content_type: 'image/jpeg', width: 640, height: 360 },
      picture_missing: null,
    })
  })

  const causes: [string, string, Partial<FaultSettings>, () => object][] = [
    ['dns', 'a name that nobody knows', {}, () => rtsp({ rtsp_url: 'rtsp://camera.invalid/main' })],
    ['auth', 'a wrong password', { wrongPassword: true }, rtsp],
    ['not_found', 'a path that is not there', { answerWith: { DESCRIBE: 404 } }, rtsp],
    ['codec', 'Motion JPEG', { jpegOnly: true }, rtsp],
    ['no_video', 'sound alone', { audioOnly: true }, rtsp],
    [
      'tls',
      'an address of encrypted RTSP where nobody encrypts',
      { notRtsp: 'http' },
      () => rtsp({ rtsp_url: `rtsps://${camera.host}:${camera.rtspPort}/main` }),
    ],
    ['redirect', 'a redirect', { redirect: { to: 'rtsp://127.0.0.1:1/main' } }, rtsp],
    ['stream_limit', 'too many clients', { answerWith: { SETUP: 453 } }, rtsp],
    ['timeout', 'a camera that takes the connection and is silent', { blackHole: true }, rtsp],
    ['auth', 'a wrong password, by ONVIF', { wrongPassword: true }, onvif],
    ['clock', 'a clock that nobody can follow, by ONVIF', { wrongTime: true }, onvif],
  ]
  it.each(causes)('%s: %s', async (fault, _, faults, body) => {
    camera.faults.set(faults)
    const answer = await validate(body())
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { success: false, fault, message: expect.stringContaining(`(${fault}): `), streams: [] },
    ])
  })

  it('refused: a port on which nothing listens, by RTSP and ONVIF', async () => {
    const port = await freePort()
    for (const body of [rtsp({ rtsp_url: `rtsp://127.0.0.1:${port}/main` }), onvif({ port })]) {
      expect((await validate(body)).body).toMatchObject({ success: false, fault: 'refused' })
    }
  })
})
