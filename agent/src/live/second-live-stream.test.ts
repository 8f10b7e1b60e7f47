import { beforeAll, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { EncodedCamera } from '../streams/encoded-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { startLiveSite } from './live-site.fixture.js'

let small: EncodedVideo
beforeAll(async () => {
  small = await encodeVideo({ seconds: 2, fps: 20, gop: 20, size: '160x120' })
})

const both = (main: { url: string }, sub: { url: string }) => ({
  connection: { type: 'rtsp' as const, rtsp_url: main.url, rtsp_sub_url: sub.url, credentials: null },
})

it('a sub stream is opened when somebody watches it, once for all, and closed after the last', async () => {
  await using main = await PlayingCamera.start()
  await using sub = await EncodedCamera.start(small)
  await using site = await startLiveSite()
  const id = await site.camera(main.url, both(main, sub))
  expect(sub.server.connections).toBe(0)
  const sessions = [await site.watch(id, { stream: 'sub' }), await site.watch(id, { stream: 'sub' })]
  for (const session of sessions) await session.until(() => session.frames.length > 5, 'pictures')
  expect(sessions[0]?.formats).toMatchObject([{ width: 160, height: 120 }])
  expect(sub.server.connections).toBe(1)
  const uses = () =>
    site.world.supervisor
      .camera(id)
      ?.pipeline?.streamsInUse()
      .map(({ role, uses: of }) => [role, of])
  expect(uses()).toEqual([
    ['main', ['recording', 'detection']],
    ['sub', ['live']],
  ])
  sessions[0]?.socket.close(1000)
  await sessions[0]?.closed()
  const { length } = sessions[1]?.frames ?? []
  await sessions[1]?.until(() => (sessions[1]?.frames.length ?? 0) > length + 5, 'more pictures')
  sessions[1]?.socket.close(1000)
  await expect.poll(() => sub.server.open).toBe(0)
  expect(main.server.connections).toBe(1)
})

it('one that fells the recorded stream is given up, and refused for a while', async () => {
  await using main = await PlayingCamera.start()
  const drops: Script = (request) => {
    // The second client of this camera throws out the first.
    if (request.method === 'PLAY') setTimeout(() => main.server.drop(), 300)
    return null
  }
  await using sub = await EncodedCamera.start(small, { script: drops })
  await using site = await startLiveSite()
  const id = await site.camera(main.url, both(main, sub))
  const session = await site.watch(id, { stream: 'sub' })
  expect(await session.closed()).toBe(4503)
  await expect.poll(() => sub.server.open).toBe(0)
  await expect.poll(() => site.world.supervisor.camera(id)?.status().state).toBe('online')
  const { connections } = sub.server
  expect(site.live.start(site.request(id, { stream: 'sub' }))).toMatchObject({
    ok: false,
    code: 'unavailable',
  })
  // The recorded one can be watched all the same.
  const recorded = await site.watch(id)
  await recorded.until(() => recorded.frames.length > 5, 'pictures')
  expect(sub.server.connections).toBe(connections)
})

it('one gives its place to the recorded stream of a camera that serves one client', async () => {
  let sub: EncodedCamera | null = null
  /** The recorded stream is refused as long as the other one is open. */
  const oneClient: Script = (request) =>
    request.method === 'SETUP' && (sub?.server.open ?? 0) > 0 ? answer(request, 453) : usual(request)
  await using main = await PlayingCamera.start(oneClient)
  await using other = await EncodedCamera.start(small)
  sub = other
  await using site = await startLiveSite()
  const id = await site.camera(main.url, both(main, other))
  const session = await site.watch(id, { stream: 'sub' })
  await session.until(() => session.frames.length > 5, 'pictures')
  main.server.drop()
  expect(await session.closed()).toBe(4503)
  await expect.poll(() => site.world.supervisor.camera(id)?.status().state).toBe('online')
})
