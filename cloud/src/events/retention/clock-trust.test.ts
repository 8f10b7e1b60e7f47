import { describe, expect, test } from 'vitest'
import { type ClockReading, type ClockTrust, nextTrust } from './clock-trust.js'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const begin = Date.UTC(2026, 5, 15)
const at = (ms: number) => new Date(begin + ms)
const known: ClockTrust = { believedAt: at(0), doubtedSince: null, agreedSince: null, readAt: at(0) }
const agreeing = { heard: 3, agreeing: 2 }

const look = (ms: number, gateways: Omit<ClockReading, 'now'> = agreeing): ClockReading => ({
  now: at(ms),
  ...gateways,
})

/** Looks from `fromMs` on, hour by hour. */
function watched(trust: ClockTrust, fromMs: number, hours: number, gateways = agreeing): ClockTrust {
  let seen = trust
  for (let hour = 0; hour <= hours; hour += 1) seen = nextTrust(seen, look(fromMs + hour * hourMs, gateways))
  return seen
}

const yearMs = 365 * dayMs

describe('a clock', () => {
  test('is believed at the first look', () => {
    const never = { believedAt: null, doubtedSince: null, agreedSince: null, readAt: null }
    expect(nextTrust(never, look(0))).toEqual(known)
  })

  test.each([hourMs, 7 * dayMs, -hourMs, -7 * dayMs])('is believed %d ms after it was', (ms) => {
    expect(nextTrust(known, look(ms))).toMatchObject({ believedAt: at(ms), doubtedSince: null })
  })

  test.each([7 * dayMs + 1, yearMs, -8 * dayMs])('is not believed after a leap of %d ms', (ms) => {
    expect(nextTrust(known, look(ms))).toMatchObject({ believedAt: at(0), doubtedSince: at(ms) })
  })

  test('is believed after gateways have agreed with it for a day, and no sooner', () => {
    expect(watched(known, yearMs, 23)).toMatchObject({ doubtedSince: at(yearMs), agreedSince: at(yearMs) })
    expect(watched(known, yearMs, 24)).toMatchObject({ believedAt: at(yearMs + dayMs), doubtedSince: null })
  })

  test.each([
    { heard: 0, agreeing: 0 },
    { heard: 2, agreeing: 1 },
    { heard: 3, agreeing: 1 },
  ])('is not believed for ever while of $heard gateways $agreeing agree', (gateways) => {
    expect(watched(known, yearMs, 100, gateways)).toMatchObject({
      doubtedSince: at(yearMs),
      agreedSince: null,
    })
  })

  test('begins its day anew after a disagreement, a pause without looks, and another leap', () => {
    const half = watched(known, yearMs, 12)
    const disagreed = nextTrust(half, look(yearMs + 13 * hourMs, { heard: 3, agreeing: 0 }))
    expect(disagreed.agreedSince).toBeNull()
    expect(watched(disagreed, yearMs + 14 * hourMs, 23).doubtedSince).not.toBeNull()
    const later = yearMs + 12 * hourMs + 4 * hourMs
    expect(nextTrust(half, look(later)).agreedSince).toEqual(at(later))
    expect(nextTrust(half, look(2 * yearMs)).agreedSince).toEqual(at(2 * yearMs))
    expect(nextTrust(half, look(yearMs)).agreedSince).toEqual(at(yearMs))
  })

  test('that is back where it was is believed at once', () => {
    expect(nextTrust(watched(known, yearMs, 3), look(5 * hourMs))).toEqual({
      believedAt: at(5 * hourMs),
      doubtedSince: null,
      agreedSince: null,
      readAt: at(5 * hourMs),
    })
  })
})
