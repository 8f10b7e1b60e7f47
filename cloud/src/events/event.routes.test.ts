import { Event, EventPage } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '../testing/test-app.js'
import type { SignedIn } from '../testing/test-user.js'

let world: TestApp
let org: TestOrg
let owner: SignedIn
let cameraId: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  owner = await org.signIn('owner')
  cameraId = await addCamera('Front door')
})

async function addCamera(name: string, siteId = org.siteId): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, $4, 'rtsp')`,
    [org.orgId, id, siteId, name],
  )
  return id
}

/** Inserts an event and counts it, as the intake does. */
async function addEvent(rest: Record<string, unknown> = {}): Promise<string> {
  const row = {
    org_id: org.orgId,
    id: uuidv7(),
    camera_id: cameraId,
    site_id: org.siteId,
    event_category: 'motion',
    trigger_source: 'onvif',
    triggered_at: new Date(),
    ...rest,
  }
  const columns = Object.keys(row)
  await world.test.query(
    `insert into events (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  )
  if (!('deleted_at' in rest)) {
    await world.test.query(
      `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, $3, 1)
       on conflict (org_id, site_id, event_category) do update set count = event_counts.count + 1`,
      [row.org_id, row.site_id, row.event_category],
    )
  }
  return row.id
}

async function addMedia(eventId: string, kind: 'clip' | 'snapshot'): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
     values ($1, $2, $3, $4, $5, $6, 'ready', $7, 'x/y', 1234, $8)`,
    [org.orgId, id, eventId, cameraId, org.siteId, kind, id, 'a'.repeat(64)],
  )
  if (kind === 'snapshot') {
    await world.test.query(`update events set snapshot_id = $1 where id = $2`, [id, eventId])
  }
  return id
}

async function list(who: SignedIn, query: Record<string, string> = {}) {
  const response = await world.call(who, { url: '/api/v1/events', query })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return EventPage.strict().parse(response.json())
}

async function get(who: SignedIn, id: string) {
  const response = await world.call(who, { url: `/api/v1/events/${id}` })
  expect(response.statusCode, response.body).toBe(200)
  return Event.strict().parse(response.json())
}

const statusOf = async (who: SignedIn | null, url: string, query: Record<string, string> = {}) =>
  (await world.call(who, { url, query })).statusCode

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('list', () => {
  test('an empty one', async () => {
    expect(await list(owner)).toEqual({ data: [], next_cursor: null, total: 0 })
  })

  test('an item has everything, in the form of the protocol', async () => {
    const id = await addEvent({
      trigger_topic: 'line\nbreak "quoted" \\ ü €',
      triggered_at: new Date('2026-03-14T09:30:00.120Z'),
      duration_sec: 35,
      tags: ['a', 'b,c'],
      summary: 'two people',
      notes: 'x',
      starred: true,
      acknowledged: true,
      acknowledged_by_kind: 'user',
      acknowledged_by: owner.caller.userId,
      acknowledged_at: new Date('2026-03-14T09:31:00.000Z'),
    })
    const snapshot = await addMedia(id, 'snapshot')
    expect((await list(owner)).data).toEqual([
      {
        id,
        camera_id: cameraId,
        camera_name: 'Front door',
        camera_deleted: false,
        event_category: 'motion',
        trigger_topic: 'line\nbreak "quoted" \\ ü €',
        trigger_source: 'onvif',
        triggered_at: '2026-03-14T09:30:00.120Z',
        duration_sec: 35,
        summary: 'two people',
        tags: ['a', 'b,c'],
        ai_status: 'pending',
        acknowledged: true,
        acknowledged_by: owner.caller.userId,
        acknowledged_at: '2026-03-14T09:31:00.000Z',
        starred: true,
        notes: 'x',
        recording_source: 'gateway',
        snapshot_url: expect.stringMatching(
          new RegExp(
            `^https://video\\.example\\.com/media/${org.orgId}/${snapshot}\\?exp=\\d+&sig=[\\w-]{43}$`,
          ),
        ),
      },
    ])
  })

  test('pages neither repeat nor skip while events arrive, of the same millisecond too', async () => {
    const at = new Date()
    const ids = await Promise.all(
      Array.from({ length: 25 }, (_, n) => addEvent({ triggered_at: n < 12 ? at : minutesAgo(n) })),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: EventPage = await list(owner, { limit: '4', ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      expect(page.total).toBe(25)
      cursor = page.next_cursor
      await addEvent({ triggered_at: new Date(Date.now() + 60_000) })
    } while (cursor !== null)
    expect(seen).toHaveLength(25)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('the last page of exactly its size says that it is the last', async () => {
    for (let n = 0; n < 4; n += 1) await addEvent()
    const first = await list(owner, { limit: '2' })
    const second = await list(owner, { limit: '2', cursor: first.next_cursor ?? '' })
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 2, null])
  })

  test('each filter, and the exact total of each', async () => {
    const otherCamera = await addCamera('Yard')
    const otherSite = await org.addSite()
    const a = await addEvent({ starred: true, trigger_topic: 'tns1:Motion', triggered_at: minutesAgo(1) })
    const b = await addEvent({ event_category: 'audio', ai_status: 'completed', triggered_at: minutesAgo(2) })
    const c = await addEvent({
      camera_id: otherCamera,
      trigger_source: 'manual',
      triggered_at: minutesAgo(3),
    })
    const d = await addEvent({ site_id: otherSite, triggered_at: new Date('2026-03-14T23:30:00.000Z') })
    await addEvent({ deleted_at: new Date() })
    const expected: [Record<string, string>, string[]][] = [
      [{}, [a, b, c, d]],
      [{ starred: 'true' }, [a]],
      [{ starred: 'false' }, [a, b, c, d]],
      [{ trigger_topic_like: 'tns_:M%' }, [a]],
      [{ event_category: 'audio' }, [b]],
      [{ ai_status: 'completed' }, [b]],
      [{ camera_id: otherCamera }, [c]],
      [{ trigger_source: 'manual' }, [c]],
      [{ trigger_source: 'scheduled' }, []],
      [{ site_id: otherSite }, [d]],
      [{ site_id: org.siteId, event_category: 'motion' }, [a, c]],
      [{ site_id: org.siteId, starred: 'true', camera_id: cameraId }, [a]],
      [{ date_from: '2026-03-14', date_to: '2026-03-14' }, [d]],
      [{ date_to: '2026-03-13' }, []],
      [{ date_from: '2026-03-14T23:30:00Z', date_to: '2026-03-15T00:30:00+01:00' }, [d]],
      [{ date_from: '2026-03-14T23:30:00.001Z' }, [a, b, c]],
    ]
    for (const [query, ids] of expected) {
      const page = await list(owner, query)
      expect([query, page.data.map(({ id }) => id), page.total]).toEqual([query, ids, ids.length])
    }
  })

  test("days begin and end in the organisation's time zone", async () => {
    await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [
      org.orgId,
    ])
    const id = await addEvent({ triggered_at: new Date('2026-03-14T11:00:00.000Z') })
    expect((await list(owner, { date_from: '2026-03-15', date_to: '2026-03-15' })).data[0]?.id).toBe(id)
    expect((await list(owner, { date_to: '2026-03-14' })).total).toBe(0)
  })

  test('a cursor that was tampered with, or belongs to another filter or organisation, is refused', async () => {
    for (let n = 0; n < 3; n += 1) await addEvent()
    const { next_cursor: cursor } = await list(owner, { limit: '1' })
    if (cursor === null) throw new Error('there is another page')
    const stranger = await (await world.createOrg()).signIn('owner')
    expect(await statusOf(owner, '/api/v1/events', { cursor: `A${cursor.slice(1)}` })).toBe(400)
    expect(await statusOf(owner, '/api/v1/events', { cursor, starred: 'true' })).toBe(400)
    expect(await statusOf(owner, '/api/v1/events', { cursor: 'x' })).toBe(400)
    expect(await statusOf(stranger, '/api/v1/events', { cursor })).toBe(400)
    expect(await statusOf(owner, '/api/v1/events', { cursor })).toBe(200)
  })

  test.each([
    { limit: '0' },
    { limit: '101' },
    { camera_id: 'x' },
    { event_category: 'nonsense' },
    { trigger_topic_like: 'a\\' },
    { date_from: '2026-02-30' },
    { starred: 'yes' },
    // Shown, but never a filter.
    { trigger_source: 'ai' },
  ])('%j is refused', async (query) => {
    expect(await statusOf(owner, '/api/v1/events', query)).toBe(400)
  })

  test('patterns are those of SQL LIKE, with escapes, and tell capitals', async () => {
    const ids = new Map<string, string>()
    for (const topic of ['a%b', 'a_b', 'aXb', 'a\\b', 'AXB', '']) {
      ids.set(topic, await addEvent({ trigger_topic: topic }))
    }
    for (const [pattern, topics] of [
      ['a_b', ['a%b', 'a_b', 'aXb', 'a\\b']],
      ['a\\_b', ['a_b']],
      ['a\\%b', ['a%b']],
      ['a\\\\b', ['a\\b']],
      ['%X%', ['aXb', 'AXB']],
      ['', ['']],
      ['a', []],
    ] as [string, string[]][]) {
      const page = await list(owner, { trigger_topic_like: pattern })
      const found = page.data.map(({ trigger_topic: topic }) => topic).toSorted()
      expect([pattern, found, page.total]).toEqual([pattern, topics.toSorted(), topics.length])
    }
  })

  test('a day begins where the clocks skip midnight', async () => {
    await world.test.query(`update organisations set timezone = 'America/Santiago' where id = $1`, [
      org.orgId,
    ])
    const before = await addEvent({ triggered_at: new Date('2026-09-06T03:59:59.999Z') })
    const first = await addEvent({ triggered_at: new Date('2026-09-06T04:00:00.000Z') })
    const ids = async (day: string) =>
      (await list(owner, { date_from: day, date_to: day })).data.map(({ id }) => id)
    expect([await ids('2026-09-05'), await ids('2026-09-06')]).toEqual([[before], [first]])
  })

  test('a cursor stays good while events come and go, and carries its total', async () => {
    const ids = []
    for (let n = 0; n < 6; n += 1) ids.push(await addEvent({ triggered_at: minutesAgo(n) }))
    const first = await list(owner, { limit: '2' })
    await world.call(owner, { method: 'DELETE', url: `/api/v1/events/${ids[1]}` })
    await addEvent()
    const second = await list(owner, { limit: '2', cursor: first.next_cursor ?? '' })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect([first.total, second.total, (await list(owner)).total]).toEqual([6, 6, 6])
  })

  test('who asks while others ask the same reads what was written before', async () => {
    const asks = Array.from({ length: 20 }, () => list(owner))
    const id = await addEvent()
    expect((await list(owner)).data[0]?.id).toBe(id)
    expect((await Promise.all(asks)).every(({ total, data }) => total === data.length)).toBe(true)
  })
})

