import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed, ScriptedGateway } from '#testing/scripted-gateway.js'
import { type PairedGateway, pairTestGateway } from '../../channel/test-nodes.fake.js'
import {
  answered,
  GatewayWorld,
  startTestNodes,
  type TestNodes,
  twoStreams,
} from '../gateway-camera.fixture.js'

let nodes: TestNodes
let world: GatewayWorld
/** A second gateway of the organisation, on the first node. */
let other: { paired: PairedGateway; gateway: ScriptedGateway }

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  const paired = await pairTestGateway(nodes.nodes[0], world.operator, world.org.siteId)
  const gateway = await ScriptedGateway.connect({ origin: nodes.nodes[0].origin, ...paired })
  await gateway.until('config.complete')
  gateway.answer = ({ type }) => (type === 'probe' ? answered(twoStreams) : null)
  other = { paired, gateway }
  return async () => {
    await gateway[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  }
})

const unpair = (id: string) => world.call('POST', `/cameras/${id}/unpair`)
const pair = (id: string, gateway_id: string) => world.call('POST', `/cameras/${id}/pair`, { gateway_id })

describe('a camera that changes its gateway', () => {
  it('is let go by the one, waits, is seen by the other, and keeps its settings and account', async () => {
    const id = await world.camera({ recording_duration_sec: 33 })
    world.gateway.reportCamera(id, 'online')
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')

    const waiting = await unpair(id)
    expect([waiting.statusCode, waiting.json()]).toMatchObject([
      200,
      { id, gateway_id: null, status: 'pending', recording_duration_sec: 33, connection_mode: 'gateway' },
    ])
    await world.gateway.until('config.complete', ({ body }) => body.camera_ids.length === 0)
    expect((await world.call('GET', `/cameras/${id}/diagnostics`)).json()).toMatchObject({
      connectivity: { cause: 'unpaired' },
      gateway: null,
      reported_at: null,
    })
    // What the former gateway still says of it is nobody's word.
    world.gateway.reportCamera(id, 'online')
    expect((await world.call('POST', `/cameras/${id}/trigger`)).statusCode).toBe(409)
    expect((await world.call('POST', `/cameras/${id}/snapshot`)).json().error.message).toMatch(
      /pair it first/,
    )
    expect((await world.call('PATCH', `/cameras/${id}`, { rtsp_password: 'x' })).statusCode).toBe(400)
    expect((await world.call('PATCH', `/cameras/${id}`, { name: 'Moving' })).statusCode).toBe(200)

    const back = await pair(id, other.paired.gatewayId)
    expect([back.statusCode, back.json()]).toMatchObject([
      200,
      { gateway_id: other.paired.gatewayId, status: 'pending', name: 'Moving', active_tier: 'main' },
    ])
    const set = await other.gateway.until('camera.set')
    expect(set.body).toMatchObject({ camera_id: id, recording_duration_sec: 33 })
    expect(await openSealed(set.body.connection.credentials ?? '', other.paired.keys)).toEqual({
      username: 'viewer',
      password: 'canary-1',
    })
    other.gateway.reportCamera(id, 'online')
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')
    expect(await world.audited('camera.unpaired')).toEqual([{ gateway_id: world.paired.gatewayId }])
    expect(await world.audited('camera.paired')).toEqual([{ gateway_id: other.paired.gatewayId }])
  })

  it('stays without one if the new gateway does not see it', async () => {
    const id = await world.camera()
    await unpair(id)
    other.gateway.answer = () => answered({ reachable: false, fault: 'timeout', message: '' })
    const refused = await pair(id, other.paired.gatewayId)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      expect.stringContaining('(timeout)'),
    ])
    expect((await world.call('GET', `/cameras/${id}`)).json().gateway_id).toBeNull()
    expect(other.gateway.framesOf('camera.set')).toEqual([])
  })

  it('goes through unpair: one that has a gateway is not given to another', async () => {
    const id = await world.camera()
    expect((await pair(id, other.paired.gatewayId)).statusCode).toBe(409)
    expect((await pair(id, world.paired.gatewayId)).json()).toMatchObject({
      gateway_id: world.paired.gatewayId,
    })
    expect(await world.audited('camera.paired')).toEqual([])
    expect((await pair(id, randomUUID())).statusCode).toBe(404)
    expect((await pair(randomUUID(), other.paired.gatewayId)).statusCode).toBe(404)
  })

  it('is one of two at most: of two gateways at once one gets it', async () => {
    const id = await world.camera()
    await unpair(id)
    const answers = await Promise.all([
      pair(id, world.paired.gatewayId),
      pair(id, other.paired.gatewayId),
      pair(id, other.paired.gatewayId),
    ])
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won.length).toBeGreaterThanOrEqual(1)
    const { gateway_id } = (await world.call('GET', `/cameras/${id}`)).json()
    expect(new Set(won.map((answer) => answer.json().gateway_id))).toEqual(new Set([gateway_id]))
    expect(await world.audited('camera.paired')).toHaveLength(1)
  })

  it('may be unpaired twice; one that is switched off stays so', async () => {
    const id = await world.camera({ enabled: false })
    expect((await unpair(id)).json()).toMatchObject({ status: 'disabled', gateway_id: null })
    expect((await unpair(id)).statusCode).toBe(200)
    expect(await world.audited('camera.unpaired')).toHaveLength(1)
    expect((await unpair(randomUUID())).statusCode).toBe(404)
  })

  it('lets its former gateway be removed', async () => {
    const id = await world.camera()
    const remove = () => world.call('DELETE', `/gateways/${world.paired.gatewayId}`)
    expect((await remove()).statusCode).toBe(400)
    await unpair(id)
    expect((await remove()).statusCode).toBe(204)
  })

  it('has no gateway to change in direct mode', async () => {
    const id = await world.camera()
    await nodes.test.query(`update cameras set connection_mode = 'direct', gateway_id = null where id = $1`, [
      id,
    ])
    expect((await unpair(id)).statusCode).toBe(409)
    expect((await pair(id, other.paired.gatewayId)).statusCode).toBe(409)
  })
})
