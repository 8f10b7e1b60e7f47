import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { RuleIndexCache } from './rule-index-cache.service.js'

let db: TestDatabase
let org: SeededOrg
/** Two nodes. */
let nodes: [RuleIndexCache, RuleIndexCache]

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
  nodes = [new RuleIndexCache(), new RuleIndexCache()]
})

async function addRule(name: string, of = org): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, $3, 'camera_event', 'user', 'Olive')`,
    [of.orgId, id, name],
  )
  return id
}

const motion = { event_category: 'motion', trigger_topic: '', trigger_source: 'onvif' } as const

/** The names of the rules that fire on a motion, as each node sees it. */
const seen = (of = org) =>
  Promise.all(
    nodes.map((node) =>
      db.database.inOrg(of.orgId, async (tx) => {
        const index = await node.of(tx, of.orgId)
        return index.rulesFor({ ...motion, camera_id: of.cameraId }).map(({ name }) => name)
      }),
    ),
  )

test('whatever is changed, each node sees it with its next event', async () => {
  expect(await seen()).toEqual([[], []])
  const first = await addRule('first')
  expect(await seen()).toEqual([['first'], ['first']])
  for (const [change, left] of [
    [`update alert_rules set name = 'renamed'`, ['renamed']],
    [`update alert_rules set enabled = false`, []],
    [`update alert_rules set enabled = true, event_category = 'audio'`, []],
    [`update alert_rules set event_category = 'motion'`, ['renamed']],
    [`update alert_rules set deleted_at = now()`, []],
    [`update alert_rules set deleted_at = null`, ['renamed']],
    ['delete from alert_rules', []],
  ] as const) {
    await db.query(`${change} where org_id = $1 and id = $2`, [org.orgId, first])
    expect(await seen(), change).toEqual([left, left])
  }
})

test('the index is kept as long as nothing changes, and other organisations change nothing', async () => {
  const other = await seedOrg(db)
  await addRule('ours')
  const indexOf = () => db.database.inOrg(org.orgId, (tx) => nodes[0].of(tx, org.orgId))
  const index = await indexOf()
  await addRule('theirs', other)
  expect(await indexOf()).toBe(index)
  expect(await seen(other)).toEqual([['theirs'], ['theirs']])
  await addRule('ours too')
  expect(await indexOf()).not.toBe(index)
})

test('a change that is rolled back leaves nothing behind', async () => {
  await addRule('one')
  await seen()
  const rolledBack = db.database.inOrg(org.orgId, async (tx) => {
    await tx.updateTable('alert_rules').set({ name: 'never' }).where('org_id', '=', org.orgId).execute()
    const index = await nodes[0].of(tx, org.orgId)
    expect(index.rulesFor({ ...motion, camera_id: org.cameraId }).map(({ name }) => name)).toEqual(['never'])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await seen()).toEqual([['one'], ['one']])
  await db.query(`update alert_rules set name = 'two' where org_id = $1`, [org.orgId])
  expect(await seen()).toEqual([['two'], ['two']])
})

test('memory is bounded: of many organisations those asked for last are kept', async () => {
  const orgs = await Promise.all(Array.from({ length: 5 }, () => seedOrg(db)))
  for (const { orgId } of orgs)
    await db.query(
      `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
       select $1, gen_random_uuid(), 'rule ' || n, 'camera_event', 'user', 'Olive' from generate_series(1, 400) n`,
      [orgId],
    )
  const node = new RuleIndexCache(1_000)
  const indexOf = (of: SeededOrg) => db.database.inOrg(of.orgId, (tx) => node.of(tx, of.orgId))
  const indexes = []
  for (const one of orgs) indexes.push(await indexOf(one))
  const again = [...orgs.keys()].toReversed()
  for (const n of again.slice(0, 2)) expect(await indexOf(orgs[n] ?? org)).toBe(indexes[n])
  expect(await indexOf(orgs[0] ?? org)).not.toBe(indexes[0])
})