describe('scope', () => {
  let otherSite: string
  let third: string
  beforeEach(async () => {
    otherSite = await org.addSite()
    third = await org.addSite()
    for (const siteId of [org.siteId, otherSite, third, org.siteId, otherSite, third]) {
      await addEvent({ site_id: siteId })
    }
  })

  test('a viewer sees the events of their sites, and totals of these', async () => {
    for (const sites of [[org.siteId], [org.siteId, otherSite], [org.siteId, otherSite, third], []]) {
      const viewer = await org.signIn('viewer', sites)
      const page = await list(viewer)
      expect([page.total, page.data.length]).toEqual([2 * sites.length, 2 * sites.length])
      expect((await list(viewer, { event_category: 'motion' })).total).toBe(2 * sites.length)
      expect((await list(viewer, { trigger_source: 'onvif' })).total).toBe(2 * sites.length)
    }
  })

  test('pages over several sites neither repeat nor skip', async () => {
    const viewer = await org.signIn('viewer', [org.siteId, otherSite])
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: EventPage = await list(viewer, { limit: '1', ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(4)
    expect(seen).toHaveLength(4)
  })

  test('another site: 403 in scope terms, 404 in another organisation', async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    const hidden = await addEvent({ site_id: otherSite })
    const hiddenCamera = await addCamera('Elsewhere', otherSite)
    expect(await statusOf(viewer, '/api/v1/events', { site_id: otherSite })).toBe(403)
    expect(await statusOf(viewer, '/api/v1/events', { camera_id: hiddenCamera })).toBe(403)
    expect(await statusOf(viewer, `/api/v1/events/${hidden}`)).toBe(403)
    expect(await statusOf(viewer, '/api/v1/events', { site_id: org.siteId, camera_id: cameraId })).toBe(200)

    const stranger = await (await world.createOrg()).signIn('owner')
    expect(await statusOf(stranger, '/api/v1/events', { site_id: otherSite })).toBe(404)
    expect(await statusOf(stranger, '/api/v1/events', { camera_id: hiddenCamera })).toBe(404)
    expect(await statusOf(stranger, `/api/v1/events/${hidden}`)).toBe(404)
    expect((await list(stranger)).total).toBe(0)
    expect(await statusOf(null, '/api/v1/events')).toBe(401)
    expect(await statusOf(null, `/api/v1/events/${hidden}`)).toBe(401)
  })

  test("a camera that moved away shows the events of its time at the viewer's site", async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    await world.test.query(`update cameras set site_id = $1 where id = $2`, [third, cameraId])
    expect((await list(viewer, { camera_id: cameraId })).total).toBe(2)
  })
})

