import { expect, test } from 'vitest'
import { SubscriptionLimits } from './subscription-limits.js'

const who = (id: string, orgId = 'org') => ({ orgId, countsAs: { kind: 'user' as const, id } })

/** Takes places until there are none. */
function takeAll(limits: SubscriptionLimits, by: ReturnType<typeof who>): number {
  let taken = 0
  while (taken < 1_000 && limits.takeSocket(by)) taken += 1
  return taken
}

test('a person has two live sockets for each picture, and so has an organisation', () => {
  const limits = new SubscriptionLimits({ perPrincipal: 4, perOrg: 6 })
  expect(takeAll(limits, who('a'))).toBe(8)
  expect(takeAll(limits, who('b'))).toBe(4)
  expect(takeAll(limits, who('c', 'other'))).toBe(8)
  limits.freeSocket(who('a'))
  expect(takeAll(limits, who('b'))).toBe(1)
  expect(limits.take(who('a'))).toBeNull()
  expect(limits.total).toBe(1)
})
