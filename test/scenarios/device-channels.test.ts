import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAddressPolicy,
  describeDevice,
  fetchSnapshot,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type FakeCamera, readFrameMarks } from '../fakes/camera/index.js'
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
      {
        name: 'Hall',
        picture: { width: 320, height: 180, loopSec: 20 },
        subPicture: null,
        furtherChannels: 7,
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

it('a fresh picture of a channel shows that channel, and so does its thumbnail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'device-channels-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const picture = async ({ id }: AddedCamera, path: 'snapshot' | 'thumbnail') => {
    const address = `/api/v1/cameras/${id}/${path}`
    const { status, body } = await (path === 'snapshot' ? world.api.post(address) : world.api.get(address))
    expect(status).toBeLessThan(300)
    return body
  }
  const movesIn = async ({ url }: { readonly url: string }) => {
    const file = join(folder, 'picture.jpg')
    await writeFile(file, (await world.api.download(url)).bytes)
    const [mark] = (await readFrameMarks(['-f', 'mjpeg', '-i', file])).marks
    return mark?.moving
  }
  // Long enough for a machine that is slow with pictures. What moved before the first channel may be there for a moment more.
  const before = (await eventsOf(third)).length
  recorder.move(30, 3)
  const shows = async (camera: AddedCamera, moves: boolean) =>
    (await movesIn(await picture(camera, 'snapshot'))) === moves
  await until('a picture of what moves', () => shows(third, true))
  await until('a picture of what does not', () => shows(first, false))
  expect(await shows(third, true)).toBe(true)
  expect(await movesIn(await picture(first, 'thumbnail'))).toBe(false)
  expect(await movesIn(await picture(third, 'thumbnail'))).toBe(true)
  recorder.move(0, 3)
  await until('the event of it', async () => (await eventsOf(third)).length > before)
  await world.untilClip((await eventsOf(third))[0].id)
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

it('a log that the device tells all the time records nothing, and diagnostics name it', async () => {
  const before = (await eventsOf(first)).length
  const told = { topic: 'tns1:Device/maker:Logs', data: { Text: 'Somebody has looked at a page' } }
  const telling = setInterval(() => recorder.events?.raise(told), 50)
  const warning = await until('the noise is named', async () => {
    const { body } = await world.api.get(`/api/v1/cameras/${first.id}/diagnostics`)
    return body.warnings.find(({ code }: { code: string }) => code === 'noisy_events')
  }).finally(() => clearInterval(telling))
  expect(warning.message).toMatch(/tells of the same thing \d+ times a minute: that is no event/)
  expect(await eventsOf(first)).toHaveLength(before)
})

it('all eight channels are added by one command, and each records its own events only', async () => {
  const fake = world.cameras[1]
  if (!fake) throw new Error('no recorder of eight')
  const { username, password } = fake.options.credentials
  const target = `127.0.0.1:${fake.onvifPort}`
  const args = [
    'add',
    target,
    '--channel',
    'all',
    '--name',
    'Hall',
    '--username',
    username,
    '--password-stdin',
  ]
  const { code, output } = await agent.commandWith(`${password}\n`, ...args)
  expect(code, output).toBe(0)
  const { body } = await world.api.get('/api/v1/cameras')
  const cameras = body.data
    .filter(({ name }: { name: string }) => name.startsWith('Hall'))
    .toSorted((one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name))
  expect(cameras.map(({ name }: { name: string }) => name)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Hall ${number}`),
  )
  const settings = { motion_zones_json: blind, recording_duration_sec: 5, post_event_buffer_sec: 0 }
  await Promise.all(
    cameras.map(async ({ id }: { id: string }) => {
      await world.api.patch(`/api/v1/cameras/${id}`, settings)
      await world.untilCamera(id, 'online')
      await subscribed({ id, fake })
    }),
  )
  const moving = [2, 5, 8]
  for (const channel of moving) fake.move(2, channel)
  const eventsBy = () =>
    Promise.all(cameras.map((camera: { id: string }) => eventsOf({ id: camera.id, fake })))
  await until(
    'events of the channels that move',
    async () => (await eventsBy()).flat().length >= moving.length,
  )
  const events = await eventsBy()
  expect(events.map(({ length }) => length)).toEqual([0, 1, 0, 0, 1, 0, 0, 1])
  await Promise.all(events.flat().map(({ id }) => world.untilClip(id)))
})
