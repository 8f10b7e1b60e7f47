import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DatabaseClock, setDatabaseClock } from '#testing/database-clock.js'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { PairedScene } from '../../fleet/channel/paired-scene.fixture.js'
import { startTestNodes, waitUntil } from '../../fleet/channel/test-nodes.fake.js'
import { silentLog } from '../../platform/log.js'
import { createMetrics } from '../../platform/metrics.js'
import { createFakeClock } from '../../platform/time/clock.fake.js'
import { type Clock, systemClock } from '../../platform/time/clock.js'
import { runPeriodicTasks } from '../../platform/work/periodic.js'
import { createLocalBlobStore } from '../media/store/local-blob-store.js'
import { retentionClockTask, retentionTask, trustClock } from './retention.service.js'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const yearMs = 366 * dayMs
let scene: TestDatabase
let postgres: DatabaseClock
let org: SeededOrg

beforeEach(async () => {
  scene = await createTestDatabase()
  postgres = await setDatabaseClock(scene)
  org = await seedOrg(scene)
  await scene.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', pg_catalog.now() from generate_series(1, 3)`,
    [org.orgId, org.cameraId, org.siteId],
  )
  await scene.query(
    `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, 'motion', 3)`,
    [org.orgId, org.siteId],
  )
})
afterEach(async () => {
  await postgres.database.close()
  await scene.close()
})

const deps = (clock: Clock = systemClock) => ({
  database: postgres.database,
  clock,
  log: silentLog,
  metrics: createMetrics(),
  // No medium has bytes here.
  store: createLocalBlobStore(path.join(tmpdir(), 'no-media')),
})
const retain = () => retentionTask(deps()).run(new AbortController().signal)
const look = () => retentionClockTask(deps()).run(new AbortController().signal)
const events = async () => (await scene.query('select id from events')).length

/** A gateway of the organisation was just heard, and says that its clock is so far from the cloud's. */
const heard = (offsetMs: number) =>
  scene.query(
    `update gateways set last_heartbeat_at = pg_catalog.now() + (select ahead from database_clock), clock_offset_ms = $1`,
    [offsetMs],
  )

test('a server that boots a year ahead removes nothing, and goes on when its clock is right again', async () => {
  await retain()
  await postgres.set(yearMs)
  await expect(retain()).rejects.toThrow('cloud retention confirm')
  await heard(yearMs)
  await look()
  await expect(retain()).rejects.toThrow('cloud retention confirm')
  expect(await events()).toBe(3)
  await postgres.set(hourMs)
  await retain()
  expect(await events()).toBe(3)
})

test('a year that did pass is believed when gateways have agreed with it for a day', async () => {
  await retain()
  for (let hour = 0; hour < 24; hour += 1) {
    await postgres.set(yearMs + hour * hourMs)
    await heard(200)
    await look()
    await expect(retain()).rejects.toThrow('leapt')
  }
  expect(await events()).toBe(3)
  await postgres.set(yearMs + 24 * hourMs)
  await heard(200)
  await retain()
  expect(await events()).toBe(0)
})

test('gateways that are right do not agree with a PostgreSQL that is a year ahead because their node is right too', async () => {
  const world = await startTestNodes({}, Promise.resolve({ ...scene, close: async () => {} }))
  const paired = await PairedScene.make(world)
  await retain()
  await postgres.set(yearMs)
  const gateway = await ScriptedGateway.connect(paired.at(1))
  const offset = async () => {
    const [row] = await scene.query<{ offset: number }>(
      `select clock_offset_ms as offset from gateways, database_clock
       where last_heartbeat_at > pg_catalog.now() + ahead - interval '10 minutes'`,
    )
    return row?.offset ?? 0
  }
  for (let hour = 0; hour <= 24; hour += 1) {
    await postgres.set(yearMs + hour * hourMs)
    gateway.heartbeat()
    await waitUntil(async () => (await offset()) > yearMs - hourMs, 'a heartbeat stored')
    await expect(retain()).rejects.toThrow('leapt')
  }
  expect(await events()).toBe(3)
  await gateway[Symbol.asyncDispose]()
  await Promise.all(world.nodes.map((node) => node.close()))
})

test('an operator may say at once that the clock is right', async () => {
  await retain()
  await postgres.set(yearMs)
  await expect(retain()).rejects.toThrow('leapt')
  const believed = await trustClock(postgres.database.worker)
  expect(Math.abs(believed.getTime() - Date.now() - yearMs)).toBeLessThan(hourMs)
  await retain()
  expect(await events()).toBe(0)
})

test('of two nodes the one whose clock is a year ahead removes nothing', async () => {
  await scene.query(`update events set received_at = pg_catalog.now() - interval '400 days'`)
  const stop = new AbortController()
  const node = (nodeId: string, clock: Clock) => {
    const task = retentionTask(deps(clock))
    return runPeriodicTasks({ ...deps(clock), nodeId }, [task], stop.signal, { leaseMs: 3_000, pollMs: 20 })
  }
  const wrong = createFakeClock(Date.now() + yearMs)
  const running = [node('wrong', wrong)]
  // Its first connection takes its time.
  await expect
    .poll(async () => {
      await wrong.advance(20)
      return scene.query('select 1 from periodic_tasks')
    })
    .toHaveLength(1)
  // It has looked for work again and again.
  for (let turn = 0; turn < 20; turn += 1) {
    await wrong.advance(20)
    await scene.query('select 1')
  }
  expect(
    await scene.query('select last_started_at, next_at <= pg_catalog.now() as due from periodic_tasks'),
  ).toEqual([{ last_started_at: null, due: true }])
  running.push(node('right', systemClock))
  await vi.waitFor(async () => expect(await events()).toBe(0), { timeout: 20_000 })
  stop.abort()
  await Promise.all(running)
})
