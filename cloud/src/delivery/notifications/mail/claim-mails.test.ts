import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { claimMails } from './mail-loop.js'

let db: TestDatabase
let [busy, quiet]: [SeededOrg | undefined, SeededOrg | undefined] = [undefined, undefined]

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from outgoing_mail')
  busy = await seedOrg(db)
  quiet = await seedOrg(db)
})

const addDue = (org: SeededOrg | undefined, count: number, dueForSec: number) =>
  db.query(
    `insert into outgoing_mail (org_id, id, recipient, subject, body_text, next_at)
     select $1, gen_random_uuid(), 'a@b.ch', 's', 't', now() - make_interval(secs => $3 - n * 0.001)
     from generate_series(1, $2) n`,
    [org?.orgId, count, dueForSec],
  )

const claim = (limit: number) => claimMails(db.database.worker, { workerId: 'node', leaseMs: 20_000, limit })
const orgsOf = (rows: readonly { orgId: string }[]) => rows.map(({ orgId }) => orgId).toSorted()

test('the backlog of one organisation is no queue in front of the mail of another', async () => {
  await addDue(busy, 500, 3600)
  await addDue(quiet, 1, 1)
  expect(orgsOf(await claim(2))).toEqual([busy?.orgId ?? '', quiet?.orgId ?? ''].toSorted())
  // Nobody else waits now: the rows are those of the one that has so much to send.
  expect(orgsOf(await claim(5))).toEqual(Array.from({ length: 5 }, () => busy?.orgId))
})

test('what is held, finished or not due is left, and nothing is claimed twice', async () => {
  await addDue(busy, 3, 60)
  await addDue(quiet, 2, -60)
  const [one, other] = await Promise.all([claim(5), claim(5)])
  const ids = [...one, ...other].map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([3, 3])
  expect(await claim(5)).toEqual([])
  await db.query(
    `update outgoing_mail set lease_until = now() - interval '1 second' where worker is not null`,
  )
  expect((await claim(5)).map(({ attempt }) => attempt)).toEqual([2, 2, 2])
})
