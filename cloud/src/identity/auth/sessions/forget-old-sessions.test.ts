import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { forgetOldSessionsTask } from './forget-old-sessions.js'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

test('sessions and links that ended a month ago go, with their refresh tokens; all others stay', async () => {
  const kept: string[] = []
  for (const org of [await world.createOrg(), await world.createOrg()]) {
    const { userId } = (await org.signIn('viewer')).caller
    const session = async (expires: string, revoked: string | null) => {
      const [row] = await world.test.query<{ id: string }>(
        `insert into sessions (org_id, id, user_id, client_type, refresh_hash, expires_at, revoked_at)
         values ($1, gen_random_uuid(), $2, 'web', sha256(gen_random_uuid()::text::bytea),
           now() + $3::interval, now() + $4::interval) returning id`,
        [org.orgId, userId, expires, revoked],
      )
      await world.test.query(
        `insert into refresh_token_lookup (token_hash, org_id, session_id)
         select sha256(gen_random_uuid()::text::bytea), $1, $2 from generate_series(1, 3)`,
        [org.orgId, row?.id],
      )
      return row?.id ?? ''
    }
    kept.push(
      await session('1 day', null),
      await session('-29 days', null),
      await session('1 day', '-29 days'),
    )
    await session('-31 days', null)
    await session('1 day', '-31 days')
    await world.test.query(
      `insert into password_tokens (org_id, id, user_id, purpose, token_hash, expires_at)
       select $1, gen_random_uuid(), $2, 'reset', sha256(age::bytea), now() - age::interval
       from unnest(array['1 day', '31 days']) age`,
      [org.orgId, userId],
    )
  }
  await forgetOldSessionsTask(world.platform).run(new AbortController().signal, new Date())
  const left = await world.test.query<{ session_id: string }>(
    'select distinct session_id from refresh_token_lookup',
  )
  expect(left.map(({ session_id }) => session_id).toSorted()).toEqual(kept.toSorted())
  expect(await world.test.query('select from password_tokens')).toHaveLength(2)
  // The two with whom the organisations began have never been refreshed.
  expect(await world.test.query('select from sessions')).toHaveLength(kept.length + 2)
})
