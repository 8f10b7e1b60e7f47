import { describe, expect, test } from 'vitest'
import { AckLedger } from './ack-ledger.js'
import { AckPace, leastApartMs } from './ack-pace.js'

/** From where on the cloud leaves frames out, ms. */
const windowMs = 500

interface Line {
  /** How long a frame that was captured then is on its way, ms. */
  readonly lateMs: (capturedMs: number) => number
  /** From its coming until it is decoded, ms. */
  readonly decodeMs: number
  /** How late timers of the page are, ms. */
  readonly timerMs?: number
}

/** Half a minute of 25 pictures a second, one ms after the other, acknowledged as the subscription does it. */
function watch({ lateMs, decodeMs, timerMs = 0 }: Line): { perSecond: number; oldestMs: number } {
  const pace = new AckPace()
  const ledger = new AckLedger()
  const [beginMs, endMs] = [5_000, 35_000]
  const coming = new Map<number, number[]>()
  const done = new Map<number, number[]>()
  const sent: { sequence: number; atMs: number }[] = []
  const at = (map: Map<number, number[]>, ms: number) => map.get(ms) ?? map.set(ms, []).get(ms) ?? []
  let [ackedAtMs, acks, oldestMs, lastAtMs] = [0, 0, 0, 0]
  for (let now = 0; now < endMs; now += 1) {
    if (now % 40 === 0) {
      const sequence = now / 40 + 1
      sent.push({ sequence, atMs: now })
      // A line keeps the order.
      lastAtMs = Math.max(lastAtMs, now + lateMs(now))
      at(coming, lastAtMs).push(sequence)
    }
    for (const sequence of coming.get(now) ?? []) {
      const frame = { kind: 'video', catchUp: false, capturedMs: (sequence - 1) * 40 } as const
      ledger.took(sequence, pace.took(frame, now))
      at(done, now + decodeMs).push(sequence)
    }
    const isDone = done.get(now) ?? []
    for (const sequence of isDone) ledger.done(sequence)
    const dueMs = Math.max(ledger.dueAtMs, ackedAtMs + leastApartMs)
    if (now >= dueMs + (isDone.length > 0 ? 0 : timerMs)) {
      const sequence = ledger.take() ?? 0
      ackedAtMs = now
      if (now >= beginMs) acks += 1
      sent.splice(0, sent.findLastIndex((one) => one.sequence <= sequence) + 1)
    }
    if (now >= beginMs) oldestMs = Math.max(oldestMs, now - (sent[0]?.atMs ?? now))
  }
  return { perSecond: acks / ((endMs - beginMs) / 1000), oldestMs }
}

describe('a viewer acknowledges', () => {
  test('five times a second while all is well, and each frame within half of the window', () => {
    const { perSecond, oldestMs } = watch({ lateMs: () => 20, decodeMs: 10 })
    expect(perSecond).toBeLessThanOrEqual(5)
    expect(oldestMs).toBeLessThanOrEqual(windowMs / 2)
  })

  test.each([
    [
      'one in ten frames is 380 ms late',
      { lateMs: (ms: number) => (ms % 400 === 0 ? 400 : 20), decodeMs: 10 },
    ],
    ['all become 380 ms late', { lateMs: (ms: number) => (ms > 12_000 ? 400 : 20), decodeMs: 10 }],
    [
      'they become later and later, up to 380 ms',
      { lateMs: (ms: number) => 20 + (ms % 7600) / 20, decodeMs: 10 },
    ],
    ['decoding takes 250 ms', { lateMs: () => 20, decodeMs: 250 }],
    [
      'timers of a page that nobody sees come a second late',
      { lateMs: () => 20, decodeMs: 10, timerMs: 1000 },
    ],
    ['the page is busy for 200 ms again and again', { lateMs: () => 20, decodeMs: 10, timerMs: 200 }],
  ])('in time for the window where %s', (_, line) => {
    expect(watch(line).oldestMs).toBeLessThan(windowMs)
  })

  test('twelve times a second once frames come late, as much as it may', () => {
    const { perSecond } = watch({ lateMs: (ms) => (ms > 3500 ? 400 : 20), decodeMs: 10 })
    expect(perSecond).toBeGreaterThan(8)
    expect(perSecond).toBeLessThanOrEqual(1000 / leastApartMs)
  })

  test('at once what is of the past, and what comes first', () => {
    const pace = new AckPace()
    expect(pace.took({ kind: 'video', catchUp: false, capturedMs: 0 }, 100)).toBe(100)
    expect(pace.took({ kind: 'video', catchUp: true, capturedMs: 0 }, 9000)).toBe(9000)
    expect(pace.took({ kind: 'audio', catchUp: false, capturedMs: 8000 }, 9000)).toBeGreaterThan(9000)
    pace.clear()
    expect(pace.took({ kind: 'video', catchUp: false, capturedMs: 9000 }, 9050)).toBe(9050)
  })
})
