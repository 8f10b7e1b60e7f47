import { beforeAll, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { aacTone, g711Tone } from '#testing/sound.js'
import { type CameraSound, EncodedCamera } from '../streams/encoded-camera.fixture.js'
import { hashesOfFrames, hashesOfVideo, isStretchOf } from './decoded-frames.fixture.js'
import { startLiveSite } from './live-site.fixture.js'

let plain: EncodedVideo
beforeAll(async () => {
  plain = await encodeVideo({ seconds: 4, fps: 20, gop: 20 })
})

const g711: CameraSound = {
  lines: ['m=audio 0 RTP/AVP 8', 'a=control:track2'],
  payloadType: 8,
  payloads: [g711Tone('pcma')],
  ticks: 160,
  clockRate: 8000,
}

async function aac(): Promise<{ sound: CameraSound; config: string; frames: readonly Buffer[] }> {
  const { format, packets } = await aacTone(1)
  const frames = packets.map((packet) =>
    packet.kind === 'packet' ? Buffer.from(packet.data) : Buffer.alloc(0),
  )
  const config = Buffer.from(format.config ?? [])
  const header = (size: number) => Buffer.from([0, 16, size >> 5, (size << 3) & 0xff])
  return {
    config: config.toString('base64'),
    frames,
    sound: {
      lines: [
        'm=audio 0 RTP/AVP 97',
        `a=rtpmap:97 MPEG4-GENERIC/${format.sampleRate}/${format.channels}`,
        `a=fmtp:97 streamtype=5;mode=AAC-hbr;config=${config.toString('hex')};sizeLength=13;indexLength=3;indexDeltaLength=3`,
        'a=control:track2',
      ],
      payloadType: 97,
      payloads: frames.map((frame) => Buffer.concat([header(frame.length), frame])),
      ticks: 1024,
      clockRate: format.sampleRate,
    },
  }
}

describe('keyframes alone', () => {
  it('are all that is sent, until all pictures are wanted: those of the same group first', async () => {
    await using camera = await EncodedCamera.start(plain, { sound: g711 })
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url), { mode: 'keys', audio: true })
    await session.until(() => session.frames.length >= 3, 'keyframes')
    expect(session.frames.every(({ keyframe, kind }) => keyframe && kind === 'video')).toBe(true)
    expect(session.frames.some(({ discontinuity }) => discontinuity)).toBe(false)
    session.send({ type: 'set', mode: 'full', audio: false })
    await session.until(() => session.frames.some(({ keyframe }) => !keyframe), 'other pictures')
    const from = session.frames.findIndex(({ keyframe }) => !keyframe) - 1
    await session.until(() => session.frames.length > from + 40, 'pictures')
    const [format] = session.formats
    if (format === undefined) throw new Error('there is no format')
    const hashes = await hashesOfFrames(format, session.frames.slice(from))
    expect(isStretchOf(hashes, await hashesOfVideo(plain))).toBe(true)
    session.send({ type: 'set', mode: 'keys', audio: false })
    const before = session.frames.length
    await session.until(() => session.frames.length > before + 2, 'keyframes')
    await session.until(() => session.frames.slice(-2).every(({ keyframe }) => keyframe), 'keyframes alone')
    expect(session.formats).toHaveLength(1)
    expect(session.violations).toEqual([])
  })
})

describe('a line that recordings have waited for', () => {
  it('carries keyframes alone until they got through, and viewers are told why', async () => {
    await using camera = await EncodedCamera.start(plain, { sound: g711 })
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url), { audio: true })
    await session.until(() => session.frames.length > 20, 'pictures')
    site.live.limit(true)
    await session.until(
      () => session.frames.slice(-2).every(({ keyframe, kind }) => keyframe && kind === 'video'),
      'keyframes',
    )
    expect(session.states.at(-1)).toMatch(/^flowing: keyframes alone/)
    // What the cloud wants meanwhile holds once there is room for it.
    session.send({ type: 'set', mode: 'full', audio: false })
    expect(
      site.live.start(
        site.request(site.world.supervisor.cameras[0]?.settings.camera_id ?? '', { rendition: 'mpeg1' }),
      ),
    ).toMatchObject({ code: 'unavailable' })
    const { length } = session.frames
    await session.until(() => session.frames.length > length, 'a keyframe')
    site.live.limit(false)
    await session.until(() => session.frames.slice(-5).every(({ keyframe }) => !keyframe), 'all pictures')
    expect(session.states.at(-1)).toBe('flowing')
    expect(
      session.framesOf('audio').every(({ sequence }) => sequence < (session.frames[length]?.sequence ?? 0)),
    ).toBe(true)
    expect(session.violations).toEqual([])
  })
})

describe('sound', () => {
  it('of G.711 comes as it is, from when it is wanted until it is not', async () => {
    await using camera = await EncodedCamera.start(plain, { sound: g711 })
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url))
    await session.until(() => session.formats.length > 0, 'a format')
    // What the camera has is said also to those who did not ask for it.
    expect(session.formats[0]?.audio).toEqual({ codec: 'pcma', sample_rate: 8000, channels: 1, config: null })
    await session.until(() => session.framesOf('video').length > 20, 'pictures')
    expect(session.framesOf('audio')).toEqual([])
    session.send({ type: 'set', mode: 'full', audio: true })
    await session.until(() => session.framesOf('audio').length > 20, 'sound')
    expect(session.framesOf('audio').every(({ data }) => g711Tone('pcma').equals(data))).toBe(true)
    session.send({ type: 'set', mode: 'full', audio: false })
    const pictures = session.framesOf('video').length
    await session.until(() => session.framesOf('video').length > pictures + 5, 'pictures')
    const sounds = session.framesOf('audio').length
    await session.until(() => session.framesOf('video').length > pictures + 15, 'pictures')
    expect(session.framesOf('audio').length).toBe(sounds)
    expect(session.violations).toEqual([])
  })

  it('of AAC comes frame by frame, with what a decoder must know of it', async () => {
    const { sound, config, frames } = await aac()
    await using camera = await EncodedCamera.start(plain, { sound })
    await using site = await startLiveSite()
    const session = await site.watch(await site.camera(camera.url), { audio: true })
    await session.until(() => session.framesOf('audio').length > 20, 'sound')
    expect(session.formats[0]?.audio).toEqual({ codec: 'aac', sample_rate: 16_000, channels: 1, config })
    for (const { data } of session.framesOf('audio'))
      expect(frames.some((frame) => frame.equals(data))).toBe(true)
    // It lies where the pictures lie in time.
    const between = session.frames.filter(({ kind, catchUp }) => kind === 'audio' || !catchUp)
    const spread = between.map(({ capturedMs }) => capturedMs)
    expect(Math.max(...spread) - Math.min(...spread)).toBeLessThan(10_000)
    expect(session.violations).toEqual([])
  })
})

describe('a keyframe', () => {
  it('that somebody waits for is asked of the camera, seldom enough', async () => {
    await using camera = await EncodedCamera.start(plain)
    const asked: string[] = []
    await using site = await startLiveSite({
      view: {
        askCamera: ({ settings }, role) => {
          asked.push(`${settings.camera_id} ${role}`)
          return Promise.resolve(true)
        },
      },
    })
    const id = await site.camera(camera.url)
    const session = await site.watch(id)
    for (let time = 0; time < 5; time++) session.send({ type: 'keyframe' })
    const { length } = session.frames
    await session.until(() => session.frames.length > length + 20, 'pictures')
    expect(asked).toEqual([`${id} main`])
  })
})
