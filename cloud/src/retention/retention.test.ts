import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BlobStore, objectKey } from '../media/blob-store.js'
import { keepFrames } from '../media/keep-frames.js'
import { createLocalBlobStore } from '../media/local-blob-store.js'
import { createFakeClock } from '../platform/clock.fake.js'
import type { Platform } from '../platform/platform.js'
import { type SeededOrg, seedCamera, seedOrg } from '../testing/seed.js'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js'
import { createTestPlatform } from '../testing/test-platform.js'
import { runRetention } from './run-retention.js'

const now = Date.UTC(2026, 5, 15, 3)
const dayMs = 24 * 60 * 60 * 1000
let scene: TestDatabase
let org: SeededOrg
let root: string
let store: BlobStore
let platform: Platform

beforeEach(async () => {
  scene = await createTestDatabase()
  org = await seedOrg(scene)
  await keep(org, 30, 365)
  root = await mkdtemp(path.join(tmpdir(), 'retention-'))
  store = createLocalBlobStore(root)
  platform = createTestPlatform(scene, { clock: createFakeClock(now) })
})
afterEach(async () => {
  await scene.close()
  await rm(root, { recursive: true, force: true })
})

const keep = ({ orgId }: SeededOrg, clips: number, events: number) =>
  scene.query('update organisations set clip_retention_days = $2, event_retention_days = $3 where id = $1', [
    orgId,
    clips,
    events,
  ])

const run = (blobs = store, signal = new AbortController().signal) =>
  runRetention({ ...platform, store: blobs }, signal)

const daysAgo = (days: number) => new Date(now - days * dayMs)

interface EventFacts {
  of?: SeededOrg
  starred?: boolean
  deleted?: boolean
  clipStatus?: string
  category?: string
}

