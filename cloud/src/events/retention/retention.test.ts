import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { storeFrames } from '../media/store-frames.service.js'
import { storePreview } from '../media/store-preview.service.js'
import { dayMs, daysAgo, now, RetentionScene } from './retention-scene.fixture.js'

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

test('a clip goes after its days, its event and snapshot stay and say so', async () => {
  const old = await here.addEvent(30.1)
  const young = await here.addEvent(29.9)
  await here.run()
  expect(await here.events()).toEqual([
    { id: old, clip_status: 'expired', snapshot_id: expect.any(String) },
    { id: young, clip_status: 'ready', snapshot_id: expect.any(String) },
  ])
  expect(await here.column(`select kind || ' ' || state as it from media order by kind`)).toEqual([
    'clip ready',
    'snapshot ready',
    'snapshot ready',
  ])
  expect(await here.files()).toBe(3)
  expect(await here.counted('clip')).toBe(1)
  expect(await here.counted('object')).toBe(1)
})

test('the pictures out of a clip go with it, and those whose bytes never came after a week', async () => {
  const frames = (runId: string, eventId: string) =>
    storeFrames(
      { database: here.platform.database, store: here.store },
      {
        orgId: here.org.orgId,
        eventId,
        runId,
        frames: [{ jpeg: Buffer.from('frame'), width: 16, height: 9, takenAt: daysAgo(40) }],
      },
    )
  const [old, young] = [await here.addEvent(31), await here.addEvent(1)]
  for (const event of [old, young]) expect(await frames(randomUUID(), event)).toHaveLength(1)
  const cutOff = await frames(randomUUID(), young)
  await here.scene.query(
    `update media set state = 'pending', ready_at = null, created_at = $2 where id = any($1::uuid[])`,
    [cutOff, daysAgo(8)],
  )
  await here.run()
  expect(
    await here.column(`select event_id as it from media where kind = 'frame' and state = 'ready'`),
  ).toEqual([young])
  expect(await here.column(`select id as it from media where kind = 'frame' and state = 'deleted'`)).toEqual(
    cutOff,
  )
  expect(await here.counted('clip')).toBe(1)
  // Two snapshots, the young clip and its frame, and the bytes of the one that was cut off until they are given up.
  expect(await here.files()).toBe(5)
})

test('a preview goes with its clip, and after a week by itself: it can be made again', async () => {
  const preview = (eventId: string) =>
    storePreview(
      { database: here.platform.database, store: here.store, config: here.platform.config },
      { orgId: here.org.orgId, eventId, jpeg: Buffer.from('preview'), width: 16, height: 9, offsetsMs: [0] },
    )
  const [old, young] = [await here.addEvent(31), await here.addEvent(1)]
  for (const event of [old, young]) expect(await preview(event)).toBe(true)
  await here.run()
  const left = () =>
    here.column(`select event_id as it from media where kind = 'preview' and state = 'ready'`)
  expect(await left()).toEqual([young])
  await here.scene.query(`update media set created_at = $1 where kind = 'preview'`, [daysAgo(8)])
  await here.run()
  expect(await left()).toEqual([])
  expect(await here.counted('clip')).toBe(1)
})

test('parts that lie beside their clip since it was completed are dropped, and known of until they are', async () => {
  const event = await here.addEvent(9)
  await here.leaveParts(event, 8)
  expect(await here.files()).toBe(3)
  const broken = { ...here.store, dropParts: () => Promise.reject(new Error('the store is away')) }
  await expect(here.run(broken)).rejects.toThrow('left_parts')
  expect(await here.column('select state as it from uploads')).toEqual(['complete'])
  await here.run()
  expect(await here.files()).toBe(2)
  await here.run()
  expect(await here.column('select state as it from uploads')).toEqual([])
})

test('a clip that comes after its days is not taken any more', async () => {
  const event = await here.addEvent(31, { clipStatus: 'uploading' })
  await here.addMedium('clip', event, { state: 'pending' })
  await here.run()
  expect(await here.events()).toMatchObject([{ clip_status: 'expired' }])
  expect(await here.column(`select state as it from media where kind = 'clip'`)).toEqual(['deleted'])
  // An upload that is about to end may still write: the bytes go with the next run.
  expect(await here.files()).toBe(2)
  await here.run(here.store, { at: now + dayMs })
  expect(await here.column(`select kind as it from media`)).toEqual(['snapshot'])
  expect(await here.files()).toBe(1)
})

test('an event goes after its days with its media, and leaves the totals', async () => {
  for (const category of ['motion', 'motion', 'audio']) await here.addEvent(366, { category })
  const young = await here.addEvent(364, { category: 'motion' })
  await here.run()
  expect(await here.events()).toMatchObject([{ id: young }])
  expect(await here.scene.query('select event_category, count from event_counts order by 1')).toEqual([
    { event_category: 'audio', count: '0' },
    { event_category: 'motion', count: '1' },
  ])
  expect(await here.files()).toBe(1)
  expect(await here.column('select kind as it from media')).toEqual(['snapshot'])
  expect(await here.counted('event')).toBe(3)
})

