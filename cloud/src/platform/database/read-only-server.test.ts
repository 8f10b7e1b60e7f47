import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { failureMessage } from '../process/failure-message.js'
import { DatabaseUnavailableError } from './clients/unavailable.js'
import { migrate } from './migrating/migrate.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn
beforeEach(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  admin = await org.signIn('admin')
})
afterEach(() => world.close())

const read = () => world.call(admin, { url: '/api/v1/sites' })
const write = () =>
  world.call(admin, { method: 'POST', url: '/api/v1/sites', payload: { name: 'Yard', timezone: 'UTC' } })

/** Who is connected finds a server that is read-only from then on, as where another one was promoted. */
async function becomeReadOnly(): Promise<void> {
  const { query, address } = world.test
  await query(
    `alter database ${new URL(address.url).pathname.slice(1)} set default_transaction_read_only = on`,
  )
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('sightline_app', 'sightline_worker')`,
  )
}

/** Who is connected stays where they are; who comes finds a server that takes writes. */
const promote = () =>
  world.test.query(
    `alter database ${new URL(world.test.address.url).pathname.slice(1)} reset default_transaction_read_only`,
  )

test('a server that takes no writes is 503 with Retry-After for whoever writes, is read from, and after a failover the new one is found', async () => {
  const { readiness } = world.services
  readiness.serving()
  expect(await readiness.now()).toBe('ok')
  await becomeReadOnly()
  await expect.poll(async () => (await read()).statusCode, { timeout: 30_000 }).toBe(200)
  await expect.poll(() => readiness.now(), { timeout: 30_000 }).toBe('degraded')
  for (let turn = 0; turn < 3; turn += 1) {
    const refused = await write()
    expect([refused.statusCode, refused.headers['retry-after']], refused.body).toEqual([503, '1'])
  }
  const failure: unknown = await world.platform.database
    .inOrg(org.orgId, (tx) =>
      tx.insertInto('sites').values({ org_id: org.orgId, id: uuidv7(), name: 'Yard' }).execute(),
    )
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseUnavailableError)
  const start: unknown = await migrate(world.test.address).catch((error: unknown) => error)
  expect(failureMessage(start)).toMatch(/^sightline: PostgreSQL at DATABASE_URL takes no writes .*[^\n]*$/)
  await promote()
  await expect.poll(async () => (await write()).statusCode, { timeout: 30_000 }).toBe(201)
  await expect.poll(() => readiness.now(), { timeout: 30_000 }).toBe('ok')
})

/** Nothing of it lasts by itself, or says that the program is wrong. */
const passing = [
  '08006',
  '25006',
  '40001',
  '40P01',
  '53100',
  '53200',
  '53400',
  '55000',
  '55P03',
  '57P03',
  '58030',
]
/** Damage, and a right that is lacking: somebody has to see it. */
const lasting = ['42501', 'XX001']

test('what passes is 503 with Retry-After, what lasts is an internal error, by what PostgreSQL says of a write', async () => {
  await world.test.query(
    `create table said (state text); insert into said values ('');
     grant select on said to public;
     create function say() returns trigger language plpgsql as $$ begin
       raise exception 'said' using errcode = (select state from said);
     end $$;
     create trigger say before insert on sites for each row execute function say()`,
  )
  for (const state of [...passing, ...lasting]) {
    await world.test.query('update said set state = $1', [state])
    const { statusCode, headers } = await write()
    const passes = passing.includes(state)
    expect([statusCode, headers['retry-after']], state).toEqual(passes ? [503, '1'] : [500, undefined])
  }
  await world.test.query('drop trigger say on sites')
  expect((await write()).statusCode).toBe(201)
})

test('a standby that cannot say which cluster it is of is 503 for who follows a list', async () => {
  await world.test.query(
    `create or replace function change_lineage() returns text language plpgsql stable as $$ begin
       raise exception 'recovery is in progress' using errcode = '55000';
     end $$`,
  )
  const answer = await world.call(admin, { url: '/api/v1/events', query: { updated_since: 'start' } })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
})
