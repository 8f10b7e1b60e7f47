import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AddedCamera,
  lookAtClip,
  type SiteAgent,
  startWorld,
  until,
  type World,
} from '../harness/index.js'

const kills = 10

let world: World
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }] })
  agent = await world.onlineAgent()
  camera = await world.addCamera(agent, undefined, { pre_event_buffer_sec: 2, post_event_buffer_sec: 1 })
  await world.alertEverything()
})
afterAll(() => world.close())

/** Triggers as soon as the camera is on line and the limit of one in five seconds admits it. */
const trigger = () =>
  until('the trigger is taken', async () => {
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    return answer.status === 202 ? answer.body : null
  })

/** The journal of the event has packets that were synced to disk. */
const isRecording = (eventId: string) =>
  until('the journal grows', async () => {
    const files = await readdir(path.join(agent.dataDir, 'recordings'), { recursive: true })
    const triggered = camera.fake.counters.frames.at(-1)?.sentAtMs ?? 0
    const event = await world.api.get(`/api/v1/events/${eventId}`)
    return (
      files.some((file) => file.includes(eventId)) && triggered - Date.parse(event.body.triggered_at) > 1_500
    )
  })

it(`loses no event and no second of what was on disk over ${kills} kills while recording`, async () => {
  const eventIds: string[] = []
  for (let index = 0; index < kills; index += 1) {
    const { event_id: eventId } = await trigger()
    eventIds.push(eventId)
    await isRecording(eventId)
    await agent.kill()
    agent.run()
    await world.untilGateway(agent, 'online')
  }
  for (const eventId of eventIds) {
    const event = await world.untilClip(eventId)
    const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, camera.fake)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
    // What was synced a second before the kill is there: the pre-roll, the trigger, and some of what followed.
    expect(seen.lastSentAtMs).toBeGreaterThan(Date.parse(event.triggered_at) - 500)
  }
  const { body } = await world.api.get('/api/v1/events?limit=100')
  expect(new Set(body.data.map((event: { id: string }) => event.id))).toEqual(new Set(eventIds))
  expect(body.total).toBe(kills)
  await until('the data folder holds no recording any more', async () => {
    const files = await readdir(path.join(agent.dataDir, 'recordings'), { recursive: true })
    return files.filter((file) => /\.(journal|mp4|jpg|tmp)/.test(file)).length === 0
  })
}, 600_000)
