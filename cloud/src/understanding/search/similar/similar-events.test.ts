import { SimilarEventPage } from '@sightline/protocol'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../../../events/event-scene.fixture.js'
import { searchFew, searchFor } from '../../../platform/text/full-text.repository.js'

let world: TestApp
let scene: EventScene
let gate: string

const at = Date.parse('2026-03-14T22:10:00Z')
const minutes = (many: number) => new Date(at + many * 60_000)
const day = 24 * 60

beforeAll(async () => {
  world = await createTestApp()
  scene = await setEventScene(world)
  gate = await scene.addCamera('Gate')
})
afterAll(() => world.close())

const similar = async (id: string, query: Record<string, string> = {}, who: SignedIn = scene.owner) =>
  SimilarEventPage.parse(
    (
      await world.call(who, {
        url: `/api/v1/events/${id}/similar`,
        query: { limit: '100', min_score: '0', ...query },
      })
    ).json(),
  )

const described = (summary: string, tags: string[], columns: Record<string, unknown> = {}) =>
  scene.addEvent({ camera_id: gate, summary, tags, triggered_at: new Date(at), ...columns })

describe('among events of a gate', () => {
  let asked: string
  let twin: string
  let other: string
  let bare: string

  beforeAll(async () => {
    asked = await described('A person in a red jacket leaves a parcel at the gate', ['person', 'parcel'])
    twin = await described('A person in a blue jacket leaves a parcel at the gate', ['person', 'parcel'], {
      triggered_at: minutes(-3 * day + 5),
    })
    other = await described('A fox crosses the yard', ['fox'], {
      camera_id: scene.cameraId,
      event_category: 'intrusion',
      triggered_at: minutes(-6 * 60),
    })
    bare = await scene.addEvent({ camera_id: gate, triggered_at: minutes(-90) })
  })

  test('the most alike comes first, with the reasons, and the event itself is not there', async () => {
    const { data, total, next_cursor } = await similar(asked)
    expect(data.map(({ id }) => id)).toEqual([twin, bare, other])
    expect([total, next_cursor]).toEqual([3, null])
    const [first] = data
    expect(first).toMatchObject({ camera_name: 'Gate', ai_status: 'pending' })
    expect(first?.score).toBeGreaterThan(0.85)
    expect(first?.explanation).toMatch(
      /^9\d % alike: both have the tags person and parcel \(\d+ %\); the descriptions are \d+ % alike .*the same camera, Gate/,
    )
    const text = first?.parts.find(({ part }) => part === 'text')
    // As pg_trgm has it.
    const [{ likeness } = { likeness: 0 }] = await world.test.query<{ likeness: number }>(
      'select similarity(a.summary, b.summary)::float8 as likeness from events a, events b where a.id = $1 and b.id = $2',
      [asked, twin],
    )
    expect(text?.likeness).toBeCloseTo(likeness, 4)
    expect(data.at(-1)?.parts.find(({ part }) => part === 'tags')?.why).toBe('no tag in common')
  })

  test('the least score leaves out the rest, and is part of the place in the list', async () => {
    expect((await similar(asked, { min_score: '0.5' })).data.map(({ id }) => id)).toEqual([twin])
    const first = await similar(asked, { limit: '2' })
    expect(first.data.map(({ id }) => id)).toEqual([twin, bare])
    const cursor = first.next_cursor ?? ''
    const second = await similar(asked, { limit: '2', cursor })
    expect([second.data.map(({ id }) => id), second.total, second.next_cursor]).toEqual([[other], 3, null])
    expect(await scene.statusOf(`/api/v1/events/${asked}/similar`, { cursor, min_score: '0.1' })).toBe(400)
    expect(await scene.statusOf(`/api/v1/events/${twin}/similar`, { cursor, min_score: '0' })).toBe(400)
  })

  test('an event without any description is compared by time, kind and camera', async () => {
    const { data } = await similar(bare)
    expect(data[0]?.parts.map(({ part }) => part)).toEqual(['time_of_day', 'category', 'camera'])
  })
})

test('a deleted event is not there, neither as answer nor as question', async () => {
  const asked = await described('A heron stands at the pond', ['heron'])
  const twin = await described('A heron stands at the pond', ['heron'])
  expect((await similar(asked)).data.map(({ id }) => id)).toContain(twin)
  await world.call(scene.owner, { method: 'DELETE', url: `/api/v1/events/${twin}` })
  expect((await similar(asked)).data.map(({ id }) => id)).not.toContain(twin)
  expect(await scene.statusOf(`/api/v1/events/${twin}/similar`)).toBe(404)
})

test('a viewer sees those of their sites only; another organisation has none of it', async () => {
  const [mine, closed] = [await scene.org.addSite('Shop'), await scene.org.addSite('Vault')]
  const [shop, vault] = [await scene.addCamera('Till', mine), await scene.addCamera('Safe', closed)]
  const otter = (camera_id: string, site_id: string) =>
    described('An otter swims by', ['otter'], { camera_id, site_id })
  const [asked, twin, hidden] = [await otter(shop, mine), await otter(shop, mine), await otter(vault, closed)]
  const viewer = await scene.org.signIn('viewer', [mine])
  const seen = await similar(asked, {}, viewer)
  expect(seen.data.map(({ id }) => id)).toEqual([twin])
  expect(seen.total).toBe(1)
  expect((await similar(asked)).data.map(({ id }) => id)).toContain(hidden)
  expect(await scene.statusOf(`/api/v1/events/${hidden}/similar`, {}, viewer)).toBe(403)
  const stranger = await (await world.createOrg()).signIn('owner')
  expect(await scene.statusOf(`/api/v1/events/${asked}/similar`, {}, stranger)).toBe(404)
})

