import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { pairTestGateway, startTestNodes, type TestNodes } from '../channel/test-nodes.fake.js'
import { reviseConfiguration } from './gateway-cameras.service.js'

// What must hold when many ask at once, on two nodes.
let world: TestNodes
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  await world.test.query('delete from rate_buckets')
})

const nodeOf = (n: number) => world.nodes[n % 2 === 0 ? 0 : 1]

const times = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

const generate = (n = 0) =>
  nodeOf(n).call(operator, {
    method: 'POST',
    url: '/api/v1/gateways/generate-pairing-code',
    payload: { name: `Box ${n}`, site_id: org.siteId },
  })

/** Each attempt from an address of its own, so that the limit on failures is not what refuses it. */
const pair = (n: number, payload: object) =>
  nodeOf(n).call(null, {
    method: 'POST',
    url: '/api/v1/gateways/pair',
    payload,
    remoteAddress: `203.0.113.${n}`,
  })

function countsOf(answers: { statusCode: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const liveKeys = () =>
  world.test.query<{ prefix: string }>(
    'select prefix from gateway_keys where org_id = $1 and revoked_at is null',
    [org.orgId],
  )

it('opens exactly five codes of 100 calls at once, and leaves nothing of the others', async () => {
  const answers = await times(100, generate)
  expect(countsOf(answers)).toEqual({ 201: 5, 429: 95 })
  const [found] = await world.test.query(
    `select (select count(*)::int from gateways where org_id = $1) as gateways,
      (select count(*)::int from pairing_codes where org_id = $1) as codes`,
    [org.orgId],
  )
  expect(found).toEqual({ gateways: 5, codes: 5 })
})

it('redeems a code once of 100 calls at once', async () => {
  const { pairing_code } = (await generate()).json()
  const answers = await times(100, (n) => pair(n, { pairing_code, attempt_id: randomUUID() }))
  expect(countsOf(answers)).toEqual({ 200: 1, 409: 99 })
  expect(await liveKeys()).toHaveLength(1)
})

it('answers 100 repeats of one attempt at once, and leaves the last of their keys', async () => {
  const { pairing_code } = (await generate()).json()
  const attempt_id = randomUUID()
  const answers = await times(100, (n) => pair(n, { pairing_code, attempt_id }))
  expect(countsOf(answers)).toEqual({ 200: 100 })
  const [live, ...more] = await liveKeys()
  expect(more).toEqual([])
  expect(answers.map((answer) => answer.json<{ api_key: string }>().api_key.split('_')[1])).toContain(
    live?.prefix,
  )
})

it('disables a gateway once of 100 calls at once', async () => {
  const { gatewayId } = await pairTestGateway(world.nodes[0], operator, org.siteId)
  const answers = await times(100, (n) =>
    nodeOf(n).call(operator, {
      method: 'PATCH',
      url: `/api/v1/gateways/${gatewayId}`,
      payload: { status: 'disabled' },
    }),
  )
  expect(countsOf(answers)).toEqual({ 200: 1, 400: 99 })
})

it('never deletes a gateway under a camera that is bound at the same moment', async () => {
  const outcomes = await times(5, async (n) => {
    const { id } = (await generate(n)).json()
    const [gone, bound] = await Promise.all([
      nodeOf(n).call(operator, { method: 'DELETE', url: `/api/v1/gateways/${id}` }),
      bindCamera(n, id),
    ])
    const [row] = await world.test.query<{ gone: boolean; cameras: number }>(
      `select deleted_at is not null as gone,
        (select count(*)::int from cameras where cameras.gateway_id = gateways.id) as cameras
       from gateways where id = $1`,
      [id],
    )
    expect([gone.statusCode, row?.gone, row?.cameras]).toEqual(bound ? [400, false, 1] : [204, true, 0])
    return bound
  })
  expect(outcomes).toHaveLength(5)
})

/** Binds a camera as the creation of one does. @returns false if the gateway was gone */
function bindCamera(n: number, gatewayId: string): Promise<boolean> {
  return nodeOf(n + 1).platform.database.inOrg(org.orgId, async (tx) => {
    if ((await reviseConfiguration(tx, org.orgId, gatewayId)) === undefined) return false
    await tx
      .insertInto('cameras')
      .values({
        org_id: org.orgId,
        id: randomUUID(),
        site_id: org.siteId,
        gateway_id: gatewayId,
        name: 'Front door',
        type: 'rtsp',
      })
      .execute()
    return true
  })
}
