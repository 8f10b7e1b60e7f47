import { expect, it } from 'vitest'
import { EndRequests } from './end-requests.js'

it('takes signals that come together for one request, and a later one for impatience', () => {
  const requests = new EndRequests()
  expect(requests.asked).toBe(false)
  expect([5_000, 5_003, 6_000, 6_001, 9_000].map((atMs) => requests.take(atMs))).toEqual([
    'in order',
    'same',
    'same',
    'at once',
    'at once',
  ])
  expect(requests.asked).toBe(true)
})
