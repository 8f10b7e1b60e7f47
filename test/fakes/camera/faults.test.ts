import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type CameraOptions,
  framesMissing,
  isWithheld,
  readFrameMarks,
  runFfmpeg,
  startCamera,
} from './index.js'
import { RawClient } from './rtsp/raw-client.js'

const SMALL = { picture: { width: 320, height: 180, loopSec: 20 }, subPicture: null } satisfies CameraOptions

async function camera(options: CameraOptions = {}) {
  const started = await startCamera({ ...SMALL, ...options })
  onTestFinished(() => started.close())
  return started
}

async function client(port: number) {
  const connected = await RawClient.connect(port)
  onTestFinished(() => connected.close())
  return connected
}

async function playing(options: CameraOptions = {}) {
  const fake = await camera(options)
  const raw = await client(fake.rtspPort)
  const answer = await raw.play(fake.rtspUrl(), fake.options.credentials)
  return { fake, raw, answer }
}

/** What somebody who speaks no RTSP hears back within the time it takes. */
async function hear(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(bytes)
  const first = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve)
    socket.once('error', reject)
  })
  return first.toString('latin1')
}

test('the right password is refused', async () => {
  const { fake, answer } = await playing({ faults: { wrongPassword: true } })
  expect(answer.status).toBe(401)
  expect(fake.counters).toMatchObject({ credentialsOk: 0, credentialsFailed: 1 })
})

test.each([
  ['DESCRIBE', 404],
  ['SETUP', 453],
  ['PLAY', 500],
])('%s is answered with %i', async (method, status) => {
  const { fake, answer } = await playing({ faults: { answerWith: { [method]: status } } })
  expect(answer.status).toBe(status)
  fake.faults.clear()
  const again = await client(fake.rtspPort)
  expect((await again.play(fake.rtspUrl(), fake.options.credentials)).status).toBe(200)
})

test('an unknown path is a 404, and a method that is refused is not advertised', async () => {
  const fake = await camera({ challenges: [], faults: { answerWith: { GET_PARAMETER: 501 } } })
  const raw = await client(fake.rtspPort)
  expect((await raw.ask('DESCRIBE', `${fake.rtspUrl()}x`)).status).toBe(404)
  expect((await raw.ask('OPTIONS', fake.rtspUrl())).headers.get('public')).not.toContain('GET_PARAMETER')
})

test('a redirect comes before the login, or after it', async () => {
  const to = 'rtsp://127.0.0.1:9/elsewhere'
  const before = await camera({ faults: { redirect: { to, status: 301 } } })
  const stranger = await client(before.rtspPort)
  const redirected = await stranger.ask('DESCRIBE', before.rtspUrl())
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, to])
  const { answer } = await playing({ faults: { redirect: { to, afterLogin: true } } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to])
})

