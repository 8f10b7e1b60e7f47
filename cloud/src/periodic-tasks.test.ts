import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setDatabaseClock } from '#testing/database-clock.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { periodicTasks } from './periodic-tasks.js'
import { createFakeClock } from './platform/time/clock.fake.js'
import { runPeriodicTasks } from './platform/work/periodic.js'

let world: TestApp

beforeEach(async () => {
  world = await createTestApp()
})
afterEach(() => world.close())

test('a node whose clock is a day ahead takes no task that removes or gives up what is old', async () => {
  const clock = createFakeClock(Date.now() + 24 * 60 * 60_000)
  const platform = { ...world.platform, clock }
  const stop = new AbortController()
  const tasks = periodicTasks(platform, world.services)
  const running = runPeriodicTasks(platform, tasks, stop.signal, { leaseMs: 60_000, pollMs: 20 })
  const taken = async () => {
    const rows = await world.test.query<{ name: string }>(
      'select name from periodic_tasks where last_finished_at is not null order by name',
    )
    return rows.map(({ name }) => name)
  }
  const takesAnyway = ['end_live_watchings', 'media_leftovers', 'quarantine']
  await expect
    .poll(
      async () => {
        await clock.advance(20)
        return taken()
      },
      { timeout: 20_000 },
    )
    .toEqual(takesAnyway)
  // It has asked for the others again and again.
  for (let turn = 0; turn < 20; turn += 1) {
    await clock.advance(20)
    await world.test.query('select 1')
  }
  expect(await taken()).toEqual(takesAnyway)
  expect(await world.test.query('select 1 from periodic_tasks')).toHaveLength(tasks.length)
  stop.abort()
  await clock.advance(20)
  await running
})

interface Left {
  readonly task: string
  /** What PostgreSQL refuses the first organisation. */
  readonly refused: { readonly change: 'insert' | 'update' | 'delete'; readonly table: string }
  /** Makes what the task is there for. */
  readonly add: (org: SeededOrg) => readonly [text: string, values: readonly unknown[]]
  /** Shows a row for what is still to be done. */
  readonly open: string
}

