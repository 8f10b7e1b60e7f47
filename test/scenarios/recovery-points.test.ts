import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeCamera, readFrameMarks } from '../fakes/camera/index.js'
import {
  type AddedCamera,
  runProgram,
  type SiteAgent,
  startWorld,
  until,
  type World,
} from '../harness/index.js'

let world: World
let agent: SiteAgent
let fake: FakeCamera
let camera: AddedCamera
let folder: string
let connectionsOpened: number

/** The strip of blocks along the upper edge by which the fake counts its pictures is no movement. */
const withoutMark = [
  {
    name: 'Mark',
    kind: 'exclude',
    points: [
      [0, 0],
      [1, 0],
      [1, 0.1],
      [0, 0.1],
    ],
  },
]

const account = () => {
  const { name: _, site_id: __, ...body } = world.cameraBody(agent, fake)
  return body
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recovery-points-'))
  // Without ONVIF, which would offer a still picture of the camera's own.
  const options = { name: 'Mast', onvif: false, subPicture: null, timetable: 'rest' } as const
  const picture = { width: 320, height: 180, loopSec: 16, intraRefresh: true }
  world = await startWorld({ cameras: [{ ...options, picture, join: 'mid-gop' }] })
  agent = await world.onlineAgent()
  const [first] = world.cameras
  if (first === undefined) throw new Error('no camera')
  fake = first
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const streaming = () => fake.counters.frames.at(-1)?.session

/** The mark in a picture: what was never refreshed has none that can be read. */
async function markOf(jpeg: Buffer, name: string) {
  const file = join(folder, name)
  await writeFile(file, jpeg)
  return (await readFrameMarks(['-f', 'mjpeg', '-i', file])).marks
}

it('is validated through the gateway, and on the gateway itself', async () => {
  const { body } = await world.api.post('/api/v1/cameras/validate-connection', account())
  expect(body).toMatchObject({
    success: true,
    fault: null,
    streams: [expect.objectContaining({ role: 'main', codec: 'h264', resolution: '320x180' })],
  })
  const { password, username } = fake.options.credentials
  const probe = await runProgram('agent/dist/main.js', {
    args: ['probe', fake.rtspUrl(), '--username', username, '--password-stdin', '--data-dir', folder],
    env: { CAMERA_CIDRS: '127.0.0.0/8' },
    input: `${password}\n`,
  })
  expect(probe.code, probe.output).toBe(0)
  expect(probe.output).toMatch(/The camera works[\s\S]*main +h264/)
})

it('is added and comes on line, and a fresh picture of it is whole', async () => {
  camera = await world.addCamera(agent, fake, {
    pre_event_buffer_sec: 2,
    recording_duration_sec: 5,
    motion_zones_json: withoutMark,
  })
  const { body } = await until('a picture', async () => {
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/snapshot`)
    return answer.status === 200 ? answer : null
  })
  const { bytes } = await world.api.download(body.url)
  expect(await markOf(bytes, 'fresh.jpg')).toEqual([{ counter: expect.any(Number), moving: false }])
})

it('gives a clip that decodes, with a whole picture of the event', async () => {
  const sendTimes = () =>
    fake.counters.frames.filter(({ session }) => session === streaming()).map((frame) => frame.sentAtMs)
  // Two seconds, and the refresh before them.
  await until('the pre-roll is kept', () => (sendTimes().at(-1) ?? 0) - (sendTimes()[0] ?? Infinity) > 5000)
  connectionsOpened = fake.counters.connectionsOpened
  const { event_id: eventId } = await world.trigger(camera.id)
  const event = await world.untilClip(eventId)
  expect(event).toMatchObject({ clip_codec: 'h264', clip_error: null, trigger_source: 'manual' })
  const clip = join(folder, 'clip.mp4')
  await writeFile(clip, (await world.api.download(event.clip_url)).bytes)
  const { marks, warnings } = await readFrameMarks(clip)
  expect(warnings).toBe('')
  expect(marks).not.toContain(null)
  expect(marks.length).toBeGreaterThanOrEqual((2 + 5) * fake.options.picture.fps)
  const { bytes } = await world.api.download(event.snapshot_url)
  const [mark] = await markOf(bytes, 'event.jpg')
  // It is that of the trigger, not of the next refresh.
  const triggeredAt = Date.parse(event.triggered_at)
  const sent = fake.counters.frames.filter(({ counter }) => counter === mark?.counter)
  const nearest = Math.min(...sent.map(({ sentAtMs }) => Math.abs(sentAtMs - triggeredAt)))
  expect(nearest).toBeLessThan(900)
})

it('is looked at for movement, and is not taken for frozen', async () => {
  const diagnostics = async () => (await world.api.get(`/api/v1/cameras/${camera.id}/diagnostics`)).body
  await until('movement is looked for', async () => (await diagnostics()).motion?.state === 'watching')
  fake.move(8)
  const walking = setInterval(() => fake.move(8), 12_000)
  const event = await until('an event of what was seen', async () => {
    const { body } = await world.api.get(`/api/v1/events?camera_id=${camera.id}`)
    return body.data.find(({ trigger_source }: { trigger_source: string }) => trigger_source === 'software')
  }).finally(() => clearInterval(walking))
  expect(event).toMatchObject({ event_category: 'motion', trigger_topic: 'software/motion' })
  expect((await world.untilClip(event.id)).clip_codec).toBe('h264')
  expect((await diagnostics()).motion).toMatchObject({ state: 'watching' })
  expect(fake.counters.frames.filter(({ keyframe }) => keyframe).length).toBeGreaterThan(5)
  // The connection was never given up.
  expect(fake.counters.connectionsOpened).toBe(connectionsOpened)
})
