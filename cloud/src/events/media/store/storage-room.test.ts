import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { UploadBegin, UploadPlan } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { getOrganisation } from '../../../identity/organisation/organisation-settings.js'
import type { Config } from '../../../platform/config.js'
import { storePicture } from '../store-picture.service.js'
import { createPartLinks } from '../uploads/part-links.js'
import { createUploads, type Uploads } from '../uploads/upload.service.js'
import { reserveOf } from './storage-room.service.js'

const gib = 1024 ** 3
/** More than any disk has. */
const everything = 2 ** 52
let world: TestApp
let org: SeededOrg

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(async () => {
  await world.close()
  await rm(world.platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  org = await seedOrg(world.test)
})

/** The uploads of a node with these settings. */
function node(settings: Partial<Config>): Uploads {
  const config = { ...world.platform.config, ...settings }
  return createUploads({
    ...world.platform,
    config,
    store: world.services.mediaStore,
    links: createPartLinks(world.platform),
    hooks: world.services.hooks.events,
  })
}

async function clipOf(bytes: Buffer, of = org): Promise<UploadBegin> {
  const id = uuidv7()
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_source, triggered_at, clip_status)
     values ($1, $2, $3, $4, $5, 'motion', 'onvif', now(), 'uploading')`,
    [of.orgId, id, of.cameraId, of.siteId, of.gatewayId],
  )
  return {
    event_id: id,
    kind: 'clip',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content_type: 'video/mp4',
    codec: 'h264',
    width: 640,
    height: 360,
  }
}

const put = (uploads: Uploads, plan: UploadPlan, bytes: Buffer) => {
  const query = new URL(plan.parts[0]?.url ?? '', 'http://localhost').searchParams
  return uploads.takePart({
    orgId: query.get('org') ?? undefined,
    uploadId: plan.upload_id,
    number: 1,
    tail: { exp: Number(query.get('exp')), sig: query.get('sig') ?? undefined },
    bytes: bytes.length,
    body: (async function* () {
      yield bytes
    })(),
  })
}

async function planOf(begun: ReturnType<Uploads['beginUpload']>): Promise<UploadPlan> {
  const answer = await begun
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

const waits = { ok: false, error: { code: 'unavailable', message: expect.any(String) } }
const from = (of = org) => ({ orgId: of.orgId, gatewayId: of.gatewayId })
const shown = async (settings: Partial<Config> = {}) => {
  const { storage_used_bytes: used, storage_quota_bytes: quota } = await getOrganisation(
    { ...world.platform, config: { ...world.platform.config, ...settings } },
    org.owner,
  )
  return { used, quota }
}

test('beyond its quota an organisation waits, others do not, and it goes on when something went', async () => {
  const settings = { storageQuotaBytes: 1_500 }
  const uploads = node(settings)
  const bytes = randomBytes(1_000)
  const first = await clipOf(bytes)
  expect(await uploads.beginUpload(from(), first)).toMatchObject({ ok: true })
  expect(await shown(settings)).toEqual({ used: 1_000, quota: 1_500 })
  const second = await clipOf(bytes)
  expect(await uploads.beginUpload(from(), second)).toEqual(waits)
  // What was begun goes on.
  expect(await uploads.beginUpload(from(), first)).toMatchObject({ ok: true, value: { complete: false } })
  const other = await seedOrg(world.test)
  expect(await uploads.beginUpload(from(other), await clipOf(bytes, other))).toMatchObject({ ok: true })
  const { text } = await world.platform.metrics.expose()
  expect(text).toContain('sightline_uploads_put_off_total{reason="quota"} 1')
  await world.test.query('delete from media where org_id = $1', [org.orgId])
  expect((await shown()).used).toBe(0)
  expect(await uploads.beginUpload(from(), second)).toMatchObject({ ok: true })
})

test('of many that begin at once as many get in as there is room for', async () => {
  const uploads = node({ storageQuotaBytes: 3_500 })
  const clips = await Promise.all(Array.from({ length: 8 }, () => clipOf(randomBytes(1_000))))
  const answers = await Promise.all(clips.map((clip) => uploads.beginUpload(from(), clip)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await shown()).toEqual({ used: 3_000, quota: null })
})

test('below the reserve nothing is begun, taken or joined, and all goes on when there is room', async () => {
  const [full, roomy] = [node({ storageReserveBytes: everything }), node({ storageReserveBytes: 0 })]
  const bytes = randomBytes(1_000)
  const clip = await clipOf(bytes)
  expect(await full.beginUpload(from(), clip)).toEqual(waits)
  expect((await shown()).used).toBe(0)
  const plan = await planOf(roomy.beginUpload(from(), clip))
  expect(await full.beginUpload(from(), clip)).toEqual(waits)
  await expect(put(full, plan, bytes)).rejects.toMatchObject({ kind: 'unavailable' })
  await put(roomy, plan, bytes)
  const complete = (uploads: Uploads) => uploads.completeUpload(from(), { upload_id: plan.upload_id })
  expect(await complete(full)).toEqual(waits)
  expect(await complete(roomy)).toEqual({ ok: true, value: {} })
  // Nothing is left to be written.
  expect(await full.beginUpload(from(), clip)).toMatchObject({ ok: true, value: { complete: true } })
})

test('pictures of cameras are held against both', async () => {
  const keep = (settings: Partial<Config>) =>
    storePicture(
      {
        ...world.platform,
        config: { ...world.platform.config, ...settings },
        store: world.services.mediaStore,
      },
      { ...org, takenAt: new Date(), jpeg: randomBytes(100), width: 4, height: 4 },
    )
  await expect(keep({ storageQuotaBytes: 99 })).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(keep({ storageReserveBytes: everything })).rejects.toMatchObject({ kind: 'unavailable' })
  await keep({ storageQuotaBytes: 100, storageReserveBytes: 0 })
  expect((await shown()).used).toBe(100)
})

test.each([
  [{ size: 10 * gib, free: 1 }, null, gib / 2],
  [{ size: 4_000 * gib, free: 1 }, null, 2 * gib],
  [{ size: 10 * gib, free: 1 }, 5, 5],
])('of a disk %o with the setting %s stays free: %d', (disk, storageReserveBytes, reserve) => {
  expect(reserveOf({ storageReserveBytes }, disk)).toBe(reserve)
})
