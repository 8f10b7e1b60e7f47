import { describe, expect, it } from 'vitest'
import { triggerTime } from './trigger-time.js'

const receivedAtMs = Date.UTC(2026, 0, 15, 12)
const at = (agoMs: number, clockOffsetMs: number | null) =>
  triggerTime({
    triggeredAtMs: receivedAtMs - agoMs + (clockOffsetMs ?? 0),
    clockOffsetMs,
    receivedAtMs,
    deadlineMs: 5000,
  }) - receivedAtMs

describe('the time of a trigger by the clock of the gateway', () => {
  it.each([
    ['the clocks agree', 300, 0, -300],
    ["the cloud's clock is an hour ahead", 300, 3_600_000, -300],
    ["the cloud's clock is years behind", 300, -1e11, -300],
    ['the trigger seems to come from the future', -700, 20, 0],
    ['the trigger seems older than the cloud waits', 60_000, 20, -5000],
    ['the clocks were never compared', 300, null, 0],
  ])('%s', (_name, agoMs, offsetMs, expected) => {
    expect(at(agoMs, offsetMs)).toBe(expected)
  })
})