/** An event of so many days ago, with its clip and snapshot as files. */
async function addEvent(days: number, facts: EventFacts = {}): Promise<string> {
  const { of = org, starred = false, deleted = false, clipStatus = 'ready', category = 'motion' } = facts
  const id = randomUUID()
  await scene.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, starred, deleted_at, clip_status)
     values ($1, $2, $3, $4, $5, 'onvif', $6, $7, $8, $9)`,
    [
      of.orgId,
      id,
      of.cameraId,
      of.siteId,
      category,
      daysAgo(days),
      starred,
      deleted ? new Date(now) : null,
      clipStatus,
    ],
  )
  if (!deleted)
    await scene.query(
      `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, $3, 1)
       on conflict (org_id, site_id, event_category) do update set count = event_counts.count + 1`,
      [of.orgId, of.siteId, category],
    )
  if (clipStatus === 'ready') await addMedium('clip', id, { of })
  const snapshot = await addMedium('snapshot', id, { of })
  await scene.query('update events set snapshot_id = $2 where id = $1', [id, snapshot])
  return id
}

interface MediumFacts {
  of?: SeededOrg
  days?: number
  state?: 'pending' | 'ready'
}

async function addMedium(
  kind: 'clip' | 'snapshot',
  eventId: string | null,
  facts: MediumFacts = {},
): Promise<string> {
  const { of = org, days = 0, state = 'ready' } = facts
  const id = randomUUID()
  const bytes = Buffer.from(`${kind} of ${eventId}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = objectKey(of.orgId, id)
  await scene.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, created_at, ready_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'video/mp4', $9, $10, $11, $12)`,
    [
      of.orgId,
      id,
      eventId,
      of.cameraId,
      of.siteId,
      kind,
      state,
      key,
      bytes.length,
      sha256,
      daysAgo(days),
      state === 'ready' ? daysAgo(days) : null,
    ],
  )
  const upload = randomUUID()
  await store.putPart(upload, 1, chunks(bytes), bytes.length)
  if (state === 'ready') {
    await store.complete(upload, { key, parts: 1, bytes: bytes.length, sha256 })
    await store.dropParts(upload)
  } else {
    await scene.query(
      `insert into uploads (org_id, id, media_id, part_size, part_count, created_at) values ($1, $2, $3, 8, 3, $4)`,
      [of.orgId, upload, id, daysAgo(days)],
    )
    await scene.query(
      `insert into upload_parts (org_id, upload_id, number, bytes, received_at) values ($1, $2, 1, 8, $3)`,
      [of.orgId, upload, daysAgo(days)],
    )
  }
  return id
}

async function* chunks(bytes: Buffer) {
  yield bytes
}

async function addShare(eventId: string, { ended = false, revoked = false } = {}): Promise<void> {
  await scene.query(
    `insert into event_shares (org_id, id, event_id, token_hash, created_by_kind, created_by_name, expires_at, revoked_at)
     values ($1, $2, $3, $4, 'user', 'Olive', $5, $6)`,
    [
      org.orgId,
      randomUUID(),
      eventId,
      Buffer.from(randomUUID()),
      new Date(now + (ended ? -1 : dayMs)),
      revoked ? new Date(now) : null,
    ],
  )
}

async function files(): Promise<number> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

const events = () =>
  scene.query<{ id: string; clip_status: string; snapshot_id: string | null }>(
    'select id, clip_status, snapshot_id from events order by triggered_at',
  )
const column = async (query: string) => (await scene.query<{ it: unknown }>(query)).map(({ it }) => it)
const counted = (kind: string) =>
  platform.metrics
    .expose()
    .then(({ text }) => Number(new RegExp(`removed_total{kind="${kind}"} (\\d+)`).exec(text)?.[1] ?? 0))

test('a clip goes after its days, its event and snapshot stay and say so', async () => {
  const old = await addEvent(30.1)
  const young = await addEvent(29.9)
  await run()
  expect(await events()).toEqual([
    { id: old, clip_status: 'expired', snapshot_id: expect.any(String) },
    { id: young, clip_status: 'ready', snapshot_id: expect.any(String) },
  ])
  expect(await column(`select kind || ' ' || state as it from media order by kind`)).toEqual([
    'clip ready',
    'snapshot ready',
    'snapshot ready',
  ])
  expect(await files()).toBe(3)
  expect(await counted('clip')).toBe(1)
  expect(await counted('object')).toBe(1)
})

test('the pictures out of a clip go with it, and those whose bytes never came after a week', async () => {
  const frames = (runId: string, eventId: string) =>
    keepFrames(
      { database: platform.database, store },
      {
        orgId: org.orgId,
        eventId,
        runId,
        frames: [{ jpeg: Buffer.from('frame'), width: 16, height: 9, takenAt: daysAgo(40) }],
      },
    )
  const [old, young] = [await addEvent(31), await addEvent(1)]
  for (const event of [old, young]) expect(await frames(randomUUID(), event)).toHaveLength(1)
  const cutOff = await frames(randomUUID(), young)
  await scene.query(
    `update media set state = 'pending', ready_at = null, created_at = $2 where id = any($1::uuid[])`,
    [cutOff, daysAgo(8)],
  )
  await run()
  expect(await column(`select event_id as it from media where kind = 'frame' and state = 'ready'`)).toEqual([
    young,
  ])
  expect(await column(`select id as it from media where kind = 'frame' and state = 'deleted'`)).toEqual(
    cutOff,
  )
  expect(await counted('clip')).toBe(1)
  // Two snapshots, the young clip and its frame, and the bytes of the one that was cut off until they are given up.
  expect(await files()).toBe(5)
})

test('a clip that comes after its days is not taken any more', async () => {
  const event = await addEvent(31, { clipStatus: 'uploading' })
  await addMedium('clip', event, { state: 'pending' })
  await run()
  expect(await events()).toMatchObject([{ clip_status: 'expired' }])
  expect(await column(`select state as it from media where kind = 'clip'`)).toEqual(['deleted'])
  // An upload that is about to end may still write: the bytes go with the next run.
  expect(await files()).toBe(2)
  platform = createTestPlatform(scene, { clock: createFakeClock(now + dayMs) })
  await run()
  expect(await column(`select kind as it from media`)).toEqual(['snapshot'])
  expect(await files()).toBe(1)
})

test('an event goes after its days with its media, and leaves the totals', async () => {
  for (const category of ['motion', 'motion', 'audio']) await addEvent(366, { category })
  const young = await addEvent(364, { category: 'motion' })
  await run()
  expect(await events()).toMatchObject([{ id: young }])
  expect(await scene.query('select event_category, count from event_counts order by 1')).toEqual([
    { event_category: 'audio', count: '0' },
    { event_category: 'motion', count: '1' },
  ])
  expect(await files()).toBe(1)
  expect(await column('select kind as it from media')).toEqual(['snapshot'])
  expect(await counted('event')).toBe(3)
})

test('each organisation has its own days', async () => {
  const other = await seedOrg(scene)
  await keep(other, 1, 2)
  const mine = await addEvent(3)
  const [theirs] = [await addEvent(1.5, { of: other }), await addEvent(3, { of: other })]
  await run()
  const left = await events()
  expect(left).toHaveLength(2)
  expect(left).toContainEqual(expect.objectContaining({ id: mine, clip_status: 'ready' }))
  expect(left).toContainEqual(expect.objectContaining({ id: theirs, clip_status: 'expired' }))
  expect(await scene.query(`select org_id, action, data from audit_log`)).toEqual([
    { org_id: other.orgId, action: 'retention.removed', data: { clip: 1, event: 1 } },
  ])
})

test('starred and shared events are kept whole, until they are neither', async () => {
  const starred = await addEvent(400, { starred: true })
  const shared = await addEvent(400)
  const ended = await addEvent(400)
  const revoked = await addEvent(400)
  await addShare(shared)
  await addShare(ended, { ended: true })
  await addShare(revoked, { revoked: true })
  await run()
  const left = await events()
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([starred, shared]))
  expect(left.map(({ clip_status: status }) => status)).toEqual(['ready', 'ready'])
  expect(await files()).toBe(4)
  expect(await column('select count(*)::int as it from event_shares')).toEqual([1])
  await scene.query('update events set starred = false')
  await run()
  expect(await events()).toMatchObject([{ id: shared }])
  expect(await files()).toBe(2)
})

test('groups of notifications and their decisions go after the days of events', async () => {
  const rule = randomUUID()
  await scene.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name) values ($1, $2, 'Rule', 'camera_event', 'user', 'Olive')`,
    [org.orgId, rule],
  )
  const addGroup = async (days: number) => {
    const id = randomUUID()
    await scene.query(
      `insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, site_id, site_name, late, window_sec,
         window_origin, is_current, opened_at, closes_at)
       values ($1, $2, $3, 'Rule', $4, $5, 'Site', false, 0, 'rule', false, $6, $6)`,
      [org.orgId, id, rule, org.cameraId, org.siteId, daysAgo(days)],
    )
    await scene.query(
      `insert into notification_decisions (org_id, id, group_id, outcome, reason, setting_name, setting_origin)
       values ($1, $2, $3, 'held_back', 'quiet', 'quiet_hours', 'camera')`,
      [org.orgId, randomUUID(), id],
    )
    return id
  }
  const [kept] = [await addGroup(364), await addGroup(366)]
  await run()
  expect(await column('select id as it from notification_groups')).toEqual([kept])
  expect(await column('select group_id as it from notification_decisions')).toEqual([kept])
})

