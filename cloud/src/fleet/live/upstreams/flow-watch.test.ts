import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { takenFrame } from '../frames/frames.fixture.js'
import { FlowWatch } from './flow-watch.js'

let clock: FakeClock
/** What was told, in order: whether pictures had come before. */
let told: boolean[]
/** How often the socket was given up. */
let givenUp: number
let isSparse: boolean
let watch: FlowWatch

beforeEach(() => {
  clock = createFakeClock()
  told = []
  givenUp = 0
  isSparse = false
  watch = new FlowWatch(clock, {
    isSparse: () => isSparse,
    stalled: (hadPictures) => told.push(hadPictures),
    givenUp: () => (givenUp += 1),
  })
})

const keyframe = () => watch.heard(takenFrame({ keyframe: true }))

describe('a socket that opens and stays silent', () => {
  it('is told after three seconds and the longest GOP that a stream is taken to have, once', async () => {
    watch.begin()
    await clock.advance(12_900)
    expect(told).toEqual([])
    await clock.advance(600_000)
    expect(told).toEqual([false])
    expect(clock.waiting).toBe(0)
  })

  it('is given as long as the GOPs that were seen on the socket before', async () => {
    isSparse = true
    for (let count = 0; count < 3; count++) {
      keyframe()
      await clock.advance(2_000)
    }
    watch.pause()
    watch.begin()
    await clock.advance(4_900)
    expect(told).toEqual([])
    await clock.advance(200)
    expect(told).toEqual([false])
  })

  it('is not waited for any longer once it has sent a picture', async () => {
    watch.begin()
    keyframe()
    await clock.advance(3_100)
    expect(told).toEqual([true])
  })

  it('is not told while something else is known', async () => {
    watch.begin()
    watch.pause()
    await clock.advance(600_000)
    expect(told).toEqual([])
  })
})

describe('a socket over which nothing comes any more', () => {
  it('is given up a while after that was told, once', async () => {
    watch.begin()
    keyframe()
    await clock.advance(3_100)
    expect(told).toEqual([true])
    await clock.advance(14_800)
    expect(givenUp).toBe(0)
    await clock.advance(600_000)
    expect(givenUp).toBe(1)
    expect(clock.waiting).toBe(0)
  })

  it('is kept where pictures come again, and told again where they stop again', async () => {
    watch.begin()
    keyframe()
    await clock.advance(15_000)
    keyframe()
    await clock.advance(3_100)
    expect(told).toEqual([true, true])
    expect(givenUp).toBe(0)
  })

  it('is kept once it is known why nothing comes', async () => {
    watch.begin()
    await clock.advance(14_000)
    expect(told).toEqual([false])
    watch.pause()
    await clock.advance(600_000)
    expect(givenUp).toBe(0)
  })
})

describe('where keyframes alone are expected', () => {
  beforeEach(() => {
    isSparse = true
  })

  const keyframes = async (count: number, everyMs: number) => {
    for (let sent = 0; sent < count; sent++) {
      keyframe()
      await clock.advance(everyMs)
    }
  }

  it('tells a freeze after an outage as soon as one before it', async () => {
    await keyframes(3, 2_000)
    await clock.advance(3_600_000)
    expect(told).toEqual([true])
    await keyframes(3, 2_000)
    await clock.advance(3_100)
    expect(told).toEqual([true, true])
  })

  it('takes no pause for a GOP', async () => {
    await keyframes(3, 2_000)
    watch.pause()
    await clock.advance(60_000)
    await keyframes(3, 2_000)
    await clock.advance(3_100)
    expect(told).toEqual([true])
  })

  it('waits for no keyframe longer than half a minute', async () => {
    isSparse = false
    keyframe()
    // Pictures in between, for two minutes.
    for (let sent = 0; sent < 60; sent++) {
      await clock.advance(2_000)
      watch.heard(takenFrame({ keyframe: false }))
    }
    keyframe()
    isSparse = true
    await clock.advance(32_000)
    expect(told).toEqual([])
    await clock.advance(1_100)
    expect(told).toEqual([true])
  })
})
