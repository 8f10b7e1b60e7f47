import { beforeEach, describe, expect, test } from 'vitest'
import { log, MovedClock, NotingListener, newPacket, newRun } from './camera-pictures.fixture.js'
import type { StreamRun } from './packet.js'
import { PacketHub } from './packet-hub.js'
import { RingBudget } from './ring-budget.js'

let clock: MovedClock
let hub: PacketHub
let budget: RingBudget

beforeEach(() => {
  clock = new MovedClock()
  budget = new RingBudget(1e9)
  hub = new PacketHub({ clock, log, budget, preEventSec: 5 })
})

/** One packet each 100 ms, now; `k` a keyframe, `p` another. */
function play(run: StreamRun, story: string): void {
  for (const letter of story) {
    hub.packet(newPacket(run, clock.wallMs, letter === 'k'))
    clock.move(100)
  }
}

test('a listener hears what is kept, then what comes', () => {
  const run = newRun(1, clock.wallMs)
  play(run, 'kpppk')
  const heard = new NotingListener()
  const leave = hub.subscribe(heard, clock.wallMs)
  expect(heard.story).toBe('k')
  play(run, 'ppk')
  expect(heard.story).toBe('kppk')
  leave()
  leave()
  play(run, 'p')
  expect(heard.packets).toHaveLength(4)
})

test('without an instant it hears what comes only', () => {
  const run = newRun(1, clock.wallMs)
  play(run, 'kp')
  const heard = new NotingListener()
  hub.subscribe(heard)
  play(run, 'pk')
  expect(heard.story).toBe('pk')
})

test('says that a keyframe is awaited while pictures come and no run is in progress', () => {
  const run = newRun(1, clock.wallMs)
  expect(hub.isAwaitingKeyframe()).toBe(false)
  hub.awaitsKeyframe()
  expect(hub.isAwaitingKeyframe()).toBe(true)
  play(run, 'kp')
  expect(hub.isAwaitingKeyframe()).toBe(false)
  hub.runEnded(run, 'over')
  expect(hub.isAwaitingKeyframe()).toBe(false)
  hub.awaitsKeyframe()
  clock.move(60_000)
  expect(hub.isAwaitingKeyframe()).toBe(false)
})

test('a listener that throws is let go, and the others hear all', () => {
  const run = newRun(1, clock.wallMs)
  const [before, after] = [new NotingListener(), new NotingListener()]
  let calls = 0
  hub.subscribe(before)
  hub.subscribe({
    packet: () => {
      calls++
      throw new Error('no room')
    },
    runEnded: () => {},
  })
  hub.subscribe(after)
  play(run, 'kpp')
  hub.runEnded(run, 'over')
  expect([before.story, after.story, calls]).toEqual(['kpp|', 'kpp|', 1])
})

test('a listener that throws over what is kept hears nothing more', () => {
  const run = newRun(1, clock.wallMs)
  play(run, 'kpp')
  let calls = 0
  const fail = () => {
    calls++
    throw new Error('no room')
  }
  hub.subscribe({ packet: fail, runEnded: fail }, 0)
  play(run, 'p')
  expect(calls).toBe(1)
})

test('what is kept of a run that ended ends too', () => {
  const first = newRun(1, clock.wallMs)
  play(first, 'kp')
  hub.runEnded(first, 'over')
  const heard = new NotingListener()
  hub.subscribe(heard, 0)
  expect(heard.story).toBe('kp|')
  play(newRun(2, clock.wallMs), 'kp')
  expect(heard.story).toBe('kp|kp')
  const late = new NotingListener()
  hub.subscribe(late, 0)
  expect(late.story).toBe('kp|kp')
})

describe('the run in progress', () => {
  test('is known while packets flow', () => {
    const run = newRun(1, clock.wallMs)
    expect(hub.currentRun()).toBeNull()
    play(run, 'k')
    expect(hub.currentRun()).toBe(run)
    hub.runEnded(run, 'over')
    expect(hub.currentRun()).toBeNull()
  })

  test('leaves its newest picture for a while, and then nothing that looks like now', () => {
    const run = newRun(1, clock.wallMs)
    play(run, 'kppkp')
    expect(hub.newestGop()).toHaveLength(2)
    hub.runEnded(run, 'over')
    expect(hub.newestGop()).toHaveLength(2)
    clock.move(20_000)
    expect(hub.newestGop()).toEqual([])
    expect(budget.usedBytes).toBe(0)
  })
})

test('the ring grows with the measured distance of keyframes', () => {
  const run = newRun(1, clock.wallMs)
  const gop = `k${'p'.repeat(99)}`
  play(run, gop.repeat(6))
  expect(hub.measures()).toMatchObject({ gopSec: 10, fps: 10, bitrateKbps: 80 })
  const reachSec = (clock.wallMs - (hub.ringState().oldestAtMs ?? 0)) / 1000
  expect(reachSec).toBeGreaterThanOrEqual(15)
})

test('nothing is left after close', () => {
  play(newRun(1, clock.wallMs), 'kp')
  hub.close()
  expect(budget.usedBytes).toBe(0)
  expect(clock.pendingMs).toEqual([])
})

test.each([1, 4, 10, 60])('keeps the pre-roll and a whole group before it (GOP %i s)', (gopSec) => {
  const run = newRun(1, clock.wallMs)
  const beganMs = clock.wallMs
  const seconds = 3 * gopSec + 8
  for (let tenth = 0; tenth <= seconds * 10; tenth++) {
    hub.packet(newPacket(run, clock.wallMs, tenth % (gopSec * 10) === 0))
    clock.move(100)
    // Whenever a trigger comes, a second late, the clip has its five seconds before it.
    const fromMs = clock.wallMs - 6000
    if (fromMs < beganMs || tenth % 7 !== 0) continue
    const heard = new NotingListener()
    hub.subscribe(heard, fromMs)()
    const [first] = heard.packets
    const firstAtMs = beganMs + (first?.ptsUs ?? Infinity) / 1000
    expect(firstAtMs).toBeLessThanOrEqual(fromMs)
    expect(firstAtMs).toBeGreaterThan(fromMs - gopSec * 1000 - 100)
  }
  expect(hub.ringState().isCutShort).toBe(false)
})