describe('get', () => {
  test('everything, with links and neighbours in scope', async () => {
    const otherSite = await org.addSite()
    const oldest = await addEvent({ triggered_at: minutesAgo(4) })
    await addEvent({ triggered_at: minutesAgo(3), site_id: otherSite })
    const id = await addEvent({ triggered_at: minutesAgo(2), clip_status: 'ready', raw_data: { a: [1] } })
    const newest = await addEvent({ triggered_at: minutesAgo(1) })
    const [clip, snapshot] = [await addMedia(id, 'clip'), await addMedia(id, 'snapshot')]
    const viewer = await org.signIn('viewer', [org.siteId])
    expect(await get(viewer, id)).toMatchObject({
      id,
      raw_data: { a: [1] },
      clip_status: 'ready',
      clip_bytes: 1234,
      clip_sha256: 'a'.repeat(64),
      clip_url: expect.stringContaining(`https://video.example.com/media/${org.orgId}/${clip}?`),
      snapshot_url: expect.stringContaining(`/${snapshot}?`),
      prev_event_id: oldest,
      next_event_id: newest,
    })
    expect((await get(viewer, oldest)).prev_event_id).toBeNull()
    expect((await get(viewer, newest)).next_event_id).toBeNull()
    expect((await get(owner, id)).prev_event_id).not.toBe(oldest)
    expect((await get(viewer, oldest)).clip_url).toBeNull()
  })

  test('a deleted camera is said to be deleted; a deleted event is not there', async () => {
    const id = await addEvent()
    await world.test.query(`update cameras set deleted_at = now() where id = $1`, [cameraId])
    expect((await get(owner, id)).camera_deleted).toBe(true)
    expect((await list(owner)).data[0]?.camera_deleted).toBe(true)
    await world.test.query(`update events set deleted_at = now() where id = $1`, [id])
    expect(await statusOf(owner, `/api/v1/events/${id}`)).toBe(404)
  })
})

