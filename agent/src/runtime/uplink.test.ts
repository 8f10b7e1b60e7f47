import { expect, it } from 'vitest'
import { Uplink } from '../live/uplink.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { unlimited } from '../platform/upload-schedule.js'
import { UploadRate } from '../upload/upload-rate.js'

const chunk = 16 * 1024

/** A line whose live view is what the test says. */
function scene() {
  const clock = createFakeClock()
  const live = { isBusy: true, arrivedBytes: 0, overdueMs: 0, limits: [] as boolean[] }
  const traffic = {
    get isBusy() {
      return live.isBusy
    },
    get arrivedBytes() {
      return live.arrivedBytes
    },
    get overdueMs() {
      return live.overdueMs
    },
    limit: (isKeysOnly: boolean) => void live.limits.push(isKeysOnly),
  }
  const queue = { oldestClipMs: null as number | null, asked: 0 }
  const uplink = new Uplink({
    clock,
    log: silentLogger,
    oldestClipMs: () => {
      queue.asked += 1
      return Promise.resolve(queue.oldestClipMs)
    },
  })
  uplink.serve(traffic)
  const stop = new AbortController()
  const running = uplink.run(stop.signal)
  const rate = new UploadRate(clock, unlimited, uplink)
  let sent = 0
  return {
    clock,
    live,
    queue,
    uplink,
    /** Uploads that send whenever they may. */
    upload: () => {
      const lanes = [1, 2].map(async () => {
        while (!stop.signal.aborted) {
          await rate.take(chunk, 'clip', stop.signal)
          sent += chunk
          // As the line would hold them up: 1 MB/s.
          await clock.delay(32, { signal: stop.signal })
        }
      })
      for (const lane of lanes) lane.catch(() => undefined)
    },
    get sent() {
      return sent
    },
    /** Live view brings so much there meanwhile, bytes a second. */
    pass: async (ms: number, livePerSec: number) => {
      for (let at = 0; at < ms; at += 50) {
        live.arrivedBytes += livePerSec / 20
        await clock.advance(50)
      }
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await running
    },
  }
}

it('uploads slow down to a fifth of the line while live frames wait, and take it again afterwards', async () => {
  await using at = scene()
  at.upload()
  await at.pass(4000, 500_000)
  const begun = at.sent
  await at.pass(2000, 500_000)
  expect((at.sent - begun) / 2).toBeGreaterThan(600_000)
  at.live.overdueMs = 300
  await at.pass(5000, 900_000)
  const before = at.sent
  await at.pass(10_000, 900_000)
  const shared = (at.sent - before) / 10
  // Both together were the line, 1.5 MB/s; a fifth of that.
  expect(shared).toBeGreaterThan(250_000)
  expect(shared).toBeLessThan(320_000)
  at.live.overdueMs = 0
  await at.pass(30_000, 500_000)
  const after = at.sent
  await at.pass(2000, 500_000)
  expect((at.sent - after) / 2).toBeGreaterThan(600_000)
})

it('live view falls to keyframes for a clip that has waited for an hour, and asks the queue seldom', async () => {
  await using at = scene()
  at.upload()
  at.live.overdueMs = 300
  at.queue.oldestClipMs = 3_700_000
  await at.pass(3000, 100_000)
  expect(at.live.limits).toEqual([true])
  expect(at.queue.asked).toBe(1)
  at.live.overdueMs = 0
  at.queue.oldestClipMs = 10_000
  await at.pass(40_000, 10_000)
  expect(at.live.limits).toEqual([true, false])
  expect(at.queue.asked).toBeLessThan(4)
})

it('nothing is held up and nothing is asked while nobody watches', async () => {
  await using at = scene()
  at.live.isBusy = false
  at.live.overdueMs = 10_000
  at.queue.oldestClipMs = 3_700_000
  at.upload()
  await at.pass(2000, 0)
  expect(at.uplink.limit()).toBeNull()
  expect(at.queue.asked).toBe(0)
  expect(at.sent / 2).toBeGreaterThan(600_000)
})
