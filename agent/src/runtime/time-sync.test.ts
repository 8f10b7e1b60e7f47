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
})
