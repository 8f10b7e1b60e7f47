import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxesOf, lookAtClip } from '../harness/clip.js'
import {
  type AddedCamera,
  type SiteAgent,
  startWorld,
  until,
  untilPreRoll,
  type World,
} from '../harness/index.js'
import { loudnessOf } from '../harness/loudness.js'

let world: World
let agent: SiteAgent
let camera: AddedCamera

const small = { width: 320, height: 180, loopSec: 20 }
const preSec = 3
const postSec = 1

beforeAll(async () => {
  world = await startWorld({
    cameras: [
      { name: 'Front door', picture: { gopSec: 2 } },
      { name: 'Hall', picture: { ...small, codec: 'h265', bFrames: 2 }, audio: 'tone-aac' },
      { name: 'Yard', picture: small, audio: 'tone' },
    ],
  })
  agent = await world.onlineAgent()
  camera = await world.addCamera(agent, undefined, {
    pre_event_buffer_sec: preSec,
    post_event_buffer_sec: postSec,
  })
})
afterAll(() => world.close())

const trigger = (body: object = { duration_sec: 5 }) =>
  world.api.post(`/api/v1/cameras/${camera.id}/trigger`, body)

/** Waits until the camera may be triggered again: once in five seconds. */
async function triggerWhenAllowed(body?: object) {
  return until('the trigger is allowed', async () => {
    const answer = await trigger(body)
    return answer.status === 429 ? null : answer
  })
}

/** How far apart camera and agent may date one frame, ms: it is dated by when it arrives, on a busy machine later. */
const datedApartMs = 500

describe('a manual trigger', () => {
  it('makes a clip with its pre-roll, whole, playable, and by its link in ranges', async () => {
    await untilPreRoll(camera.fake, preSec + 3)
    const answer = await trigger({ duration_sec: 5, note: 'Parcel' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    expect(answer.body).toMatchObject({
      camera_id: camera.id,
      status: 'triggered',
      transport: 'tunnel',
      request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const event = await world.untilClip(answer.body.event_id)
    expect(event).toMatchObject({
      trigger_source: 'manual',
      notes: 'Parcel',
      clip_codec: 'h264',
      camera_name: 'Front door',
      clip_error: null,
      recording_source: 'gateway',
    })
    const { bytes, status, headers } = await world.api.download(event.clip_url)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'video/mp4' })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(event.clip_sha256)
    expect(bytes).toHaveLength(event.clip_bytes)

    const boxes = boxesOf(bytes)
    expect(boxes.indexOf('moov')).toBeGreaterThan(-1)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))

    const seen = await lookAtClip(bytes, camera.fake)
    const triggeredAt = Date.parse(event.triggered_at)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
    expect(seen.firstSentAtMs).toBeLessThanOrEqual(triggeredAt - preSec * 1000)
    expect(seen.lastSentAtMs).toBeGreaterThanOrEqual(triggeredAt + (5 + postSec) * 1000 - datedApartMs)
    expect(Math.abs(Date.parse(event.clip_start_at) - seen.firstSentAtMs)).toBeLessThan(datedApartMs)
    expect(event.duration_sec).toBeGreaterThanOrEqual(preSec + 5 + postSec)

    const part = await world.api.download(event.clip_url, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(bytes.subarray(100, 200))
    expect(part.headers['content-range']).toBe(`bytes 100-199/${bytes.length}`)

    const picture = await world.api.download(event.snapshot_url)
    expect(picture.headers['content-type']).toBe('image/jpeg')
    expect(picture.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  it('extends a recording in progress instead of making another', async () => {
    // Long enough that the next one that is allowed finds it in progress, however busy the machine is.
    const first = await triggerWhenAllowed({ duration_sec: 20 })
    const second = await triggerWhenAllowed({ duration_sec: 20 })
    expect(first).toMatchObject({ status: 202, body: { status: 'triggered' } })
    expect(second).toMatchObject({
      status: 202,
      body: { status: 'recording_extended', event_id: first.body.event_id },
    })
    const event = await world.untilClip(first.body.event_id)
    const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, camera.fake)
    const lastTrigger = Date.parse(second.body.triggered_at)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
    expect(seen.lastSentAtMs).toBeGreaterThanOrEqual(lastTrigger + (20 + postSec) * 1000 - datedApartMs)
    const list = await world.api.get(`/api/v1/events?camera_id=${camera.id}&limit=100`)
    expect(list.body.total).toBe(2)
    const audit = await world.database.query<{ action: string }>(
      `select action from audit_log where action like 'camera.%trigger' or action like 'camera.%extended'
       order by at, id`,
    )
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'camera.manual_trigger',
      'camera.manual_trigger',
      'camera.recording_extended',
    ])
  })

  it('is limited to one in five seconds, with the headers of the limit', async () => {
    await triggerWhenAllowed()
    const answer = await trigger()
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers['x-ratelimit-limit']).toBeDefined()
  })

  it.each([{ duration_sec: 4 }, { duration_sec: 61 }, { duration_sec: 5.5 }, { note: 'x'.repeat(501) }])(
    'refuses %o',
    async (body) => {
      expect((await trigger(body)).status).toBe(400)
    },
  )

  it('is a conflict while the camera is off line', async () => {
    await camera.fake.faults.refuseConnections()
    await until('the camera is seen off line', async () => {
      const { body } = await world.api.get(`/api/v1/cameras/${camera.id}`)
      return body.status !== 'online'
    })
    expect(await trigger()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    await camera.fake.faults.comeBack()
    await world.untilCamera(camera.id, 'online')
  })
})

describe('what a camera sends', () => {
  it.concurrent.each([
    ['H.265 and AAC', 1, 'h265'],
    ['H.264 and G.711', 2, 'h264'],
  ])('arrives with its pictures and its sound: %s', async (_name, index, codec) => {
    const fake = world.cameras[index]
    if (fake === undefined) throw new Error('no such camera')
    const buffers = { pre_event_buffer_sec: 0, post_event_buffer_sec: 0 }
    const { id } = await world.addCamera(agent, fake, buffers)
    const { event_id: eventId } = await world.trigger(id)
    const event = await world.untilClip(eventId)
    expect(event).toMatchObject({ clip_codec: codec, clip_error: null })
    const { bytes } = await world.api.download(event.clip_url)
    expect(await lookAtClip(bytes, fake)).toMatchObject({ warnings: '', missing: 0 })
    expect(bytes.includes(codec === 'h265' ? 'hvc1' : 'avc1')).toBe(true)
    expect(bytes.includes('mp4a')).toBe(true)
    const tenths = await loudnessOf(bytes)
    expect(tenths.filter((loudness) => loudness > 0.05).length).toBeGreaterThan(45)
  })
})
