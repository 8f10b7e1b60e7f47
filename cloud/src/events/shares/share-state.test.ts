import { describe, expect, test } from 'vitest'
import { afterAttempt, afterNone, afterRight, type ShareState, shareStatus } from './share-state.js'

const now = new Date('2026-03-14T09:30:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const share = (rest: Partial<ShareState> = {}): ShareState => ({
  expires_at: later(3600),
  revoked_at: null,
  failed_attempts: 0,
  locked_until: null,
  ...rest,
})

test.each<[Partial<ShareState>, string]>([
  [{}, 'active'],
  [{ locked_until: later(1) }, 'locked'],
  [{ locked_until: now }, 'active'],
  [{ expires_at: now }, 'expired'],
  [{ expires_at: later(-1), locked_until: later(1) }, 'expired'],
  [{ expires_at: later(-1), revoked_at: now }, 'revoked'],
])('%j is %s', (rest, status) => {
  expect(shareStatus(share(rest), now)).toBe(status)
})

describe('attempts', () => {
  test('active -> locked: with the fifth, for a quarter of an hour', () => {
    let state = share()
    for (const attempt of [1, 2, 3, 4]) {
      state = { ...state, ...afterAttempt(state, now) }
      expect([state.failed_attempts, shareStatus(state, now)]).toEqual([attempt, 'active'])
    }
    state = { ...state, ...afterAttempt(state, now) }
    expect(shareStatus(state, now)).toBe('locked')
    expect(shareStatus(state, later(899))).toBe('locked')
    expect(shareStatus(state, later(900))).toBe('active')
  })

  test('locked -> active: counting begins again', () => {
    const state = share({ failed_attempts: 5, locked_until: later(-1) })
    expect(afterAttempt(state, now)).toEqual({ failed_attempts: 1, locked_until: null })
  })

  test('a right password clears the count, and its own lock', () => {
    expect(afterRight(share({ failed_attempts: 3 }), 3)).toEqual({ failed_attempts: 0, locked_until: null })
    expect(afterRight(share({ failed_attempts: 5, locked_until: later(900) }), 5)).toEqual({
      failed_attempts: 0,
      locked_until: null,
    })
  })

  test('a right password takes back only itself where others have tried since', () => {
    expect(afterRight(share({ failed_attempts: 4 }), 2)).toEqual({ failed_attempts: 3, locked_until: null })
  })

  test('a password that nobody looked at counts no more', () => {
    expect(afterNone(share({ failed_attempts: 3 }))).toEqual({ failed_attempts: 2, locked_until: null })
    expect(afterNone(share())).toEqual({ failed_attempts: 0, locked_until: null })
  })
})
