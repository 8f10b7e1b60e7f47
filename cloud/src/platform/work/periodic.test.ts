import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { silentLog } from '../log.js'
import { createFakeClock } from '../time/clock.fake.js'
import { type Clock, systemClock } from '../time/clock.js'
import { type PeriodicTask, runPeriodicTasks } from './periodic.js'

const dayMs = 24 * 60 * 60 * 1000
const until = { timeout: 20_000, interval: 10 }
let scene: TestDatabase
let stop: AbortController
let running: Promise<void>[]

beforeAll(async () => {
  scene = await createTestDatabase()
})
afterAll(() => scene.close())
beforeEach(async () => {
  stop = new AbortController()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  await clearDatabase(scene)
})

function startNode(
  nodeId: string,
  task: Partial<PeriodicTask>,
  options: { clock?: Clock; signal?: AbortSignal; pace?: { leaseMs: number; pollMs: number } } = {},
): void {
  const { clock = systemClock, signal = stop.signal, pace } = options
  const tasks = [{ name: 'sweep', everyMs: dayMs, run: async () => {}, ...task }]
  running.push(
    runPeriodicTasks({ database: scene.database, clock, log: silentLog, nodeId }, tasks, signal, pace),
  )
}

interface Row {
  name: string
  next_at: Date
  worker: string | null
  attempt: number
  last_started_at: Date | null
  last_finished_at: Date | null
  last_error: string | null
}

async function rowOf(name = 'sweep'): Promise<Row | undefined> {
  return (
    await scene.query<Row & Record<string, unknown>>('select * from periodic_tasks where name = $1', [name])
  )[0]
}

/** Its time has come, as PostgreSQL's clock has it. */
const due = () => scene.query(`update periodic_tasks set next_at = now()`)
/** Whole seconds: columns round to different fractions of one. */
const between = (from: Date | null | undefined, to: Date | undefined) =>
  Math.round(((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1_000)
const quick = { leaseMs: 3_000, pollMs: 10 }
/** Whether the lease that it began with has passed, half a second ago and longer. */
const hasOutlivedALease = async () => {
  const [row] = await scene.query<{ has: boolean }>(
    `select now() > last_started_at + interval '2.5 seconds' as has from periodic_tasks where name = 'sweep'`,
  )
  return row?.has ?? false
}

test('a task runs at the first start, and again when its time has come', async () => {
  let runs = 0
  startNode('a', { run: async () => void (runs += 1) }, { pace: quick })
  await vi.waitFor(async () => expect((await rowOf())?.last_finished_at).toBeInstanceOf(Date), until)
  const first = await rowOf()
  expect(runs).toBe(1)
  expect(first).toMatchObject({ worker: null, attempt: 0, last_error: null })
  expect(between(first?.last_started_at, first?.next_at)).toBe(dayMs / 1_000)
  await due()
  await vi.waitFor(() => expect(runs).toBe(2), until)
})

test('the clock of a node moves no task: one that is a year ahead neither begins it early nor puts it off', async () => {
  let runs = 0
  const clock = createFakeClock(Date.now() + 365 * dayMs)
  startNode('ahead', { run: async () => void (runs += 1) }, { clock, pace: quick })
  const looking = async (holds: () => Promise<void>) =>
    vi.waitFor(async () => {
      await clock.advance(quick.pollMs)
      await turn()
      await holds()
    }, until)
  await looking(async () => expect((await rowOf())?.last_finished_at).toBeInstanceOf(Date))
  const row = await rowOf()
  expect(Math.abs((row?.next_at.getTime() ?? 0) - Date.now() - dayMs)).toBeLessThan(dayMs / 24)
  let looks = 0
  await looking(async () => expect((looks += 1)).toBeGreaterThan(20))
  expect(runs).toBe(1)
})

test('a task that a wrong clock put off for years is due', async () => {
  let runs = 0
  await scene.query(`insert into periodic_tasks (name, next_at) values ('sweep', now() + interval '3 years')`)
  startNode('a', { run: async () => void (runs += 1) }, { pace: quick })
  await vi.waitFor(() => expect(runs).toBe(1), until)
})

test('of three nodes one runs it', async () => {
  let runs = 0
  const pace = { leaseMs: 3_000, pollMs: 10 }
  const run = async () => {
    runs += 1
    await systemClock.delay(100)
  }
  for (const nodeId of ['a', 'b', 'c']) startNode(nodeId, { run }, { pace })
  await vi.waitFor(async () => expect((await rowOf())?.last_finished_at).toBeTruthy(), until)
  expect(runs).toBe(1)
})

test('what a run throws is kept, and it is tried again before its time, later each time', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs <= 2) throw new TypeError(`no disk, ${runs}`)
  }
  startNode('a', { run }, { pace: quick })
  await vi.waitFor(async () => expect((await rowOf())?.last_error).toBe('TypeError: no disk, 1'), until)
  const first = await rowOf()
  expect(first).toMatchObject({ worker: null, attempt: 1 })
  expect(between(first?.last_finished_at, first?.next_at)).toBe(60)
  await due()
  await vi.waitFor(async () => expect((await rowOf())?.last_error).toBe('TypeError: no disk, 2'), until)
  const second = await rowOf()
  expect(between(second?.last_finished_at, second?.next_at)).toBe(120)
  await due()
  await vi.waitFor(async () => expect(await rowOf()).toMatchObject({ attempt: 0, last_error: null }), until)
})

