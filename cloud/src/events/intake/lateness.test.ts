import { expect, test } from 'vitest'
import { isLate } from './lateness.js'

const receivedAt = new Date('2026-03-14T10:00:00.000Z')
const ago = (ms: number) => new Date(receivedAt.getTime() - ms)
const minute = 60_000

test.each([
  ['15 minutes sharp', ago(15 * minute), null, false],
  ['a millisecond more', ago(15 * minute + 1), null, true],
  ['an hour by a clock that is an hour behind', ago(60 * minute), 60 * minute, false],
  ['now by a clock that is an hour ahead', ago(0), -60 * minute, true],
  ['in the future', ago(-60 * minute), null, false],
])('%s', (_name, triggeredAt, clockOffsetMs, late) => {
  expect(isLate({ triggeredAt, receivedAt, clockOffsetMs })).toBe(late)
})
