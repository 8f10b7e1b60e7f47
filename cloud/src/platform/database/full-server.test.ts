import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithTemplate } from '#testing/start-with-template.js'
import type { TemporaryPostgres } from '#testing/temporary-postgres.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import { createTestDatabase } from '#testing/test-database.js'
import { silentLog } from '../log.js'
import { systemClock } from '../time/clock.js'
import { DatabaseUnavailableError } from './clients/unavailable.js'
import { openDatabase } from './database.js'
import { notify } from './notify.js'
import { retryWhileUnavailable } from './retry-while-unavailable.js'
import { sqlState } from './sqlstate.js'

/** A queue of notices that is soon full: half a mebibyte, where PostgreSQL usually keeps eight gibibytes. */
let server: TemporaryPostgres
let world: TestApp
let org: TestOrg

beforeAll(async () => {
  server = await startWithTemplate({ max_notify_queue_pages: '64' })
  world = await createTestApp({
    test: await createTestDatabase({ server }),
    config: { allowedPrivateCidrs: ['127.0.0.0/8'] },
  })
  org = await world.createOrg()
})
afterAll(async () => {
  await world.close()
  await server.close()
})

/** The queue is as long as what its slowest listener has not taken: one that stands still in a transaction. */
async function fillQueue(): Promise<pg.Client> {
  const listener = new pg.Client({ connectionString: world.test.address.url })
  await listener.connect()
  await listener.query('listen anything')
  await listener.query('begin')
  await listener.query('select 1')
  for (let n = 0; ; n += 1) {
    // No two notices of a transaction are the same; these are one each.
    const told = await world.test
      .query(`select pg_notify('anything', $1 || repeat('x', 7000))`, [n])
      .catch(sqlState)
    if (told === '54000') return listener
    if (!Array.isArray(told) || n > 1_000)
      throw new Error(`the queue was not filled: ${JSON.stringify(told)}`)
  }
}

test('a queue of notices that is full is 503 with Retry-After for what has to tell, keeps frames with their gateways, and nobody else waits', async () => {
  const admin = await org.signIn('admin')
  const hook = await world.call(admin, {
    method: 'POST',
    url: '/api/v1/webhooks',
    payload: { name: 'Hook', url: 'https://127.0.0.1:9/', event_types: ['alert'] },
  })
  const { id } = hook.json<{ id: string }>()
  const tell = () => world.call(admin, { method: 'POST', url: `/api/v1/webhooks/${id}/test` })
  const [camera] = await world.test.query<{ gatewayId: string; cameraId: string }>(
    `with gateway as (
       insert into gateways (org_id, id, name, site_id) values ($1, gen_random_uuid(), 'Cupboard', $2) returning *
     ) insert into cameras (org_id, id, site_id, gateway_id, name, type)
       select org_id, gen_random_uuid(), site_id, id, 'Front door', 'rtsp' from gateway
       returning gateway_id as "gatewayId", id as "cameraId"`,
    [org.orgId, org.siteId],
  )
  await world.call(admin, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'All', rule_kind: 'camera_event' },
  })
  const body = {
    event_id: uuidv7(),
    camera_id: camera?.cameraId ?? '',
    event_category: 'motion' as const,
    trigger_topic: 'tns1:VideoSource/MotionAlarm',
    trigger_source: 'onvif' as const,
    raw_source: 'onvif',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  }
  const take = () =>
    world.services.intake.take(
      { orgId: org.orgId, gatewayId: camera?.gatewayId ?? '', receivedAt: new Date() },
      { type: 'event.opened', body },
    )
  const listener = await fillQueue()
  const refused = await tell()
  expect(refused.statusCode, refused.body).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  await expect(take()).rejects.toBeInstanceOf(DatabaseUnavailableError)
  expect((await world.call(admin, { url: '/api/v1/events' })).json()).toMatchObject({ total: 0 })
  expect(await world.test.query('select 1 from webhook_deliveries')).toEqual([])
  await listener.end()
  await expect.poll(async () => (await tell()).statusCode, { timeout: 30_000 }).toBe(200)
  expect(await take()).toBe('stored')
})

test('a statement for which there is no room is 503, and its client is used on', async () => {
  await world.test.query(`alter role sightline_app set temp_file_limit = '64kB'`)
  const database = openDatabase(world.test.address, { log: silentLog })
  try {
    const db = database.forOrg(org.orgId)
    const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows
    const before = await backend()
    const large = sql`select count(*) from (select g from generate_series(1, 300000) g order by md5(g::text)) s`
    await expect(large.execute(db)).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(await backend()).toEqual(before)
    // Nor is it asked again, as what waits for a connection is.
    let tries = 0
    const again = retryWhileUnavailable(systemClock, new AbortController().signal, () => {
      tries += 1
      return large.execute(db)
    })
    await expect(again).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(tries).toBe(1)
    await expect(database.inOrg(org.orgId, (tx) => large.execute(tx))).rejects.toBeInstanceOf(
      DatabaseUnavailableError,
    )
    await database.inOrg(org.orgId, (tx) => notify(tx, 'work', 'anything'))
  } finally {
    await database.close()
  }
})
