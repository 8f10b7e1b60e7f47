import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js'
import { createFakeClock, type FakeClock } from './clock.fake.js'
import { type Clock, systemClock } from './clock.js'
import { silentLog } from './log.js'
import { type PeriodicTask, runPeriodicTasks } from './periodic.js'

const dayMs = 24 * 60 * 60 * 1000
const until = { timeout: 20_000, interval: 10 }
let scene: TestDatabase
let stop: AbortController
let running: Promise<void>[]

beforeEach(async () => {
  scene = await createTestDatabase()
  stop = new AbortController()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  await scene.close()
})

function startNode(
  nodeId: string,
  task: Partial<PeriodicTask>,
  options: { clock?: Clock; signal?: AbortSignal; pace?: { leaseMs: number; lookMs: number } } = {},
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

/** Moves time until what is expected holds. */
const passing = (clock: FakeClock, stepMs: number, holds: () => void | Promise<void>) =>
  vi.waitFor(async () => {
    await clock.advance(stepMs)
    await turn()
    await holds()
  }, until)

test('a task runs at the first start, and again when its time has come, by the clock of the process', async () => {
  const clock = createFakeClock(Date.UTC(2026, 2, 14, 3))
  const runs: number[] = []
  startNode('a', { run: async () => void runs.push(clock.now()) }, { clock })
  await passing(clock, 1_000, () => expect(runs).toHaveLength(1))
  await passing(clock, 1_000, async () => expect((await rowOf())?.last_finished_at).not.toBeNull())
  const first = await rowOf()
  expect(first).toMatchObject({ worker: null, attempt: 0, last_error: null })
  expect(first?.next_at.getTime()).toBe((first?.last_started_at?.getTime() ?? 0) + dayMs)
  await clock.advance(dayMs - 60_000)
  for (let look = 0; look < 5; look += 1) await clock.advance(1_000)
  expect(runs).toHaveLength(1)
  await passing(clock, 30_000, () => expect(runs).toHaveLength(2))
  expect((runs[1] ?? 0) - (runs[0] ?? 0)).toBeGreaterThanOrEqual(dayMs)
})

test('of three nodes one runs it', async () => {
  let runs = 0
  const pace = { leaseMs: 3_000, lookMs: 10 }
  const run = async () => {
    runs += 1
    await systemClock.delay(100)
  }
  for (const nodeId of ['a', 'b', 'c']) startNode(nodeId, { run }, { pace })
  await vi.waitFor(async () => expect((await rowOf())?.last_finished_at).toBeTruthy(), until)
  expect(runs).toBe(1)
})

test('what a run throws is kept, and it is tried again before its time, later each time', async () => {
  const clock = createFakeClock()
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs <= 2) throw new TypeError(`no disk, ${runs}`)
  }
  startNode('a', { run }, { clock })
  await passing(clock, 1_000, async () => expect((await rowOf())?.last_error).toBe('TypeError: no disk, 1'))
  const first = await rowOf()
  expect(first).toMatchObject({ worker: null, attempt: 1 })
  expect((first?.next_at.getTime() ?? 0) - (first?.last_finished_at?.getTime() ?? 0)).toBe(60_000)
  await passing(clock, 5_000, async () => expect((await rowOf())?.last_error).toBe('TypeError: no disk, 2'))
  const second = await rowOf()
  expect((second?.next_at.getTime() ?? 0) - (second?.last_finished_at?.getTime() ?? 0)).toBe(120_000)
  await passing(clock, 10_000, async () =>
    expect(await rowOf()).toMatchObject({ attempt: 0, last_error: null }),
  )
})

test('a task of a node that died is taken over when its lease ends', async () => {
  await scene.query(
    `insert into periodic_tasks (name, next_at, lease_until, worker, attempt)
     values ('sweep', now() - interval '1 minute', now() + interval '1 second', 'dead', 1)`,
  )
  const since = Date.now()
  let ran = 0
  startNode('b', { run: async () => void (ran = Date.now()) }, { pace: { leaseMs: 3_000, lookMs: 50 } })
  await vi.waitFor(() => expect(ran).toBeGreaterThan(0), until)
  expect(ran - since).toBeGreaterThan(800)
})

test('a long run keeps its lease, and ends when another has the task', async () => {
  const pace = { leaseMs: 600, lookMs: 20 }
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
  await systemClock.delay(1_500)
  expect(began).toBe(1)
  await scene.query(`update periodic_tasks set worker = 'other', lease_until = now() + interval '1 hour'`)
  await vi.waitFor(() => expect(ended).toBe('by the signal'), until)
  expect(await rowOf()).toMatchObject({ worker: 'other' })
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
  startNode('b', { run: async () => void (ran = true) }, { pace: { leaseMs: 3_000, lookMs: 20 } })
  await vi.waitFor(() => expect(ran).toBe(true), until)
})
