import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { ServiceTime } from '../platform/service-time.js'
import { createAgentContext } from './agent-context.js'
import { openTimeSync, waitForClockMs } from './time-sync.js'

const trueMs = Date.UTC(2027, 4, 1, 12)
let dataDir: string
let stopping: AbortController

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-clock-'))
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await rm(dataDir, { recursive: true, force: true })
})

/** An agent that starts with its wall clock at `startMs`, on a machine that knew the true time once. */
async function startAt(startMs: number) {
  const before = await ServiceTime.open(dataDir, createFakeClock(trueMs))
  before.confirm()
  await before.keep()
  const clock = createFakeClock(startMs)
  const inside = await openTimeSync(createAgentContext({ dataDir, clock, log: silentLogger }))
  const set = inside.timeSync.whenSet({ cameras: [cameraSet({})], onChange: () => () => undefined })
  let changes = 0
  set.onChange(() => {
    changes += 1
  })
  const running = set.run(stopping.signal)
  return { clock, inside, set, running, changes: () => changes }
}

describe('a machine whose wall clock lost the time', () => {
  it('records no camera until a time service has set it', async () => {
    const { clock, inside, set, running, changes } = await startAt(0)
    await clock.advance(20_000)
    expect(set.cameras).toEqual([])
    expect(inside.timeSync.synced).toBe(false)
    clock.step(trueMs + 3_600_000)
    await clock.advance(1000)
    await running
    expect(set.cameras).toHaveLength(1)
    expect(changes()).toBe(1)
    expect(Date.parse(inside.timeSync.now)).toBe(clock.now())
  })

  it('records after a minute all the same, stamps no time before the last true one, and says so', async () => {
    const { clock, inside, set, running } = await startAt(0)
    await clock.advance(waitForClockMs + 1000)
    await running
    expect(set.cameras).toHaveLength(1)
    expect(inside.timeSync.evidence).toEqual({ offsetMs: null, synced: false })
    expect(Date.parse(inside.timeSync.now)).toBe(trueMs + waitForClockMs + 1000)
  })

  it('waits for nothing where the clock can be right', async () => {
    const { set, running, clock } = await startAt(trueMs + 86_400_000)
    await running
    expect(set.cameras).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })

  it('believes it again once the cloud shows the same time, where the last one known as true was none', async () => {
    const rightMs = trueMs - 300 * 86_400_000
    const { clock, inside } = await startAt(rightMs)
    const { timeSync, context, service } = inside
    timeSync.offsetMs = () => clock.now() - context.clock.now()
    expect(Date.parse(timeSync.now)).toBe(trueMs)
    const running = timeSync.run(stopping.signal)
    await expect.poll(() => context.clock.now()).toBe(clock.now())
    expect(timeSync.evidence.offsetMs).toBe(0)
    await service.keep()
    stopping.abort()
    await clock.advance(60_000)
    await running
    const next = await ServiceTime.open(dataDir, clock)
    expect(next.earliestMs).toBe(rightMs)
  })

  it('is not believed where the cloud shows another time', async () => {
    const { clock, inside } = await startAt(0)
    const { timeSync, context, service } = inside
    let asked = 0
    timeSync.offsetMs = () => {
      asked += 1
      return 3_600_000
    }
    const running = timeSync.run(stopping.signal)
    await expect.poll(() => asked).toBe(1)
    expect(context.clock.now()).toBe(trueMs)
    expect(service.earliestMs).toBe(trueMs)
    stopping.abort()
    await clock.advance(60_000)
    await running
  })
})
