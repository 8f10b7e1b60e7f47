import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { MediaCloud } from '../live/media-cloud.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { PairedAgent } from './paired-agent.fixture.js'

it('a gateway that is asked for a picture sends it over a media socket of its own, with its key', async () => {
  await using camera = await PlayingCamera.start()
  await using media = await MediaCloud.start()
  await using world = await PairedAgent.pair()
  world.cloud.passOn = (request, socket, head) => media.take(request, socket, head)
  await world.start()
  const session = await world.session()
  expect((await session.until('hello'))[0]?.body.capabilities).toEqual(['live', 'probe.picture'])
  const settings = cameraSet({
    connection: { type: 'rtsp', rtsp_url: camera.url, rtsp_sub_url: null, credentials: null },
  })
  session.send('camera.set', settings)
  session.send('config.complete', { revision: 1, camera_ids: [settings.camera_id] })
  await session.when(
    () => session.of('camera.status').some(({ body }) => body.state === 'online'),
    'a camera on line',
  )
  const body = {
    deadline_ms: 10_000,
    live_id: randomUUID(),
    camera_id: settings.camera_id,
    stream: 'main' as const,
    mode: 'full' as const,
    audio: false,
    rendition: 'source' as const,
  }
  const asked = session.send('live.start', body)
  await session.when(() => session.of('result').some(({ re }) => re === asked), 'the result')
  expect(session.of('result').at(-1)?.body).toEqual({ ok: true, value: { codec: 'h264' } })
  const live = await media.session(body.live_id)
  expect(live.request.url).toBe(`/api/v1/gateways/${world.identity.gateway_id}/live/${body.live_id}`)
  expect(live.request.headers.authorization).toBe(`Bearer ${world.identity.api_key}`)
  await live.until(() => live.frames.length > 20, 'pictures')
  expect(live.violations).toEqual([])
  await world.stop()
  expect(await live.closed()).toBe(1012)
})
