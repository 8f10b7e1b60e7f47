import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAtClip, type Relay, startWorld, until, untilPreRoll, type World } from '../harness/index.js'

// Cameras without a gateway: the cloud of two nodes, one relay at the second, and real streams.
let world: World
let relay: Relay
let cameraId: string

beforeAll(async () => {
  world = await startWorld({
    nodes: 2,
    cameras: [{ name: 'Harbour' }, { name: 'Pier' }],
    cloudEnv: { RELAY_LEASE_SEC: '10', OFFLINE_GRACE_SEC: '12' },
  })
})
afterAll(() => world.close())

const fake = (index: number) => {
  const camera = world.cameras[index]
  if (!camera) throw new Error('no such camera')
  return camera
}

describe('a camera in direct mode', () => {
  it('is registered at once, and on line as soon as a relay receives it', async () => {
    const made = await world.api.post('/api/v1/cameras', {
      ...world.directBody(fake(0)),
      pre_event_buffer_sec: 2,
      post_event_buffer_sec: 1,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({ status: 'pending', connection_mode: 'direct', gateway_id: null })
    cameraId = String(made.body.id)
    expect(fake(0).counters.connectionsOpened).toBe(0)
    relay = world.startRelay({ node: world.nodes[1] ?? world.cloud })
    await world.untilCamera(cameraId, 'online')
    const streams = await world.api.get(`/streams/${cameraId}/status`)
    expect(streams.body).toMatchObject({ go2rtc_status: 'active' })
  })

  it('records every trigger by itself, also two at once', async () => {
    await untilPreRoll(fake(0), 3.5)
    const body = { duration_sec: 10 }
    const [first, second] = [await world.trigger(cameraId, body), await world.trigger(cameraId, body)]
    for (const answer of [first, second])
      expect(answer).toMatchObject({ status: 'triggered', transport: 'direct', camera_id: cameraId })
    expect(second.event_id).not.toBe(first.event_id)
    const events = [await world.untilClip(first.event_id), await world.untilClip(second.event_id)]
    for (const [index, event] of events.entries()) {
      expect(event).toMatchObject({ recording_source: 'relay', camera_id: cameraId })
      const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, fake(0))
      expect(seen, `clip ${index}`).toMatchObject({ warnings: '', missing: 0 })
      const triggeredMs = Date.parse(event.triggered_at)
      expect(seen.firstSentAtMs).toBeLessThanOrEqual(triggeredMs - 2000 + 250)
      expect(seen.lastSentAtMs).toBeGreaterThanOrEqual(triggeredMs + 11_000 - 250)
    }
    // They overlap: the second began while the first was being recorded.
    const [one, two] = events.map((event) => Date.parse(event.triggered_at))
    expect(Number(two) - Number(one)).toBeLessThan(11_000)
    expect(fake(0).counters.connectionsOpened).toBe(1)
  })

  it('gives a fresh picture', async () => {
    const picture = await until('a picture', async () => {
      const answer = await world.api.post(`/api/v1/cameras/${cameraId}/snapshot`)
      return answer.status === 200 ? answer : null
    })
    expect(JSON.stringify(picture.body)).toContain('http')
  })

  it('is in error, with the cause, while its password is wrong', async () => {
    const wrong = { ...world.directBody(fake(1)), rtsp_password: 'not this one' }
    const made = await world.api.post('/api/v1/cameras', wrong)
    expect(made).toMatchObject({ status: 201, body: { status: 'pending' } })
    const id = String(made.body.id)
    await world.untilCamera(id, 'error')
    const { body } = await world.api.get(`/api/v1/cameras/${id}/diagnostics`)
    expect(body.connectivity).toMatchObject({ ok: false, cause: 'auth' })
    expect(JSON.stringify(body)).not.toContain('not this one')

    const { rtsp_password: right } = world.directBody(fake(1))
    const stillWrong = await world.api.patch(`/api/v1/cameras/${id}`, { rtsp_password: 'nor this' })
    expect(stillWrong.status).toBe(400)
    const mended = await world.api.patch(`/api/v1/cameras/${id}`, { rtsp_password: right })
    expect(mended.status, JSON.stringify(mended.body)).toBe(200)
    await world.untilCamera(id, 'online')
  })

  it('is let go when it is switched off, and deleted', async () => {
    expect((await world.api.patch(`/api/v1/cameras/${cameraId}`, { enabled: false })).status).toBe(200)
    await until('nobody receives the camera', () => fake(0).counters.connectionsOpen === 0)
    expect((await world.api.patch(`/api/v1/cameras/${cameraId}`, { enabled: true })).status).toBe(200)
    await world.untilCamera(cameraId, 'online')
    expect((await world.api.delete(`/api/v1/cameras/${cameraId}`)).status).toBeLessThan(300)
    await until('nobody receives the camera', () => fake(0).counters.connectionsOpen === 0)
  })

  it('is off line when the last relay is gone', async () => {
    expect(await relay.stop()).toBe(0)
    const { body } = await world.api.get('/api/v1/cameras?connection_mode=direct')
    const [left] = body.data
    await world.untilCamera(left.id, 'offline')
    const triggered = await world.api.post(`/api/v1/cameras/${left.id}/trigger`)
    expect(triggered.status).toBe(409)
  })
})
