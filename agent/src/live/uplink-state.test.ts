import { describe, expect, it } from 'vitest'
import { idleUplink, isShared, nextUplink, type UplinkReading, type UplinkState } from './uplink-state.js'

const calm: UplinkReading = {
  overdueMs: 20,
  oldestClipMs: null,
  uploadBytesPerSec: 400_000,
  lineBytesPerSec: 500_000,
  mostBytesPerSec: 500_000,
}
const waiting: UplinkReading = { ...calm, overdueMs: 300 }
const hour = 3_600_000

/** Looks at the line four times a second. */
function after(seconds: number, reading: UplinkReading, from: UplinkState, nowMs = 0): UplinkState {
  let state = from
  for (let at = 0; at < seconds * 4; at++) state = nextUplink(state, reading, nowMs + at * 250)
  return state
}

describe('uploads', () => {
  it('begin so that they fill no buffers, and soon have what the line gives', () => {
    const first = nextUplink(idleUplink, calm, 0)
    expect(first.uploadBytesPerSec).toBeLessThan(400_000)
    const using = { ...calm, uploadBytesPerSec: 5_000_000 }
    expect(after(6, using, idleUplink).uploadBytesPerSec).toBeGreaterThan(10_000_000)
    // What they do not use they need not have more of.
    expect(after(6, { ...calm, uploadBytesPerSec: 1000 }, idleUplink)).toEqual(
      nextUplink(idleUplink, { ...calm, uploadBytesPerSec: 1000 }, 0),
    )
  })

  it('keep a fifth of the line while live frames wait, and for two seconds after that', () => {
    const state = nextUplink(idleUplink, waiting, 1000)
    expect(state.uploadBytesPerSec).toBe(100_000)
    expect(isShared(state, 2500)).toBe(true)
    expect(nextUplink(state, calm, 2500).uploadBytesPerSec).toBe(100_000)
    expect(isShared(state, 3000)).toBe(false)
  })

  it('are cut from the most that the line carried, and once in two seconds however long frames wait', () => {
    const held = { ...waiting, lineBytesPerSec: 120_000, uploadBytesPerSec: 100_000 }
    const state = nextUplink(idleUplink, held, 0)
    expect(state.uploadBytesPerSec).toBe(100_000)
    // They take what they may: what the line carries now is what they were left.
    expect(after(60, held, state, 250).uploadBytesPerSec).toBe(100_000)
  })

  it('are cut further where frames go on waiting and the line itself holds uploads up', () => {
    const narrow = { ...waiting, lineBytesPerSec: 100_000, uploadBytesPerSec: 40_000 }
    const state = nextUplink(idleUplink, waiting, 0)
    expect(after(1.75, narrow, state, 250).uploadBytesPerSec).toBe(100_000)
    expect(nextUplink(after(1.75, narrow, state, 250), narrow, 2000).uploadBytesPerSec).toBe(20_000)
    // A moment in which nothing moved is no narrow line.
    expect(nextUplink(idleUplink, { ...narrow, lineBytesPerSec: 0 }, 0).uploadBytesPerSec).toBe(100_000)
  })

  it('never take more because frames wait', () => {
    const slow = { ...idleUplink, uploadBytesPerSec: 20_000 }
    expect(nextUplink(slow, waiting, 0).uploadBytesPerSec).toBe(20_000)
  })

  it('have their fifth again within seconds, and take more by and by', () => {
    const full: UplinkState = { ...nextUplink(idleUplink, waiting, 0), uploadBytesPerSec: 8192 }
    expect(after(4, calm, full, 2000).uploadBytesPerSec).toBeGreaterThan(100_000)
    const later = after(5, calm, nextUplink(idleUplink, waiting, 0), 2000).uploadBytesPerSec ?? 0
    expect(later).toBeGreaterThan(200_000)
    expect(later).toBeLessThan(300_000)
  })

  it('never stand still, however slow the line', () => {
    const none = { ...waiting, lineBytesPerSec: 0, mostBytesPerSec: 0 }
    expect(nextUplink(idleUplink, none, 0).uploadBytesPerSec).toBe(8192)
  })

  it('have no bound of live view while that sends keyframes alone for them', () => {
    const late = { ...waiting, oldestClipMs: hour }
    const state = nextUplink(idleUplink, late, 0)
    expect(state).toMatchObject({ isKeysOnly: true, uploadBytesPerSec: null })
    expect(after(60, late, state, 250)).toMatchObject({ isKeysOnly: true, uploadBytesPerSec: null })
    const over = nextUplink(state, calm, 10_000)
    expect(over.uploadBytesPerSec).toBeLessThan(400_000)
  })
})

describe('live view', () => {
  it('falls to keyframes once a clip has waited for an hour because of it', () => {
    const late = { ...waiting, oldestClipMs: hour }
    expect(nextUplink(idleUplink, { ...late, oldestClipMs: hour - 1 }, 0).isKeysOnly).toBe(false)
    expect(nextUplink(idleUplink, late, 0).isKeysOnly).toBe(true)
    // Not because of it: the line is free, or nothing is sent over it.
    expect(nextUplink(idleUplink, { ...late, overdueMs: 0 }, 0).isKeysOnly).toBe(false)
    expect(nextUplink(idleUplink, { ...late, uploadBytesPerSec: 0 }, 0).isKeysOnly).toBe(false)
  })

  it('stays with them until no clip has waited so long any more', () => {
    const late = { ...calm, oldestClipMs: hour + 5 }
    const fallen = nextUplink(idleUplink, { ...late, overdueMs: 300 }, 0)
    const still = nextUplink(fallen, late, 10_000)
    expect(still.isKeysOnly).toBe(true)
    expect(nextUplink(still, { ...late, oldestClipMs: 60_000 }, 20_000).isKeysOnly).toBe(false)
    expect(nextUplink(still, { ...late, oldestClipMs: null }, 20_000).isKeysOnly).toBe(false)
    expect(nextUplink(still, { ...late, uploadBytesPerSec: 0 }, 20_000).isKeysOnly).toBe(false)
  })
})
