import { expect, test } from 'vitest'
import { ageOfPush, waitAfterPush } from './push-retry.js'

const queuedAt = new Date('2026-07-01T10:00:00Z')
const aDayLater = queuedAt.getTime() + 86_400_000
const age = (purpose: 'alert' | 'digest' | 'group_digest' | 'test', closedAt: Date | null, now = aDayLater) =>
  ageOfPush({ purpose, created_at: queuedAt, sealed_at: closedAt }, now)

test('a message ages from when it was queued, never below 0 where the clock of the node is behind', () => {
  expect(age('alert', null)).toBe(86_400_000)
  expect(age('test', null, queuedAt.getTime() - 1)).toBe(0)
})

test.each(['digest', 'group_digest'] as const)(
  'a %s of a whole day ages from when it first left',
  (purpose) => {
    expect(age(purpose, null)).toBe(0)
    expect(age(purpose, new Date(aDayLater - 5_000))).toBe(5_000)
  },
)

test('a push service that asks for an hour is given that, and no more by chance', () => {
  const waitOf = (askedMs: number | null, random: number) =>
    waitAfterPush({ attempt: 1, ageMs: 0, askedMs, random })
  expect([waitOf(null, 0.5), waitOf(600_000, 0.5), waitOf(3_600_000, 0.999)]).toEqual([
    11_000, 660_000, 3_600_000,
  ])
})
