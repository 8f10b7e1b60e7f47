import { describe, expect, it } from 'vitest'
import { afterFailure, isLocked, type LoginFailures, lockoutLimits } from './lockout.js'

const start = new Date('2026-01-01T00:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

function failing(times: number, everyMs: number): LoginFailures | undefined {
  let known: LoginFailures | undefined
  for (let index = 0; index < times; index += 1) known = afterFailure(known, later(index * everyMs))
  return known
}

describe('lockout', () => {
  it('open -> open: four failures', () => {
    expect(isLocked(failing(4, 1000), later(4000))).toBe(false)
  })

  it('open -> locked: the fifth failure within the window', () => {
    expect(isLocked(failing(5, 1000), later(5000))).toBe(true)
  })

  it('locked -> open: the window is over', () => {
    const known = failing(5, 1000)
    expect(isLocked(known, later(4000 + lockoutLimits.windowMs - 1))).toBe(true)
    expect(isLocked(known, later(4000 + lockoutLimits.windowMs))).toBe(false)
  })

  it('locked -> locked: a failure when the window has passed and the lock has not', () => {
    const known = failing(5, 60_000)
    const at = later(lockoutLimits.windowMs + 60_000)
    expect(isLocked(known, at)).toBe(true)
    expect(isLocked(afterFailure(known, at), later(lockoutLimits.windowMs + 61_000))).toBe(true)
  })

  it('counts anew when the window has passed', () => {
    expect(failing(5, lockoutLimits.windowMs)?.failures).toBe(1)
  })

  it('is open for an address that never failed', () => {
    expect(isLocked(undefined, start)).toBe(false)
  })
})
