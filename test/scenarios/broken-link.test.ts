import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Link } from '../fakes/link/index.js'
import {
  type AddedCamera,
  lookAtClip,
  type SiteAgent,
  startWorld,
  until,
  untilPreRoll,
  type World,
} from '../harness/index.js'

let world: World
let link: Link
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }] })
  link = await Link.start(Number(new URL(world.cloud.url).port))
  agent = await world.onlineAgent(link.url)
  camera = await world.addCamera(agent, undefined, { pre_event_buffer_sec: 2, post_event_buffer_sec: 1 })
})
afterAll(async () => {
  await link.close()
  await world.close()
})

const trigger = () =>
  until('the trigger is taken', async () => {
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    return answer.status === 202 ? answer.body : null
  })

const eventIds = async () => {
  const { body } = await world.api.get('/api/v1/events?limit=100')
  return body.data.map((event: { id: string }) => event.id) as string[]
}

describe('the line between site and cloud', () => {
  it('may be cut during an event: the clip arrives once the line is back', async () => {
    await untilPreRoll(camera.fake, 3.5)
    const { event_id: eventId } = await trigger()
    link.cut()
    await until('the cloud notices', async () => {
      const { body } = await world.api.get(`/api/v1/gateways/${agent.gatewayId}`)
      return body.status === 'offline'
    })
    link.mend()
    const event = await world.untilClip(eventId)
    const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, camera.fake)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
    expect(event.duration_sec).toBeGreaterThanOrEqual(8)
    expect((await eventIds()).filter((id) => id === eventId)).toHaveLength(1)
    await world.untilCamera(camera.id, 'online')
  })

  it('may be reset again and again while a clip is on its way', async () => {
    const { event_id: eventId } = await trigger()
    for (let resets = 0; resets < 10; resets += 1) {
      await until('connections are there', () => link.connections > 0)
      link.reset()
    }
    await world.untilClip(eventId)
    expect((await eventIds()).filter((id) => id === eventId)).toHaveLength(1)
    await world.untilCamera(camera.id, 'online')
  })

  it('may lose the reply to a trigger: the 202 stands, and the clip comes after all', async () => {
    const known = await eventIds()
    await until('the trigger is allowed again', async () => {
      const { body } = await world.api.get(`/api/v1/gateways/${agent.gatewayId}/telemetry`)
      return body.camera_recording_status[camera.id] === 'idle'
    })
    link.loseUpstream()
    const answer = await trigger()
    const { event_id: eventId } = answer
    expect(answer).toMatchObject({ status: 'triggered' })
    const pending = await world.api.get(`/api/v1/events/${eventId}`)
    expect(pending.body).toMatchObject({ clip_status: 'failed', clip_error: expect.any(String) })
    link.mend()
    link.reset()
    const event = await world.untilClip(eventId)
    expect(event).toMatchObject({ clip_error: null, trigger_source: 'manual' })
    expect(await eventIds()).toHaveLength(known.length + 1)
  })
})