const lefts: readonly Left[] = [
  {
    task: 'forget_old_sessions',
    refused: { change: 'delete', table: 'sessions' },
    add: ({ orgId, userId }) => [
      `insert into sessions (org_id, id, user_id, client_type, refresh_hash, expires_at)
       values ($1, $2, $3, 'web', sha256('old'), now() - interval '31 days')`,
      [orgId, randomUUID(), userId],
    ],
    open: 'select 1 from sessions where org_id = $1',
  },
  {
    task: 'forget_old_changes',
    refused: { change: 'delete', table: 'changes' },
    add: ({ orgId, siteId }) => [
      `insert into changes (org_id, kind, change, id, site_id, at)
       values ($1, 'camera', 'updated', $2, $3, now() - interval '400 days')`,
      [orgId, randomUUID(), siteId],
    ],
    open: `select 1 from changes where org_id = $1 and at < now() - interval '1 day'`,
  },
  {
    task: 'analysis_leftovers',
    refused: { change: 'insert', table: 'event_analyses' },
    add: ({ orgId, siteId, cameraId }) => [
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status)
       values ($1, $2, $3, $4, 'motion', 'onvif', now(), 'failed')`,
      [orgId, randomUUID(), cameraId, siteId],
    ],
    open: `select 1 from events where org_id = $1 and ai_status = 'pending'`,
  },
  {
    task: 'end_live_watchings',
    refused: { change: 'delete', table: 'live_watchings' },
    add: ({ orgId, cameraId, userId }) => [
      `insert into live_watchings
         (org_id, principal_kind, principal_id, camera_id, node_id, open, changed_at, actor_kind, actor_id, actor_name)
       values ($1, 'user', $2, $3, 'gone', 0, now() - interval '1 hour', 'user', $2, 'Olive')`,
      [orgId, userId, cameraId],
    ],
    open: 'select 1 from live_watchings where org_id = $1',
  },
  {
    task: 'quarantine',
    refused: { change: 'update', table: 'quarantined_frames' },
    add: ({ orgId, gatewayId, cameraId }) => [
      `insert into quarantined_frames
         (org_id, id, gateway_id, camera_id, event_id, type, body, digest, reason, received_at)
       values ($1, $2, $3, $4, $5, 'event.opened', '{}', '\\x07', 'old', now())`,
      [orgId, randomUUID(), gatewayId, cameraId, randomUUID()],
    ],
    open: 'select 1 from quarantined_frames where org_id = $1 and tries = 0',
  },
]

/** From now on a change of a table is refused, to one organisation if one is given. */
const refuse = ({ change, table }: Left['refused'], orgId?: string) =>
  world.test.query(
    `create function refuse() returns trigger language plpgsql as $$ begin
       if to_jsonb(coalesce(old, new))->>'org_id' ${orgId === undefined ? 'is null' : `= '${orgId}'`} then
         raise 'not this one';
       end if;
       return coalesce(new, old);
     end $$;
     create trigger refuse before ${change} on ${table} for each row execute function refuse();`,
  )

async function run(name: string): Promise<void> {
  const task = periodicTasks(world.platform, world.services).find((one) => one.name === name)
  await task?.run(new AbortController().signal)
}

test('what PostgreSQL refuses to one organisation keeps no other from its turn, in any task', async () => {
  const [first, second] = [await seedOrg(world.test), await seedOrg(world.test)].toSorted((one, other) =>
    one.orgId < other.orgId ? -1 : 1,
  )
  if (!first || !second) throw new Error('there are two')
  for (const { task, refused, add, open } of lefts) {
    for (const org of [first, second]) {
      const [text, values] = add(org)
      await world.test.query(text, [...values])
    }
    await refuse(refused, first.orgId)
    await expect(run(task), task).rejects.toThrow('1 failed and')
    const left = async ({ orgId }: SeededOrg) => (await world.test.query(open, [orgId])).length
    expect([await left(first), await left(second)], task).toEqual([1, 0])
    await world.test.query('drop function refuse cascade')
  }
})

test('a clock of PostgreSQL that leaps by a year, with that of its node, has no task remove or give up what is old', async () => {
  const postgres = await setDatabaseClock(world.test)
  try {
    const clock = createFakeClock(Date.now())
    const platform = { ...world.platform, clock, database: postgres.database }
    const tasks = periodicTasks(platform, world.services)
    const perform = (name: string) =>
      tasks.find((one) => one.name === name)?.run(new AbortController().signal)
    await perform('retention_clock')
    const org = await seedOrg(world.test)
    const byAge = lefts.filter(({ task }) => /^forget|leftovers$/.test(task))
    for (const { add } of byAge) {
      const [text, values] = add(org)
      await world.test.query(text, [...values])
    }
    await world.test.query(`insert into unknown_logins (id, at, email_sha256, address, user_agent)
      values (gen_random_uuid(), now(), sha256('nobody'), '192.0.2.31', '')`)
    const yearMs = 366 * 24 * 60 * 60_000
    await postgres.set(yearMs)
    clock.step(yearMs)
    const held: string[] = []
    for (const { name } of tasks) {
      const failed = await Promise.resolve(perform(name)).then(
        () => null,
        (error: unknown) => String(error),
      )
      if (failed?.includes('cloud retention confirm')) held.push(name)
      else expect(failed, name).toBeNull()
    }
    const heldAlways = ['retention', 'forget_old_sessions', 'forget_old_changes', 'sweep_login_limits']
    expect(held.toSorted()).toEqual([...heldAlways, 'analysis_leftovers'].toSorted())
    const left = async (open: string) => (await world.test.query(open, [org.orgId])).length
    for (const { open, task } of byAge) expect(await left(open), task).toBe(1)
    expect(await world.test.query('select 1 from unknown_logins')).toHaveLength(1)
    await postgres.set(0)
    for (const { open, task } of byAge) {
      await perform(task)
      expect(await left(open), task).toBe(0)
    }
  } finally {
    await postgres.database.close()
  }
})

test('a step of the login limits that is refused keeps no other from its turn', async () => {
  await world.test.query(`insert into login_failures (email_sha256, failures, window_started_at)
    values (sha256('over'), 2, now() - interval '1 day')`)
  await world.test.query(`insert into unknown_logins (id, at, email_sha256, address, user_agent)
    values (gen_random_uuid(), now() - interval '31 days', sha256('nobody'), '192.0.2.31', '')`)
  await refuse({ change: 'delete', table: 'login_failures' })
  await expect(run('sweep_login_limits')).rejects.toThrow('1 failed and 3 were done')
  expect(await world.test.query('select 1 from login_failures')).toHaveLength(1)
  expect(await world.test.query('select 1 from unknown_logins')).toEqual([])
})
