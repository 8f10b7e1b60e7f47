import { describe, expect, it } from 'vitest'
import {
  firstEndMs,
  type LeaseEvent,
  type LeaseState,
  nextLeases,
  noLeases,
  usualValidMs,
} from './lease-state.js'

const [door, yard] = ['0198c0de-0000-7000-8000-0000000000c1', '0198c0de-0000-7000-8000-0000000000c2']
const lease = (camera_id: string, epoch: number) => ({ camera_id, epoch })

function after(...events: LeaseEvent[]): LeaseState {
  return events.reduce(nextLeases, noLeases(new Map()))
}
const granted = (camera: string, epoch: number, nowMs = 0): LeaseEvent => ({
  kind: 'granted',
  lease: lease(camera, epoch),
  nowMs,
})
const renewed = (nowMs: number, validMs: number, ...leases: [string, number][]): LeaseEvent => ({
  kind: 'renewed',
  leases: leases.map(([camera, epoch]) => lease(camera, epoch)),
  validMs,
  nowMs,
})
const dropped = (camera: string, epoch: number): LeaseEvent => ({
  kind: 'dropped',
  lease: lease(camera, epoch),
})
const looked = (nowMs: number): LeaseEvent => ({ kind: 'time_passed', nowMs })

/** The epochs held, by camera. */
const held = (state: LeaseState) => Object.fromEntries([...state.held].map(([id, { epoch }]) => [id, epoch]))

describe('the leases of a relay', () => {
  it('free -> held: granted', () => {
    const state = after(granted(door, 3))
    expect(held(state)).toEqual({ [door]: 3 })
    expect(firstEndMs(state)).toBe(usualValidMs)
  })

  it('held -> held: renewed by its epoch', () => {
    const state = after(granted(door, 3), granted(yard, 1), renewed(5000, 20_000, [door, 3], [yard, 1]))
    expect(held(nextLeases(state, looked(24_999)))).toEqual({ [door]: 3, [yard]: 1 })
    expect(firstEndMs(state)).toBe(25_000)
  })

  it('held -> held: granted again, by the same relay or after a takeover', () => {
    const again = after(granted(door, 3), granted(door, 3, 9000))
    expect(held(nextLeases(again, looked(23_999)))).toEqual({ [door]: 3 })
    expect(held(after(granted(door, 3), granted(door, 5)))).toEqual({ [door]: 5 })
  })

  it('held -> free: no renewal for as long as the last one counts', () => {
    const state = after(granted(door, 3), granted(yard, 1), renewed(5000, 15_000, [yard, 1]), looked(15_000))
    expect(held(state)).toEqual({ [yard]: 1 })
    expect(held(nextLeases(state, looked(20_000)))).toEqual({})
  })

  it('held -> free: dropped', () => {
    const state = after(granted(door, 3), granted(yard, 1), dropped(door, 3))
    expect(held(state)).toEqual({ [yard]: 1 })
    expect(firstEndMs(after())).toBeNull()
  })

  it('keeps the last epoch of what is free, and of what earlier processes held', () => {
    expect(after(granted(door, 3), dropped(door, 3)).last.get(door)).toBe(3)
    expect(after(granted(door, 3), looked(60_000)).last.get(door)).toBe(3)
    expect(noLeases(new Map([[yard, 7]])).last.get(yard)).toBe(7)
  })

  it.each<[string, LeaseState, LeaseEvent]>([
    ['a grant that is older than the last epoch', noLeases(new Map([[door, 4]])), granted(door, 3)],
    ['a drop by an older epoch', after(granted(door, 3)), dropped(door, 2)],
    ['a drop of what is not held', after(), dropped(door, 2)],
    ['a look before the end', after(granted(door, 3)), looked(usualValidMs - 1)],
  ])('are not changed by %s', (_what, state, event) => {
    expect(nextLeases(state, event)).toBe(state)
  })

  it('are not renewed by another epoch, and nothing is granted by a renewal', () => {
    const state = after(granted(door, 3), renewed(5000, 15_000, [door, 2], [yard, 1]))
    expect(held(nextLeases(state, looked(14_999)))).toEqual({ [door]: 3 })
    expect(held(nextLeases(state, looked(15_000)))).toEqual({})
  })
})
