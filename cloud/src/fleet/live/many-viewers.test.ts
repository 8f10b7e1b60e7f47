import { afterAll, beforeAll, expect, it } from 'vitest'
import { LiveWorld, startTestNodes, type TestNodes } from './live-world.fixture.js'

let nodes: TestNodes

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())

it('fifty viewers that stopped reading hold no more than their windows, and one that reads goes on watching', async () => {
  await using world = await LiveWorld.make(nodes)
  world.agent = (media) => {
    media.format()
    media.play({ bytes: 20_000 })
  }
  const cameraId = await world.camera({ sub: null })
  const reader = await world.viewer()
  reader.subscribe(1, cameraId)
  await reader.untilPictures(1, 10)
  const stalled = await Promise.all(Array.from({ length: 50 }, () => world.viewer({ acknowledges: false })))
  for (const viewer of stalled) {
    viewer.subscribe(1, cameraId)
    viewer.freeze()
  }
  const before = process.memoryUsage()
  const from = reader.pictures(1).length
  await reader.untilPictures(1, from + 150)
  const after = process.memoryUsage()
  // Six seconds of 4 Mbit/s for each of fifty are 150 MB.
  expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(80e6)
  await reader.untilIt('the whole stream', () => reader.stateOf(1)?.state === 'live')
  expect(reader.stateOf(1)).toMatchObject({ stream: 'main', reason: null })
})
