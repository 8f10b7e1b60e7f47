import { seeded } from '@sightline/protocol/testing'
import { describe, expect, test } from 'vitest'
import { MediaTimeline } from './media-timeline.js'

const ticksPerMs = 90

interface Scene {
  readonly hours: number
  readonly fps?: number
  /** The part by which the camera's clock is fast, at a time, ms. */
  readonly error: (atMs: number) => number
  /** How long the network takes for what is sent at a time, ms; nothing overtakes. */
  readonly delay?: (atMs: number, random: () => number) => number
  /** How many places later a picture is shown than it is sent, by its number. */
  readonly shift?: (index: number) => number
  readonly reorderDepth?: number
}

interface Played {
  readonly jumps: number
  /** Of the pictures in the order of decoding: when it was taken, and what the timeline made of it; ms. */
  readonly pictures: readonly { readonly trueMs: number; readonly placedMs: number }[]
}

/** Plays a camera whose clock is wrong, over a network. */
function play({ hours, fps = 25, error, delay = () => 0, shift = () => 0, reorderDepth = 0 }: Scene): Played {
  const random = seeded(7)
  const frameMs = 1000 / fps
  const first = 4_000_000_000
  let timeline: MediaTimeline | null = null
  let errorMs = 0
  let newestMs = 0
  let jumps = 0
  const pictures: { trueMs: number; placedMs: number }[] = []
  for (let index = 0; index < hours * 3600 * fps; index++) {
    const sentMs = index * frameMs
    const shownMs = sentMs + shift(index) * frameMs
    errorMs += error(sentMs) * frameMs
    const timestamp = (first + Math.round((shownMs + errorMs) * ticksPerMs)) >>> 0
    newestMs = Math.max(newestMs, sentMs + delay(sentMs, random))
    if (timeline === null) {
      timeline = new MediaTimeline({ clockRate: 90_000, timestamp, arrivalMs: newestMs, reorderDepth })
      pictures.push({ trueMs: shownMs, placedMs: 0 })
      continue
    }
    const placement = timeline.place(timestamp, newestMs)
    if (placement.kind === 'jump') jumps++
    pictures.push({ trueMs: shownMs, placedMs: placement.mediaUs / 1000 })
  }
  return { jumps, pictures }
}

/** By how much a clip of that length is too long or too short at worst, whenever it begins, ms. */
function worstLength({ pictures }: Played, fps: number, clipSec: number, fromSec = 0): number {
  let worst = 0
  for (let start = fromSec * fps; start + clipSec * fps < pictures.length; start += fps) {
    const [one, other] = [pictures[start], pictures[start + clipSec * fps]]
    if (one === undefined || other === undefined) break
    const off = other.placedMs - one.placedMs - (other.trueMs - one.trueMs)
    worst = Math.max(worst, Math.abs(off))
  }
  return worst
}

/** All delays of the network are above zero, and most are small. */
const jitter = (mostMs: number) => (_atMs: number, random: () => number) => random() ** 3 * mostMs

describe('a camera whose clock is wrong, for 24 hours', () => {
  test.each([0.03, 0.1, 0.3, 0.5, 0.7, 1.0, 1.9, -0.1, -0.5, -1.9])(
    'by %f percent: no break, and clips are right within 50 ms from the first one on',
    (percent) => {
      const played = play({ hours: 24, fps: 5, error: () => percent / 100, delay: jitter(60) })
      expect(played.jumps).toBe(0)
      for (const clipSec of [21, 66]) expect(worstLength(played, 5, clipSec)).toBeLessThan(50)
    },
  )
})

describe.each([0.5, -1.9])('a clock that is off by %f percent', (percent) => {
  const scene = { hours: 1, fps: 25, error: () => percent / 100 }

  test.each<[string, Partial<Scene>]>([
    ['behind a restless network', { delay: jitter(200) }],
    ['of one picture a second', { fps: 1, delay: jitter(60) }],
    [
      'with B-frames',
      { shift: (index) => [0, 2, -1, -1][index && ((index - 1) % 3) + 1] ?? 0, reorderDepth: 1 },
    ],
    ['behind a network that stalls for eight seconds and catches up in a burst', { delay: stalls }],
    [
      'that wanders with the warmth of the day',
      { error: (atMs) => percent / 100 + 0.0001 * Math.sin(atMs / 600_000) },
    ],
  ])('%s is followed', (_name, change) => {
    const played = play({ ...scene, ...change })
    expect(played.jumps).toBe(0)
    expect(worstLength(played, change.fps ?? 25, 66, 30)).toBeLessThan(50)
  })

  test('is known too well to be mistaken for a congestion of a minute and a half', () => {
    const delay = (atMs: number) => Math.max(0, Math.min(1500, ((atMs % 900_000) - 800_000) / 20))
    const played = play({ ...scene, delay })
    expect(played.jumps).toBe(0)
    expect(worstLength(played, 25, 66)).toBeLessThan(150)
  })

  test('and changes its pace by half a percent is followed anew, without a break', () => {
    const error = (atMs: number) => percent / 100 + (atMs < 1_000_000 ? 0 : -0.005)
    const played = play({ ...scene, error })
    expect(played.jumps).toBe(0)
    expect(worstLength(played, 25, 66, 1800)).toBeLessThan(75)
  })
})

function stalls(atMs: number): number {
  return atMs < 60_000 ? 0 : Math.max(0, 8000 - (atMs % 300_000))
}

describe('a clock that is set', () => {
  test.each([
    ['forwards by half a second', 500],
    ['forwards by a minute', 60_000],
    ['back by half a second', -500],
    ['back by an hour', -3_600_000],
  ])('%s: time goes on as it passed', (_name, byMs) => {
    // The whole step within one picture, while the clock is slow as well.
    const error = (atMs: number) => (atMs === 300_000 ? byMs / 40 : -0.005)
    const played = play({ hours: 0.5, error, delay: jitter(30) })
    expect(played.jumps).toBe(1)
    expect(worstLength(played, 25, 66)).toBeLessThan(50)
    const times = played.pictures.map(({ placedMs }) => placedMs)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('with B-frames: no picture of after is shown among those of before', () => {
    const shift = (index: number) => [0, 2, -1, -1][index && ((index - 1) % 3) + 1] ?? 0
    const error = (atMs: number) => (atMs === 300_000 ? -90_000 / 40 : 0)
    const { jumps, pictures } = play({ hours: 0.2, error, shift, reorderDepth: 1 })
    expect(jumps).toBe(1)
    const before = Math.max(...pictures.slice(0, 7500).map(({ placedMs }) => placedMs))
    const after = Math.min(...pictures.slice(7500).map(({ placedMs }) => placedMs))
    expect(after).toBeGreaterThan(before)
  })
})
