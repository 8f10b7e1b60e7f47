import type { EventPage } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { EventRoutesScene, minutesAgo } from './event-routes-scene.fixture.js'

let world: TestApp
let here: EventRoutesScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  here = await EventRoutesScene.set(world)
})

describe('scope', () => {
  let otherSite: string
  let third: string
  beforeEach(async () => {
    otherSite = await here.org.addSite()
    third = await here.org.addSite()
    for (const siteId of [here.org.siteId, otherSite, third, here.org.siteId, otherSite, third]) {
      await here.addEvent({ site_id: siteId })
    }
  })

  test('a viewer sees the events of their sites, and totals of these', async () => {
    for (const sites of [
      [here.org.siteId],
      [here.org.siteId, otherSite],
      [here.org.siteId, otherSite, third],
      [],
    ]) {
      const viewer = await here.org.signIn('viewer', sites)
      const page = await here.list(viewer)
      expect([page.total, page.data.length]).toEqual([2 * sites.length, 2 * sites.length])
      expect((await here.list(viewer, { event_category: 'motion' })).total).toBe(2 * sites.length)
      expect((await here.list(viewer, { trigger_source: 'onvif' })).total).toBe(2 * sites.length)
    }
  })

  test('pages over several sites neither repeat nor skip', async () => {
    const viewer = await here.org.signIn('viewer', [here.org.siteId, otherSite])
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: EventPage = await here.list(viewer, { limit: '1', ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(4)
    expect(seen).toHaveLength(4)
  })

  test('another site: 403 in scope terms, 404 in another organisation', async () => {
    const viewer = await here.org.signIn('viewer', [here.org.siteId])
    const hidden = await here.addEvent({ site_id: otherSite })
    const hiddenCamera = await here.addCamera('Elsewhere', otherSite)
    expect(await here.statusOf(viewer, '/api/v1/events', { site_id: otherSite })).toBe(403)
    expect(await here.statusOf(viewer, '/api/v1/events', { camera_id: hiddenCamera })).toBe(403)
    expect(await here.statusOf(viewer, '/api/v1/events', { camera_ids: [here.cameraId, hiddenCamera] })).toBe(
      403,
    )
    expect(await here.statusOf(viewer, `/api/v1/events/${hidden}`)).toBe(403)
    expect(
      await here.statusOf(viewer, '/api/v1/events', { site_id: here.org.siteId, camera_id: here.cameraId }),
    ).toBe(200)

    const stranger = await (await world.createOrg()).signIn('owner')
    expect(await here.statusOf(stranger, '/api/v1/events', { site_id: otherSite })).toBe(404)
    expect(await here.statusOf(stranger, '/api/v1/events', { camera_id: hiddenCamera })).toBe(404)
    expect(await here.statusOf(stranger, '/api/v1/events', { camera_ids: hiddenCamera })).toBe(404)
    expect(await here.statusOf(stranger, `/api/v1/events/${hidden}`)).toBe(404)
    expect((await here.list(stranger)).total).toBe(0)
    expect(await here.statusOf(null, '/api/v1/events')).toBe(401)
    expect(await here.statusOf(null, `/api/v1/events/${hidden}`)).toBe(401)
  })

  test("a camera that moved away shows the events of its time at the viewer's site", async () => {
    const viewer = await here.org.signIn('viewer', [here.org.siteId])
    await world.test.query(`update cameras set site_id = $1 where id = $2`, [third, here.cameraId])
    expect((await here.list(viewer, { camera_id: here.cameraId })).total).toBe(2)
    const other = await here.addCamera('Beside it')
    expect((await here.list(viewer, { camera_ids: [here.cameraId, other] })).total).toBe(2)
  })

  test('several cameras are read in one order, page by page', async () => {
    const other = await here.addCamera('Beside it')
    for (let n = 0; n < 3; n += 1)
      await here.addEvent({ camera_id: other, triggered_at: minutesAgo(2 * n + 1) })
    const query = { camera_ids: [other, here.cameraId], limit: '2' }
    const seen: EventPage['data'] = []
    let cursor: string | null = null
    do {
      const page: EventPage = await here.list(here.owner, { ...query, ...(cursor && { cursor }) })
      seen.push(...page.data)
      cursor = page.next_cursor
    } while (cursor !== null)
    const times = seen.map(({ triggered_at: at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(seen.map(({ id }) => id)).size).toBe((await here.list(here.owner, query)).total)
  })
})

describe('get', () => {
  test('everything, with links and neighbours in scope', async () => {
    const otherSite = await here.org.addSite()
    const oldest = await here.addEvent({ triggered_at: minutesAgo(4) })
    await here.addEvent({ triggered_at: minutesAgo(3), site_id: otherSite })
    const id = await here.addEvent({
      triggered_at: minutesAgo(2),
      clip_status: 'ready',
      raw_data: { a: [1] },
    })
    const newest = await here.addEvent({ triggered_at: minutesAgo(1) })
    const [clip, snapshot] = [await here.addMedia(id, 'clip'), await here.addMedia(id, 'snapshot')]
    const viewer = await here.org.signIn('viewer', [here.org.siteId])
    expect(await here.get(viewer, id)).toMatchObject({
      id,
      raw_data: { a: [1] },
      clip_status: 'ready',
      clip_bytes: 1234,
      clip_sha256: 'a'.repeat(64),
      clip_url: expect.stringContaining(`https://video.example.com/media/${here.org.orgId}/${clip}?`),
      snapshot_url: expect.stringContaining(`/${snapshot}?`),
      prev_event_id: oldest,
      next_event_id: newest,
    })
    expect((await here.get(viewer, oldest)).prev_event_id).toBeNull()
    expect((await here.get(viewer, newest)).next_event_id).toBeNull()
    expect((await here.get(here.owner, id)).prev_event_id).not.toBe(oldest)
    expect((await here.get(viewer, oldest)).clip_url).toBeNull()
  })

  test('names the event by which it goes on, if that is of its camera and within the scope', async () => {
    const first = await here.addEvent({ triggered_at: minutesAgo(9) })
    const goesOn = { raw_data: { continues: first } }
    const otherSite = await here.org.addSite()
    const otherCamera = await here.addCamera('Yard')
    await here.addEvent({ ...goesOn, triggered_at: minutesAgo(8), camera_id: otherCamera })
    const elsewhere = await here.addEvent({ ...goesOn, triggered_at: minutesAgo(7), site_id: otherSite })
    const viewer = await here.org.signIn('viewer', [here.org.siteId])
    expect((await here.get(viewer, first)).continued_by).toBeNull()
    expect((await here.get(here.owner, first)).continued_by).toBe(elsewhere)
    const second = await here.addEvent({ ...goesOn, triggered_at: minutesAgo(6) })
    expect((await here.get(viewer, first)).continued_by).toBe(second)
    expect((await here.get(viewer, second)).continued_by).toBeNull()
    const third = await here.addEvent({ raw_data: { continues: second.toUpperCase() } })
    expect((await here.get(viewer, second)).continued_by).toBe(third)
  })

  test('names no event of another organisation, whatever that says', async () => {
    const first = await here.addEvent()
    const other = await seedOrg(world.test)
    await world.test.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, raw_data)
       values ($1, $2, $3, $4, 'motion', 'onvif', now(), $5)`,
      [other.orgId, uuidv7(), other.cameraId, other.siteId, JSON.stringify({ continues: first })],
    )
    expect((await here.get(here.owner, first)).continued_by).toBeNull()
  })

  test('a deleted camera is said to be deleted; a deleted event is not there', async () => {
    const id = await here.addEvent()
    await world.test.query(`update cameras set deleted_at = now() where id = $1`, [here.cameraId])
    expect((await here.get(here.owner, id)).camera_deleted).toBe(true)
    expect((await here.list(here.owner)).data[0]?.camera_deleted).toBe(true)
    await world.test.query(`update events set deleted_at = now() where id = $1`, [id])
    expect(await here.statusOf(here.owner, `/api/v1/events/${id}`)).toBe(404)
  })
})

describe('change', () => {
  const patch = (who: SignedIn, id: string, payload: object) =>
    world.call(who, { method: 'PATCH', url: `/api/v1/events/${id}`, payload })

  test('an operator acknowledges, stars and notes; the first acknowledgement counts', async () => {
    const id = await here.addEvent()
    const [first, second] = [await here.org.signIn('operator'), await here.org.signIn('operator')]
    const done = await patch(first, id, { acknowledged: true, starred: true, notes: 'seen' })
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json()).toMatchObject({
      acknowledged: true,
      acknowledged_by: first.caller.userId,
      acknowledged_at: expect.any(String),
      starred: true,
      notes: 'seen',
    })
    expect((await patch(second, id, { acknowledged: true })).json().acknowledged_by).toBe(first.caller.userId)
    expect((await patch(second, id, { acknowledged: false, notes: null })).json()).toMatchObject({
      acknowledged: false,
      acknowledged_by: null,
      acknowledged_at: null,
      starred: true,
      notes: null,
    })
  })

  test.each([
    {},
    { nonsense: 1 },
    { starred: true, nonsense: 1 },
    { notes: 'x'.repeat(2001) },
    { starred: 1 },
    { acknowledged: null },
    { acknowledged_by: uuidv7() },
    [],
  ])('%j is refused', async (body) => {
    expect((await patch(here.owner, await here.addEvent(), body)).statusCode).toBe(400)
  })

  test('a change without a body is refused', async () => {
    const url = `/api/v1/events/${await here.addEvent()}`
    expect((await world.call(here.owner, { method: 'PATCH', url })).statusCode).toBe(400)
  })

  test('2000 characters of notes are kept as they are; each change stands in the audit', async () => {
    const id = await here.addEvent()
    const notes = 'ü'.repeat(2000)
    expect((await patch(here.owner, id, { notes })).json().notes).toBe(notes)
    expect((await here.get(here.owner, id)).notes).toBe(notes)
    await patch(here.owner, id, { notes: null, starred: true })
    expect(
      await world.test.query('select action, data from audit_log where target_id = $1 order by at, id', [id]),
    ).toEqual([
      { action: 'event.updated', data: { fields: ['notes'] } },
      { action: 'event.updated', data: { fields: ['starred', 'notes'] } },
    ])
  })

  test('a viewer may not, and another organisation finds nothing', async () => {
    const id = await here.addEvent()
    const viewer = await here.org.signIn('viewer', [here.org.siteId])
    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await patch(viewer, id, { starred: true })).statusCode).toBe(403)
    expect((await patch(stranger, id, { starred: true })).statusCode).toBe(404)
  })

  test('an admin deletes: gone from lists and totals, and only once', async () => {
    const id = await here.addEvent()
    await here.addEvent()
    const remove = (who: SignedIn) => world.call(who, { method: 'DELETE', url: `/api/v1/events/${id}` })
    expect((await remove(await here.org.signIn('operator'))).statusCode).toBe(403)
    const admin = await here.org.signIn('admin')
    const both = await Promise.all([remove(admin), remove(admin)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 404]))
    expect((await here.list(here.owner)).total).toBe(1)
    expect((await here.list(here.owner, { trigger_source: 'onvif' })).total).toBe(1)
    expect(await here.statusOf(here.owner, `/api/v1/events/${id}`)).toBe(404)
    expect(
      await world.test.query(`select action, actor_kind from audit_log where target_id = $1`, [id]),
    ).toEqual([{ action: 'event.deleted', actor_kind: 'user' }])
  })
})
