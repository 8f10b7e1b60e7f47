import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type SeededOrg, seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { type EventFilter, matching } from './event-conditions.repository.js'

let scene: TestDatabase
let org: SeededOrg
/** Where every hundredth event was. */
const gate = { siteId: randomUUID(), cameraId: '' }

const rows = 10_000
const numbers = Array.from({ length: rows }, (_, n) => n + 1)
/** Every fifth event is deleted, every seventh was absorbed by another one. */
const listed = numbers.filter((n) => n % 5 !== 0 && n % 7 !== 0)

beforeAll(async () => {
  scene = await createTestDatabase()
  org = await seedOrg(scene)
  await scene.query(`insert into sites (org_id, id, name) values ($1, $2, 'Gate')`, [org.orgId, gate.siteId])
  gate.cameraId = await seedCamera(scene, { ...org, siteId: gate.siteId }, 'Gate')
  await scene.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, starred,
       deleted_at, visible, absorbed_by)
     select $1, gen_random_uuid(),
       case when n % 100 = 1 then $4::uuid else $2::uuid end, case when n % 100 = 1 then $5::uuid else $3::uuid end,
       case when n % 100 = 1 then 'tamper' else 'motion' end, 'onvif', now() - n * interval '1 minute', n % 3 = 0,
       case when n % 5 = 0 then now() end, n % 7 <> 0, case when n % 7 = 0 then $6::uuid end
     from generate_series(1, ${rows}) n`,
    [org.orgId, org.cameraId, org.siteId, gate.cameraId, gate.siteId, randomUUID()],
  )
  await vi.waitFor(async () => {
    await scene.query('vacuum analyze events')
    const [table] = await scene.query<{ clean: boolean }>(
      `select relallvisible = relpages as clean from pg_class where oid = 'events'::regclass`,
    )
    expect(table?.clean).toBe(true)
  }, 60_000)
})
afterAll(() => scene.close())

const everything: EventFilter = { siteIds: null, from: null, before: null }
const countOf = (filter: EventFilter) =>
  sql<{
    count: number
  }>`select count(*) from events where events.org_id = ${org.orgId} and ${matching(filter)}`

test('what was deleted, or is not visible, matches no filter', async () => {
  const found = (filter: EventFilter) =>
    scene.database.inOrg(org.orgId, async (tx) => (await countOf(filter).execute(tx)).rows)
  expect(await found(everything)).toEqual([{ count: listed.length }])
  expect(await found({ ...everything, starred: true })).toEqual([
    { count: listed.filter((n) => n % 3 === 0).length },
  ])
})

/** How PostgreSQL answers the application by an index. */
const planOf = (statement: RawBuilder<unknown>): Promise<string> =>
  scene.database.inOrg(org.orgId, async (tx) => {
    for (const way of ['enable_seqscan', 'enable_bitmapscan'])
      await sql`select set_config(${way}, 'off', true)`.execute(tx)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx)
    return plan.rows.map((line) => line['QUERY PLAN']).join('\n')
  })

describe('under row-level security', () => {
  test.each<[index: string, filter: () => Partial<EventFilter>]>([
    ['events_listed', () => ({ trigger_source: 'onvif' })],
    ['events_listed_starred', () => ({ starred: true })],
    ['events_listed_of_camera', () => ({ camera_id: gate.cameraId, from: new Date(0) })],
    ['events_listed_of_site', () => ({ siteIds: [gate.siteId], from: new Date(0) })],
    ['events_listed_of_category', () => ({ event_category: 'tamper', from: new Date(0) })],
  ])('%s counts by itself, without the rows', async (index, filter) => {
    const plan = await planOf(countOf({ ...everything, ...filter() }))
    expect(plan).toMatch(new RegExp(`Index Only Scan using ${index} `))
  })

  test('a page is read from the index, in its order', async () => {
    const plan = await planOf(sql`select events.id from events where events.org_id = ${org.orgId}
      and ${matching(everything)} order by events.triggered_at desc, events.id desc limit 21`)
    expect(plan).toContain('Index Only Scan using events_listed')
    expect(plan).not.toContain('Sort')
  })
})