test('alerts and notifications outlive their event, without it', async () => {
  const event = await addEvent(366)
  const [rule, alert] = [randomUUID(), randomUUID()]
  await scene.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name) values ($1, $2, 'Rule', 'camera_event', 'user', 'Olive')`,
    [org.orgId, rule],
  )
  await scene.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, triggered_at) values ($1, $2, $3, 'Rule', $4, $5, $6, $7)`,
    [org.orgId, alert, rule, event, org.cameraId, org.siteId, daysAgo(366)],
  )
  await scene.query(
    `insert into alert_timeline (org_id, id, alert_id, action, actor_kind, actor_name) values ($1, $2, $3, 'fired', 'system', 'Sightline')`,
    [org.orgId, randomUUID(), alert],
  )
  const notify = (created: Date) =>
    scene.query(
      `insert into notifications (org_id, id, user_id, kind, title, alert_id, event_id, created_at) values ($1, $2, $3, 'alert', 'Rule', $4, $5, $6)`,
      [org.orgId, randomUUID(), org.userId, randomUUID(), event, created],
    )
  await notify(daysAgo(366))
  await notify(daysAgo(300))
  await run()
  expect(await events()).toEqual([])
  expect(await scene.query('select id, event_id, rule_name from alerts')).toEqual([
    { id: alert, event_id: null, rule_name: 'Rule' },
  ])
  expect(await column('select action as it from alert_timeline')).toEqual(['fired'])
  expect(await scene.query('select event_id from notifications')).toEqual([{ event_id: null }])
})

