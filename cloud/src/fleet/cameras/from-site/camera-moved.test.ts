import type { CameraMoved, ToGatewayFrame } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { pairTestGateway } from '../../channel/test-nodes.fake.js'
import { GatewayWorld, startTestNodes, type TestNodes } from '../gateway-camera.fixture.js'
import { withHost } from './camera-moved.service.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

const proof = { kind: 'mac', mac: '02:00:5e:10:00:01', serial: 'S-1', endpoint: null, model: 'C1' } as const
const movedOf = (camera_id: string, change: Partial<CameraMoved> = {}): CameraMoved => ({
  camera_id,
  from_host: '10.0.0.5',
  host: '10.0.0.77',
  proof,
  ...change,
})

async function told(body: CameraMoved, gateway = world.gateway): Promise<unknown> {
  const id = gateway.send('camera.moved', body)
  const result = await gateway.until('result', (frame) => frame.re === id)
  return result.body.ok ? 'ok' : result.body.error.code
}

const setAfter = (revision: number, id: string): Promise<Extract<ToGatewayFrame, { type: 'camera.set' }>> =>
  world.gateway.until('camera.set', ({ body }) => body.camera_id === id && body.revision > revision)

const revisionOf = (id: string): number =>
  Math.max(
    ...world.gateway
      .framesOf('camera.set')
      .filter((f) => f.body.camera_id === id)
      .map((f) => f.body.revision),
  )

it('stores the address in every place, sends it out, and audits it once', async () => {
  const id = await world.camera()
  const before = revisionOf(id)
  expect(await told(movedOf(id))).toBe('ok')
  expect((await setAfter(before, id)).body.connection).toMatchObject({
    rtsp_url: 'rtsp://10.0.0.77/main',
    rtsp_sub_url: 'rtsp://10.0.0.77/sub',
  })
  const revision = revisionOf(id)
  expect(await told(movedOf(id))).toBe('ok')
  expect(revisionOf(id)).toBe(revision)
  const rows = await nodes.test.query<{ actor_kind: string; actor_id: string; data: unknown }>(
    `select actor_kind, actor_id, data from audit_log where org_id = $1 and action = 'camera.moved'`,
    [world.org.orgId],
  )
  expect(rows).toEqual([
    {
      actor_kind: 'gateway',
      actor_id: world.paired.gatewayId,
      data: { from: '10.0.0.5', to: '10.0.0.77', known_by: 'mac' },
    },
  ])
  const [kept] = await nodes.test.query('select host, identity from cameras where id = $1', [id])
  expect(kept).toEqual({ host: '10.0.0.77', identity: { serial: 'S-1', mac: proof.mac } })
})

it('takes the port of an ONVIF camera as well, and its credentials stay', async () => {
  const id = await world.onvifCamera()
  const before = revisionOf(id)
  expect(await told(movedOf(id, { port: 8080 }))).toBe('ok')
  const { connection } = (await setAfter(before, id)).body
  expect(connection).toMatchObject({ type: 'onvif', host: '10.0.0.77', port: 8080 })
  expect(await world.gateway.until('camera.set')).toBeDefined()
  expect(connection.credentials).not.toBeNull()
})

it('refuses what is not as the gateway says', async () => {
  const id = await world.camera()
  const nobody = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
  expect(await told(movedOf(nobody))).toBe('camera_unknown')
  expect(await told(movedOf(id, { from_host: '10.0.0.6' }))).toBe('conflict')
  expect(await told(movedOf(id, { proof: { ...proof, serial: 'S-2' } }))).toBe('conflict')
  expect(await world.audited('camera.moved')).toEqual([])
})

it('takes 120 a minute, so that a gateway cannot fill the audit log', async () => {
  const id = await world.camera()
  const key = `camera-moved:${world.paired.gatewayId}`
  expect(await told(movedOf(id))).toBe('ok')
  const [bucket] = await nodes.test.query<{ tokens: number }>(
    'select tokens from rate_buckets where key = $1',
    [key],
  )
  expect(bucket?.tokens).toBe(119)
  // So far below nothing that none comes back while this test lasts.
  await nodes.test.query('update rate_buckets set tokens = -1000 where key = $1', [key])
  expect(await told(movedOf(id, { from_host: '10.0.0.77', host: '10.0.0.5' }))).toBe('unavailable')
  expect(await world.audited('camera.moved')).toHaveLength(1)
})

it('takes nothing from another gateway of the organisation, or of another one', async () => {
  const id = await world.camera()
  const sister = await pairTestGateway(nodes.nodes[0], world.operator, world.org.siteId)
  const stranger = await GatewayWorld.make(nodes)
  const other = await ScriptedGateway.connect({ origin: nodes.nodes[0].origin, ...sister })
  expect(await told(movedOf(id), other)).toBe('camera_unknown')
  expect(await told(movedOf(id), stranger.gateway)).toBe('camera_unknown')
  await other[Symbol.asyncDispose]()
  await stranger[Symbol.asyncDispose]()
  const [kept] = await nodes.test.query('select host from cameras where id = $1', [id])
  expect(kept).toEqual({ host: '10.0.0.5' })
})

it.each([
  ['rtsp://10.0.0.5/main', 'rtsp://10.0.0.77/main'],
  ['rtsp://10.0.0.5:8554/a?b=rtsp://10.0.0.5/', 'rtsp://10.0.0.77:8554/a?b=rtsp://10.0.0.5/'],
  ['rtsp://10.0.0.50/main', 'rtsp://10.0.0.50/main'],
])('the host of %s becomes the new one where it is the old one', (url, expected) => {
  expect(withHost(url, '10.0.0.5', '10.0.0.77')).toBe(expected)
})
