import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { sweepLoginLimitsTask } from './sweep-login-limits.js'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

test('what is counted by address goes once it says no more than nothing; all else stays', async () => {
  const add = (text: string) => world.test.query(text)
  await add(`insert into rate_buckets (key, tokens, refilled_at)
    values ('full again', 0, now() - interval '3 minutes'), ('in use', 0, now())`)
  await add(`insert into login_failures (email_sha256, failures, window_started_at, locked_until) values
    (sha256('over'), 2, now() - interval '16 minutes', null),
    (sha256('unlocked'), 5, now() - interval '16 minutes', now() - interval '1 minute'),
    (sha256('locked'), 6, now() - interval '16 minutes', now() + interval '1 minute'),
    (sha256('counting'), 1, now() - interval '14 minutes', null)`)
  await add(`insert into password_requests (id, email, address, user_agent, created_at)
    select gen_random_uuid(), name, '192.0.2.1', '', now() - age::interval
    from (values ('old@example.com', '61 minutes'), ('new@example.com', '59 minutes')) as asked (name, age)`)
  await add(`insert into unknown_logins (id, at, email_sha256, address, user_agent)
    select gen_random_uuid(), now() - age::interval, sha256('nobody'::bytea), name, ''
    from (values ('192.0.2.31', '31 days'), ('192.0.2.29', '29 days')) as failed (name, age)`)

  await sweepLoginLimitsTask(world.platform).run(new AbortController().signal, new Date())

  const kept = async (column: string, table: string) =>
    (await world.test.query<{ value: unknown }>(`select ${column} as value from ${table} order by 1`)).map(
      ({ value }) => value,
    )
  expect(await kept('key', 'rate_buckets')).toEqual(['in use'])
  // Known by how many they are: the one that counts, and the one that locks.
  expect(await kept('failures', 'login_failures')).toEqual([1, 6])
  expect(await kept('email', 'password_requests')).toEqual(['new@example.com'])
  expect(await kept('address', 'unknown_logins')).toEqual(['192.0.2.29'])
})