test('what is no RTSP server answers in HTTP, or with garbage', async () => {
  const fake = await camera({ faults: { notRtsp: 'http' } })
  expect(await hear(fake.rtspPort, 'OPTIONS * RTSP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  fake.faults.set({ notRtsp: 'garbage' })
  expect(await hear(fake.rtspPort, 'OPTIONS * RTSP/1.0\r\n\r\n')).toHaveLength(512)
  fake.faults.clear()
  expect(await hear(fake.rtspPort, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^RTSP\/1\.0 400 /)
})

test('a stream without video describes sound only', async () => {
  const fake = await camera({ challenges: [], faults: { audioOnly: true } })
  const raw = await client(fake.rtspPort)
  const { body } = await raw.ask('DESCRIBE', fake.rtspUrl())
  expect(body).toContain('m=audio')
  expect(body).not.toContain('m=video')
})

test('a black hole takes the connection and never answers', async () => {
  const fake = await camera({ faults: { blackHole: true } })
  const raw = await client(fake.rtspPort)
  const first = await Promise.race([
    raw.ask('OPTIONS', fake.rtspUrl()).catch(() => 'ended'),
    new Promise((resolve) => setTimeout(() => resolve('silence'), 300)),
  ])
  expect(first).toBe('silence')
  expect(fake.counters).toMatchObject({ connectionsOpen: 1, requests: {} })
})

test('answers are slow and in order', async () => {
  const fake = await camera({ challenges: [], faults: { answerDelayMs: 200 } })
  const raw = await client(fake.rtspPort)
  const startedAt = performance.now()
  expect((await raw.ask('OPTIONS', fake.rtspUrl())).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(190)
})

test('frozen: the connection stays, no frame comes, until it thaws', async () => {
  const { fake, raw } = await playing()
  await fake.until('frames', (counters) => counters.framesSent > 5)
  fake.faults.freeze()
  const sent = fake.counters.framesSent
  expect((await raw.ask('OPTIONS', fake.rtspUrl())).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(fake.counters).toMatchObject({ framesSent: sent, sessionsPlaying: 1 })
  fake.faults.thaw()
  await fake.until('frames again', (counters) => counters.framesSent > sent + 5)
})

test('frozen now and then: whole groups of pictures are kept back, and a keyframe comes next', async () => {
  const freezes = { everySec: 2, forSec: 1 }
  const { fake } = await playing({ faults: { freezes } })
  await fake.until(
    'a gap',
    ({ frames }) => (frames.at(-1)?.frameNumber ?? 0) - (frames[0]?.frameNumber ?? 0) > 32,
  )
  const { frames } = fake.counters
  expect(frames.filter(({ frameNumber }) => isWithheld(frameNumber, 15, freezes))).toEqual([])
  const behindGaps = frames.filter(
    ({ frameNumber }, at) => at > 0 && frameNumber !== (frames[at - 1]?.frameNumber ?? 0) + 1,
  )
  expect(behindGaps.length).toBeGreaterThan(0)
  expect(behindGaps.every(({ keyframe }) => keyframe)).toBe(true)
})

test('the connection drops after three frames, and now', async () => {
  const { fake, raw } = await playing({ faults: { dropAfterFrames: 3 } })
  await raw.ended
  expect(fake.counters.framesSent).toBe(3)
  fake.faults.clear()
  const again = await client(fake.rtspPort)
  await again.play(fake.rtspUrl(), fake.options.credentials)
  await fake.until('more frames', (counters) => counters.framesSent > 8)
  expect(fake.faults.dropNow()).toBe(1)
  await again.ended
  expect(fake.counters).toMatchObject({ connectionsOpened: 2, sessionsPlaying: 0 })
})

test('connections are refused, and taken again on the same port', async () => {
  const { fake, raw } = await playing()
  const { onvifPort, rtspPort } = fake
  await fake.faults.refuseConnections()
  await raw.ended
  await expect(RawClient.connect(rtspPort)).rejects.toThrow('ECONNREFUSED')
  await expect(RawClient.connect(onvifPort)).rejects.toThrow('ECONNREFUSED')
  await fake.faults.comeBack()
  const again = await client(rtspPort)
  expect((await again.play(fake.rtspUrl(), fake.options.credentials)).status).toBe(200)
})

test('a second client gets 453, or throws out the first', async () => {
  const { fake, raw } = await playing({ faults: { secondClient: 'refuse' } })
  const second = await client(fake.rtspPort)
  expect((await second.play(fake.rtspUrl(), fake.options.credentials)).status).toBe(453)
  fake.faults.set({ secondClient: 'kick-first' })
  const third = await client(fake.rtspPort)
  expect((await third.play(fake.rtspUrl(), fake.options.credentials)).status).toBe(200)
  await raw.ended
  expect(fake.counters.sessionsPlaying).toBe(1)
})

test('damaged RTP: packets are lost, cut short and of a wrong version', async () => {
  const { fake, raw } = await playing({ faults: { corruptEvery: 4 } })
  await fake.until('frames', (counters) => counters.framesSent > 30)
  const rtp = raw.packets.filter(({ channel }) => channel === 0).map(({ payload }) => payload)
  const sequence = rtp.filter((packet) => packet.length > 7).map((packet) => packet.readUInt16BE(2))
  expect(rtp.some((packet) => packet.length === 7)).toBe(true)
  expect(rtp.some((packet) => packet[0] === 0x40)).toBe(true)
  const hit = fake.counters.frames.filter(({ isWhole }) => !isWhole).length
  expect(hit).toBeGreaterThan(0)
  expect(hit).toBeLessThan(fake.counters.framesSent)
  expect(sequence.slice(1).some((number, i) => number !== (((sequence[i] ?? 0) + 1) & 0xffff))).toBe(true)
})

test('the size changes in the middle of the stream, at a keyframe, without a missing frame', async () => {
  const fake = await camera({ challenges: [] })
  const read = readFrameMarks(['-rtsp_transport', 'tcp', '-i', fake.rtspUrl(), '-t', '5'])
  await fake.until('frames', (counters) => counters.framesSent > 20)
  await fake.faults.changeSize(480, 270)
  const { marks } = await read
  const seen = marks.flatMap((mark) => mark ?? [])
  expect(seen.length).toBe(marks.length)
  expect(framesMissing(seen, fake.picture.loopFrames).every((missing) => missing === 0)).toBe(true)
  const result = await runFfmpeg([
    '-rtsp_transport',
    'tcp',
    '-i',
    fake.rtspUrl(),
    '-t',
    '1',
    '-f',
    'null',
    '-',
  ])
  expect(result.stderr).toContain('480x270')
})

test('a clock that runs fast is ahead by that part, and goes on from there once it is right', async () => {
  const { fake, raw } = await playing({ faults: { videoClockError: 0.1 } })
  const sent = () => raw.packets.filter(({ channel }) => channel === 0)
  const stepsOf = () => {
    const stamps = [...new Set(sent().map(({ payload }) => payload.readUInt32BE(4)))]
    return stamps.slice(1).map((stamp, at) => (stamp - (stamps[at] ?? 0)) >>> 0)
  }
  await fake.until('frames', ({ frames }) => frames.length >= 20)
  fake.faults.set({ videoClockError: 0 })
  const wrong = fake.counters.frames.length
  await fake.until('more frames', ({ frames }) => frames.length >= wrong + 10)
  await expect.poll(() => stepsOf().length).toBeGreaterThan(wrong + 5)
  for (const step of stepsOf().slice(0, 15)) expect(Math.abs(step - 6600)).toBeLessThanOrEqual(1)
  for (const step of stepsOf().slice(wrong + 1)) expect(Math.abs(step - 6000)).toBeLessThanOrEqual(1)
})

describe('frames inside the connection', () => {
  test('stray bytes stand between whole frames, so often as it is said', async () => {
    const { fake, raw } = await playing({
      faults: { rtsp: { interleaving: { strayEverySec: 0.2, seed: 7 } } },
    })
    await fake.until('frames', (counters) => counters.framesSent > 30)
    expect(raw.strayBytes).toBeGreaterThan(0)
    expect(fake.counters.frames.every(({ isWhole }) => isWhole)).toBe(true)
  })

  test.each([{ cutEvery: 9 }, { flipEvery: 3 }])('some are spoilt: %o', async (script) => {
    const { fake, raw } = await playing({ faults: { rtsp: { interleaving: { ...script, seed: 7 } } } })
    await fake.until('frames', (counters) => counters.framesSent > 60)
    expect(raw.strayBytes).toBeGreaterThan(0)
    expect(fake.counters.frames.some(({ isWhole }) => !isWhole)).toBe(true)
  })

  test('the payload type is another than the description says', async () => {
    const { fake, raw } = await playing({ faults: { rtsp: { sentPayloadType: 105 } } })
    await fake.until('frames', (counters) => counters.framesSent > 3)
    const types = raw.packets.filter(({ channel }) => channel === 0).map(({ payload }) => payload[1])
    expect(new Set(types.map((type) => (type ?? 0) & 0x7f))).toEqual(new Set([105]))
  })
})

test('GET_PARAMETER is answered with another status, and only what was answered with 200 counts', async () => {
  const { fake, raw } = await playing({
    sessionTimeoutSec: 1,
    faults: { rtsp: { getParameter: 400, countsOnlyOk: true } },
  })
  const ask = setInterval(() => {
    raw.ask('GET_PARAMETER', fake.rtspUrl()).catch(() => {})
  }, 200)
  onTestFinished(() => clearInterval(ask))
  expect((await raw.ask('GET_PARAMETER', fake.rtspUrl())).status).toBe(400)
  await raw.ended
  expect(fake.counters.sessionsTimedOut).toBe(1)
})
