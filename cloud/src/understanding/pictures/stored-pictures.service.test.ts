import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { tinyJpeg } from '#testing/tiny-jpeg.js'
import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import { openBlobStore } from '../../events/media/store/open-blob-store.service.js'
import type { Platform } from '../../platform/platform.js'
import { spread, storedPictures } from './stored-pictures.service.js'

let db: TestDatabase
let platform: Platform
let store: BlobStore
let org: SeededOrg
let eventId: string

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db)
  await mkdir(platform.config.dataDir, { recursive: true })
  store = openBlobStore(platform.config)
})
afterAll(async () => {
  await rm(platform.config.dataDir, { recursive: true, force: true })
  await db.close()
})
beforeEach(async () => {
  org = await seedOrg(db)
  eventId = randomUUID()
  await db.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
    [org.orgId, eventId, org.cameraId, org.siteId],
  )
})

/** A stored picture as wide as it is told. @param frame the run and the second that it is of; a snapshot without */
async function addPicture(
  width: number,
  frame?: { run: string; second: number; agoSec?: number },
): Promise<string> {
  const key = `${org.orgId}/ab/${randomUUID()}`
  const jpeg = tinyJpeg(width, 10)
  await store.put(key, jpeg)
  await db.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, run_id,
       taken_at, created_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, 'ready', $6, 'image/jpeg', $7, repeat('a', 64), $8,
       to_timestamp($9), now() - make_interval(secs => $10))`,
    [
      org.orgId,
      eventId,
      org.cameraId,
      org.siteId,
      frame ? 'frame' : 'snapshot',
      key,
      jpeg.byteLength,
      frame?.run ?? null,
      frame?.second ?? null,
      frame?.agoSec ?? 0,
    ],
  )
  return key
}

const widths = async () =>
  (await storedPictures({ ...platform, store }, org.orgId, eventId, 3)).map(({ width }) => width)

test('of the newest run, spread over it, in the order of time', async () => {
  const [old, newest] = [randomUUID(), randomUUID()]
  await addPicture(999)
  await addPicture(99, { run: old, second: 1, agoSec: 60 })
  for (const second of [5, 1, 4, 2, 3]) await addPicture(100 + second, { run: newest, second })
  const pictures = await storedPictures({ ...platform, store }, org.orgId, eventId, 3)
  expect(pictures.map(({ width, height, label }) => [width, height, label])).toEqual([
    [101, 10, 'Picture 1'],
    [103, 10, 'Picture 2'],
    [105, 10, 'Picture 3'],
  ])
})

test('else the snapshot, else none; what is gone is left out', async () => {
  expect(await widths()).toEqual([])
  await addPicture(640)
  expect(await widths()).toEqual([640])
  const run = randomUUID()
  const gone = await addPicture(1, { run, second: 1 })
  await addPicture(2, { run, second: 2 })
  await store.delete(gone)
  expect(await widths()).toEqual([2])
})

test('nothing of another organisation', async () => {
  await addPicture(640)
  const other = await seedOrg(db)
  expect(await storedPictures({ ...platform, store }, other.orgId, eventId, 3)).toEqual([])
})

test.each([
  [[1], 3, [1]],
  [[1, 2, 3, 4, 5, 6, 7, 8], 3, [1, 5, 8]],
  [[1, 2, 3], 1, [2]],
  [[], 3, []],
])('spreads %j over %i', (all, count, chosen) => {
  expect(spread(all, count)).toEqual(chosen)
})
