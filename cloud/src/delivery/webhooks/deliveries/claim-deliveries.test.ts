import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { claimDeliveries, type DeliveryClaim } from './claim-deliveries.repository.js'
import { insertDeliveries } from './delivery.repository.js'

let db: TestDatabase
let org: SeededOrg
let other: SeededOrg

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from webhook_deliveries')
  org = await seedOrg(db)
  other = await seedOrg(db)
})

async function seedWebhook({ orgId }: SeededOrg): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
       created_by_name) values ($1, $2, 'Hook', 'https://example.com/', '{alert}', '\\x00', 'k', 'user', 'x')`,
    [orgId, id],
  )
  return id
}

/** Deliveries that have been due for a while, the longest due first. */
const addDue = ({ orgId }: SeededOrg, webhookId: string, count: number, dueForSec = 60) =>
  db.query(
    `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload, next_at)
     select $1, gen_random_uuid(), $2, 'alert', '{}', now() - make_interval(secs => $4 - n * 0.001)
     from generate_series(1, $3) n`,
    [orgId, webhookId, count, dueForSec],
  )

const taken = (ofWebhooks: Record<string, number> = {}, ofOrgs: Record<string, number> = {}) => ({
  ofWebhooks: new Map(Object.entries(ofWebhooks)),
  ofOrgs: new Map(Object.entries(ofOrgs)),
})

const claim = (change: Partial<DeliveryClaim> = {}) =>
  claimDeliveries(db.database.worker, {
    workerId: 'node',
    leaseMs: 20_000,
    limit: 10,
    caps: { perWebhook: 5, perOrg: 40 },
    taken: taken(),
    ...change,
  })

/** How many of what a claim took each webhook has. */
async function webhooksOf(rows: readonly { id: string }[]): Promise<Record<string, number>> {
  const counts = await db.query<{ webhook_id: string; n: number }>(
    `select webhook_id, count(*)::int as n from webhook_deliveries where id = any($1) group by webhook_id`,
    [rows.map(({ id }) => id)],
  )
  return Object.fromEntries(counts.map(({ webhook_id, n }) => [webhook_id, n]))
}

test('a backlog does not stand before what became due after it', async () => {
  const [long, short] = [await seedWebhook(org), await seedWebhook(other)]
  await addDue(org, long, 500)
  await addDue(other, short, 2, 1)
  expect(await webhooksOf(await claim({ limit: 4 }))).toEqual({ [long]: 2, [short]: 2 })
  expect(await webhooksOf(await claim())).toEqual({ [long]: 5 })
})

test('of one webhook the longest due come first', async () => {
  const webhook = await seedWebhook(org)
  await addDue(org, webhook, 1, 5)
  const [last] = await db.query<{ id: string }>('select id from webhook_deliveries')
  await addDue(org, webhook, 2, 60)
  const first = await claim({ limit: 2 })
  expect(first.map(({ id }) => id)).not.toContain(last?.id)
  expect((await claim()).map(({ id, orgId }) => ({ id, orgId }))).toEqual([
    { id: last?.id, orgId: org.orgId },
  ])
})

test('no more is taken of a webhook than has a place left', async () => {
  const [full, busy, abroad] = [await seedWebhook(org), await seedWebhook(org), await seedWebhook(other)]
  for (const webhook of [full, busy]) await addDue(org, webhook, 9)
  await addDue(other, abroad, 3)
  const rows = await claim({ taken: taken({ [full]: 5, [busy]: 3 }), limit: 20 })
  expect(await webhooksOf(rows)).toEqual({ [busy]: 2, [abroad]: 3 })
  expect(rows.map(({ webhookId }) => webhookId).toSorted()).toEqual(
    [busy, busy, abroad, abroad, abroad].toSorted(),
  )
})

test('no more is taken of an organisation than has a place left, and its webhooks share it', async () => {
  const [one, two, abroad] = [await seedWebhook(org), await seedWebhook(org), await seedWebhook(other)]
  for (const webhook of [one, two]) await addDue(org, webhook, 9)
  await addDue(other, abroad, 1)
  const caps = { perWebhook: 5, perOrg: 6 }
  const rows = await claim({ caps, taken: taken({ [one]: 2 }, { [org.orgId]: 2 }), limit: 20 })
  // With what is in hand each has three then.
  expect(await webhooksOf(rows)).toEqual({ [one]: 1, [two]: 3, [abroad]: 1 })
  const left = await claim({ caps, taken: taken({}, { [org.orgId]: 6 }), limit: 20 })
  expect(left).toEqual([])
})

test('what is held, not due or finished stays', async () => {
  const webhook = await seedWebhook(org)
  await addDue(org, webhook, 4)
  const [held] = await claim({ limit: 1 })
  const rows = await db.query<{ id: string }>('select id from webhook_deliveries where id <> $1', [held?.id])
  await db.query(`update webhook_deliveries set next_at = now() + interval '1 minute' where id = $1`, [
    rows[0]?.id,
  ])
  await db.query(`update webhook_deliveries set status = 'failed' where id = $1`, [rows[1]?.id])
  expect((await claim()).map(({ id }) => id)).toEqual([rows[2]?.id])
  await db.query(`update webhook_deliveries set lease_until = now() - interval '1 second' where id = $1`, [
    held?.id,
  ])
  expect(await claim()).toEqual([
    { id: held?.id, orgId: org.orgId, webhookId: webhook, attempt: 2, worker: 'node' },
  ])
})

test('two nodes at once take each row once', async () => {
  for (let index = 0; index < 8; index += 1) await addDue(org, await seedWebhook(org), 5)
  const seen: string[] = []
  for (let round = 0; round < 20; round += 1) {
    const claimed = await Promise.all(['one', 'two', 'three'].map((workerId) => claim({ workerId })))
    seen.push(...claimed.flat().map(({ id }) => id))
  }
  expect(seen).toHaveLength(40)
  expect(new Set(seen).size).toBe(40)
})

test('a webhook whose slots are held by a receiver that hangs is behind the others, however old its backlog is', async () => {
  const [hung, healthy] = [await seedWebhook(org), await seedWebhook(org)]
  await addDue(org, hung, 50, 3600)
  await addDue(org, healthy, 1, 1)
  const claimed = await claim({ limit: 1, taken: taken({ [hung]: 4 }, { [org.orgId]: 4 }) })
  expect(await webhooksOf(claimed)).toEqual({ [healthy]: 1 })
})

test('so is an organisation whose slots are held, and many webhooks get no more than one', async () => {
  const hooks = [await seedWebhook(org), await seedWebhook(org), await seedWebhook(org)]
  const single = await seedWebhook(other)
  for (const id of hooks) await addDue(org, id, 10, 3600)
  await addDue(other, single, 10, 1)
  const held = taken({ [hooks[0] ?? '']: 3 }, { [org.orgId]: 3 })
  expect(await webhooksOf(await claim({ limit: 1, taken: held }))).toEqual({ [single]: 1 })
  const both = await webhooksOf(await claim({ limit: 6 }))
  expect(both[single]).toBe(3)
})

test('more deliveries than a statement has parameters are stored', async () => {
  const id = await seedWebhook(org)
  const rows = Array.from({ length: 11_000 }, () => ({
    org_id: org.orgId,
    id: randomUUID(),
    webhook_id: id,
    event_type: 'alert',
    payload: '{}',
  }))
  await db.database.inOrg(org.orgId, (tx) => insertDeliveries(tx, rows))
  const [counted] = await db.query<{ n: number }>('select count(*)::int as n from webhook_deliveries')
  expect(counted?.n).toBe(11_000)
})
