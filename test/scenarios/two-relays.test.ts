import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AddedCamera, lookAtClip, type Relay, startWorld, until, type World } from '../harness/index.js'

// Two relays share the cameras; one of them dies as in a power cut, while it records.
let world: World
let relays: readonly Relay[]
let cameras: AddedCamera[]

beforeAll(async () => {
  world = await startWorld({ nodes: 2, cameras: [{ name: 'Harbour' }, { name: 'Pier' }] })
  relays = world.nodes.map((node) => world.startRelay({ node }))
  cameras = []
  for (const fake of world.cameras)
    cameras.push(await world.addDirectCamera(fake, { pre_event_buffer_sec: 2, post_event_buffer_sec: 1 }))
})
afterAll(() => world.close())

interface Held {
  readonly cameraId: string
  readonly epoch: number
}

/** What a relay says that it took, the newest last. */
function takenBy(relay: Relay): Held[] {
  return (
    relay.log
      .split('\n')
      // The last one may still be written.
      .slice(0, -1)
      .filter((line) => line.includes('"lease.held"'))
      .map((line) => JSON.parse(line) as Held)
  )
}

const newestOf = (relay: Relay, cameraId: string) =>
  takenBy(relay).findLast((held) => held.cameraId === cameraId)

it('goes on with every camera when a relay dies, and changes nothing by what the dead one still says', async () => {
  const [camera] = cameras
  if (!camera) throw new Error('no camera')
  const dying = relays.find((relay) => newestOf(relay, camera.id))
  const other = relays.find((relay) => relay !== dying)
  if (!dying || !other) throw new Error('the camera is not served by one of two')
  const before = newestOf(dying, camera.id)

  const cut = await world.trigger(camera.id, { duration_sec: 10 })
  await dying.kill()
  const after = await until('the other relay takes the camera', () => newestOf(other, camera.id))
  expect(after.epoch).toBeGreaterThan(before?.epoch ?? 0)
  await world.untilCamera(camera.id, 'online')

  for (const { id, fake } of cameras) {
    await world.untilCamera(id, 'online')
    const { event_id: eventId } = await world.trigger(id)
    const event = await world.untilClip(eventId)
    const seen = await lookAtClip((await world.api.download(event.clip_url)).bytes, fake)
    expect(seen).toMatchObject({ warnings: '', missing: 0 })
  }

  const total = (await world.api.get('/api/v1/events')).body.total
  dying.run()
  await until('the first relay tells what it had recorded', () => /outbox\.refused.*/.test(dying.log))
  expect(dying.log).toMatch(/"code":"stale_lease"/)
  const event = await world.api.get(`/api/v1/events/${cut.event_id}`)
  expect(event.body.clip_status).not.toBe('ready')
  expect((await world.api.get('/api/v1/events')).body.total).toBe(total)
  for (const { id, fake } of cameras) {
    expect((await world.api.get(`/api/v1/cameras/${id}`)).body.status).toBe('online')
    expect(fake.counters.connectionsOpen).toBe(1)
  }
})

it('hands the cameras over at once when a relay ends in order', async () => {
  const epochOf = (relay: Relay, { id }: AddedCamera) => newestOf(relay, id)?.epoch ?? 0
  const [camera] = cameras
  const [holding, other] = relays.toSorted((one, two) =>
    camera ? epochOf(two, camera) - epochOf(one, camera) : 0,
  )
  if (!holding || !other) throw new Error('there are no two relays')
  const held = cameras.filter((one) => epochOf(holding, one) > epochOf(other, one))
  const epochs = held.map((one) => epochOf(holding, one))
  const endedAt = performance.now()
  expect(await holding.stop()).toBe(0)
  for (const [index, { id }] of held.entries()) {
    await until('the other relay takes the camera', () => {
      const taken = newestOf(other, id)
      return taken !== undefined && taken.epoch > (epochs[index] ?? 0)
    })
  }
  // Long before the leases would have ended by themselves.
  expect(performance.now() - endedAt).toBeLessThan(12_000)
  for (const { id } of cameras) {
    await world.untilCamera(id, 'online')
    await world.untilClip((await world.trigger(id)).event_id)
  }
})
