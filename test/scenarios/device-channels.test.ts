import {
  createAddressPolicy,
  describeDevice,
  fetchSnapshot,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FakeCamera } from '../fakes/camera/index.js'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let recorder: FakeCamera
let first: AddedCamera
let third: AddedCamera

/** The camera's word alone counts: the gateway sees nothing by itself. */
const blind = [
  {
    name: 'All',
    kind: 'exclude',
    points: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  },
]

beforeAll(async () => {
  world = await startWorld({
    cameras: [
      {
        name: 'Recorder',
        furtherChannels: 3,
        ptz: 'pan-tilt',
        ptzChannel: 3,
        timetable: 'rest',
        onvifEvents: { slots: 1 },
      },
    ],
  })
  agent = await world.onlineAgent()
  const [fake] = world.cameras
  if (!fake) throw new Error('no recorder')
  recorder = fake
  first = await add()
  third = await add('3')
})
afterAll(() => world.close())

const connection = () => ({
  rtsp_url: undefined,
  type: 'onvif',
  host: '127.0.0.1',
  port: recorder.onvifPort,
  onvif_username: recorder.options.credentials.username,
  onvif_password: recorder.options.credentials.password,
})

const add = (channel?: string) =>
  world.addCamera(agent, recorder, {
    ...connection(),
    onvif_channel: channel,
    motion_zones_json: blind,
    recording_duration_sec: 5,
    post_event_buffer_sec: 0,
  })

const eventsOf = async ({ id }: AddedCamera) =>
  (await world.api.get(`/api/v1/events?camera_id=${id}`)).body.data

const subscribed = ({ id }: AddedCamera) =>
  until('the gateway is subscribed', async () => {
    const { body } = await world.api.get(`/api/v1/cameras/${id}/diagnostics`)
    return body.events?.state === 'subscribed'
  })

it('the channels of a device are listed by the check of its connection', async () => {
  const { body } = await world.api.post('/api/v1/cameras/validate-connection', {
    gateway_id: agent.gatewayId,
    ...connection(),
  })
  expect(body).toMatchObject({
    success: true,
    channels: [1, 2, 3, 4].map((number) => ({ token: `source${number - 1}`, name: `Lens ${number}` })),
  })
})

it('a camera is the channel that it was added as, by the name that the device gives it', async () => {
  const channelOf = async ({ id }: AddedCamera) =>
    (await world.api.get(`/api/v1/cameras/${id}`)).body.onvif_channel
  expect([await channelOf(first), await channelOf(third)]).toEqual([null, 'source2'])
  const streams = new Set(recorder.counters.frames.map(({ stream }) => stream))
  expect([...streams].filter((name) => name.endsWith('main')).toSorted()).toEqual(['ch3-main', 'main'])
})

it('each channel has its own events, over one subscription to the device', async () => {
  await subscribed(first)
  await subscribed(third)
  recorder.move(1, 3)
  const [event] = await until('an event of the third channel', async () => {
    const found = await eventsOf(third)
    return found.length > 0 && found
  })
  await world.untilClip(event.id)
  recorder.move(1, 2)
  recorder.move(1, 1)
  await until('an event of the first channel', async () => (await eventsOf(first)).length > 0)
  expect([(await eventsOf(first)).length, (await eventsOf(third)).length]).toEqual([1, 1])
  const { body } = await world.api.get(`/api/v1/events/${event.id}`)
  expect(body).toMatchObject({ trigger_source: 'onvif', raw_source: expect.stringContaining('vsc2') })
  expect(recorder.events?.open).toBe(1)
})

it('the channel that has a motor is moved, and no other for it', async () => {
  const move = ({ id }: AddedCamera) =>
    world.api.post(`/api/v1/cameras/${id}/ptz`, { direction: 'pan_left', duration_ms: 100 })
  expect((await move(first)).status).toBe(409)
  expect(recorder.motor?.orders).toEqual([])
  expect((await move(third)).status).toBe(200)
  expect(recorder.motor?.orders[0]).toMatchObject({ kind: 'move' })
})

it('a still picture of the device is of the channel', async () => {
  const ground = {
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed: createAddressPolicy(['127.0.0.0/8']),
    otherPorts: [],
  }
  const { host, onvifPort: port, options } = recorder
  const never = new AbortController().signal
  const described = await describeDevice({ host, port, channel: '3', ...options.credentials }, ground, never)
  if (!described.ok || described.device.snapshotUrl === null) throw new Error('no still picture')
  expect(described.device).toMatchObject({ main: { token: 'ch3-main' }, sub: { token: 'ch3-sub' } })
  await fetchSnapshot({ url: described.device.snapshotUrl, credentials: options.credentials }, ground, never)
  expect(recorder.counters.snapshotChannels).toEqual([3])
})

it('another channel is another camera, after a look at it', async () => {
  const changed = await world.api.patch(`/api/v1/cameras/${third.id}`, { onvif_channel: 'ch4-main' })
  expect(changed.body).toMatchObject({ onvif_channel: 'source3' })
  await until('the fourth channel is received', () =>
    recorder.counters.frames.some(({ stream }) => stream === 'ch4-main'),
  )
  // The other camera of the device has its events as before. A movement while it still records would be the same event.
  await world.untilClip((await eventsOf(first))[0].id)
  recorder.move(1, 1)
  await until('another event of the first channel', async () => (await eventsOf(first)).length === 2)
  const refused = await world.api.patch(`/api/v1/cameras/${third.id}`, { onvif_channel: '9' })
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining('onvif_channel'),
  ])
})
