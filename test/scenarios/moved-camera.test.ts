import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CameraOptions, type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

const itself: CameraOptions = {
  name: 'Gate',
  host: '127.0.0.51',
  uuid: '0a43f00d-0000-4000-8000-000000000001',
  mac: '02:43:5E:00:00:01',
  serial: 'GATE-000043',
  wsDiscovery: true,
  subPicture: null,
}

const newHost = '127.0.0.52'

let world: World
let agent: SiteAgent
let camera: AddedCamera
const others: FakeCamera[] = []

/** Another program that plays a camera; it takes the ports of the first one, as a camera has its own. */
async function begin(change: CameraOptions): Promise<FakeCamera> {
  const { rtspPort, onvifPort } = camera.fake
  const other = await startCamera({ ...itself, rtspPort, onvifPort, ...change })
  others.push(other)
  return other
}

const shown = async () => (await world.api.get(`/api/v1/cameras/${camera.id}`)).body
const addressOf = async () => {
  const rows = await world.database.query('select host from cameras where id = $1', [camera.id])
  return rows[0]?.['host']
}

beforeAll(async () => {
  world = await startWorld({ cameras: [itself], agentEnv: { CAMERA_SEARCH_AFTER_SEC: '1' } })
  agent = await world.onlineAgent()
  const { host, onvifPort, options } = world.cameras[0] as FakeCamera
  camera = await world.addCamera(agent, undefined, {
    type: 'onvif',
    pre_event_buffer_sec: 0,
    post_event_buffer_sec: 0,
    rtsp_url: undefined,
    rtsp_username: undefined,
    rtsp_password: undefined,
    host,
    port: onvifPort,
    onvif_username: options.credentials.username,
    onvif_password: options.credentials.password,
  })
  await until('the agent has learnt who the camera is', async () => {
    const kept = await readFile(path.join(agent.dataDir, 'identities.json'), 'utf8').catch(() => '')
    return kept.includes('0a43f00d')
  })
})
afterAll(async () => {
  for (const other of others) await other.close()
  await world.close()
})

describe('a camera that comes back at another address', () => {
  it('is found again and recorded, the cloud shows where, and another camera at its old address is not taken for it', async () => {
    // It is there before it is looked for: whoever is not found is not looked for again for minutes.
    const moved = await begin({ host: newHost })
    await camera.fake.close()
    const stranger = await begin({
      name: 'Somebody else',
      mac: '02:43:5E:00:00:02',
      serial: 'ELSE-000044',
      uuid: null,
    })
    await until('the cloud knows the new address', async () => (await addressOf()) === newHost)
    await world.untilCamera(camera.id, 'online')
    const triggered = await world.trigger(camera.id)
    await moved.until('playing session', ({ sessionsPlaying }) => sessionsPlaying === 1)
    await world.untilClip(triggered.event_id)

    const { body } = await world.api.get('/api/v1/audit-log?action=camera.moved')
    expect(body.data).toMatchObject([
      {
        actor: { kind: 'gateway', id: agent.gatewayId },
        target_id: camera.id,
        data: { from: '127.0.0.51', to: newHost, known_by: 'mac' },
      },
    ])
    // The configuration that followed did not cut the stream, and nobody asked the stranger for its pictures.
    expect(moved.counters.sessionsOpened).toBe(1)
    expect([stranger.counters.requests, stranger.counters.framesSent]).toEqual([{}, 0])
    expect([moved.counters.credentialsFailed, (await shown()).status]).toEqual([0, 'online'])
  })

  it('is looked for at its new address after a restart of the agent', async () => {
    const moved = others.find(({ host }) => host === newHost)
    const before = moved?.counters.sessionsOpened ?? 0
    await agent.stop()
    agent.run()
    await moved?.until('new session', ({ sessionsOpened }) => sessionsOpened > before)
  })
})
