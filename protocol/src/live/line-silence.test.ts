import { describe, expect, it } from 'vitest'
import { LineSilence } from './line-silence.js'

const frameBytes = 20_000
const everyMs = 40

/** A stream of 4 Mbit/s over a line that takes so much at a time: each frame waits for the ones before. */
function overLine(bytesPerMs: (atMs: number) => number, forMs: number): { silences: number[] } {
  const silence = new LineSilence()
  const waiting: { sentAtMs: number; bytes: number; leftBytes: number }[] = []
  const silences: number[] = []
  let ackedAtMs = 0
  let arrived: { sentAtMs: number; bytes: number }[] = []
  for (let nowMs = 0; nowMs < forMs; nowMs += 1) {
    const isBehind = nowMs - (waiting[0]?.sentAtMs ?? nowMs) > 500
    const bytes = nowMs % 2000 === 0 ? 10 * frameBytes : frameBytes
    if (nowMs % everyMs === 0 && !isBehind) waiting.push({ sentAtMs: nowMs, bytes, leftBytes: bytes })
    let room = bytesPerMs(nowMs)
    for (let first = waiting[0]; first && room > 0; first = waiting[0]) {
      const carried = Math.min(room, first.leftBytes)
      room -= carried
      first.leftBytes -= carried
      if (first.leftBytes > 0) break
      arrived.push(first)
      waiting.shift()
    }
    const [oldest] = arrived
    if (oldest === undefined || nowMs - ackedAtMs < 50) continue
    const ofAll = (frames: readonly { bytes: number }[]) =>
      frames.reduce((sum, frame) => sum + frame.bytes, 0)
    const waitingBytes = ofAll(arrived) + ofAll(waiting)
    silence.acknowledged({ bytes: ofAll(arrived), waitingBytes, oldestSentAtMs: oldest.sentAtMs, nowMs })
    if (silence.hasComeBack) silences.push(nowMs)
    silence.forget()
    ackedAtMs = nowMs
    arrived = []
  }
  return { silences }
}

const wide = 2500
const thin = 250

describe('a line', () => {
  it('that carries all is never silent', () => {
    expect(overLine(() => wide, 20_000).silences).toEqual([])
  })

  it.each([thin, thin / 2, thin * 1.5])(
    'that carries %s bytes a millisecond is thin, and not silent',
    (bytesPerMs) => {
      expect(overLine(() => bytesPerMs, 60_000).silences).toEqual([])
    },
  )

  it.each([1500, 2000, 5000])('that carries nothing for %s ms has come back behind it, once', (cutMs) => {
    const cut = (atMs: number) => (atMs >= 5000 && atMs < 5000 + cutMs ? 0 : wide)
    const { silences } = overLine(cut, 20_000)
    expect(silences).toHaveLength(1)
    expect(silences[0]).toBeLessThan(5000 + cutMs + 100)
  })

  it('that stands still for a moment was not silent', () => {
    expect(overLine((atMs) => (atMs >= 5000 && atMs < 5400 ? 0 : wide), 20_000).silences).toEqual([])
  })
})

it('what was quiet because nothing was sent was not silent', () => {
  const silence = new LineSilence()
  for (const nowMs of [0, 400, 800, 1200, 60_000, 60_400])
    silence.acknowledged({ bytes: 100, waitingBytes: 100, oldestSentAtMs: nowMs - 20, nowMs })
  expect(silence.hasComeBack).toBe(false)
})

it('of a line that is not known yet nothing is said', () => {
  const silence = new LineSilence()
  silence.acknowledged({ bytes: 100, waitingBytes: 100, oldestSentAtMs: 0, nowMs: 9000 })
  silence.acknowledged({ bytes: 100, waitingBytes: 100, oldestSentAtMs: 9001, nowMs: 30_000 })
  expect(silence.hasComeBack).toBe(false)
})