test('what models were asked outlives its event, and goes after the days of events', async () => {
  const event = await addEvent(366)
  const called = (at: Date, eventId: string | null) =>
    scene.query(
      `insert into model_calls (org_id, id, at, purpose, event_id, provider, model, account, latency_ms, outcome)
       values ($1, $2, $3, 'analysis', $4, 'openai', 'm', 'operator', 9, 'answered')`,
      [org.orgId, randomUUID(), at, eventId],
    )
  await called(daysAgo(366), null)
  await called(daysAgo(364), event)
  await run()
  expect(await events()).toEqual([])
  expect(await scene.query('select event_id, at from model_calls')).toEqual([
    { event_id: null, at: daysAgo(364) },
  ])
})

test('the bytes of an event that somebody deleted go with the next run, its row after its days', async () => {
  await addEvent(1, { deleted: true, starred: true })
  await addEvent(366, { deleted: true, starred: true })
  await run()
  expect(await events()).toMatchObject([{ snapshot_id: null }])
  expect(await column('select 1 as it from media')).toEqual([])
  expect(await files()).toBe(0)
})

test('pictures without an event go with the clips, uploads without a word after a week', async () => {
  await addMedium('snapshot', null, { days: 31 })
  const young = await addMedium('snapshot', null, { days: 29 })
  const waiting = await addEvent(3, { clipStatus: 'uploading' })
  await addMedium('clip', waiting, { days: 8, state: 'pending' })
  const going = await addMedium('clip', waiting, { days: 6, state: 'pending' })
  await run()
  platform = createTestPlatform(scene, { clock: createFakeClock(now + 2 * 60 * 60 * 1000) })
  await run()
  const left = await scene.query<{ id: string }>(
    `select id from media where kind = 'clip' or event_id is null`,
  )
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([young, going]))
  expect(await column('select state as it from uploads')).toEqual(['open'])
  // The young picture, the snapshot of the event, and the part that arrived of the upload under way.
  expect(await files()).toBe(3)
})

test('a run over more events than fit into a batch leaves none and takes none twice', async () => {
  const insert = (count: number, days: number, starredEvery: number) =>
    scene.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status, starred)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', $4, 'ready', number % $6 = 0 from generate_series(1, $5) as number`,
      [org.orgId, org.cameraId, org.siteId, daysAgo(days), count, starredEvery],
    )
  await insert(1_000, 400, 2)
  await insert(700, 40, 7)
  await scene.query(
    `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, 'motion', 1700)`,
    [org.orgId, org.siteId],
  )
  await run()
  expect(await column(`select count(*)::int as it from events`)).toEqual([1_200])
  expect(await column(`select count(*)::int as it from events where clip_status = 'ready'`)).toEqual([600])
  expect(await column(`select count::int as it from event_counts`)).toEqual([1_200])
  expect(await counted('event')).toBe(500)
})

