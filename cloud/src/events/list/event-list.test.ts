import type { EventPage } from '@sightline/protocol'
import { otherLetter } from '@sightline/protocol/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { EventRoutesScene, minutesAgo, type Query } from './event-routes-scene.fixture.js'

let world: TestApp
let here: EventRoutesScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  here = await EventRoutesScene.set(world)
})

describe('list', () => {
  test('an empty one', async () => {
    expect(await here.list(here.owner)).toEqual({ data: [], next_cursor: null, total: 0 })
  })

  test('an item has everything, in the form of the protocol', async () => {
    const id = await here.addEvent({
      trigger_topic: 'line\nbreak "quoted" \\ ü €',
      triggered_at: new Date('2026-03-14T09:30:00.120Z'),
      duration_sec: 35,
      tags: ['a', 'b,c'],
      summary: 'two people',
      notes: 'x',
      starred: true,
      acknowledged: true,
      acknowledged_by_kind: 'user',
      acknowledged_by: here.owner.caller.userId,
      acknowledged_at: new Date('2026-03-14T09:31:00.000Z'),
    })
    const snapshot = await here.addMedia(id, 'snapshot')
    expect((await here.list(here.owner)).data).toEqual([
      {
        id,
        camera_id: here.cameraId,
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
        acknowledged_by: here.owner.caller.userId,
        acknowledged_at: '2026-03-14T09:31:00.000Z',
        starred: true,
        notes: 'x',
        recording_source: 'gateway',
        ai_severity: null,
        snapshot_url: expect.stringMatching(
          new RegExp(
            `^https://video\\.example\\.com/media/${here.org.orgId}/${snapshot}\\?exp=\\d+&sig=[\\w-]{43}$`,
          ),
        ),
      },
    ])
  })

  test('shows the state of clips to who asks for it, and to nobody else', async () => {
    const done = await here.addEvent({
      clip_status: 'ready',
      clip_start_at: new Date('2026-03-14T09:29:50.000Z'),
      clip_end_at: new Date('2026-03-14T09:30:20.500Z'),
      triggered_at: minutesAgo(1),
    })
    const failed = await here.addEvent({
      clip_status: 'failed',
      clip_error: 'disk_full',
      triggered_at: minutesAgo(2),
    })
    for (const query of [
      {},
      { camera_ids: here.cameraId },
      { site_id: here.org.siteId },
      { q: 'none or other' },
    ] as Query[]) {
      const { data } = await here.list(here.owner, query)
      expect(data.flatMap((event) => Object.keys(event)).filter((name) => name.startsWith('clip_'))).toEqual(
        [],
      )
    }
    const { data, total } = await here.list(here.owner, { include: 'clip' })
    expect(total).toBe(2)
    expect(data).toMatchObject([
      {
        id: done,
        clip_status: 'ready',
        clip_error: null,
        clip_start_at: '2026-03-14T09:29:50.000Z',
        clip_end_at: '2026-03-14T09:30:20.500Z',
      },
      { id: failed, clip_status: 'failed', clip_error: 'disk_full', clip_start_at: null, clip_end_at: null },
    ])
    expect(await here.statusOf(here.owner, '/api/v1/events', { include: 'everything' })).toBe(400)
  })

  test('pages neither repeat nor skip while events arrive, of the same millisecond too', async () => {
    const at = new Date()
    const ids = await Promise.all(
      Array.from({ length: 25 }, (_, n) => here.addEvent({ triggered_at: n < 12 ? at : minutesAgo(n) })),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: EventPage = await here.list(here.owner, { limit: '4', ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      expect(page.total).toBe(25)
      cursor = page.next_cursor
      await here.addEvent({ triggered_at: new Date(Date.now() + 60_000) })
    } while (cursor !== null)
    expect(seen).toHaveLength(25)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('the last page of exactly its size says that it is the last', async () => {
    for (let n = 0; n < 4; n += 1) await here.addEvent()
    const first = await here.list(here.owner, { limit: '2' })
    const second = await here.list(here.owner, { limit: '2', cursor: first.next_cursor ?? '' })
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 2, null])
  })

  test('each filter, and the exact total of each', async () => {
    const otherCamera = await here.addCamera('Yard')
    const otherSite = await here.org.addSite()
    const thirdCamera = await here.addCamera('Gate')
    const a = await here.addEvent({
      starred: true,
      trigger_topic: 'tns1:Motion',
      tags: ['van', "o'clock"],
      triggered_at: minutesAgo(1),
    })
    const b = await here.addEvent({
      event_category: 'audio',
      ai_status: 'completed',
      triggered_at: minutesAgo(2),
    })
    const c = await here.addEvent({
      camera_id: otherCamera,
      trigger_source: 'manual',
      acknowledged: true,
      triggered_at: minutesAgo(3),
    })
    const d = await here.addEvent({ site_id: otherSite, triggered_at: new Date('2026-03-14T23:30:00.000Z') })
    await here.addEvent({ deleted_at: new Date() })
    const expected: [Query, string[]][] = [
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
      [{ site_id: here.org.siteId, event_category: 'motion' }, [a, c]],
      [{ site_id: here.org.siteId, starred: 'true', camera_id: here.cameraId }, [a]],
      [{ date_from: '2026-03-14', date_to: '2026-03-14' }, [d]],
      [{ date_to: '2026-03-13' }, []],
      [{ date_from: '2026-03-14T23:30:00Z', date_to: '2026-03-15T00:30:00+01:00' }, [d]],
      [{ date_from: '2026-03-14T23:30:00.001Z' }, [a, b, c]],
      [{ camera_ids: otherCamera }, [c]],
      [{ camera_ids: [thirdCamera, otherCamera, here.cameraId] }, [a, b, c, d]],
      [
        { camera_ids: [otherCamera, here.cameraId], event_category: 'motion', site_id: here.org.siteId },
        [a, c],
      ],
      [{ camera_ids: [otherCamera, here.cameraId], camera_id: otherCamera }, [c]],
      [{ event_categories: 'audio' }, [b]],
      [{ event_categories: ['audio', 'motion', 'audio'], trigger_source: 'manual' }, [c]],
      [{ acknowledged: 'true' }, [c]],
      [{ acknowledged: 'false' }, [a, b, d]],
      [{ tag: "o'clock" }, [a]],
      [{ tag: 'va%' }, []],
    ]
    for (const [query, ids] of expected) {
      const page = await here.list(here.owner, query)
      expect([query, page.data.map(({ id }) => id), page.total]).toEqual([query, ids, ids.length])
    }
  })

  test("days begin and end in the organisation's time zone", async () => {
    await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [
      here.org.orgId,
    ])
    const id = await here.addEvent({ triggered_at: new Date('2026-03-14T11:00:00.000Z') })
    expect(
      (await here.list(here.owner, { date_from: '2026-03-15', date_to: '2026-03-15' })).data[0]?.id,
    ).toBe(id)
    expect((await here.list(here.owner, { date_to: '2026-03-14' })).total).toBe(0)
  })

  test('a cursor that was tampered with, or belongs to another filter or organisation, is refused', async () => {
    for (let n = 0; n < 3; n += 1) await here.addEvent()
    const { next_cursor: cursor } = await here.list(here.owner, { limit: '1' })
    if (cursor === null) throw new Error('there is another page')
    const stranger = await (await world.createOrg()).signIn('owner')
    expect(await here.statusOf(here.owner, '/api/v1/events', { cursor: otherLetter(cursor) })).toBe(400)
    expect(await here.statusOf(here.owner, '/api/v1/events', { cursor, starred: 'true' })).toBe(400)
    expect(await here.statusOf(here.owner, '/api/v1/events', { cursor: 'x' })).toBe(400)
    expect(await here.statusOf(stranger, '/api/v1/events', { cursor })).toBe(400)
    expect(await here.statusOf(here.owner, '/api/v1/events', { cursor })).toBe(200)
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
    expect(await here.statusOf(here.owner, '/api/v1/events', query)).toBe(400)
  })

  test('patterns are those of SQL LIKE, with escapes, and tell capitals', async () => {
    const ids = new Map<string, string>()
    for (const topic of ['a%b', 'a_b', 'aXb', 'a\\b', 'AXB', '']) {
      ids.set(topic, await here.addEvent({ trigger_topic: topic }))
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
      const page = await here.list(here.owner, { trigger_topic_like: pattern })
      const found = page.data.map(({ trigger_topic: topic }) => topic).toSorted()
      expect([pattern, found, page.total]).toEqual([pattern, topics.toSorted(), topics.length])
    }
  })

  test('a day begins where the clocks skip midnight', async () => {
    await world.test.query(`update organisations set timezone = 'America/Santiago' where id = $1`, [
      here.org.orgId,
    ])
    const before = await here.addEvent({ triggered_at: new Date('2026-09-06T03:59:59.999Z') })
    const first = await here.addEvent({ triggered_at: new Date('2026-09-06T04:00:00.000Z') })
    const ids = async (day: string) =>
      (await here.list(here.owner, { date_from: day, date_to: day })).data.map(({ id }) => id)
    expect([await ids('2026-09-05'), await ids('2026-09-06')]).toEqual([[before], [first]])
  })

  test('a cursor stays good while events come and go, and carries its total', async () => {
    const ids = []
    for (let n = 0; n < 6; n += 1) ids.push(await here.addEvent({ triggered_at: minutesAgo(n) }))
    const first = await here.list(here.owner, { limit: '2' })
    await world.call(here.owner, { method: 'DELETE', url: `/api/v1/events/${ids[1]}` })
    await here.addEvent()
    const second = await here.list(here.owner, { limit: '2', cursor: first.next_cursor ?? '' })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect([first.total, second.total, (await here.list(here.owner)).total]).toEqual([6, 6, 6])
  })

  test('who asks while others ask the same reads what was written before', async () => {
    const asks = Array.from({ length: 20 }, () => here.list(here.owner))
    const id = await here.addEvent()
    expect((await here.list(here.owner)).data[0]?.id).toBe(id)
    expect((await Promise.all(asks)).every(({ total, data }) => total === data.length)).toBe(true)
  })
})
