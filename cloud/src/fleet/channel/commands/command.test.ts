import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from '../test-nodes.fake.js'

let world: TestNodes
let org: TestOrg
let paired: PairedGateway
let gateway: ScriptedGateway

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await world.createOrg()
  paired = await pairTestGateway(world.nodes[0], await org.signIn('operator'), org.siteId)
  gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
  return () => gateway[Symbol.asyncDispose]()
})

const discover = (node: 0 | 1, deadlineMs = 5_000, orgId = org.orgId) =>
  world.nodes[node].services.channel.commands.send(orgId, paired.gatewayId, {
    type: 'discover',
    body: { timeout_sec: 5 },
    deadlineMs,
  })

const foundNothing = () => {
  gateway.answer = () => ({ ok: true, value: { devices: [] } })
}

it.each([0, 1] as const)('brings the answer to node %i', async (node) => {
  foundNothing()
  expect(await discover(node)).toEqual({ kind: 'answered', outcome: { devices: [] } })
  const [command] = gateway.framesOf('discover')
  expect(command?.body.deadline_ms).toBeGreaterThan(4_000)
  expect(command?.body.deadline_ms).toBeLessThanOrEqual(5_000)
  gateway.answer = () => ({ ok: false, error: { code: 'unavailable', message: 'busy' } })
  expect(await discover(node)).toEqual({ kind: 'refused', error: { code: 'unavailable', message: 'busy' } })
})

it.each([0, 1] as const)('says when no answer came in time, on node %i', async (node) => {
  const begun = performance.now()
  expect(await discover(node, 700)).toEqual({ kind: 'no_answer' })
  expect(performance.now() - begun).toBeLessThan(2_500)
})

it.each([0, 1] as const)('says when there is no session, on node %i', async (node) => {
  await gateway[Symbol.asyncDispose]()
  await waitUntil(() => world.nodes[1].services.channel.size === 0)
  expect(await discover(1)).toEqual({ kind: 'offline' })
  await world.test.query(`update gateway_sessions set closed_at = now() where gateway_id = $1`, [
    paired.gatewayId,
  ])
  expect(await discover(node)).toEqual({ kind: 'offline' })
})

it('answers each of many at once by its own result', async () => {
  gateway.answer = (command) => {
    if (command.type !== 'discover') return null
    const name = String(command.body.timeout_sec)
    const device = {
      id: name,
      name,
      manufacturer: null,
      model: null,
      address: '10.0.0.5',
      port: 80,
      xaddrs: [],
      rtsp_urls: [],
      sources: [],
      endpoint: null,
      mac: null,
      serial: null,
      state: 'new',
    }
    return { ok: true, value: { devices: [device] } }
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      world.nodes[n % 2 === 0 ? 0 : 1].services.channel.commands.send(org.orgId, paired.gatewayId, {
        type: 'discover',
        body: { timeout_sec: n + 1 },
        deadlineMs: 10_000,
      }),
    ),
  )
  const names = answers.map((answer) =>
    answer.kind === 'answered' ? answer.outcome.devices[0]?.name : answer.kind,
  )
  expect(names).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)))
})

it('finds a command whose notice was lost, and never carries out one after its deadline', async () => {
  foundNothing()
  const put = (deadline: string) => {
    const id = randomUUID()
    const values = [org.orgId, id, paired.gatewayId, world.nodes[1].platform.nodeId]
    return world.test.query<{ id: string }>(
      `insert into gateway_commands (org_id, id, gateway_id, node_id, type, body, deadline)
       values ($1, $2, $3, $4, 'discover', '{"timeout_sec": 5}', now() + interval '${deadline}') returning id`,
      values,
    )
  }
  await put('-1 second')
  const [waiting] = await put('10 seconds')
  const statusOf = async (id: string | undefined) =>
    (await world.test.query<{ status: string }>('select status from gateway_commands where id = $1', [id]))[0]
      ?.status
  await waitUntil(async () => (await statusOf(waiting?.id)) === 'done')
  expect(gateway.framesOf('discover')).toHaveLength(1)
})

it('reaches no gateway of another organisation', async () => {
  foundNothing()
  const other = await world.createOrg()
  expect(await discover(0, 1_000, other.orgId)).toEqual({ kind: 'offline' })
  expect(await discover(1, 1_000, other.orgId)).toEqual({ kind: 'offline' })
  expect(gateway.framesOf('discover')).toEqual([])
})
