import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { insertCountedEvent } from '../event-scene.fixture.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
})

/** An event of an organisation, at a camera of its own. */
async function addEvent({ orgId, siteId }: TestOrg = org): Promise<string> {
  const gatewayId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    orgId,
    gatewayId,
    siteId,
  ])
  const id = randomUUID()
  await insertCountedEvent(world.test, {
    org_id: orgId,
    id,
    camera_id: await seedCamera(world.test, { orgId, siteId, gatewayId }),
    site_id: siteId,
    event_category: 'motion',
    trigger_source: 'onvif',
    triggered_at: new Date(),
  })
  return id
}

const bulk = (what: string, ids: readonly string[], who: SignedIn = admin) =>
  world.call(who, { method: 'POST', url: `/api/v1/events/${what}`, payload: { ids } })

const list = async (query: Record<string, string> = {}) =>
  (await world.call(admin, { url: '/api/v1/events', query })).json<{
    data: { id: string }[]
    total: number
  }>()

const audits = (action: string) =>
  world.test.query('select target_id from audit_log where org_id = $1 and action = $2', [org.orgId, action])

test('acknowledges each once, whoever acknowledged it before', async () => {
  const [one, two, three] = [await addEvent(), await addEvent(), await addEvent()]
  const other = await org.signIn('operator')
  await bulk('bulk-acknowledge', [one], other)
  const answer = await bulk('bulk-acknowledge', [two, one, two])
  expect(answer.json()).toEqual({
    data: [
      { id: two, outcome: 'done' },
      { id: one, outcome: 'done' },
    ],
    total: 2,
  })
  expect((await list({ acknowledged: 'false' })).data.map(({ id }) => id)).toEqual([three])
  const first = await world.call(admin, { url: `/api/v1/events/${one}` })
  expect(first.json()).toMatchObject({ acknowledged: true, acknowledged_by: other.caller.userId })
})

test("deletes each; what is deleted, or another organisation's, is not there", async () => {
  const stranger = await world.createOrg()
  const [one, two, gone, foreign] = [
    await addEvent(),
    await addEvent(),
    await addEvent(),
    await addEvent(stranger),
  ]
  await bulk('bulk-delete', [gone])
  const unknown = randomUUID()
  const answer = await bulk('bulk-delete', [one, gone, foreign, unknown])
  expect(answer.json().data).toEqual([
    { id: one, outcome: 'done' },
    { id: gone, outcome: 'not_found' },
    { id: foreign, outcome: 'not_found' },
    { id: unknown, outcome: 'not_found' },
  ])
  expect(await list()).toMatchObject({ data: [{ id: two }], total: 1 })
  expect(await audits('event.deleted')).toHaveLength(2)
  const there = await world.call(await stranger.signIn('viewer', [stranger.siteId]), {
    url: `/api/v1/events/${foreign}`,
  })
  expect(there.statusCode).toBe(200)
})

test('acknowledges nothing of another organisation, and says no more of it than of what there is not', async () => {
  const stranger = await world.createOrg()
  const foreign = await addEvent(stranger)
  const unknown = randomUUID()
  expect((await bulk('bulk-acknowledge', [foreign, unknown])).json().data).toEqual([
    { id: foreign, outcome: 'not_found' },
    { id: unknown, outcome: 'not_found' },
  ])
  const [row] = await world.test.query('select acknowledged from events where id = $1', [foreign])
  expect(row).toEqual({ acknowledged: false })
})

test('of two at once that name the same, in opposite order, each is done, once', async () => {
  const ids = [await addEvent(), await addEvent(), await addEvent(), await addEvent()]
  const answers = await Promise.all([bulk('bulk-delete', ids), bulk('bulk-delete', ids.toReversed())])
  const done = answers.flatMap((answer) =>
    answer.json<{ data: { outcome: string }[] }>().data.filter(({ outcome }) => outcome === 'done'),
  )
  expect(done).toHaveLength(ids.length)
  expect((await list()).total).toBe(0)
  expect(await audits('event.deleted')).toHaveLength(ids.length)
})

test('takes five hundred at once, each with its outcome in the order of the request', async () => {
  const [mine, ids] = [await addEvent(), Array.from({ length: 499 }, () => randomUUID())]
  const answer = await bulk('bulk-acknowledge', [...ids, mine])
  expect(answer.json()).toEqual({
    data: [...ids.map((id) => ({ id, outcome: 'not_found' })), { id: mine, outcome: 'done' }],
    total: 500,
  })
})

test.each([
  ['none', []],
  ['more than five hundred', Array.from({ length: 501 }, () => randomUUID())],
  ['what is no id', ['one']],
])('refuses %s', async (_, ids) => {
  expect((await bulk('bulk-acknowledge', ids)).statusCode).toBe(400)
  expect((await bulk('bulk-delete', ids)).statusCode).toBe(400)
})

test('an operator deletes nothing, a viewer acknowledges nothing', async () => {
  const id = await addEvent()
  expect((await bulk('bulk-delete', [id], await org.signIn('operator'))).statusCode).toBe(403)
  expect((await bulk('bulk-acknowledge', [id], await org.signIn('viewer', [org.siteId]))).statusCode).toBe(
    403,
  )
  expect(await list({ acknowledged: 'false' })).toMatchObject({ total: 1 })
})
