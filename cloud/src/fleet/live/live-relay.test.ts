import { liveCapability } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedMediaSocket } from '#testing/scripted-media-socket.js'
import { ScriptedViewer } from '#testing/scripted-viewer.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { answered } from '../cameras/gateway-camera.fixture.js'
import { relayKey } from '../relays/relay-key.service.js'
import { addDirectCamera, type RelayWorld, startRelayWorld } from '../relays/relay-world.fake.js'

let world: RelayWorld
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startRelayWorld()
  org = await world.nodes.createOrg()
  operator = await org.signIn('operator')
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => () => world.clear())

const watch = async (cameraId: string): Promise<ScriptedViewer> => {
  const viewer = await ScriptedViewer.open({ origin: world.nodes.nodes[0].origin, token: operator.token })
  viewer.subscribe(1, cameraId)
  return viewer
}

const dial = (liveId: string, epoch: number | null, key = relayKey(world.nodes.nodes[0].platform.keys)) =>
  ScriptedMediaSocket.open({
    origin: world.nodes.nodes[0].origin,
    path: `/api/v1/relays/live/${liveId}`,
    key,
    headers: epoch === null ? {} : { 'x-lease-epoch': String(epoch) },
  })

it('brings the pictures of a camera without a gateway from the relay that holds it', async () => {
  const relay = await world.relay(0, { capabilities: [liveCapability] })
  const { id: cameraId } = await addDirectCamera(world, org, operator)
  const { lease } = await relay.untilHeld(cameraId)
  relay.answer = ({ type }) => (type === 'live.start' ? answered({ codec: 'h264' }) : null)
  await using viewer = await watch(cameraId)
  const start = await relay.until('live.start')
  expect([start.lease, start.body.camera_id]).toEqual([lease, cameraId])
  const { live_id: liveId } = start.body
  await expect(dial(liveId, lease.epoch + 1)).rejects.toThrow('409')
  await expect(dial(liveId, null)).rejects.toThrow('409')
  await expect(dial(liveId, lease.epoch, 'rl_nonsense')).rejects.toThrow('401')
  await expect(dial(cameraId, lease.epoch)).rejects.toThrow('404')
  await using media = await dial(liveId, lease.epoch)
  media.format()
  media.gop()
  await viewer.untilPictures(1, 5)
  await expect(dial(liveId, lease.epoch)).rejects.toThrow('409')
  // The lease goes to another, and nobody tells.
  await world.nodes.test.query('update camera_leases set epoch = epoch + 1 where camera_id = $1', [cameraId])
  expect(await media.untilClosed()).toBe(4403)
})

it('says of a relay that is older than live view that it is', async () => {
  const relay = await world.relay(0)
  const { id: cameraId } = await addDirectCamera(world, org, operator)
  await relay.untilHeld(cameraId)
  await using viewer = await watch(cameraId)
  expect(await viewer.until('ended')).toMatchObject({ code: 4503, reason: 'agent_too_old' })
})

it('says that nobody serves the camera, where no relay holds it', async () => {
  const { id: cameraId } = await addDirectCamera(world, org, operator)
  await using viewer = await watch(cameraId)
  await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === 'gateway_offline')
})
