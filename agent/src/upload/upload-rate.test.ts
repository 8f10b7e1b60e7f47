import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { parseUploadSchedule, unlimited } from '../platform/upload-schedule.js'
import { UploadRate } from './upload-rate.js'

const never = new AbortController().signal
/** 1 Mbit/s. */
const bytesPerSec = 125_000

/** Sends chunks one after the other. @returns how many bytes were let go so far */
function sending(rate: UploadRate, kind: 'snapshot' | 'clip', chunks: number, signal = never) {
  const sent = { bytes: 0 }
  const done = (async () => {
    for (let n = 0; n < chunks; n += 1) {
      await rate.take(12_500, kind, signal)
      sent.bytes += 12_500
    }
  })()
  return { sent, done }
}

describe('the share of the line', () => {
  test('is kept by all uploads together, within a tenth over ten seconds', async () => {
    const clock = createFakeClock()
    const rate = new UploadRate(clock, parseUploadSchedule('*=1', null))
    const lanes = [sending(rate, 'clip', 500), sending(rate, 'clip', 500), sending(rate, 'snapshot', 20)]
    for (let ms = 0; ms < 10_000; ms += 50) await clock.advance(50)
    const bytes = lanes.reduce((sum, { sent }) => sum + sent.bytes, 0)
    expect(bytes).toBeGreaterThan(bytesPerSec * 9)
    expect(bytes).toBeLessThan(bytesPerSec * 11)
    // Two clips share evenly.
    const [one = 0, other = 0] = lanes.map(({ sent }) => sent.bytes)
    expect(Math.abs(one - other)).toBeLessThanOrEqual(12_500)
  })

  test('goes to pictures before clips', async () => {
    const clock = createFakeClock()
    const rate = new UploadRate(clock, parseUploadSchedule('*=1', null))
    const clip = sending(rate, 'clip', 500)
    await clock.advance(1000)
    const before = clip.sent.bytes
    const picture = sending(rate, 'snapshot', 5)
    for (let ms = 0; ms < 500; ms += 10) await clock.advance(10)
    await picture.done
    expect(clip.sent.bytes - before).toBeLessThanOrEqual(25_000)
  })

  test('lets a clip that has begun not rest for pictures until its store gives it up', async () => {
    const clock = createFakeClock()
    const rate = new UploadRate(clock, parseUploadSchedule('*=1', null))
    const pictures = [sending(rate, 'snapshot', 500), sending(rate, 'snapshot', 500)]
    const clip = sending(rate, 'clip', 500)
    let [seen, restMs, longestMs] = [0, 0, 0]
    for (let ms = 0; ms < 30_000; ms += 50) {
      await clock.advance(50)
      restMs = clip.sent.bytes > seen ? 0 : restMs + 50
      seen = clip.sent.bytes
      longestMs = Math.max(longestMs, restMs)
    }
    expect(longestMs).toBeLessThan(6000)
    // Pictures have nearly all of the line all the same.
    expect(pictures.reduce((sum, { sent }) => sum + sent.bytes, 0)).toBeGreaterThan(clip.sent.bytes * 10)
  })

  test('follows the time of day; what has begun when uploads are switched off goes on as it was', async () => {
    const start = new Date(2026, 0, 15, 11, 59, 50).getTime()
    const clock = createFakeClock(start)
    const rate = new UploadRate(clock, parseUploadSchedule('12:00-12:01=off,12:01-13:00=2,*=1', null))
    const clip = sending(rate, 'clip', 5000)
    for (let ms = 0; ms < 12_000; ms += 100) await clock.advance(100)
    expect(rate.isOpen).toBe(false)
    const atNoon = clip.sent.bytes
    for (let ms = 0; ms < 10_000; ms += 100) await clock.advance(100)
    expect(clip.sent.bytes - atNoon).toBeGreaterThan(bytesPerSec * 9)
    expect(clip.sent.bytes - atNoon).toBeLessThan(bytesPerSec * 11)
    await clock.advance(60_000)
    expect(rate.isOpen).toBe(true)
    const atOne = clip.sent.bytes
    for (let ms = 0; ms < 10_000; ms += 100) await clock.advance(100)
    expect(clip.sent.bytes - atOne).toBeGreaterThan(bytesPerSec * 18)
  })

  test('without a limit is not asked for', async () => {
    const clock = createFakeClock()
    const { done, sent } = sending(new UploadRate(clock, unlimited), 'clip', 100)
    await done
    expect(sent.bytes).toBe(1_250_000)
    expect(clock.waiting).toBe(0)
  })

  test('leaves no timer behind an upload that is stopped', async () => {
    const clock = createFakeClock()
    const rate = new UploadRate(clock, parseUploadSchedule('*=off', null))
    const stopping = new AbortController()
    const { done } = sending(rate, 'clip', 1, stopping.signal)
    expect(clock.waiting).toBe(1)
    stopping.abort(new Error('over'))
    await expect(done).rejects.toThrow('over')
    expect(clock.waiting).toBe(0)
  })
})
