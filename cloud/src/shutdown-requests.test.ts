import { expect, it } from 'vitest'
import { ShutdownRequests } from './shutdown-requests.js'

it('takes signals that come together for one request, and a later one for impatience', () => {
  const requests = new ShutdownRequests()
  expect(requests.asked).toBe(false)
  expect([5_000, 5_003, 6_000, 6_001, 9_000].map((atMs) => requests.request(atMs))).toEqual([
    'in order',
    'same',
    'same',
    'at once',
    'at once',
  ])
  expect(requests.asked).toBe(true)
})
