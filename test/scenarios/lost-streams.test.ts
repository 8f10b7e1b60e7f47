import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Gate', subPicture: null }] })
  agent = await world.onlineAgent()
  const [fake] = world.cameras
  if (fake === undefined) throw new Error('the world has a camera')
  camera = await world.addCamera(agent, undefined, {
    type: 'onvif',
    pre_event_buffer_sec: 0,
    post_event_buffer_sec: 0,
    rtsp_url: undefined,
    rtsp_username: undefined,
    rtsp_password: undefined,
    host: fake.host,
    port: fake.onvifPort,
    onvif_username: fake.options.credentials.username,
    onvif_password: fake.options.credentials.password,
  })
})
afterAll(() => world.close())

describe('a camera whose streams are elsewhere', () => {
  it('is asked where they are, and received there: another port refuses', async () => {
    const { fake } = camera
    await world.untilCamera(camera.id, 'online')
    const before = { port: fake.rtspPort, sessions: fake.counters.sessionsOpened }
    await fake.faults.changeRtspPort()
    expect(fake.rtspPort).not.toBe(before.port)
    await until('the camera plays at its new port', () => fake.counters.sessionsOpened > before.sessions)
    await world.untilCamera(camera.id, 'online')
    await world.untilClip((await world.trigger(camera.id)).event_id)
  })
})
