import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MediaCloud } from '../live/media-cloud.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { hold, LeasedRelay, leaseOf, relayKey, resultOf } from './leased-relay.fixture.js'

it('a relay sends a picture under the lease that it was asked under, and no longer than that is held', async () => {
  await using peer = await PlayingCamera.start()
  await using media = await MediaCloud.start()
  await using world = await LeasedRelay.create()
  world.cloud.passOn = (request, socket, head) => media.take(request, socket, head)
  await world.start()
  const session = await world.session()
  const camera = await world.camera(peer.url, 'password')
  const lease = await hold(session, camera, 3)
  const start = () => ({
    deadline_ms: 10_000,
    live_id: randomUUID(),
    camera_id: camera.camera_id,
    stream: 'main' as const,
    mode: 'full' as const,
    audio: false,
    rendition: 'source' as const,
  })
  const stale = await resultOf(session, session.send('live.start', start(), { lease: leaseOf(camera, 2) }))
  expect(stale.body).toMatchObject({ ok: false, error: { code: 'stale_lease' } })
  const body = start()
  const result = await resultOf(session, session.send('live.start', body, { lease }))
  expect(result.body).toEqual({ ok: true, value: { codec: 'h264' } })
  const live = await media.session(body.live_id)
  expect(live.request.url).toBe(`/api/v1/relays/live/${body.live_id}`)
  expect(live.request.headers).toMatchObject({ authorization: `Bearer ${relayKey}`, 'x-lease-epoch': '3' })
  await live.until(() => live.frames.length > 20, 'pictures')
  // The same relay holds the camera on, by another lease.
  session.send('camera.set', camera, { lease: leaseOf(camera, 4) })
  expect(await live.closed()).toBe(4503)
  const again = start()
  await resultOf(session, session.send('live.start', again, { lease: leaseOf(camera, 4) }))
  const next = await media.session(again.live_id)
  await next.until(() => next.frames.length > 5, 'pictures')
  session.send('camera.drop', { revision: 2, camera_id: camera.camera_id }, { lease: leaseOf(camera, 4) })
  expect(await next.closed()).toBe(4503)
})
