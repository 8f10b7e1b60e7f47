import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createFailingDatabase } from '#testing/failing-database.js'
import { createTestApp, createTestOrg, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { systemClock } from '../time/clock.js'

const masterKey = 'cd'.repeat(32)
let world: TestApp
let org: TestOrg
let operator: SignedIn
/** A session of PostgreSQL that holds what others wait for. */
let holder: pg.Client

beforeAll(async () => {
  world = await createTestApp({ masterKey })
  org = await world.createOrg()
  operator = await org.signIn('operator')
  holder = new pg.Client({ connectionString: world.test.address.url })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await world.close()
})
afterEach(async () => {
  await holder.query('rollback')
  await world.test.query('drop trigger if exists fails on alert_rules')
})

/** A rule whose name is its key. */
const make = (key: string, at = world, who: Pick<SignedIn, 'token'> = operator) =>
  at.call(who, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    headers: { 'idempotency-key': key },
    payload: { name: key, rule_kind: 'camera_event' },
  })
const countRules = async (name: string) =>
  (await world.test.query('select 1 from alert_rules where name = $1', [name])).length

/** From now on rules cannot be stored. */
const failToStore = () =>
  world.test.query(
    `create or replace function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
     create trigger fails before insert on alert_rules for each row execute function fail()`,
  )
const waiting = async (sessions: number) =>
  vi.waitFor(
    async () => {
      const [row] = await world.test.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(row?.count).toBe(sessions)
    },
    // Longer than a statement may wait: it is gone by then.
    { timeout: 6_000, interval: 10 },
  )

test('a request that failed before it committed anything is done by its repeat', async () => {
  await failToStore()
  expect((await make('failed')).statusCode).toBe(500)
  await world.test.query('drop trigger fails on alert_rules')
  const repeat = await make('failed')
  expect(repeat.statusCode, repeat.body).toBe(201)
  expect(repeat.headers).not.toHaveProperty('idempotent-replayed')
  expect(await countRules('failed')).toBe(1)
})

test('as long as PostgreSQL may be committing what a failed request wrote, its repeat is a conflict', async () => {
  await failToStore()
  expect((await make('undecided')).statusCode).toBe(500)
  await world.test.query('drop trigger fails on alert_rules')
  // The row of the key is what every transaction of the request holds until its end.
  await holder.query(`begin; select 1 from idempotency_keys where key = 'undecided' for update`)
  const early = await make('undecided')
  expect([early.statusCode, early.headers['retry-after'], early.json().error.message]).toEqual([
    409,
    '1',
    expect.stringContaining('not known yet'),
  ])
  await holder.query('rollback')
  expect((await make('undecided')).statusCode).toBe(201)
})

test('a request whose node stood still for two minutes changes nothing once its repeat has begun', async () => {
  await holder.query(`begin; select 1 from organisations where id = '${org.orgId}' for no key update`)
  const stalled = make('stalled')
  await waiting(1)
  await world.test.query(
    `update idempotency_keys set created_at = created_at - interval '121 seconds' where key = 'stalled'`,
  )
  const repeat = make('stalled')
  await waiting(2)
  await holder.query('rollback')
  const [first, second] = [await stalled, await repeat]
  expect([first.statusCode, first.json().error.message]).toEqual([
    409,
    expect.stringContaining('changed nothing'),
  ])
  expect(second.statusCode, second.body).toBe(201)
  expect(await countRules('stalled')).toBe(1)
  expect((await make('stalled')).json()).toEqual(second.json())
})

test('a request that failed after its COMMIT is not done again, and says so', async () => {
  const add = () =>
    world.call(operator, {
      method: 'POST',
      url: '/api/v1/cameras',
      headers: { 'idempotency-key': 'committed' },
      payload: {
        site_id: org.siteId,
        connection_mode: 'direct',
        name: 'Added once',
        type: 'rtsp',
        rtsp_url: 'rtsp://93.184.216.34/main',
      },
    })
  const hearNoMore = world.platform.database.onNotify(() => {
    throw new Error('out of memory')
  })
  expect((await add()).statusCode).toBe(500)
  hearNoMore()
  const repeat = await add()
  expect([repeat.statusCode, repeat.json().error.message]).toEqual([
    409,
    expect.stringContaining('took effect'),
  ])
  expect(await world.test.query(`select 1 from cameras where name = 'Added once'`)).toHaveLength(1)
})

test('a node whose clock is a day ahead repeats no request that another has carried out, or still does', async () => {
  const key = await org.makeKey('operator')
  const clock = { ...systemClock, now: () => systemClock.now() + 25 * 60 * 60_000 }
  const shared = { ...world.test, close: async () => {} }
  await using ahead = await createTestApp({ clock, masterKey, test: shared })
  const first = await make('ahead', world, key)
  expect(first.statusCode, first.body).toBe(201)
  const replayed = await make('ahead', ahead, key)
  expect([replayed.statusCode, replayed.headers['idempotent-replayed']]).toEqual([201, 'true'])
  for (const [took_effect, says, after] of [
    [true, 'took effect', undefined],
    [false, 'still being carried out', '1'],
  ] as const) {
    await world.test.query(
      `update idempotency_keys set status_code = null, took_effect = $1 where key = 'ahead'`,
      [took_effect],
    )
    const refused = await make('ahead', ahead, key)
    expect([refused.statusCode, refused.json().error.message]).toEqual([409, expect.stringContaining(says)])
    expect(refused.headers['retry-after']).toBe(after)
  }
  expect(await countRules('ahead')).toBe(1)
})

test('a request whose connection breaks at its COMMIT is a conflict if that happened, else its repeat is done', async () => {
  const failing = await createFailingDatabase()
  await using node = await createTestApp({ test: failing })
  const who = await (await createTestOrg(node.platform)).signIn('operator')
  const count = async (name: string) =>
    (await failing.query('select 1 from alert_rules where name = $1', [name])).length
  for (const [when, answer, rowsBefore] of [
    ['after', 409, 1],
    ['before', 201, 0],
  ] as const) {
    const reset = failing.proxy.resetAtCommit(when)
    const broken = await make(when, node, who)
    await reset
    expect([broken.statusCode, broken.headers['retry-after']]).toEqual([503, '1'])
    expect(await count(when)).toBe(rowsBefore)
    // PostgreSQL takes a moment to see that the connection is gone.
    const repeat = await vi.waitFor(
      async () => {
        const made = await make(when, node, who)
        expect(made.body).not.toContain('not known yet')
        return made
      },
      { timeout: 20_000 },
    )
    expect(repeat.statusCode, repeat.body).toBe(answer)
    if (answer === 409) expect(repeat.json().error.message).toContain('took effect')
    expect(await count(when)).toBe(1)
  }
})
