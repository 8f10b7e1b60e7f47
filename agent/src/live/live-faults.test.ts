import { beforeAll, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { answer } from '../rtsp/scripted-camera.fixture.js'
import { EncodedCamera } from '../streams/encoded-camera.fixture.js'
import { startLiveSite } from './live-site.fixture.js'

let plain: EncodedVideo
beforeAll(async () => {
  plain = await encodeVideo({ seconds: 4, fps: 20, gop: 20 })
})

describe('a cloud that', () => {
  it('acknowledges nothing is sent nothing more, and a keyframe once it does again', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.frames.length > 20, 'pictures')
    session.acknowledges = false
    const source = site.world.supervisor.cameras[0]?.source('main')
    // What the camera sends meanwhile is far more than what goes over the line.
    let seen = 0
    const unsubscribe = source?.subscribe({ packet: () => void seen++, runEnded: () => undefined })
    await session.until(() => seen > 60, 'pictures of the camera')
    const before = session.frames.length
    await session.until(() => seen > 90, 'pictures of the camera')
    expect(session.frames.length).toBe(before)
    unsubscribe?.()
    session.acknowledges = true
    session.send({ type: 'ack', sequence: session.frames.at(-1)?.sequence ?? 0 })
    await session.until(() => session.frames.length > before + 5, 'pictures')
    expect(session.frames[before]).toMatchObject({ keyframe: true, discontinuity: true })
    expect(session.frames.filter(({ discontinuity }) => discontinuity)).toHaveLength(1)
    expect(session.violations).toEqual([])
  })

  it('was silent for a second or two is sent at once what it missed, whenever the next keyframe comes', async () => {
    const long = await encodeVideo({ seconds: 40, fps: 10, gop: 400 })
    await using camera = await EncodedCamera.start(long)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.frames.filter(({ catchUp }) => !catchUp).length > 15, 'pictures')
    session.acknowledges = false
    const source = site.world.supervisor.cameras[0]?.source('main')
    let seen = 0
    const unsubscribe = source?.subscribe({ packet: () => void seen++, runEnded: () => undefined })
    await session.until(() => seen > 25, 'pictures of the camera')
    const before = session.frames.length
    await session.until(() => seen > 30, 'pictures of the camera')
    expect(session.frames.length).toBe(before)
    unsubscribe?.()
    session.acknowledges = true
    session.send({ type: 'ack', sequence: session.frames.at(-1)?.sequence ?? 0 })
    await session.until(
      () => session.frames.length > before && session.frames.at(-1)?.catchUp === false,
      'pictures of now',
    )
    expect(session.frames[before]).toMatchObject({ keyframe: false, discontinuity: false, catchUp: true })
    const times = session.framesOf('video').map(({ dtsUs }) => dtsUs)
    for (const [index, dtsUs] of times.slice(1).entries())
      expect(dtsUs - (times[index] ?? 0)).toBeLessThan(150_000)
    expect(session.violations).toEqual([])
  })

  it('acknowledges nothing for as long as a silence may last is left', async () => {
    await using camera = await EncodedCamera.start(plain)
    const route = { ...directRoute, silenceMs: 1200 }
    await using site = await startLiveSite({
      view: {
        channel: (liveId) => ({ cloudUrl: site.cloud.url, path: `/live/${liveId}`, bearer: 'key', route }),
      },
    })
    const session = await site.watch(await site.camera(camera.url))
    session.acknowledges = false
    expect(await session.closed()).toBe(4408)
    await expect.poll(() => site.live.upstreams.length).toBe(0)
  })

  it.each([
    ['acknowledges what was never sent', JSON.stringify({ type: 'ack', sequence: 4_000_000 })],
    ['says what nobody knows', JSON.stringify({ type: 'reboot' })],
    ['sends no JSON', '{'],
  ])('%s is told so, and left', async (_name, text) => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    session.socket.send(text)
    expect(await session.closed()).toBe(4400)
    await expect.poll(() => site.live.upstreams.length).toBe(0)
  })

  it('sends frames is left', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    session.socket.send(Buffer.alloc(40))
    expect(await session.closed()).toBe(4400)
  })

  it.each([401, 403, 404, 409, 429])(
    'refuses the socket with %i is asked once, and the live_id is free again',
    async (status) => {
      await using camera = await EncodedCamera.start(plain)
      await using site = await startLiveSite()
      site.cloud.refuseWith = status
      const asked = site.request(await site.camera(camera.url))
      expect(site.live.start(asked).ok).toBe(true)
      await expect.poll(() => site.live.upstreams.length).toBe(0)
      expect(site.cloud.attempts).toBe(1)
    },
  )

  it.each([
    ['is just being restarted', 503, ''],
    ['is behind a proxy that does not know it while it is being restarted', 404, '404 page not found\n'],
    ['is behind a proxy that leads to a page of its own', 302, ''],
    ['is behind a proxy that wants an account', 407, ''],
    ['is behind a proxy that finds something too large', 413, ''],
  ])('%s is asked again', async (_, status, page) => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    site.cloud.refuseWith = status
    site.cloud.page = page
    const asked = site.request(await site.camera(camera.url))
    expect(site.live.start(asked).ok).toBe(true)
    await expect.poll(() => site.cloud.attempts, { timeout: 10_000 }).toBeGreaterThan(1)
    site.cloud.refuseWith = null
    const session = await site.cloud.session(asked.live_id)
    await session.until(() => session.frames.length > 0, 'pictures')
  })

  it('goes away holds nothing of the camera', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    const session = await site.watch(id)
    await session.until(() => session.frames.length > 5, 'pictures')
    const uses = () => site.world.supervisor.camera(id)?.pipeline?.streamsInUse()[0]?.uses
    expect(uses()).toContain('live')
    session.socket.terminate()
    await expect.poll(uses).not.toContain('live')
    expect(site.live.upstreams).toEqual([])
  })
})