test('an event that is starred while a run looks at it is kept', async () => {
  const event = await addEvent(400)
  let release = () => {}
  let holding = () => {}
  const held = new Promise<void>((resolve) => {
    holding = resolve
  })
  const starring = scene.database.inOrg(org.orgId, async (tx) => {
    await tx
      .updateTable('events')
      .set({ starred: true })
      .where('org_id', '=', org.orgId)
      .where('id', '=', event)
      .execute()
    holding()
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await held
  await run()
  release()
  await starring
  await run()
  expect(await events()).toMatchObject([{ id: event, clip_status: 'ready' }])
})

test('a store that fails keeps nothing else from going, and the next run takes what was left', async () => {
  for (let index = 0; index < 3; index += 1) await addEvent(400)
  let calls = 0
  const failing: BlobStore = {
    ...store,
    delete: async (key) => {
      calls += 1
      if (calls === 2) throw new Error('the disk is read-only')
      await store.delete(key)
    },
  }
  await expect(run(failing)).rejects.toThrow(/1 organisations/)
  expect(await events()).toEqual([])
  expect(await files()).toBe(1)
  expect(await column('select state as it from media')).toEqual(['deleted'])
  await run()
  expect(await files()).toBe(0)
  expect(await column('select 1 as it from media')).toEqual([])
})

test('a run that is cut off between the bytes and their row does no harm', async () => {
  for (let index = 0; index < 3; index += 1) await addEvent(400)
  const stop = new AbortController()
  const cut: BlobStore = {
    ...store,
    delete: async (key) => {
      await store.delete(key)
      stop.abort()
      throw new Error('the process died here')
    },
  }
  await run(cut, stop.signal).catch(() => {})
  expect(await files()).toBe(5)
  await run()
  expect(await files()).toBe(0)
  expect(await column('select 1 as it from media')).toEqual([])
})

test('rows that nobody asks for any more go after their time; the audit stays', async () => {
  const at = (days: number) => daysAgo(days)
  const { orgId, userId, gatewayId } = org
  const both = async (insert: (created: Date) => Promise<unknown>, oldDays: number, youngDays: number) => {
    await insert(at(oldDays))
    await insert(at(youngDays))
  }
  await both(
    (created) =>
      scene.query(
        `insert into idempotency_keys (org_id, actor_id, key, request_sha256, created_at) values ($1, $2, $3, '\\x00', $4)`,
        [orgId, userId, randomUUID(), created],
      ),
    1.1,
    0.9,
  )
  await both(
    (ended) =>
      scene.query(
        `insert into outgoing_mail (org_id, id, recipient, subject, body_text, status, finished_at) values ($1, $2, 'a@b.ch', 's', 't', 'sent', $3)`,
        [orgId, randomUUID(), ended],
      ),
    31,
    29,
  )
  await both(
    (ends) =>
      scene.query(
        `insert into pairing_codes (org_id, id, gateway_id, code_hash, expires_at, created_by_kind, created_by_name) values ($1, $2, $3, $4, $5, 'user', 'Olive')`,
        [orgId, randomUUID(), gatewayId, Buffer.from(randomUUID()), ends],
      ),
    31,
    29,
  )
  await both(
    (created) =>
      scene.query(
        `insert into gateway_commands (org_id, id, gateway_id, node_id, type, body, deadline, created_at) values ($1, $2, $3, 'n', 'probe', '{}', $4, $4)`,
        [orgId, randomUUID(), gatewayId, created],
      ),
    1.1,
    0.9,
  )
  const webhookId = randomUUID()
  await scene.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind, created_by_name)
     values ($1, $2, 'Hook', 'https://example.com', '{alert}', '\\x00', 'k', 'user', 'Olive')`,
    [orgId, webhookId],
  )
  await both(
    (ended) =>
      scene.query(
        `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload, status, finished_at) values ($1, $2, $3, 'alert', '{}', 'delivered', $4)`,
        [orgId, randomUUID(), webhookId, ended],
      ),
    31,
    29,
  )
  // What waits is not old, however long it waits.
  await scene.query(
    `insert into outgoing_mail (org_id, id, recipient, subject, body_text, created_at) values ($1, $2, 'a@b.ch', 's', 't', $3)`,
    [orgId, randomUUID(), at(100)],
  )
  await scene.query(
    `insert into audit_log (org_id, id, at, actor_kind, actor_name, action) values ($1, $2, $3, 'user', 'Olive', 'camera.created')`,
    [orgId, randomUUID(), at(3650)],
  )
  await run()
  for (const [table, left] of [
    ['idempotency_keys', 1],
    ['outgoing_mail', 2],
    ['pairing_codes', 1],
    ['gateway_commands', 1],
    ['webhook_deliveries', 1],
    ['audit_log', 1],
  ] as const)
    expect([table, ...(await column(`select count(*)::int as it from ${table}`))]).toEqual([table, left])
})

test('two runs at once remove everything once', async () => {
  await seedCamera(scene, org, 'Back door')
  for (let index = 0; index < 10; index += 1) await addEvent(400)
  await Promise.all([run(), run(), run()])
  await run()
  expect(await events()).toEqual([])
  expect(await files()).toBe(0)
  expect(await column(`select count::int as it from event_counts`)).toEqual([0])
})
