import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

/** What organisations may do to each other, and to themselves, at the clients of a node's pools. */
let world: TestApp
/** A session of PostgreSQL that holds what others wait for. */
let holder: pg.Client

beforeAll(async () => {
  world = await createTestApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  holder = new pg.Client({ connectionString: world.test.address.url })
  await holder.connect()
})
afterAll(async () => {
  await holder?.end()
  await world?.close()
})
afterEach(async () => {
  await holder.query('rollback')
  for (const table of slowTables) await world.test.query(`drop policy if exists slow on ${table}`)
})

/** Whose rows tests make slow to read. */
const slowTables = ['events', 'cameras', 'gateways', 'gateway_history'] as const

interface Member {
  readonly org: TestOrg
  readonly owner: SignedIn
}

async function member(): Promise<Member> {
  const org = await world.createOrg()
  return { org, owner: await org.signIn('owner') }
}

const makeSite = ({ owner }: Member) =>
  world.call(owner, { method: 'POST', url: '/api/v1/sites', payload: { name: randomUUID() } })

/** Lists that differ, for whoever asks the same shares an answer. */
const list = ({ owner }: Member, n: number) =>
  world.call(owner, { url: '/api/v1/events', query: { limit: String(n + 1) } })

/** From now on each row of an organisation takes so long to read. */
const slowDown = ({ org }: Member, seconds: number, table: (typeof slowTables)[number] = 'events') =>
  world.test.query(
    `create policy slow on ${table} as restrictive for select
     using (org_id <> '${org.orgId}' or pg_sleep(${seconds}) is not null)`,
  )

async function addEvents({ org }: Member, count: number): Promise<void> {
  const camera = randomUUID()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Door', 'rtsp')`,
    [org.orgId, camera, org.siteId],
  )
  await world.test.query(
    `insert into events (org_id, id, site_id, camera_id, event_category, trigger_source, triggered_at)
     select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() from generate_series(1, $4)`,
    [org.orgId, org.siteId, camera, count],
  )
}

/** A camera and a gateway with a point of its history. @returns the gateway's id */
async function addOfEach({ org }: Member): Promise<string> {
  const gateway = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, site_id, name) values ($1, $2, $3, 'Cupboard')`, [
    org.orgId,
    gateway,
    org.siteId,
  ])
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Door', 'rtsp')`,
    [org.orgId, randomUUID(), org.siteId, gateway],
  )
  await world.test.query(
    `insert into gateway_history (org_id, gateway_id, place, at) values ($1, $2, 1, now())`,
    [org.orgId, gateway],
  )
  return gateway
}

it('says 503 with Retry-After where no client comes free, and to nobody else', async () => {
  const [busy, other] = [await member(), await member()]
  await holder.query('begin; lock table sites in share mode')
  const begun = performance.now()
  const answers = Array.from({ length: 20 }, () => makeSite(busy))
  // While the others stand: they wait for the lock, which lasts. How long exactly is said in clients/pools.test.ts.
  const refused = await firstOf(answers, 12)
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 503))
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(refused.map(() => '1'))
  const one = { url: `/api/v1/sites/${other.org.siteId}` }
  expect((await world.call(other.owner, one)).statusCode).toBe(200)
  await holder.query('rollback')
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
  expect((await makeSite(busy)).statusCode).toBe(201)
})

it('lets slow lists of one organisation hold up neither its changes nor anything of another', async () => {
  const [slow, other] = [await member(), await member()]
  await addEvents(slow, 1)
  await slowDown(slow, 0.4)
  let listed = 0
  const lists = Array.from({ length: 40 }, (_, n) => list(slow, n).finally(() => (listed += 1)))
  let beside = 0
  for (let n = 0; n < 20; n += 1) {
    expect((await list(other, n)).statusCode).toBe(200)
    expect((await makeSite(other)).statusCode).toBe(201)
    if (n < 3) expect((await makeSite(slow)).statusCode).toBe(201)
    if (listed < 40) beside += 1
  }
  // Held up, one would have come after all lists. A slow machine does fewer of them beside those than a quick one.
  expect(beside).toBeGreaterThanOrEqual(5)
  for (const { statusCode, headers } of await Promise.all(lists)) {
    if (statusCode !== 200) expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
  }
})

it.each([
  ['cameras', 'GET', '/api/v1/cameras'],
  ['cameras', 'GET', '/api/v1/fleet-health'],
  ['cameras', 'POST', '/api/v1/alert-rules/compile'],
  ['gateways', 'GET', '/api/v1/gateways'],
  ['gateway_history', 'GET', '/api/v1/gateways/:id/telemetry/history'],
] as const)('lets slow %s (%s %s) hold up no change of their organisation', async (table, method, path) => {
  const slow = await member()
  const gatewayId = await addOfEach(slow)
  await slowDown(slow, 0.4, table)
  const url = path.replace(':id', gatewayId)
  let answered = 0
  const asked = Array.from({ length: 12 }, (_, n) =>
    world
      .call(slow.owner, {
        method,
        url,
        ...(method === 'POST' && { payload: { sentence: `somebody at the door ${n}`, use_model: false } }),
      })
      .finally(() => (answered += 1)),
  )
  expect((await makeSite(slow)).statusCode).toBe(201)
  expect(answered).toBeLessThan(12)
  for (const { statusCode, body } of await Promise.all(asked)) expect([200, 503], body).toContain(statusCode)
})

it('takes what gateways send while all clients for requests and lists stand', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, member))
  const gateway = await seedOrg(world.test)
  await holder.query('begin; lock table sites in share mode')
  const held = members.flatMap((one) => [makeSite(one), makeSite(one)])
  const intake = world.platform.database.serving('intake')
  await intake
    .forOrg(gateway.orgId)
    .updateTable('gateways')
    .set({ status: 'online' })
    .where('org_id', '=', gateway.orgId)
    .where('id', '=', gateway.gatewayId)
    .execute()
  await holder.query('rollback')
  await Promise.all(held)
})

it('invites thirty people at once', async () => {
  const { owner } = await member()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      world.call(owner, {
        method: 'POST',
        url: '/api/v1/users',
        payload: { email: `${n}-${randomUUID()}@example.com`, display_name: 'Grace', role: 'operator' },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
})

/** Those that are settled first, as many as `count`. */
function firstOf<T>(all: readonly Promise<T>[], count: number): Promise<T[]> {
  const settled: T[] = []
  return new Promise((resolve, reject) => {
    for (const one of all) {
      one.then((value) => {
        settled.push(value)
        if (settled.length === count) resolve(settled)
      }, reject)
    }
  })
}
