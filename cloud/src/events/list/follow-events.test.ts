import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { countStatements } from '#testing/count-statements.js'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createTestDatabase } from '#testing/test-database.js'
import type { SignedIn } from '#testing/test-user.js'

const database = await createTestDatabase()
const statements = countStatements(database.database)
const world: TestApp = await createTestApp({
  config: { allowedPrivateCidrs: ['127.0.0.0/8'] },
  test: { ...database, database: statements.database },
})
afterAll(() => world.close())
let scene: Scene
beforeEach(async () => {
  scene = await setScene(world)
})

interface Answer {
  data: { id: string }[]
  removed: string[]
  next_cursor: string | null
  next_updated_since: string | null
  total: number
}

type Query = Record<string, string>

async function read(who: Pick<SignedIn, 'token'>, query: Query, list = 'events'): Promise<Answer> {
  const answer = await world.call(who, { url: `/api/v1/${list}`, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const statusOf = async (who: Pick<SignedIn, 'token'>, query: Query, list = 'events') =>
  (await world.call(who, { url: `/api/v1/${list}`, query })).statusCode

/** The token of a list from its begin. */
async function started(who: Pick<SignedIn, 'token'>, query: Query = {}, list = 'events'): Promise<string> {
  const { next_updated_since: token } = await read(who, { ...query, updated_since: 'start' }, list)
  return token ?? ''
}

/** What changed since, over all pages. */
async function follow(who: Pick<SignedIn, 'token'>, token: string, query: Query = {}, list = 'events') {
  const [data, removed]: [string[], string[]] = [[], []]
  let next = ''
  let cursor: string | null = null
  let pages = 0
  do {
    const more: Query = cursor === null ? {} : { cursor }
    const page: Answer = await read(who, { ...query, ...more, updated_since: token }, list)
    data.push(...page.data.map(({ id }) => id))
    removed.push(...page.removed)
    next ||= page.next_updated_since ?? ''
    cursor = page.next_cursor
    pages += 1
  } while (cursor !== null)
  return { data: data.toSorted(), removed: removed.toSorted(), next, pages }
}

/** More events of the camera, at a site. */
async function addEvents(count: number, siteId = scene.siteId): Promise<string[]> {
  const rows = await world.test.query<{ id: string }>(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     select org_id, gen_random_uuid(), camera_id, $3, event_category, trigger_source, now() - n * interval '1 s'
     from events, generate_series(1, $2) n where id = $1 returning id`,
    [scene.eventId, count, siteId],
  )
  return rows.map(({ id }) => id).toSorted()
}

async function addAlert(eventId: string): Promise<string> {
  const [made] = await world.test.query<{ id: string }>(
    `insert into alerts select (jsonb_populate_record(alerts, jsonb_build_object('id', gen_random_uuid(), 'event_id', $2::uuid,
       'fired_at', clock_timestamp()))).* from alerts where id = $1 returning id`,
    [scene.alertId, eventId],
  )
  return made?.id ?? ''
}

const touch = (ids: readonly string[]) =>
  world.test.query('update events set starred = not starred where id = any($1)', [ids])

const setSites = async (viewer: SignedIn, siteIds: string[]) => {
  const answer = await world.call(await scene.org.signIn('owner'), {
    method: 'PUT',
    url: `/api/v1/users/${viewer.caller.userId}/site-access`,
    payload: { site_ids: siteIds },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('begins with the list, answers what changed since, and deletions as ids', async () => {
  const owner = await scene.org.makeKey('owner')
  const [kept = '', deleted = ''] = await addEvents(2)
  const begin = await read(owner, { updated_since: 'start', limit: '1' })
  expect([begin.data.length, begin.removed, begin.next_cursor === null]).toEqual([1, [], false])
  const second = await read(owner, { updated_since: 'start', limit: '1', cursor: begin.next_cursor ?? '' })
  expect([second.data.length, second.next_updated_since]).toEqual([1, null])
  const token = begin.next_updated_since ?? ''
  expect(await follow(owner, token)).toMatchObject({ data: [], removed: [] })
  await touch([kept])
  await world.test.query('update events set deleted_at = now() where id = $1', [deleted])
  const made = await addEvents(1)
  const changed = await follow(owner, token)
  expect(changed).toMatchObject({ data: [kept, ...made].toSorted(), removed: [deleted] })
  expect(await follow(owner, changed.next)).toMatchObject({ data: [], removed: [] })
})

test('an answer without updated_since is as it was', async () => {
  const answer = await world.call(await scene.org.signIn('owner'), { url: '/api/v1/events' })
  expect(Object.keys(answer.json<object>())).toEqual(['data', 'next_cursor', 'total'])
})

test('a transaction that began before the token and commits after others is not missed', async () => {
  const owner = await scene.org.signIn('owner')
  const [one = '', two = ''] = await addEvents(2)
  const late = new pg.Client({ connectionString: world.test.address.url })
  await late.connect()
  try {
    await late.query('begin')
    await late.query('update events set starred = true where id = $1', [one])
    const token = await started(owner)
    await touch([two])
    const first = await follow(owner, token)
    expect(first.data).toEqual([two])
    await late.query('commit')
    const then = await follow(owner, first.next)
    expect(then.data).toEqual([one])
    expect((await follow(owner, then.next)).data).toEqual([])
  } finally {
    await late.end()
  }
})

test('goes page by page through many changes, each in one of them', async () => {
  const owner = await scene.org.signIn('owner')
  const token = await started(owner)
  const ids = await addEvents(23)
  const { data, pages } = await follow(owner, token, { limit: '5' })
  expect([data, pages]).toEqual([ids, 5])
})

test('what matches a filter no longer is an id', async () => {
  const owner = await scene.org.signIn('owner')
  const [one = '', two = ''] = await addEvents(2)
  await touch([one])
  const token = await started(owner, { starred: 'true' })
  await touch([one, two])
  expect(await follow(owner, token, { starred: 'true' })).toMatchObject({ data: [two], removed: [one] })
})

test('whoever loses a site is told the ids that they knew, page by page, and none of later', async () => {
  const { siteId, emptySiteId, eventId } = scene
  const viewer = await scene.org.signIn('viewer', [siteId, emptySiteId])
  const there = await addEvents(3, emptySiteId)
  const known = [eventId, ...(await addEvents(7))].toSorted()
  const [gone = '', ...left] = known.filter((id) => id !== eventId)
  const token = await started(viewer)
  await setSites(viewer, [emptySiteId])
  await addEvents(4)
  await touch([...left, there[0] ?? ''])
  await world.test.query('update events set deleted_at = now() where id = $1', [gone])
  const lost = await follow(viewer, token, { limit: '3' })
  expect(lost).toMatchObject({ data: [there[0]], removed: known })
  expect(await follow(viewer, lost.next)).toMatchObject({ data: [], removed: [] })
  expect(await statusOf(viewer, { updated_since: lost.next, site_id: siteId })).toBe(403)
})

test('somebody who falls from all sites to one loses the others, of events and of alerts', async () => {
  const { emptySiteId, eventId, alertId } = scene
  const operator = await scene.org.signIn('operator', [emptySiteId])
  const [events, alerts] = [await started(operator), await started(operator, {}, 'alerts')]
  const owner = await scene.org.signIn('owner')
  const url = `/api/v1/users/${operator.caller.userId}`
  const demoted = await world.call(owner, { method: 'PATCH', url, payload: { role: 'viewer' } })
  expect(demoted.statusCode, demoted.body).toBe(200)
  expect((await follow(operator, events)).removed).toContain(eventId)
  expect((await follow(operator, alerts, {}, 'alerts')).removed).toContain(alertId)
})

test('more sites, a foreign token, and one of somebody who sees something else begin again', async () => {
  const { siteId, emptySiteId } = scene
  const viewer = await scene.org.signIn('viewer', [emptySiteId])
  const token = await started(viewer)
  expect(await statusOf(await scene.org.signIn('viewer', [siteId]), { updated_since: token })).toBe(410)
  expect(await statusOf(await scene.org.signIn('owner'), { updated_since: token })).toBe(410)
  const abroad = await setScene(world)
  const foreigner = await abroad.org.signIn('owner')
  for (const updated_since of [token, 'x', 'begin']) {
    expect(await statusOf(foreigner, { updated_since })).toBe(400)
    expect(await statusOf(foreigner, { updated_since }, 'alerts')).toBe(400)
  }
  await setSites(viewer, [siteId, emptySiteId])
  expect(await statusOf(viewer, { updated_since: token })).toBe(410)
  expect(await statusOf(viewer, { updated_since: 'start', q: 'door' })).toBe(400)
})

test('what was made and removed since is told as gone, for a list may have shown it meanwhile', async () => {
  const owner = await scene.org.signIn('owner')
  const [events, alerts] = [await started(owner), await started(owner, {}, 'alerts')]
  const [event = ''] = await addEvents(1)
  const alert = await addAlert(event)
  // As a list shows them that is read after its token, or an answer whose last page got lost.
  expect((await follow(owner, events)).data).toEqual([event])
  expect((await follow(owner, alerts, {}, 'alerts')).data).toEqual([alert])
  await world.test.query('delete from alerts where id = $1', [alert])
  await world.test.query('update events set deleted_at = now() where id = $1', [event])
  expect((await follow(owner, events)).removed).toEqual([event])
  expect((await follow(owner, alerts, {}, 'alerts')).removed).toEqual([alert])
})

test('whoever loses a site is told as gone what came there after the token and before the loss', async () => {
  const { siteId, emptySiteId, eventId, alertId } = scene
  const viewer = await scene.org.signIn('viewer', [siteId, emptySiteId])
  const [events, alerts] = [await started(viewer), await started(viewer, {}, 'alerts')]
  const [seen = '', deleted = ''] = await addEvents(2)
  const alert = await addAlert(seen)
  expect((await read(viewer, {})).data.map(({ id }) => id)).toEqual(expect.arrayContaining([seen, deleted]))
  await setSites(viewer, [emptySiteId])
  const [later = ''] = await addEvents(1)
  await addAlert(later)
  await world.test.query('update events set deleted_at = now() where id = any($1)', [[deleted, later]])
  expect((await follow(viewer, events)).removed).toEqual([eventId, seen, deleted].toSorted())
  expect((await follow(viewer, alerts, {}, 'alerts')).removed).toEqual([alertId, alert].toSorted())
})

test('nothing of what nobody sees yet is told', async () => {
  const owner = await scene.org.signIn('owner')
  const token = await started(owner)
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, awaiting_answer, visible)
     select org_id, gen_random_uuid(), camera_id, site_id, event_category, 'manual', now(), true, false
     from events where id = $1`,
    [scene.eventId],
  )
  expect(await follow(owner, token)).toMatchObject({ data: [], removed: [] })
})

test('alerts are followed in the same way', async () => {
  const owner = await scene.org.signIn('owner')
  const token = await started(owner, { status: 'new' }, 'alerts')
  await world.test.query(`update alerts set status = 'resolved' where id = $1`, [scene.alertId])
  expect(await follow(owner, token, { status: 'new' }, 'alerts')).toMatchObject({
    data: [],
    removed: [scene.alertId],
  })
  expect(await follow(owner, token, {}, 'alerts')).toMatchObject({ data: [scene.alertId], removed: [] })
})

test.each(['events', 'cameras', 'alerts'])(
  'that none of %s has changed takes four statements',
  async (list) => {
    const admin = await scene.org.signIn('admin')
    const token = await started(admin, {}, list)
    const ask = () => read(admin, { updated_since: token }, list)
    expect((await ask()).total).toBeGreaterThan(0)
    // The moment, who asks, the changes and the total; and before them who asks once more, whom nobody remembers here.
    expect(await statements.during(ask)).toBe(5)
  },
)
