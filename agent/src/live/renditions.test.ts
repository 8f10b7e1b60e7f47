import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { systemClock } from '../platform/clock.js'
import { mpeg1Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import { jpegSize } from '../recording/jpeg-size.js'
import { EncodedCamera } from '../streams/encoded-camera.fixture.js'
import { startLiveSite } from './live-site.fixture.js'

let hevc: EncodedVideo
beforeAll(async () => {
  hevc = await encodeVideo({ seconds: 2, fps: 20, gop: 20, codec: 'h265' })
})

describe('a camera that the browser cannot decode', () => {
  it('comes as JPEG of its keyframes', async () => {
    await using camera = await EncodedCamera.start(hevc)
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url), { rendition: 'jpeg', audio: true })
    await session.until(() => session.framesOf('jpeg').length >= 3, 'pictures')
    expect(session.formats).toMatchObject([
      { rendition: 'jpeg', codec: 'jpeg', description: null, width: 320, height: 240, audio: null },
    ])
    const pictures = session.framesOf('jpeg')
    expect(pictures.every(({ keyframe }) => keyframe)).toBe(true)
    expect(pictures.map(({ data }) => jpegSize(Buffer.from(data)))).toEqual(
      pictures.map(() => ({ width: 320, height: 240 })),
    )
    expect(session.violations).toEqual([])
  })

  it('comes as MPEG-1 that a decoder takes, one stream at a time', async () => {
    await using camera = await EncodedCamera.start(hevc)
    await using site = await startLiveSite()
    const id = await site.camera(camera.url)
    const session = await site.watch(id, { rendition: 'mpeg1' })
    expect(site.live.start(site.request(id, { rendition: 'mpeg1' }))).toMatchObject({ code: 'unavailable' })
    await session.until(() => session.framesOf('mpeg1').length >= 40, 'pictures')
    expect(session.formats).toMatchObject([{ rendition: 'mpeg1', codec: 'mpeg1', width: 320, height: 240 }])
    const pictures = session.framesOf('mpeg1')
    const stream = Buffer.concat(pictures.map(({ data }) => data))
    expect(await decodedPictures(stream)).toBe(pictures.length)
    expect(session.violations).toEqual([])
    session.socket.close(1000)
    await expect.poll(() => site.live.upstreams.length).toBe(0)
    // The transcoder is free again.
    await site.watch(id, { rendition: 'mpeg1' })
  })

  it('is not transcoded while the line of the site is taken, and is once that is free', async () => {
    await using camera = await EncodedCamera.start(hevc)
    const uplink = { isTaken: true, isUploading: false }
    await using site = await startLiveSite({ view: { uplink } })
    const id = await site.camera(camera.url)
    const request = site.request(id, { rendition: 'mpeg1' })
    expect(site.live.start(request)).toMatchObject({
      code: 'unavailable',
      message: 'the line of the site is taken',
    })
    await site.watch(id, { rendition: 'jpeg' })
    uplink.isTaken = false
    const session = await site.watch(id, { rendition: 'mpeg1' })
    await session.until(() => session.framesOf('mpeg1').length > 0, 'pictures')
  })

  it('is told of where ffmpeg does not start, ends after three tries, and is not transcoded again', async () => {
    await using camera = await EncodedCamera.start(hevc)
    const makers = {
      takePicture: () => Promise.reject(new Error('no picture is asked for')),
      startTranscoder: mpeg1Transcoder('/nowhere/ffmpeg', systemClock),
    }
    await using site = await startLiveSite({ view: { makers } })
    const id = await site.camera(camera.url)
    const session = await site.watch(id, { rendition: 'mpeg1' })
    expect(await session.closed()).toBe(4503)
    expect(session.states).toEqual(['interrupted: the gateway could not transcode the picture'])
    await expect.poll(() => site.live.upstreams.length).toBe(0)
    expect(site.live.start(site.request(id, { rendition: 'mpeg1' }))).toMatchObject({ code: 'unsupported' })
    // Other forms of it, and other streams, are not refused for that.
    await site.watch(id)
  })

  it('comes as neither where there is no ffmpeg', async () => {
    await using camera = await EncodedCamera.start(hevc)
    await using site = await startLiveSite({ view: { makers: null } })
    const id = await site.camera(camera.url)
    for (const rendition of ['jpeg', 'mpeg1'] as const)
      expect(site.live.start(site.request(id, { rendition }))).toMatchObject({ code: 'unsupported' })
  })
})

async function decodedPictures(stream: Buffer): Promise<number> {
  const { path } = await ffmpegForTests()
  const args = [
    '-v',
    'error',
    '-f',
    'mpegts',
    '-i',
    'pipe:0',
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    '-',
  ]
  const running = promisify(execFile)(path, args)
  running.child.stdin?.end(stream)
  const { stdout } = await running
  return stdout.split('\n').filter((line) => /^\d/.test(line)).length
}
