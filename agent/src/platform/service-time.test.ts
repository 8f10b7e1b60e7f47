import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeClock } from './clock.fake.js'
import { notBefore, ServiceTime } from './service-time.js'

const year = 365 * 24 * 3_600_000
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-service-time-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('time in service grows by running alone, over restarts and jumps of the wall clock', async () => {
  const clock = createFakeClock()
  const first = await ServiceTime.open(dataDir, clock)
  await clock.advance(5000)
  clock.step(-50 * year)
  expect(first.now()).toBe(5000)
  await first.keep()
  clock.step(100 * year)
  const second = await ServiceTime.open(dataDir, clock)
  await clock.advance(1000)
  expect(second.now()).toBe(6000)
})

test('a file that was cut or is none begins anew, which only keeps things longer', async () => {
  const clock = createFakeClock()
  for (const content of ['', '{"served_ms":', '{"served_ms":-1,"last_true_time":null}', 'null']) {
    await writeFile(join(dataDir, 'service-time.json'), content)
    const service = await ServiceTime.open(dataDir, clock)
    expect(service.now()).toBe(0)
    expect(service.earliestMs).toBe(Date.UTC(2026, 0, 1))
  }
})

test('a machine that wakes up in 1970 tells no time before the last true one, and the right one once it knows', async () => {
  const trueMs = Date.UTC(2027, 4, 1, 12)
  const before = createFakeClock(trueMs)
  const known = await ServiceTime.open(dataDir, before)
  known.confirm()
  await known.keep()
  const clock = createFakeClock(0)
  const service = await ServiceTime.open(dataDir, clock)
  const held = notBefore(() => service.earliestMs, clock, 3_600_000)
  expect(held.now()).toBe(trueMs)
  await clock.advance(30_000)
  expect(held.now()).toBe(trueMs + 30_000)
  clock.step(trueMs + year)
  expect(held.now()).toBe(trueMs + year + 30_000)
})

test('an hour back is a correction, and is followed', async () => {
  const clock = createFakeClock()
  const service = await ServiceTime.open(dataDir, clock)
  service.confirm()
  const held = notBefore(() => service.earliestMs, clock, 3_600_000)
  clock.step(-3_500_000)
  expect(held.now()).toBe(clock.now())
})