describe('change', () => {
  const patch = (who: SignedIn, id: string, payload: object) =>
    world.call(who, { method: 'PATCH', url: `/api/v1/events/${id}`, payload })

  test('an operator acknowledges, stars and notes; the first acknowledgement counts', async () => {
    const id = await addEvent()
    const [first, second] = [await org.signIn('operator'), await org.signIn('operator')]
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
    expect((await patch(owner, await addEvent(), body)).statusCode).toBe(400)
  })

  test('a change without a body is refused', async () => {
    const url = `/api/v1/events/${await addEvent()}`
    expect((await world.call(owner, { method: 'PATCH', url })).statusCode).toBe(400)
  })

  test('2000 characters of notes are kept as they are; each change stands in the audit', async () => {
    const id = await addEvent()
    const notes = 'ü'.repeat(2000)
    expect((await patch(owner, id, { notes })).json().notes).toBe(notes)
    expect((await get(owner, id)).notes).toBe(notes)
    await patch(owner, id, { notes: null, starred: true })
    expect(
      await world.test.query('select action, data from audit_log where target_id = $1 order by at, id', [id]),
    ).toEqual([
      { action: 'event.updated', data: { fields: ['notes'] } },
      { action: 'event.updated', data: { fields: ['starred', 'notes'] } },
    ])
  })

  test('a viewer may not, and another organisation finds nothing', async () => {
    const id = await addEvent()
    const viewer = await org.signIn('viewer', [org.siteId])
    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await patch(viewer, id, { starred: true })).statusCode).toBe(403)
    expect((await patch(stranger, id, { starred: true })).statusCode).toBe(404)
  })

  test('an admin deletes: gone from lists and totals, and only once', async () => {
    const id = await addEvent()
    await addEvent()
    const remove = (who: SignedIn) => world.call(who, { method: 'DELETE', url: `/api/v1/events/${id}` })
    expect((await remove(await org.signIn('operator'))).statusCode).toBe(403)
    const admin = await org.signIn('admin')
    const both = await Promise.all([remove(admin), remove(admin)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 404]))
    expect((await list(owner)).total).toBe(1)
    expect((await list(owner, { trigger_source: 'onvif' })).total).toBe(1)
    expect(await statusOf(owner, `/api/v1/events/${id}`)).toBe(404)
    expect(
      await world.test.query(`select action, actor_kind from audit_log where target_id = $1`, [id]),
    ).toEqual([{ action: 'event.deleted', actor_kind: 'user' }])
  })
})
