import { systemClock } from '@sightline/agent/testing'
import { expect, test } from 'vitest'
import type { CameraOptions } from '../fakes/camera/index.js'
import { RecordedCamera } from '../harness/recorded-camera.js'

/** A camera whose stream is received and kept for longer than the pre-roll: that of a real camera. */
async function recorded(camera: CameraOptions = {}): Promise<RecordedCamera> {
  const settings = { preSec: 3, postSec: 1, durationSec: 3 }
  const timeouts = { silenceMs: 2000, connectMs: 1000, responseMs: 1000 }
  const scene = await RecordedCamera.start({ camera, settings, timeouts })
  await scene.flowsFor(5000)
  return scene
}

test.concurrent.each<[string, CameraOptions]>([
  ['a key frame each second', {}],
  ['a key frame every four seconds', { picture: { gopSec: 4 } }],
])('a trigger becomes a whole clip around it: %s', async (_name, options) => {
  await using scene = await recorded(options)
  const triggeredAtMs = Date.now()
  const eventId = await scene.trigger({ triggeredAtMs })
  const end = await scene.ended(eventId)
  expect(end.error).toBeNull()
  expect(end.clip?.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 3000)
  expect(end.clip?.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 4000)
  expect(end.snapshot).toMatchObject({ width: 640, height: 360 })
  const pictures = await scene.expectWhole(end)
  expect(pictures).toBeGreaterThanOrEqual(7 * 15)
  // Playable before ffmpeg is through.
  expect(end.readyAtMs).toBeLessThanOrEqual(end.closedAtMs)
  console.info(`clip ready ${(end.readyAtMs ?? Number.NaN) - (triggeredAtMs + 4000)} ms after its post-roll`)
})

test.concurrent('a further trigger makes one longer clip', async () => {
  await using scene = await recorded()
  const eventId = await scene.trigger()
  await systemClock.delay(2000)
  const againAtMs = Date.now()
  await scene.trigger({ triggeredAtMs: againAtMs })
  const end = await scene.ended(eventId)
  expect(end.clip?.endAtMs).toBeGreaterThanOrEqual(againAtMs + 4000)
  await scene.expectWhole(end)
})

test.concurrent('a lost stream closes the clip with what there is', async () => {
  await using scene = await recorded()
  const eventId = await scene.trigger()
  await systemClock.delay(1000)
  scene.peer.faults.dropNow()
  const end = await scene.ended(eventId)
  expect(end.error).toMatch(/^the stream was lost at second \d of 7: /)
  expect(await scene.expectWhole(end)).toBeGreaterThan(3 * 15)
})
