import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PartFault, StoreFront } from '../fakes/store-front/index.js'
import { type AddedCamera, lookAtClip, startWorld, until, type World } from '../harness/index.js'

let world: World
let front: StoreFront
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Loading bay' }] })
  front = await StoreFront.start(Number(new URL(world.cloud.url).port))
  const agent = await world.onlineAgent(front.url)
  camera = await world.addCamera(agent, undefined, { pre_event_buffer_sec: 1, post_event_buffer_sec: 0 })
})
afterAll(async () => {
  await world.close()
  await front[Symbol.asyncDispose]()
})

it('clip and picture arrive past a portal, a proxy, and a store that stalls, refuses and breaks off', async () => {
  const faults: PartFault[] = [302, 400, 407, 413, 'stall', 400, 413, 'reset', 407, 503]
  front.fail(...faults)
  const { event_id: eventId } = await world.trigger(camera.id)
  const event = await world.untilClip(eventId)
  await until('the picture is there', async () => {
    const { body } = await world.api.get(`/api/v1/events/${eventId}`)
    return body.snapshot_url !== null
  })
  expect(front.met).toEqual(faults)
  const { bytes } = await world.api.download(event.clip_url)
  expect(await lookAtClip(bytes, camera.fake)).toMatchObject({ warnings: '', missing: 0 })
  const { body } = await world.api.get(`/api/v1/gateways/${world.agents[0]?.gatewayId}/telemetry`)
  expect(body.losses ?? { clips: 0, snapshots: 0 }).toMatchObject({ clips: 0, snapshots: 0 })
})
