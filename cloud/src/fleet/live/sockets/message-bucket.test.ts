import { expect, it } from 'vitest'
import { MessageBucket } from './message-bucket.js'

it('takes a burst at once, then so many a second, and never saves more than a burst', () => {
  const bucket = new MessageBucket({ perSecond: 2, burst: 3 }, 1_000)
  const takes = (nowMs: number) => [1, 2, 3, 4].map(() => bucket.take(nowMs))
  expect(takes(1_000)).toEqual([true, true, true, false])
  expect(takes(1_400)).toEqual([false, false, false, false])
  expect(takes(1_500)).toEqual([true, false, false, false])
  expect(takes(61_500)).toEqual([true, true, true, false])
})
