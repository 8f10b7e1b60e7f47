import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import type { BlobStore } from '../media/store/blob-store.service.js'
import { daysAgo, RetentionScene } from './retention-scene.fixture.js'

let database: TestDatabase
let here: RetentionScene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  here = await RetentionScene.begin(database)
  return () => here[Symbol.asyncDispose]()
})

test('a run over more events than fit into a batch leaves none and takes none twice', async () => {
  const insert = (count: number, days: number, starredEvery: number) =>
    here.scene.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, received_at, clip_status, starred)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', $4, $4, 'ready', number % $6 = 0 from generate_series(1, $5) as number`,
      [here.org.orgId, here.org.cameraId, here.org.siteId, daysAgo(days), count, starredEvery],
    )
  await insert(1_000, 400, 2)
  await insert(700, 40, 7)
  await here.scene.query(
    `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, 'motion', 1700)`,
    [here.org.orgId, here.org.siteId],
  )
  await here.run()
  expect(await here.column(`select count(*)::int as it from events`)).toEqual([1_200])
  expect(await here.column(`select count(*)::int as it from events where clip_status = 'ready'`)).toEqual([
    600,
  ])
  expect(await here.column(`select count::int as it from event_counts`)).toEqual([1_200])
  expect(await here.counted('event')).toBe(500)
})

test('kept events whose times have microseconds end no run too late, nor keep another organisation from its turn', async () => {
  const other = await seedOrg(here.scene)
  await here.keep(other, 30, 365)
  for (const org of [here.org, other])
    await here.scene.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, received_at,
         happened_at, clip_status, starred)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', $4, $5,
         $4::timestamptz + number * interval '1 microsecond', 'expired', number < 400 from generate_series(0, 409) as number`,
      [org.orgId, org.cameraId, org.siteId, daysAgo(400), daysAgo(300)],
    )
  await here.scene.query(
    `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, 'motion', 410), ($3, $4, 'motion', 410)`,
    [here.org.orgId, here.org.siteId, other.orgId, other.siteId],
  )
  const signal = AbortSignal.timeout(30_000)
  await here.run(here.store, { signal })
  expect(signal.aborted).toBe(false)
  expect(await here.column('select count(*)::int as it from events where not starred')).toEqual([0])
  expect(await here.column('select count(*)::int as it from events')).toEqual([800])
})

test('an event that is starred while a run looks at it is kept', async () => {
  const event = await here.addEvent(400)
  let release = () => {}
  let holding = () => {}
  const held = new Promise<void>((resolve) => {
    holding = resolve
  })
  const starring = here.scene.database.inOrg(here.org.orgId, async (tx) => {
    await tx
      .updateTable('events')
      .set({ starred: true })
      .where('org_id', '=', here.org.orgId)
      .where('id', '=', event)
      .execute()
    holding()
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await held
  await here.run()
  release()
  await starring
  await here.run()
  expect(await here.events()).toMatchObject([{ id: event, clip_status: 'ready' }])
})

test('a store that fails keeps nothing else from going, and the next run takes what was left', async () => {
  for (let index = 0; index < 3; index += 1) await here.addEvent(400)
  let calls = 0
  const failing: BlobStore = {
    ...here.store,
    delete: async (key) => {
      calls += 1
      if (calls === 2) throw new Error('the disk is read-only')
      await here.store.delete(key)
    },
  }
  await expect(here.run(failing)).rejects.toThrow('1 steps failed (bytes), the others were done')
  expect(await here.events()).toEqual([])
  expect(await here.files()).toBe(1)
  expect(await here.column('select state as it from media')).toEqual(['deleted'])
  await here.run()
  expect(await here.files()).toBe(0)
  expect(await here.column('select 1 as it from media')).toEqual([])
})

test('a step that fails keeps no other from its turn, and is told by its name', async () => {
  const old = await here.addEvent(400)
  const clip = await here.addEvent(31)
  await here.scene.query(
    `insert into idempotency_keys (org_id, actor_id, key, request_sha256, created_at) values ($1, $2, 'k', '\\x00', $3)`,
    [here.org.orgId, here.org.userId, daysAgo(2)],
  )
  await here.scene.query(
    `insert into pairing_codes (org_id, id, gateway_id, code_hash, expires_at, created_by_kind, created_by_name)
     values ($1, $2, $3, '\\x00', $4, 'user', 'Olive')`,
    [here.org.orgId, randomUUID(), here.org.gatewayId, daysAgo(31)],
  )
  await here.scene.query('revoke delete on idempotency_keys from sightline_app')
  await here.scene.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
     create trigger refuse before delete on events for each row execute function refuse();`,
  )
  try {
    await expect(here.run()).rejects.toThrow(
      '2 steps failed (events, idempotency_keys), the others were done',
    )
  } finally {
    await here.scene.query('grant delete on idempotency_keys to sightline_app; drop function refuse cascade')
  }
  expect(await here.events()).toMatchObject([
    { id: old, clip_status: 'expired' },
    { id: clip, clip_status: 'expired' },
  ])
  expect(await here.column('select count(*)::int as it from pairing_codes')).toEqual([0])
  // The snapshots of both, and no clip.
  expect(await here.files()).toBe(2)
  const { text } = await here.platform.metrics.expose()
  expect(text).toContain('sightline_retention_failures_total{step="idempotency_keys"} 1')
  expect(await here.column(`select data->'clip' as it from audit_log`)).toEqual([2])
})

test('a run that is cut off between the bytes and their row does no harm', async () => {
  for (let index = 0; index < 3; index += 1) await here.addEvent(400)
  const stop = new AbortController()
  const cut: BlobStore = {
    ...here.store,
    delete: async (key) => {
      await here.store.delete(key)
      stop.abort()
      throw new Error('the process died here')
    },
  }
  await here.run(cut, { signal: stop.signal }).catch(() => {})
  expect(await here.files()).toBe(5)
  await here.run()
  expect(await here.files()).toBe(0)
  expect(await here.column('select 1 as it from media')).toEqual([])
})

test('two runs at once remove everything once', async () => {
  await seedCamera(here.scene, here.org, 'Back door')
  for (let index = 0; index < 10; index += 1) await here.addEvent(400)
  await Promise.all([here.run(), here.run(), here.run()])
  await here.run()
  expect(await here.events()).toEqual([])
  expect(await here.files()).toBe(0)
  expect(await here.column(`select count::int as it from event_counts`)).toEqual([0])
})
