import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let camera: AddedCamera
let yard: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Gate', subPicture: null }, { name: 'Yard' }] })
  agent = await world.onlineAgent()
  const add = (index: number, settings: object = {}) => {
    const fake = world.cameras[index]
    if (fake === undefined) throw new Error('the world has cameras')
    return world.addCamera(agent, fake, {
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
      ...settings,
    })
  }
  camera = await add(0)
  yard = await add(1, { motion_zones_json: [] })
  await world.api.patch(`/api/v1/cameras/${yard.id}`, { stream_mode: 'dual' })
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

  it('is watched in its sub stream again where that has expired alone, and goes on recording meanwhile', async () => {
    const { fake, id } = yard
    const diagnostics = async () => (await world.api.get(`/api/v1/cameras/${id}/diagnostics`)).body
    const isWatched = async () => (await diagnostics()).detection_stream.used === 'sub'
    await until('movement is looked for in the sub stream', isWatched)
    const mains = () => fake.counters.frames.filter(({ stream }) => stream === 'main')
    const session = mains().at(-1)?.session
    fake.faults.expireUrl('sub')
    const sentBefore = fake.counters.frames.filter(({ stream }) => stream === 'sub').length
    const sentNow = () => fake.counters.frames.filter(({ stream }) => stream === 'sub').length
    await until('the sub stream plays at its new address', () => sentNow() > sentBefore)
    await until('movement is looked for there', isWatched)
    expect(mains().at(-1)?.session).toBe(session)
    expect(await diagnostics()).toMatchObject({ reconnects_last_hour: 0 })
  })
})
