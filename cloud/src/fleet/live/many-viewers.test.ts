import { afterAll, beforeAll, expect, it } from 'vitest'
import { LiveWorld, startTestNodes, type TestNodes } from './live-world.fixture.js'

let nodes: TestNodes

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())

/** An organisation with a camera of 4 Mbit/s, and somebody who watches it. */
async function begin(world: LiveWorld) {
  world.agent = (media) => {
    media.format()
    media.play({ bytes: 20_000 })
  }
  const cameraId = await world.camera({ sub: null })
  const reader = await world.viewer()
  reader.subscribe(1, cameraId)
  await reader.untilPictures(1, 10)
  return { cameraId, reader }
}

it('fifty viewers that stopped reading hold no more than their windows, and one that reads goes on watching in either organisation', async () => {
  await using world = await LiveWorld.make(nodes)
  await using elsewhere = await LiveWorld.make(nodes)
  const { cameraId, reader } = await begin(world)
  const { reader: other } = await begin(elsewhere)
  const stalled = await Promise.all(Array.from({ length: 50 }, () => world.viewer({ acknowledges: false })))
  for (const viewer of stalled) {
    viewer.subscribe(1, cameraId)
    viewer.freeze()
  }
  const before = process.memoryUsage()
  const readers = [reader, other]
  const from = readers.map((one) => one.pictures(1).length)
  await Promise.all(readers.map((one, index) => one.untilPictures(1, (from[index] ?? 0) + 150)))
  const after = process.memoryUsage()
  // Six seconds of 4 Mbit/s for each of fifty are 150 MB.
  expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(80e6)
  for (const one of readers) {
    await one.untilIt('the whole stream', () => one.stateOf(1)?.state === 'live')
    expect(one.stateOf(1)).toMatchObject({ stream: 'main', reason: null })
  }
})
