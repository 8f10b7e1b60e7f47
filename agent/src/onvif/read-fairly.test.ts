import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { readFairly } from './read-fairly.js'

const never = new AbortController().signal
const envelope = (body: string) => `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`

/** How long reading is followed by a rest, if it takes so long. */
async function restAfter(tookMs: number): Promise<number> {
  let nowMs = 0
  let restedMs = 0
  const clock = {
    monotonic: () => (nowMs += tookMs),
    delay: (ms: number) => {
      restedMs += ms
      return Promise.resolve()
    },
  }
  expect(await readFairly({ status: 200, body: envelope('<A/>') }, clock, never)).toMatchObject({
    kind: 'response',
  })
  return restedMs
}

test.each([
  [1, 0],
  [50, 0],
  [100, 400],
  [1000, 4000],
  [60_000, 10_000],
])('an answer that took %i ms is followed by a rest of %i ms', async (tookMs, restMs) => {
  expect(await restAfter(tookMs)).toBe(restMs)
})

test('a rest ends with whatever it was read for', async () => {
  const clock = { monotonic: () => performance.now() * 1000, delay: systemClock.delay }
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(readFairly({ status: 200, body: envelope('<A/>'.repeat(500)) }, clock, gone)).rejects.toThrow(
    'gone',
  )
})