test('a task of a node that died is taken over when its lease ends', async () => {
  const since = Date.now()
  await scene.query(
    `insert into periodic_tasks (name, next_at, lease_until, worker, attempt)
     values ('sweep', now() - interval '1 minute', now() + interval '1 second', 'dead', 1)`,
  )
  let ran = 0
  startNode('b', { run: async () => void (ran = Date.now()) }, { pace: { leaseMs: 3_000, pollMs: 50 } })
  await vi.waitFor(() => expect(ran).toBeGreaterThan(0), until)
  expect(ran - since).toBeGreaterThan(800)
})

test('a long run keeps its lease, and ends when another has the task', async () => {
  const pace = { leaseMs: 2_000, pollMs: 20 }
  let ended = ''
  let began = 0
  const run = async (signal: AbortSignal) => {
    began += 1
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    ended = 'by the signal'
  }
  startNode('a', { run }, { pace })
  startNode('b', { run }, { pace })
  await vi.waitFor(() => expect(began).toBe(1), until)
  await vi.waitFor(async () => expect(await hasOutlivedALease()).toBe(true), until)
  expect(began).toBe(1)
  await scene.query(`update periodic_tasks set worker = 'other', lease_until = now() + interval '1 hour'`)
  await vi.waitFor(() => expect(ended).toBe('by the signal'), until)
  expect(await rowOf()).toMatchObject({ worker: 'other' })
})

test('a node that can renew nothing ends its run when the lease has passed', async () => {
  const signals: AbortSignal[] = []
  const deaf: Clock = {
    ...systemClock,
    // It looks for tasks, and never comes to renew one.
    delay: (ms, options) => systemClock.delay(ms === quick.pollMs ? ms : dayMs, options),
  }
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signals.push(signal)
      signal.addEventListener('abort', () => resolve())
    })
  startNode('deaf', { run }, { clock: deaf, pace: { leaseMs: 500, pollMs: quick.pollMs } })
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), until)
})

test('a node that ends gives its task back, and another begins it again at once', async () => {
  const first = new AbortController()
  let began = () => {}
  const underWay = new Promise<void>((resolve) => {
    began = resolve
  })
  const run = async (signal: AbortSignal) => {
    began()
    await systemClock.delay(60_000, { signal })
  }
  startNode('a', { run }, { signal: first.signal })
  await underWay
  first.abort()
  await Promise.all(running)
  expect(await rowOf()).toMatchObject({ worker: null, last_finished_at: null, last_error: null })
  let ran = false
  startNode('b', { run: async () => void (ran = true) }, { pace: { leaseMs: 3_000, pollMs: 20 } })
  await vi.waitFor(() => expect(ran).toBe(true), until)
})
