import { mostSubscriptionId } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { UsedIds } from './used-ids.js'

test('knows the numbers that were used, and no others', () => {
  const ids = new UsedIds()
  expect([ids.isEmpty, ids.has(1)]).toEqual([true, false])
  for (const id of [1, 8, 1_000, mostSubscriptionId]) ids.add(id)
  const known = Array.from({ length: mostSubscriptionId + 1 }, (_, id) => id).filter((id) => ids.has(id))
  expect(known).toEqual([1, 8, 1_000, mostSubscriptionId])
  expect(ids.isEmpty).toBe(false)
})