describe('a camera that', () => {
  it('is cut is told of, and comes with a format of its own when it is back', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.frames.length > 5, 'pictures')
    camera.server.drop()
    await session.until(() => session.states.some((state) => state.startsWith('interrupted')), 'the news')
    await session.until(() => session.framesOf('video', 1).length > 5, 'pictures of the new run')
    expect(session.states.at(-1)).toBe('flowing')
    expect(session.violations).toEqual([])
  })

  it('stands still is told of', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.frames.length > 5, 'pictures')
    camera.isFrozen = true
    await session.until(() => session.states.some((state) => state.startsWith('interrupted')), 'the news')
    camera.isFrozen = false
    await session.until(() => session.states.at(-1) === 'flowing', 'pictures')
  })

  it('is taken away ends its picture', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    const session = await site.watch(id)
    await session.until(() => session.frames.length > 5, 'pictures')
    site.world.drop(id)
    expect(await session.closed()).toBe(4503)
    await expect.poll(() => camera.server.open).toBe(0)
  })

  it('is taken away while its socket is being opened ends that with the reason', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    site.cloud.refuseWith = 503
    const asked = site.request(id)
    expect(site.live.start(asked).ok).toBe(true)
    await expect.poll(() => site.cloud.attempts).toBeGreaterThan(0)
    site.world.drop(id)
    await expect.poll(() => camera.server.open).toBe(0)
    site.cloud.refuseWith = null
    const session = await site.cloud.session(asked.live_id)
    expect(await session.closed()).toBe(4503)
    expect(session.frames).toEqual([])
    await expect.poll(() => site.live.upstreams.length).toBe(0)
  })

  it('cannot be received yet is shown as soon as it can', async () => {
    let isOff = true
    await using camera = await EncodedCamera.start(plain, {
      script: (request) => (isOff && request.method === 'DESCRIBE' ? answer(request, 404) : null),
    })
    await using site = await startLiveSite()
    const id = await site.camera(camera.url, {}, 'offline')
    const asked = site.request(id)
    expect(site.live.start(asked)).toEqual({ ok: true, value: { codec: null } })
    const session = await site.cloud.session(asked.live_id)
    await session.until(() => session.states.length > 0, 'the reason')
    expect(session.states[0]).toMatch(/^interrupted: ./)
    isOff = false
    await session.until(() => session.frames.length > 0, 'pictures')
    expect(session.states.at(-1)).toBe('flowing')
    expect(session.violations).toEqual([])
  })
})

describe('an agent that stops', () => {
  it('closes all sockets, also such as are being opened, and holds nothing', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    const sessions = [await site.watch(id), await site.watch(id, { mode: 'keys' })]
    site.cloud.refuseWith = 503
    site.live.start(site.request(id))
    await sessions[0]?.until(() => (sessions[0]?.frames.length ?? 0) > 5, 'pictures')
    await site.live.close()
    for (const session of sessions) expect(await session.closed()).toBe(1012)
    expect(site.live.upstreams).toEqual([])
    expect(site.live.start(site.request(id))).toMatchObject({ code: 'unavailable' })
    const attempts = site.cloud.attempts
    await systemClock.delay(700)
    expect(site.cloud.attempts).toBe(attempts)
  })
})