test('the time of day is that of the site’s clock', async () => {
  const tokyo = await scene.org.addSite('Tokyo')
  await world.test.query(`update sites set timezone = 'Asia/Tokyo' where id = $1`, [tokyo])
  const camera = await scene.addCamera('Lobby', tokyo)
  const asked = await described('A newt', ['newt'], { triggered_at: minutes(0) })
  const far = await described('A newt', ['newt'], {
    camera_id: camera,
    site_id: tokyo,
    triggered_at: minutes(-9 * 60),
  })
  const { data } = await similar(asked)
  const part = data.find(({ id }) => id === far)?.parts.find((one) => one.part === 'time_of_day')
  expect(part).toMatchObject({ likeness: 1, why: 'both at 22:10' })
})

test.each([['limit=0'], ['limit=101'], ['min_score=2'], ['min_score=x'], ['cursor=AAAA']])(
  'refuses %s',
  async (query) => {
    const asked = await scene.addEvent()
    const answer = await world.call(scene.owner, { url: `/api/v1/events/${asked}/similar?${query}` })
    expect(answer.statusCode).toBe(400)
  },
)

describe('the words of events', () => {
  const words = async (id: string) =>
    (
      await world.test.query<{ document: string }>(
        'select document::text from event_texts where event_id = $1',
        [id],
      )
    )[0]?.document
  const change = (id: string, set: string) => world.test.query(`update events set ${set} where id = $1`, [id])

  test('follow whatever is written to the event, and go with it', async () => {
    const id = await scene.addEvent()
    expect(await words(id)).toBeUndefined()
    await change(id, `summary = 'Two foxes', tags = array['fox', 'wild animal']`)
    expect(await words(id)).toMatch(/'animal':\d+A.*'fox':.*'foxes':/)
    await change(id, `notes = 'Reported to Ms Häberli'`)
    expect(await words(id)).toContain("'häberli'")
    await change(id, `deleted_at = now()`)
    expect(await words(id)).toBeUndefined()
    await change(id, `deleted_at = null`)
    expect(await words(id)).toContain("'foxes'")
    await world.test.query('delete from events where id = $1', [id])
    expect(await words(id)).toBeUndefined()
  })

  test('cost an event nothing that is opened without any', async () => {
    const id = await scene.addEvent()
    await change(id, `clip_status = 'ready', duration_sec = 12`)
    expect(await words(id)).toBeUndefined()
  })

  test('are found by index, for the organisation of the transaction and no other', async () => {
    const org = await world.createOrg()
    const camera = uuidv7()
    await world.test.query(
      `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Yard', 'rtsp')`,
      [org.orgId, camera, org.siteId],
    )
    await world.test.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, summary, tags)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - n * interval '1 minute',
         'A person walks by, number ' || n, case when n % 1000 = 0 then array['person', 'platypus'] else array['person'] end
       from generate_series(1, 6000) n`,
      [org.orgId, camera, org.siteId],
    )
    await world.test.query('vacuum (analyze) event_texts')
    await world.test.query('analyze events')
    const plan = (orgId: string, text: string) =>
      world.platform.database.inOrg(orgId, async (tx) => {
        const few = await searchFew(tx, orgId, (await searchFor(tx, [text], 'any')) ?? '')
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select event_id from event_texts where org_id = ${orgId}
          order by triggered_at desc, event_id desc limit 60`.execute(tx)
        const found = await sql`select event_id from event_texts where org_id = ${orgId}`.execute(tx)
        return {
          text: rows.map((row) => row['QUERY PLAN']).join('\n'),
          found: found.rows.length,
          few: few?.length,
        }
      })
    expect(await plan(org.orgId, 'platypus')).toMatchObject({ few: 6, found: 6 })
    const common = await plan(org.orgId, 'persons')
    expect(common).toMatchObject({ few: undefined, found: 6000 })
    expect(common.text).toContain('Index Scan using event_texts_newest')
    expect(common.text).not.toContain('Seq Scan')
    expect((await plan(scene.org.orgId, 'platypus')).found).toBe(0)
  })

  test('no more is seen without a search than the organisation’s own', async () => {
    const count = async (orgId: string) => {
      const { rows } = await sql`select 1 from event_texts where org_id is not null`.execute(
        world.platform.database.forOrg(orgId),
      )
      return rows.length
    }
    const [{ all } = { all: 0 }] = await world.test.query<{ all: number }>(
      'select count(*)::int as all from event_texts where org_id = $1',
      [scene.org.orgId],
    )
    expect(await count(scene.org.orgId)).toBe(all)
    expect(await count(uuidv7())).toBe(0)
  })
})

test('of long texts the beginnings are compared', async () => {
  const begin = Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ')
  const long = (sign: string) => ({
    triggered_at: minutes(900 * day),
    narrative: `${begin} ${sign.repeat(9_000)}`,
  })
  const asked = await described('A long story', [], long('ab '))
  const other = await described('A long story', [], long('xy '))
  const found = (await similar(asked)).data.find(({ id }) => id === other)
  expect(found?.parts.find(({ part }) => part === 'text')).toMatchObject({ likeness: 1 })
})
