import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAtClip } from '../harness/clip.js'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }] })
  agent = await world.onlineAgent()
  camera = await world.addCamera(agent, undefined, { post_event_buffer_sec: 1 })
})
afterAll(() => world.close())

describe('changing a camera', () => {
  it('in its name and its times leaves the recording in progress whole, on the same connection', async () => {
    const { connectionsOpened } = camera.fake.counters
    const { body } = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    expect(body).toMatchObject({ status: 'triggered' })
    const changes = { name: 'Back door', post_event_buffer_sec: 2, recording_duration_sec: 30 }
    const changed = await world.api.patch(`/api/v1/cameras/${camera.id}`, changes)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await until('the gateway knows the new name', async () =>
      (await agent.command('status')).output.includes('Back door'),
    )
    const event = await world.untilClip(body.event_id)
    expect(event.clip_error).toBeNull()
    const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, camera.fake)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
    expect(seen.lastSentAtMs).toBeGreaterThanOrEqual(Date.parse(event.triggered_at) + 5800)
    expect(camera.fake.counters.connectionsOpened).toBe(connectionsOpened)
  })
})
