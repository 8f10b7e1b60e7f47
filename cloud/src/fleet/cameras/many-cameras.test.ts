import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/test-database.js'
import type { SignedIn } from '#testing/test-user.js'
import { type Clock, systemClock } from '../../platform/time/clock.js'
import { startTestNodes, type TestNodes } from '../channel/test-nodes.fake.js'
import { answered, CameraScene, found } from './camera-scene.fixture.js'

/** How much faster than the day's the time of those goes who wait for their turn: fifty seconds are four. */
const haste = 12
const hasty: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * haste,
  after: (ms, run) => systemClock.after(ms / haste, run),
  delay: (ms, options) => systemClock.delay(ms / haste, options),
}

/** What a gateway takes to look at a camera: a hundred take longer than anybody waits. */
const probeMs = 5_000

let world: TestNodes
beforeAll(async () => {
  world = await startTestNodes({}, createTestDatabase(), { slots: hasty })
})
afterAll(() => world[Symbol.asyncDispose]())

it('a hundred cameras at once, eight of them channels of one recorder, are all added where the client comes back when told', async () => {
  await using scene = await CameraScene.set(world)
  const running = { all: 0, most: 0, recorder: 0, mostOfRecorder: 0 }
  scene.gateway.answer = async (command) => {
    if (command.type !== 'probe') return null
    const { connection } = command.body
    const isOfRecorder = JSON.stringify(connection).includes('10.0.1.1')
    running.most = Math.max(running.most, (running.all += 1))
    if (isOfRecorder) running.mostOfRecorder = Math.max(running.mostOfRecorder, (running.recorder += 1))
    await hasty.delay(probeMs)
    running.all -= 1
    if (isOfRecorder) running.recorder -= 1
    return answered({ ...found, serial: isOfRecorder ? 'R-1' : command.id })
  }
  const urls = Array.from({ length: 100 }, (_, index) =>
    index < 8 ? `rtsp://10.0.1.1/channel/${index}` : `rtsp://10.0.0.${index}/main`,
  )
  const outcomes = await Promise.all(
    urls.map((url) => addPatiently(scene.operator, { ...bodyOf(scene), name: url, rtsp_url: url })),
  )
  expect(outcomes.filter(({ status }) => status !== 201)).toEqual([])
  expect(outcomes.reduce((sum, { sentAway }) => sum + sentAway, 0)).toBeGreaterThan(0)
  expect(await scene.rowsOf(scene.org.orgId)).toHaveLength(100)
  expect([running.most, running.mostOfRecorder]).toEqual([8, 1])
})

function bodyOf(scene: CameraScene) {
  return { site_id: scene.org.siteId, gateway_id: scene.paired.gatewayId, type: 'rtsp' }
}

/** Over HTTP, as a program does that keeps to `Retry-After`. */
async function addPatiently({ token }: SignedIn, camera: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let sentAway = 0; ; sentAway += 1) {
    const answer = await fetch(`${world.nodes[1].origin}/api/v1/cameras`, {
      method: 'POST',
      headers,
      body: JSON.stringify(camera),
    })
    const body = await answer.text()
    const retryAfter = answer.headers.get('retry-after')
    if (answer.status !== 503 || retryAfter === null) return { status: answer.status, body, sentAway }
    await hasty.delay(Number(retryAfter) * 1000)
  }
}
