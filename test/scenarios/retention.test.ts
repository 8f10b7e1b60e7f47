import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@sightline/cloud/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CloudNode, until } from '../harness/index.js'

// The daily removal in a process that is killed in the middle of it.
const old = 3_000
const young = 5
let folder: string
let database: TestDatabase
let node: CloudNode

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-retention-'))
  database = await createTestDatabase()
  node = await CloudNode.start({
    DATABASE_URL: database.address.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: folder,
    OWNER_PASSWORD: 'Correct-horse-1',
  })
})
afterEach(async () => {
  await node[Symbol.asyncDispose]()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Events with a clip each, as rows and files. */
async function seed(count: number, days: number): Promise<void> {
  const [{ org, site } = { org: '', site: '' }] = await database.query<{ org: string; site: string }>(
    'select org_id as org, id as site from sites limit 1',
  )
  const camera = randomUUID()
  await database.query(
    `insert into cameras (org_id, id, site_id, name, type, connection_mode) values ($1, $2, $3, 'Yard', 'rtsp', 'direct')`,
    [org, camera, site],
  )
  const media = await database.query<{ id: string }>(
    `with made as (
       insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, received_at, clip_status)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', at, at, 'ready'
       from generate_series(1, $5), (select now() - make_interval(days => $4) as at) as old returning id
     ), counted as (
       insert into event_counts (org_id, site_id, event_category, count) values ($1, $3, 'motion', $5)
       on conflict (org_id, site_id, event_category) do update set count = event_counts.count + $5
     ), ids as (select id as event_id, gen_random_uuid() as media_id from made)
     insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, ready_at)
     select $1, media_id, event_id, $2, $3, 'clip', 'ready', $1::text || '/' || right(media_id::text, 2) || '/' || media_id,
       'video/mp4', 4, repeat('a', 64), now() from ids
     returning id`,
    [org, camera, site, days, count],
  )
  const objects = path.join(folder, 'media', 'objects', org)
  const folders = new Set(media.map(({ id }) => path.join(objects, id.slice(-2))))
  await Promise.all([...folders].map((one) => mkdir(one, { recursive: true })))
  await Promise.all(media.map(({ id }) => writeFile(path.join(objects, id.slice(-2), id), 'clip')))
}

async function files(): Promise<number> {
  const entries = await readdir(path.join(folder, 'media'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

async function rowsOf(table: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return row?.n ?? 0
}

const startedSql = `select last_started_at as at from periodic_tasks where name = 'retention'`

it('goes on where a kill cut it off, within half a minute, and leaves neither rows nor files', async () => {
  await seed(old, 400)
  await seed(young, 1)
  // Each takes its time, so that the kill comes in the middle however late this process gets to it.
  await database.query(`create function take_time() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.01); return old; end $$`)
  await database.query(
    `create trigger take_time before delete on media for each row execute function take_time()`,
  )
  await database.query(`update periodic_tasks set next_at = now() where name = 'retention'`)
  await until('it removes files', async () => (await files()) < old)
  await node.kill()
  const left = await files()
  expect(left).toBeGreaterThan(young)
  const [first] = await database.query<{ at: Date }>(startedSql)
  await database.query('drop function take_time cascade')
  await node.start()
  const againAt = Date.now()
  const second = await until('another run began', async () => {
    const [row] = await database.query<{ at: Date }>(startedSql)
    return row !== undefined && row.at > (first?.at ?? new Date()) && row.at
  })
  expect(second.getTime() - againAt).toBeLessThan(30_000)
  await until('it is done', async () => (await rowsOf('media')) === young)
  expect(await files()).toBe(young)
  expect(await rowsOf('events')).toBe(young)
  const [row] = await database.query<{ n: number }>('select sum(count)::int as n from event_counts')
  expect(row?.n).toBe(young)
}, 180_000)
