import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
/** The node that does not hold the gateway's socket. */
let other: ApiClient

beforeAll(async () => {
  world = await startWorld({ nodes: 2, cameras: [{ name: 'Front door' }, { name: 'Yard' }] })
  agent = await world.onlineAgent(world.nodes[0]?.url)
  const second = world.nodes[1]
  if (!second) throw new Error('no second node')
  other = world.at(second)
})
afterAll(() => world.close())

describe('two cloud processes on one database', () => {
  it('serve a camera, its trigger and its clip at either', async () => {
    const fake = world.cameras[0]
    if (!fake) throw new Error('no camera')
    const made = await other.post('/api/v1/cameras', world.cameraBody(agent, fake))
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await world.untilCamera(made.body.id, 'online')
    const wrong = await other.post('/api/v1/cameras', {
      ...world.cameraBody(agent, fake),
      rtsp_password: 'wrong',
    })
    expect(wrong.status).toBe(400)
    const answer = await other.post(`/api/v1/cameras/${made.body.id}/trigger`, { duration_sec: 5 })
    expect(answer).toMatchObject({ status: 202, body: { status: 'triggered' } })
    const event = await world.untilClip(answer.body.event_id)
    const { status, bytes } = await other.download(
      new URL(event.clip_url).pathname + new URL(event.clip_url).search,
    )
    expect({ status, whole: bytes.length === event.clip_bytes }).toEqual({ status: 200, whole: true })
  })

  it('deliver each alert once between them', async () => {
    const { secret } = await world.alertEverything()
    const cameras = await world.api.get('/api/v1/cameras')
    const answer = await until('the trigger is taken', async () => {
      const taken = await other.post(`/api/v1/cameras/${cameras.body.data[0].id}/trigger`, {
        duration_sec: 5,
      })
      return taken.status === 202 ? taken : null
    })
    const [delivery] = await world.receiver.waitFor(1)
    expect(delivery && world.receiver.whatIsWrong(delivery, secret)).toBeNull()
    await world.untilClip(answer.body.event_id)
    expect(world.receiver.received).toHaveLength(1)
  })

  it('go on when one of them is stopped', async () => {
    await world.nodes[1]?.stop()
    expect((await world.api.get(`/api/v1/gateways/${agent.gatewayId}`)).body).toMatchObject({
      status: 'online',
    })
    const [camera] = (await world.api.get('/api/v1/cameras')).body.data
    const answer = await until('the trigger is taken', async () => {
      const taken = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
      return taken.status === 202 ? taken : null
    })
    await world.untilClip(answer.body.event_id)
  })
})
