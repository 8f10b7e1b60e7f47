import { describe, expect, it } from 'vitest'
import { AckWindow } from '../live/ack-window.js'
import { Uplink } from '../live/uplink.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { unlimited } from '../platform/upload-schedule.js'
import { UploadRate } from '../upload/upload-rate.js'

const chunk = 16 * 1024
const stepMs = 50
/** What each of two connections of uploads has in its buffers at most, bytes. */
const bufferBytes = 8 * chunk

interface Line {
  readonly livePerSec: number
  /** What the line carries at this time, bytes a second. */
  readonly capacity: (atMs: number) => number
  readonly tripMs: (atMs: number) => number
  readonly oldestClipMs?: number
  /** Whether a second stream is watched whose socket is dead. */
  readonly hasDeadSocket?: boolean
}

/** A line with one queue, over which one stream is watched and two connections upload whatever they may. */
async function share(line: Line, seconds: number) {
  const clock = createFakeClock()
  const streams = [new AckWindow(), ...(line.hasDeadSocket ? [new AckWindow()] : [])]
  const queue: { left: number; readonly done: () => void }[] = []
  const stop = new AbortController()
  let isKeysOnly = false
  const uplink = new Uplink({
    clock,
    log: silentLogger,
    oldestClipMs: () => Promise.resolve(line.oldestClipMs ?? null),
  })
  uplink.serve({
    isBusy: true,
    get arrivedBytes() {
      return streams.reduce((sum, { arrivedBytes }) => sum + arrivedBytes, 0)
    },
    get overdueMs() {
      return Math.max(...streams.map((stream) => stream.overdueMs(clock.monotonic())))
    },
    limit: (isOn) => {
      isKeysOnly = isOn
    },
  })
  const running = uplink.run(stop.signal)
  const rate = new UploadRate(clock, unlimited, uplink)
  let sent = 0
  const upload = async () => {
    let buffered = 0
    while (!stop.signal.aborted) {
      if (buffered >= bufferBytes) await clock.delay(stepMs, { signal: stop.signal })
      else {
        await rate.take(chunk, 'clip', stop.signal)
        buffered += chunk
        queue.push({
          left: chunk,
          done: () => {
            buffered -= chunk
            sent += chunk
          },
        })
        await clock.delay(1, { signal: stop.signal })
      }
    }
  }
  for (const lane of [upload(), upload()]) lane.catch(() => undefined)
  const perSecond: { readonly uploads: number; readonly live: number; readonly overdueMs: number }[] = []
  let [before, sequence, mostOverdueMs] = [{ sent: 0, live: 0 }, 0, 0]
  for (let atMs = 0; atMs < seconds * 1000; atMs += stepMs) {
    const frame = (line.livePerSec / (isKeysOnly ? 10 : 1)) * (stepMs / 1000)
    sequence += 1
    for (const stream of streams) stream.sent(sequence, clock.monotonic(), frame)
    const [number, tripMs] = [sequence, line.tripMs(atMs)]
    queue.push({
      left: frame,
      done: () => {
        clock.after(tripMs, () => streams[0]?.acknowledge(number, clock.monotonic()))
      },
    })
    let carries = line.capacity(atMs) * (stepMs / 1000)
    for (let [next] = queue; next !== undefined && carries > 0; [next] = queue) {
      const part = Math.min(next.left, carries)
      next.left -= part
      carries -= part
      if (next.left <= 0) queue.shift()?.done()
    }
    await clock.advance(stepMs)
    mostOverdueMs = Math.max(mostOverdueMs, streams[0]?.overdueMs(clock.monotonic()) ?? 0)
    if ((atMs + stepMs) % 1000 !== 0) continue
    const live = streams[0]?.arrivedBytes ?? 0
    perSecond.push({ uploads: sent - before.sent, live: live - before.live, overdueMs: mostOverdueMs })
    before = { sent, live }
    mostOverdueMs = 0
  }
  stop.abort()
  await running
  return {
    isKeysOnly,
    /** The mean of these seconds, bytes a second, and the longest that a frame was overdue. */
    during: (from: number, to: number) => {
      const part = perSecond.slice(from, to)
      const mean = (of: 'uploads' | 'live') => part.reduce((sum, second) => sum + second[of], 0) / part.length
      return {
        uploads: mean('uploads'),
        live: mean('live'),
        overdueMs: Math.max(...part.map(({ overdueMs }) => overdueMs)),
      }
    },
  }
}

const free = { livePerSec: 60_000, capacity: () => 1_000_000, tripMs: () => 40 }

describe('a line that is not full of live view leaves uploads far more than a fifth', () => {
  it.each<[string, Line]>([
    ['with a short round trip', free],
    ['with a round trip of 300 ms', { ...free, tripMs: () => 300 }],
    ['with a round trip of 600 ms', { ...free, tripMs: () => 600 }],
    ['where the way becomes longer', { ...free, tripMs: (atMs) => (atMs < 60_000 ? 40 : 450) }],
    [
      'where acknowledgements come late for a second now and then',
      { ...free, tripMs: (atMs) => (atMs % 20_000 < 1000 ? 400 : 40) },
    ],
    [
      'that stands still for a second now and then',
      { ...free, capacity: (atMs) => (atMs % 20_000 < 1000 ? 0 : 1_000_000) },
    ],
    ['beside a socket that is dead', { ...free, hasDeadSocket: true }],
  ])('%s', async (_name, line) => {
    const { during } = await share(line, 300)
    for (const from of [60, 120, 180, 240]) expect(during(from, from + 60).uploads).toBeGreaterThan(400_000)
  })
})

describe('live view goes first', () => {
  it('on a line that becomes narrow, and uploads get the rest again', async () => {
    const capacity = (atMs: number) => (atMs < 60_000 ? 1_000_000 : 150_000)
    const { during } = await share({ ...free, capacity }, 240)
    expect(during(70, 240).live).toBeGreaterThan(0.95 * free.livePerSec)
    expect(during(70, 240).uploads).toBeGreaterThan(150_000 / 5)
  })

  it('on a line that hardly carries it: uploads keep to a fifth', async () => {
    const { during } = await share({ ...free, capacity: () => 70_000 }, 240)
    const { uploads, live } = during(60, 240)
    expect(live).toBeGreaterThan(0.75 * 70_000)
    expect(uploads).toBeGreaterThan(8 * 1024 * 0.9)
  })

  it('until a clip has waited for an hour: that gets the line', async () => {
    const line = { ...free, livePerSec: 600_000, capacity: () => 500_000, oldestClipMs: 3_700_000 }
    const { during, isKeysOnly } = await share(line, 60)
    expect(isKeysOnly).toBe(true)
    expect(during(30, 60).uploads).toBeGreaterThan(300_000)
  })
})
