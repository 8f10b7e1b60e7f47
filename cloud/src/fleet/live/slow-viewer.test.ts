import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LiveWorld, startTestNodes, type TestNodes } from './live-world.fixture.js'

let nodes: TestNodes
let world: LiveWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await LiveWorld.make(nodes)
  // A camera of 4 Mbit/s, with a GOP of a second.
  world.agent = (media) => {
    media.format()
    media.play({ bytes: 20_000 })
  }
  return () => world[Symbol.asyncDispose]()
})

describe('a viewer that acknowledges nothing', () => {
  it('gets its window and nothing more, steps down to sub, then to keyframes, and is cut after 25 s', async () => {
    const cameraId = await world.camera({ sub: 'h264' })
    const viewer = await world.viewer({ acknowledges: false })
    viewer.subscribe(1, cameraId)
    await viewer.until('state', ({ state }) => state === 'behind')
    expect(viewer.pictures(1).length).toBeLessThan(40)
    await viewer.until(
      'state',
      ({ stream, reason }) => stream === 'sub' || reason === 'stepped_down_slow_viewer',
    )
    const sentBytes = () => viewer.frames.reduce((sum, { data }) => sum + data.length, 0)
    const before = sentBytes()
    expect(await viewer.untilClosed()).toBe(4408)
    expect(sentBytes() - before).toBeLessThan(2 * 1024 * 1024)
  })

  it('slows nobody else', async () => {
    const cameraId = await world.camera()
    const stalled = await world.viewer({ acknowledges: false })
    stalled.subscribe(1, cameraId)
    await stalled.untilPictures(1, 1)
    stalled.freeze()
    const other = await world.viewer()
    other.subscribe(1, cameraId)
    await other.untilPictures(1, 100)
    // This process may stand still for a moment itself; what it then leaves out ends with a keyframe.
    await other.untilIt('the whole stream', () => other.stateOf(1)?.state === 'live')
    expect(other.stateOf(1)).toMatchObject({ stream: 'main', reason: null })
  })
})

it('gets sub within some seconds, if it acknowledges too late what it gets', async () => {
  const cameraId = await world.camera({ sub: 'h264' })
  const viewer = await world.viewer({ acknowledges: false })
  viewer.subscribe(1, cameraId)
  // A line that carries main a second late, and sub in time: the page acknowledges accordingly.
  const timer = setInterval(() => {
    const newest = viewer.frames.at(-1)
    const onMain = viewer.of('format').at(-1)?.stream === 'main'
    const shown = onMain ? viewer.frames.at(-26) : newest
    if (shown) viewer.send({ type: 'ack', id: 1, sequence: shown.sequence })
  }, 50)
  try {
    await viewer.until('format', ({ stream }) => stream === 'sub')
    await viewer.untilIt('live on sub', () => viewer.stateOf(1)?.state === 'live')
    expect(viewer.stateOf(1)).toMatchObject({ stream: 'sub', reason: 'stepped_down_slow_viewer' })
    const behind = viewer.frames.filter(({ discontinuity }) => discontinuity)
    expect(behind.every(({ keyframe }) => keyframe)).toBe(true)
  } finally {
    clearInterval(timer)
  }
})