test('each organisation has its own days', async () => {
  const other = await seedOrg(here.scene)
  await here.keep(other, 1, 2)
  const mine = await here.addEvent(3)
  const [theirs] = [await here.addEvent(1.5, { of: other }), await here.addEvent(3, { of: other })]
  await here.run()
  const left = await here.events()
  expect(left).toHaveLength(2)
  expect(left).toContainEqual(expect.objectContaining({ id: mine, clip_status: 'ready' }))
  expect(left).toContainEqual(expect.objectContaining({ id: theirs, clip_status: 'expired' }))
  expect(await here.scene.query(`select org_id, action, data from audit_log`)).toEqual([
    { org_id: other.orgId, action: 'retention.removed', data: { clip: 1, event: 1 } },
  ])
})

test('starred and shared events are kept whole, until they are neither', async () => {
  const starred = await here.addEvent(400, { starred: true })
  const shared = await here.addEvent(400)
  const ended = await here.addEvent(400)
  const revoked = await here.addEvent(400)
  await here.addShare(shared)
  await here.addShare(ended, { ended: true })
  await here.addShare(revoked, { revoked: true })
  await here.run()
  const left = await here.events()
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([starred, shared]))
  expect(left.map(({ clip_status: status }) => status)).toEqual(['ready', 'ready'])
  expect(await here.files()).toBe(4)
  expect(await here.column('select count(*)::int as it from event_shares')).toEqual([1])
  await here.scene.query('update events set starred = false')
  await here.run()
  expect(await here.events()).toMatchObject([{ id: shared }])
  expect(await here.files()).toBe(2)
})

test('the bytes of an event that somebody deleted go with the next run, its row after its days', async () => {
  await here.addEvent(1, { deleted: true, starred: true })
  await here.addEvent(366, { deleted: true, starred: true })
  await here.run()
  expect(await here.events()).toMatchObject([{ snapshot_id: null }])
  expect(await here.column('select 1 as it from media')).toEqual([])
  expect(await here.files()).toBe(0)
})

test('an event that never became visible goes after its days, and leaves the totals as they are', async () => {
  await here.addEvent(364)
  const unseen = async (days: number) => {
    const id = await here.addEvent(days, { deleted: true, starred: true, clipStatus: 'recording' })
    await here.scene.query(
      'update events set deleted_at = null, visible = false, absorbed_by = $2, snapshot_id = null where id = $1',
      [id, randomUUID()],
    )
    return id
  }
  await unseen(366)
  const young = await unseen(364)
  const totals = () => here.scene.query('select count from event_counts where org_id = $1', [here.org.orgId])
  const before = await totals()
  await here.run()
  expect(await here.scene.query('select id from events where not visible')).toEqual([{ id: young }])
  expect(await here.scene.query('select id from events where visible')).toHaveLength(1)
  expect(await totals()).toEqual(before)
})

test('pictures without an event go with the clips, uploads without a word after a week', async () => {
  await here.addMedium('snapshot', null, { days: 31 })
  const young = await here.addMedium('snapshot', null, { days: 29 })
  const waiting = await here.addEvent(3, { clipStatus: 'uploading' })
  await here.addMedium('clip', waiting, { days: 8, state: 'pending' })
  const going = await here.addMedium('clip', waiting, { days: 6, state: 'pending' })
  await here.run()
  await here.run(here.store, { at: now + 2 * 60 * 60 * 1000 })
  const left = await here.scene.query<{ id: string }>(
    `select id from media where kind = 'clip' or event_id is null`,
  )
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([young, going]))
  expect(await here.column('select state as it from uploads')).toEqual(['open'])
  // The young picture, the snapshot of the event, and the part that arrived of the upload under way.
  expect(await here.files()).toBe(3)
})

test('an event has the age of its receipt, whatever its gateway took the time to be', async () => {
  // A battery died, the clock began anew, and nobody measured it; and one that ran ahead for ten years.
  const fresh = await here.addEvent(1, { stampDays: 20_000 })
  const ahead = await here.addEvent(400, { stampDays: -3650 })
  await here.run()
  expect(await here.events()).toMatchObject([{ id: fresh, clip_status: 'ready' }])
  expect(ahead).not.toBe(fresh)
})

test('an event that its gateway told after it was away has the age of what it tells of', async () => {
  const young = await here.addEvent(2, { happenedDays: 29 })
  const old = await here.addEvent(2, { happenedDays: 31 })
  const ancient = await here.addEvent(3, { happenedDays: 366 })
  const received = await here.addEvent(31)
  await here.run()
  expect(await here.scene.query('select id, clip_status from events order by happened_at')).toEqual([
    { id: old, clip_status: 'expired' },
    { id: young, clip_status: 'ready' },
    { id: received, clip_status: 'expired' },
  ])
  expect(ancient).not.toBe(old)
})
