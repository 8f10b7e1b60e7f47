import { describe, expect, test } from 'vitest'
import { MediaTimeline } from './media-timeline.js'

const rate = 90_000
const frameMs = 40

/** Frames at 25 a second by the camera's clock, each arriving `arrival(index)` ms after the first. */
function play(
  frames: number,
  options: { first?: number; speed?: number; arrival?: (index: number) => number } = {},
) {
  const { first = 1000, speed = 1, arrival = (index: number) => index * frameMs } = options
  const timeline = new MediaTimeline({ clockRate: rate, timestamp: first, arrivalMs: 0 })
  const placed: number[] = []
  for (let index = 1; index <= frames; index++) {
    const timestamp = (first + Math.round(index * frameMs * 90 * speed)) >>> 0
    const placement = timeline.place(timestamp, arrival(index))
    if (placement.kind === 'jump') return { timeline, placed, jump: placement }
    placed.push(placement.mediaUs)
  }
  return { timeline, placed, jump: null }
}

describe('durations', () => {
  test('come from the timestamps and not from the arrivals', () => {
    const { placed } = play(4, { arrival: (index) => index * frameMs + (index % 2) * 25 })
    expect(placed).toEqual([40_000, 80_000, 120_000, 160_000])
  })

  test('go on over the wrap of 32 bits', () => {
    const { placed, jump } = play(10, { first: 2 ** 32 - 5 * 3600 })
    expect(jump).toBeNull()
    expect(placed.at(-1)).toBe(400_000)
  })

  test('go back for pictures that are shown earlier', () => {
    const timeline = new MediaTimeline({ clockRate: rate, timestamp: 0, arrivalMs: 0 })
    timeline.place(3 * 3600, 40)
    expect(timeline.place(3600, 80)).toEqual({ kind: 'placed', mediaUs: 40_000 })
  })
})

describe('jumps', () => {
  test.each([
    ['back', -3 * rate],
    ['far ahead', 60 * rate],
    ['by half the range', 2 ** 31],
  ])('%s: one once three pictures in a row say so, and no time is lost', (_name, ticks) => {
    const timeline = new MediaTimeline({ clockRate: rate, timestamp: 1_000_000, arrivalMs: 0 })
    const placed = [1, 2, 3, 4].map((index) =>
      timeline.place((1_000_000 + ticks + index * 3600) >>> 0, index * frameMs),
    )
    expect(placed).toEqual([
      { kind: 'stray', mediaUs: 40_000, follows: false },
      { kind: 'stray', mediaUs: 80_000, follows: true },
      { kind: 'jump', mediaUs: 120_000, drifted: null },
      { kind: 'placed', mediaUs: 160_000 },
    ])
  })

  test.each([
    ['one, far back', [-9800]],
    ['one, far ahead', [9800]],
    ['one, a little back', [-0.5]],
    ['one, a little ahead', [0.5]],
    ['two in a row', [-9800, -9800]],
    ['two that have nothing to do with each other', [-9800, 300]],
    ['four that have nothing to do with each other', [-9800, 300, 2000, -70]],
  ])('pictures out of line are none: %s', (_name, offsetsSec) => {
    const timeline = new MediaTimeline({ clockRate: rate, timestamp: 0, arrivalMs: 0 })
    for (let index = 1; index <= 500; index++) {
      const offset = index < 60 ? 0 : (offsetsSec[(index - 60) % 50] ?? 0)
      const placement = timeline.place((index * 3600 + offset * rate) >>> 0, index * frameMs)
      expect(placement.kind).toBe(offset === 0 ? 'placed' : 'stray')
      expect(Math.abs(placement.mediaUs - index * 40_000)).toBeLessThan(1000)
    }
  })

  test('timestamps that mean nothing at all give way to the arrivals', () => {
    const timeline = new MediaTimeline({ clockRate: rate, timestamp: 0, arrivalMs: 0 })
    let newestUs = 0
    for (let index = 1; index <= 500; index++) {
      const { mediaUs } = timeline.place(Math.imul(index, 0x9e3779b1) >>> 0, index * frameMs)
      expect(mediaUs).toBeGreaterThan(newestUs)
      newestUs = mediaUs
    }
    expect(Math.abs(newestUs - 500 * 40_000)).toBeLessThan(200_000)
  })

  test('a pause as long as its timestamps say is none', () => {
    const timeline = new MediaTimeline({ clockRate: rate, timestamp: 0, arrivalMs: 0 })
    expect(timeline.place(60 * rate, 60_000)).toEqual({ kind: 'placed', mediaUs: 60_000_000 })
  })

  test('a delay in the network that is caught up is none', () => {
    const { jump, placed } = play(2000, {
      arrival: (index) => (index > 500 && index < 800 ? Math.max(800, index) : index) * frameMs,
    })
    expect(jump).toBeNull()
    expect(placed.at(-1)).toBe(80_000_000)
  })

  test('a clock of the wrong speed is one, and known as such', () => {
    expect(play(2000, { speed: 2 }).jump).toMatchObject({ kind: 'jump', drifted: 'fast' })
    expect(play(2000, { speed: 0.5 }).jump).toMatchObject({ kind: 'jump', drifted: 'slow' })
  })

  test('a clock that runs ahead is known before it is three seconds ahead', () => {
    const { placed } = play(2000, { speed: 1.5 })
    const ahead = (placed.at(-1) ?? 0) / 1000 - placed.length * frameMs
    expect(ahead).toBeGreaterThan(1500)
    expect(ahead).toBeLessThan(3100)
  })
})

describe('against the clock of this machine', () => {
  test('a camera that begins with a backlog shows its true start', () => {
    // Four seconds of pictures at once, then in real time.
    const { timeline } = play(150, { arrival: (index) => Math.max(0, index - 100) * frameMs })
    expect(timeline.startShiftMs).toBe(-4000)
  })

  test('a clock that runs a little fast is followed over hours, and no step is visible', () => {
    const speed = 1.0001
    const frames = 25 * 3600
    const { placed, jump } = play(frames, { speed })
    expect(jump).toBeNull()
    // Uncorrected it would be 360 ms ahead by now.
    expect(Math.abs((placed.at(-1) ?? 0) / 1000 - frames * frameMs)).toBeLessThan(10)
    const steps = placed.slice(1).map((at, index) => at - (placed[index] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(40_030)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(39_970)
  })
})
