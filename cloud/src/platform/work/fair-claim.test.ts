import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { claimFairly } from './fair-claim.repository.js'
import { OrgSlots } from './org-slots.js'

let db: TestDatabase
let busy: SeededOrg
let quiet: SeededOrg

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from rule_judgements')
  busy = await seedOrg(db)
  quiet = await seedOrg(db)
})

/** Work that has been due for a while, the longest due first. */
async function addDue(
  { orgId, siteId, cameraId }: SeededOrg,
  count: number,
  dueForSec: number,
): Promise<void> {
  const eventId = randomUUID()
  await db.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
    [orgId, eventId, cameraId, siteId],
  )
  await db.query(
    `insert into rule_judgements (org_id, id, event_id, run, next_at)
     select $1, gen_random_uuid(), $2, n, now() - make_interval(secs => $4 - n * 0.001) from generate_series(1, $3) n`,
    [orgId, eventId, count, dueForSec],
  )
}

const claim = (change: Partial<Parameters<typeof claimFairly>[1]> = {}) =>
  claimFairly(db.database.worker, {
    table: 'rule_judgements',
    workerId: 'node',
    leaseMs: 20_000,
    limit: 10,
    perOrg: 3,
    taken: new Map(),
    ...change,
  })

const countOf = (rows: readonly { orgId: string }[], { orgId }: SeededOrg) =>
  rows.filter((row) => row.orgId === orgId).length

test('an organisation with a long backlog takes no more than its places, and another its own', async () => {
  await addDue(busy, 50, 600)
  await addDue(quiet, 2, 1)
  const claimed = await claim()
  expect([countOf(claimed, busy), countOf(claimed, quiet)]).toEqual([3, 2])
})

test('with few places the first of each organisation comes before the second of one', async () => {
  await addDue(busy, 50, 600)
  await addDue(quiet, 2, 1)
  const claimed = await claim({ limit: 2 })
  expect([countOf(claimed, busy), countOf(claimed, quiet)]).toEqual([1, 1])
})

test('places in hand count, rows in hand are left alone, and what is given back is free again', async () => {
  await addDue(busy, 5, 60)
  const places = new OrgSlots()
  const first = await claim({ perOrg: 2, taken: places.taken })
  for (const row of first) places.take(row)
  expect(await claim({ perOrg: 2, taken: places.taken })).toEqual([])
  for (const { id } of first) places.release(id)
  expect(places.taken.size).toBe(0)
  const next = await claim({ perOrg: 2, taken: places.taken })
  expect(next).toHaveLength(2)
  expect(next.map(({ id }) => id).filter((id) => first.some((row) => row.id === id))).toEqual([])
})

test('work that is not due, or finished, is not taken', async () => {
  await addDue(busy, 2, -60)
  await addDue(quiet, 2, 60)
  await db.query(`update rule_judgements set status = 'judged' where org_id = $1`, [quiet.orgId])
  expect(await claim()).toEqual([])
})

test('what an organisation has in hand counts: another one is before it, however old its backlog is', async () => {
  await addDue(busy, 50, 600)
  await addDue(quiet, 1, 1)
  const claimed = await claim({ limit: 1, taken: new Map([[busy.orgId, 2]]) })
  expect([countOf(claimed, busy), countOf(claimed, quiet)]).toEqual([0, 1])
})
