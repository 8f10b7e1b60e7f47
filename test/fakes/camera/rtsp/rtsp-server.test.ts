import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type CameraOptions, framesMissing, readFrameMarks, runFfmpeg, startCamera } from '../index.js'
import { RawClient } from './raw-client.js'

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

function withCredentials(url: string, { username, password }: { username: string; password: string }) {
  return url.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`)
}

test('a raw exchange: challenge, description, set-up, frames, keep-alive, end', async () => {
  const fake = await camera()
  const raw = await client(fake.rtspPort)
  const url = fake.rtspUrl()
  expect((await raw.ask('OPTIONS', url)).headers.get('public')).toContain('GET_PARAMETER')
  const refused = await raw.ask('DESCRIBE', url)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toMatch(/^Digest realm="Fake camera", nonce="\w+"$/)
  raw.login(fake.options.credentials)
  const described = await raw.ask('DESCRIBE', url)
  expect(described.status).toBe(200)
  expect(described.body).toMatch(/sprop-parameter-sets=[\w+/=]+,[\w+/=]+/)
  const track = `${described.headers.get('content-base')}trackID=0`
  expect((await raw.ask('SETUP', track, { Transport: 'RTP/AVP;unicast;client_port=5000-5001' })).status).toBe(
    461,
  )
  const setUp = await raw.ask('SETUP', track, { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' })
  const [session = ''] = (setUp.headers.get('session') ?? '').split(';')
  expect((await raw.ask('PLAY', url, { Session: 'other' })).status).toBe(454)
  const played = await raw.ask('PLAY', url, { Session: session })
  expect(played.headers.get('rtp-info')).toMatch(/seq=\d+;rtptime=\d+/)

  await fake.until('30 frames', (counters) => counters.framesSent >= 30)
  expect((await raw.ask('GET_PARAMETER', url, { Session: session })).status).toBe(200)
  const rtp = raw.packets.filter((packet) => packet.channel === 0).map((packet) => packet.payload)
  const sequence = rtp.map((packet) => packet.readUInt16BE(2))
  expect(sequence.slice(1).every((number, i) => number === (((sequence[i] ?? 0) + 1) & 0xffff))).toBe(true)
  const first = rtp[0]?.readUInt32BE(4) ?? 0
  expect(played.headers.get('rtp-info')).toContain(`seq=${sequence[0]};rtptime=${first}`)
  const stamps = [...new Set(rtp.map((packet) => (packet.readUInt32BE(4) - first + 2 ** 32) % 2 ** 32))]
  expect(stamps.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, i) => i * 6000))
  const markers = rtp.filter((packet) => ((packet[1] ?? 0) & 0x80) !== 0)
  expect(Math.abs(markers.length - stamps.length)).toBeLessThan(2)
  expect(raw.packets.find((packet) => packet.channel === 1)?.payload[1]).toBe(200)

  expect((await raw.ask('TEARDOWN', url, { Session: session })).status).toBe(200)
  expect(fake.counters).toMatchObject({ sessionsPlaying: 0, sessionsOpened: 1, credentialsFailed: 0 })
  expect(fake.counters.requests).toMatchObject({ DESCRIBE: 2, SETUP: 2, PLAY: 2, TEARDOWN: 1 })
})

test('ffmpeg reads it with Digest and every frame is there, through rest and movement', async () => {
  // It moves or rests for whole GOPs of 1 s: of three in turn one begins in the middle of the rest, one of the movement.
  const fake = await camera({ timetable: { restSec: 1.5, moveSec: 1.5 }, join: 'next-keyframe' })
  const url = withCredentials(fake.rtspUrl(), fake.options.credentials)
  const { marks, warnings } = await readFrameMarks(['-rtsp_transport', 'tcp', '-i', url, '-t', '5'])
  const read = marks.flatMap((mark) => mark ?? [])
  expect(warnings).toBe('')
  expect(read.length).toBe(marks.length)
  expect(read.length).toBeGreaterThan(60)
  expect(framesMissing(read, fake.picture.loopFrames).every((missing) => missing === 0)).toBe(true)
  expect(new Set(read.map((mark) => mark.moving)).size).toBe(2)
  const log = new Map(fake.counters.frames.map((frame) => [frame.counter, frame]))
  expect(read.every((mark) => log.get(mark.counter)?.moving === mark.moving)).toBe(true)
  await fake.until('end of the session', (counters) => counters.connectionsOpen === 0)
})

test.each<[string, Partial<CameraOptions>]>([
  ['Basic', { challenges: [{ scheme: 'Basic' }] }],
  ['Digest with qop', { challenges: [{ scheme: 'Digest', qop: true, nameAlgorithm: true }] }],
  ['two challenges', { challenges: [{ scheme: 'Digest', algorithm: 'SHA-256' }, { scheme: 'Digest' }] }],
  ['no challenge, tone, absolute controls', { challenges: [], audio: 'tone', controlUrls: 'absolute' }],
  ['a path with a query', { paths: { main: '/cam/realmonitor?channel=1&subtype=0', sub: '/s' } }],
  ['parameter sets in the stream only', { parameterSets: 'in-band-only' }],
])('ffmpeg reads it: %s', async (_, options) => {
  const fake = await camera(options)
  const url = withCredentials(fake.rtspUrl(), fake.options.credentials)
  const { marks } = await readFrameMarks(['-rtsp_transport', 'tcp', '-i', url, '-t', '1'])
  expect(marks.filter((mark) => mark !== null).length).toBeGreaterThan(10)
})

test('ffmpeg reads it over UDP, and its reports are counted', async () => {
  const fake = await camera({ transports: ['udp'], challenges: [] })
  const { marks } = await readFrameMarks(['-rtsp_transport', 'udp', '-i', fake.rtspUrl(), '-t', '1'])
  expect(marks.filter((mark) => mark !== null).length).toBeGreaterThan(10)
  expect(fake.counters.holesPunched).toBeGreaterThan(0)
})

test('a wrong password is refused and counted', async () => {
  const fake = await camera()
  const url = withCredentials(fake.rtspUrl(), { username: 'admin', password: 'wrong' })
  const result = await runFfmpeg(['-rtsp_transport', 'tcp', '-i', url, '-t', '1', '-f', 'null', '-'])
  expect(result.stderr).toContain('401')
  expect(fake.counters.credentialsFailed).toBeGreaterThan(0)
  expect(fake.counters.credentialsOk).toBe(0)
})

test('SHA-256 with qop is checked for real, and a nonce count is good once', async () => {
  const fake = await camera({ challenges: [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true }] })
  const raw = await client(fake.rtspPort)
  await raw.ask('DESCRIBE', fake.rtspUrl())
  raw.login(fake.options.credentials)
  expect((await raw.ask('DESCRIBE', fake.rtspUrl())).status).toBe(200)
  raw.repeatNonceCount()
  expect((await raw.ask('DESCRIBE', fake.rtspUrl())).status).toBe(401)
})

test('a session ends when no request comes any more', async () => {
  const fake = await camera({ sessionTimeoutSec: 1 })
  const raw = await client(fake.rtspPort)
  await raw.play(fake.rtspUrl(), fake.options.credentials)
  await fake.until('time-out', (counters) => counters.sessionsTimedOut === 1)
  await raw.ended
  expect(fake.counters.sessionsPlaying).toBe(0)
})

test('a request that came while nobody had time to read it is in time', async () => {
  const fake = await camera({ sessionTimeoutSec: 1 })
  const raw = await client(fake.rtspPort)
  await raw.play(fake.rtspUrl(), fake.options.credentials)
  const asked = raw.ask('OPTIONS', fake.rtspUrl())
  const busyUntil = performance.now() + 1200
  while (performance.now() < busyUntil);
  expect((await asked).status).toBe(200)
  await fake.until('frames again', (counters) => counters.framesSent > 18)
  expect(fake.counters).toMatchObject({ sessionsTimedOut: 0, sessionsPlaying: 1 })
})

test('a client that does not read loses frames instead of filling the memory', async () => {
  const fake = await camera({ picture: { ...SMALL.picture, bitrateKbps: 20_000, grain: 60, loopSec: 2 } })
  const raw = await client(fake.rtspPort)
  await raw.play(fake.rtspUrl(), fake.options.credentials)
  raw.stopReading()
  await fake.until('skipped frames', (counters) => counters.framesSkipped > 0)
  const skipped = fake.counters.framesSkipped
  raw.readAgain()
  const sent = fake.counters.framesSent
  await fake.until('frames again', (counters) => counters.framesSent > sent + 20)
  const resumed = fake.counters.frames[sent]
  expect(skipped).toBeGreaterThan(0)
  expect(resumed?.keyframe).toBe(true)
})

test('two clients see the same frames', async () => {
  const fake = await camera()
  const clients = await Promise.all([client(fake.rtspPort), client(fake.rtspPort)])
  for (const raw of clients) await raw.play(fake.rtspUrl(), fake.options.credentials)
  await fake.until(
    'frames of both',
    ({ frames }) => frames.filter((frame) => frame.session === 2).length > 20,
  )
  const seen = (session: number) => fake.counters.frames.filter((frame) => frame.session === session)
  const second = seen(2).map((frame) => frame.frameNumber)
  const first = new Set(seen(1).map((frame) => frame.frameNumber))
  expect(second.every((number) => first.has(number))).toBe(true)
})

test('after close nothing is open and the port is free', async () => {
  const fake = await camera()
  const raw = await client(fake.rtspPort)
  await raw.play(fake.rtspUrl(), fake.options.credentials)
  await fake.close()
  await raw.ended
  expect(fake.counters).toMatchObject({ connectionsOpen: 0, sessionsPlaying: 0 })
  await expect(RawClient.connect(fake.rtspPort)).rejects.toThrow('ECONNREFUSED')
  const before = fake.counters.framesSent
  await delay(150)
  expect(fake.counters.framesSent).toBe(before)
})
