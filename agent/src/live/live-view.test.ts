import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { EncodedCamera } from '../streams/encoded-camera.fixture.js'
import { hashesOfFrames, hashesOfVideo, isStretchOf } from './decoded-frames.fixture.js'
import { startLiveSite } from './live-site.fixture.js'
import type { MediaSession } from './media-cloud.fixture.js'

let plain: EncodedVideo
let reordered: EncodedVideo
let hevc: EncodedVideo
let large: EncodedVideo
beforeAll(async () => {
  plain = await encodeVideo({ seconds: 4, fps: 20, gop: 40 })
  reordered = await encodeVideo({ seconds: 4, fps: 20, gop: 40, bFrames: 2 })
  hevc = await encodeVideo({ seconds: 2, fps: 20, gop: 20, codec: 'h265' })
  large = await encodeVideo({ seconds: 2, fps: 20, gop: 20, size: '640x480' })
})

const pictures = (session: MediaSession, format = 0) => session.framesOf('video', format)

/** Waits for so many pictures behind a format, and says whether they are those of the video. */
async function showsVideo(session: MediaSession, video: EncodedVideo, count: number, format = 0) {
  await session.until(() => pictures(session, format).length >= count, `${count} pictures`)
  const described = session.formats[format]
  if (described === undefined) throw new Error('there is no such format')
  const received = pictures(session, format)
  const hashes = await hashesOfFrames(described, received)
  // What is to be shown before the last ones may still be on its way.
  const shown = hashes.slice(0, -4)
  return hashes.length === received.length && isStretchOf(shown, await hashesOfVideo(video))
}

describe('a stream that is watched', () => {
  it('begins with the newest group of pictures, marked as past, and goes on with what comes', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    const source = site.world.supervisor.camera(id)?.source('main')
    while ((source?.newestGop().length ?? 0) < 10) await new Promise((resolve) => setTimeout(resolve, 5))
    const asked = site.request(id)
    expect(site.live.start(asked)).toEqual({ ok: true, value: { codec: 'h264' } })
    const session = await site.cloud.session(asked.live_id)
    expect(session.request.headers.authorization).toBe('Bearer key')
    expect(await showsVideo(session, plain, 60)).toBe(true)
    const past = session.frames.filter(({ catchUp }) => catchUp)
    expect(past.length).toBeGreaterThanOrEqual(10)
    expect(session.frames.slice(0, past.length)).toEqual(past)
    expect(session.formats).toMatchObject([{ rendition: 'source', width: 320, height: 240, audio: null }])
    expect(session.formats[0]?.codec).toMatch(/^avc1\.42c0/)
    expect(session.violations).toEqual([])
    // No second connection was made for it.
    expect(camera.server.connections).toBe(1)
  })

  it.each([
    ['with B-frames', () => reordered, /^avc1\./],
    ['of H.265', () => hevc, /^hvc1\./],
  ])('is decoded to the right pictures: %s', async (_name, video, codec) => {
    await using camera = await EncodedCamera.start(video())
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.formats.length > 0, 'a format')
    await session.until(() => pictures(session, session.formats.length - 1).length > 50, 'pictures')
    expect(await showsVideo(session, video(), 50, session.formats.length - 1)).toBe(true)
    expect(session.formats.at(-1)?.codec).toMatch(codec)
    expect(session.violations).toEqual([])
  })

  it('of another size from now on gets another format before its keyframe', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => pictures(session).length > 5, 'pictures')
    camera.change(large)
    expect(await showsVideo(session, large, 30, 1)).toBe(true)
    expect(session.formats.map(({ width, height }) => [width, height])).toEqual([
      [320, 240],
      [640, 480],
    ])
    // The one follows the other without a break.
    expect(session.states).toEqual([])
    expect(session.violations).toEqual([])
  })
})

describe('a live_id', () => {
  it('is good for one socket at a time, and free again once that is over', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const asked = site.request(await site.camera(camera.url))
    expect(site.live.start(asked).ok).toBe(true)
    expect(site.live.start(asked)).toMatchObject({ ok: false, code: 'conflict' })
    const session = await site.cloud.session(asked.live_id)
    session.socket.close(1000)
    await session.closed()
    await expect.poll(() => site.live.upstreams.length).toBe(0)
    expect(site.cloud.attempts).toBe(1)
  })

  it('of a camera that is not here, is off, or has no such stream is refused', async () => {
    await using camera = await EncodedCamera.start(plain)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    expect(site.live.start(site.request(randomUUID()))).toMatchObject({ ok: false, code: 'camera_unknown' })
    expect(site.live.start(site.request(id, { stream: 'sub' }))).toMatchObject({ code: 'unsupported' })
    const camera2 = site.world.supervisor.camera(id)
    if (camera2) site.world.set({ ...camera2.settings, revision: 2, enabled: false })
    expect(site.live.start(site.request(id))).toMatchObject({ ok: false, code: 'camera_offline' })
    expect(site.cloud.attempts).toBe(0)
  })
})
