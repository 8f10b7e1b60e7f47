import {
  type Packet,
  probeStream,
  RingBudget,
  StreamConnection,
  type StreamDeps,
  StreamQuirkCache,
  type StreamRun,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { annexB } from '../fakes/annex-b-stream.js'
import { runFfmpeg } from '../fakes/camera/index.js'
import { GstreamerRtsp, howToInstall, missingForGstreamer } from '../fakes/gstreamer-rtsp.js'
import { howToInstallVlc, missingForVlc, VlcRtsp } from '../fakes/vlc-rtsp.js'

const missing = missingForGstreamer()
if (missing !== null) {
  console.warn(
    `\nSKIPPED: the RTSP client is not tested against GStreamer's server, which cannot run here: ${missing}\n` +
      `To run these tests: ${howToInstall}\n`,
  )
}

const missingVlc = missingForVlc()
if (missingVlc !== null) {
  console.warn(
    `\nSKIPPED: the RTSP client is not tested against VLC's server, which cannot run here: ${missingVlc}\n` +
      `To run these tests: ${howToInstallVlc}\n`,
  )
}

const deps: StreamDeps = { clock: systemClock, random: systemRandom, allowsAddress: () => null }
const account = { username: 'viewer', password: 'p@ss: "w/örd"?' }

/** Receives `count` packets of a stream through a supervised camera, which is gone afterwards. */
async function receive(
  url: string,
  count: number,
  transport: 'tcp' | 'udp' = 'tcp',
  track: Packet['track'] = 'video',
): Promise<Packet[]> {
  const packets: Packet[] = []
  const budget = new RingBudget(64 * 1024 * 1024)
  const settings = {
    id: 'c1',
    enabled: true,
    endpoint: { url, credentials: null, transport },
    preEventSec: 5,
  }
  const camera = new StreamConnection(settings, { ...deps, log: silentLogger, budget, onStatus: () => {} })
  const stop = new AbortController()
  const enough = new Promise<void>((resolve) => {
    camera.source.subscribe({
      packet: (packet) => {
        if (packet.track !== track) return
        packets.push(packet)
        if (packets.length === count) resolve()
      },
      runEnded: () => {},
    })
  })
  const running = camera.run(stop.signal)
  await enough
  expect(camera.counters()).toMatchObject({ attempts: 1, packetsLost: 0 })
  // What comes before the first keyframe is left out: one server begins with one, the other where it is.
  if (!url.endsWith('/camera')) expect(camera.counters().dropped).toBe(0)
  stop.abort(new Error('enough'))
  await running
  return packets.slice(0, count)
}

/** Decodes strictly; answers the number of pictures and what the decoder complained of. */
async function decode(stream: Buffer): Promise<{ frames: number; complaints: string }> {
  const output = ['-f', 'h264', '-i', 'pipe:0', '-fps_mode', 'passthrough', '-f', 'framemd5', 'pipe:1']
  const result = await runFfmpeg(['-v', 'warning', '-err_detect', 'explode', ...output], { input: [stream] })
  const lines = result.stdout.toString().split('\n')
  return { frames: lines.filter((line) => /^\d/.test(line)).length, complaints: result.stderr.trim() }
}

describe.skipIf(missing !== null)("against GStreamer's RTSP server", () => {
  let server: GstreamerRtsp

  beforeAll(async () => {
    server = await GstreamerRtsp.start()
  })

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
  })

  test('each packet that is received decodes', async () => {
    const packets = await receive(server.url('/h264'), 75)
    const [first] = packets
    expect(new Set(packets.map(({ run }) => run)).size).toBe(1)
    expect(first?.keyframe).toBe(true)
    expect(packets.filter(({ keyframe }) => keyframe).length).toBeGreaterThanOrEqual(3)
    const run = first?.run as StreamRun
    expect(run.video).toMatchObject({ codec: 'h264', width: 642, height: 362 })
    expect(await decode(annexB(run.video, packets))).toEqual({ frames: 75, complaints: '' })
    const steps = packets.slice(1).map(({ dtsUs }, index) => dtsUs - (packets[index]?.dtsUs ?? 0))
    for (const step of steps) expect(step).toBeGreaterThan(30_000)
    for (const step of steps) expect(step).toBeLessThan(50_000)
  })

  test('each packet decodes that comes over UDP, where that is wanted and where there is nothing else', async () => {
    for (const [path, transport] of [
      ['/h264', 'udp'],
      ['/udp', 'tcp'],
    ] as const) {
      const packets = await receive(server.url(path), 25, transport)
      const run = packets[0]?.run as StreamRun
      expect(await decode(annexB(run.video, packets))).toEqual({ frames: 25, complaints: '' })
    }
  })

  test('sound comes beside the picture', async () => {
    const packets = await receive(server.url('/both'), 10, 'tcp', 'audio')
    expect(packets[0]?.run.audio).toMatchObject({ codec: 'pcma', sampleRate: 8000 })
    for (const [index, { ptsUs }] of packets.entries()) {
      expect(ptsUs).toBeGreaterThan(packets[index - 1]?.ptsUs ?? -1)
    }
  })

  test('the session is ended at the server', async () => {
    const before = server.count('teardown')
    await receive(server.url('/h264'), 5)
    await expect.poll(() => server.count('teardown')).toBe(before + 1)
  })

  test('B-frames get decoding times', async () => {
    const packets = await receive(server.url('/bframes'), 75)
    const run = packets.at(-1)?.run as StreamRun
    const same = packets.filter((packet) => packet.run === run)
    expect(same).toHaveLength(75)
    expect(same.some(({ ptsUs }, index) => ptsUs < (same[index - 1]?.ptsUs ?? 0))).toBe(true)
    for (const [index, { ptsUs, dtsUs }] of same.entries()) {
      expect(dtsUs).toBeGreaterThan(same[index - 1]?.dtsUs ?? -1)
      expect(dtsUs).toBeLessThanOrEqual(ptsUs)
    }
    expect((await decode(annexB(run.video, same))).complaints).toBe('')
  })

  test('a probe says what there is', async () => {
    const probe = await probeStream({ url: server.url('/h264'), credentials: null }, deps)
    expect(probe).toMatchObject({
      ok: true,
      stream: { codec: 'h264', width: 642, height: 362, transport: 'tcp', authScheme: 'none' },
    })
    if (probe.ok) expect(probe.stream.fps).toBeCloseTo(25, 0)
  })

  test('a probe says over what it came', async () => {
    const deeper = { ...deps, quirks: new StreamQuirkCache() }
    const probe = await probeStream({ url: server.url('/udp'), credentials: null }, deeper)
    expect(probe).toMatchObject({ ok: true, stream: { transport: 'udp', width: 642 } })
  })

  test.each([
    ['/none', 'not_found'],
    ['/sound', 'no_video'],
  ])('a probe of %s says what is wrong', async (path, fault) => {
    const probe = await probeStream({ url: server.url(path), credentials: null }, deps)
    expect(probe).toMatchObject({ ok: false, fault })
  })
})

describe.skipIf(missing !== null).each(['basic', 'digest'] as const)(
  "GStreamer's RTSP server asks for %s",
  (scheme) => {
    let server: GstreamerRtsp

    beforeAll(async () => {
      server = await GstreamerRtsp.start({ scheme, ...account })
    })

    afterAll(async () => {
      await server?.[Symbol.asyncDispose]()
    })

    test('the right account is let in', async () => {
      const probe = await probeStream({ url: server.url('/h264'), credentials: account }, deps)
      const authScheme = scheme === 'basic' ? 'basic' : 'digest-md5'
      expect(probe).toMatchObject({ ok: true, stream: { width: 642, authScheme } })
    })

    test('the account may stand in the address', async () => {
      const userinfo = `${account.username}:${encodeURIComponent(account.password)}`
      const url = server.url('/h264').replace('//', `//${userinfo}@`)
      expect(await probeStream({ url, credentials: null }, deps)).toMatchObject({ ok: true })
    })

    test.each([
      ['a wrong password', { ...account, password: 'wrong' }],
      ['no account', null],
    ])('%s is not', async (_name, credentials) => {
      const probe = await probeStream({ url: server.url('/h264'), credentials }, deps)
      expect(probe).toMatchObject({ ok: false, fault: 'auth' })
    })
  },
)

describe.skipIf(missingVlc !== null)("against VLC's RTSP server, which sends over UDP only", () => {
  let server: VlcRtsp

  beforeAll(async () => {
    server = await VlcRtsp.start()
  })

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
  })

  test('picture and sound come over UDP though TCP was tried first', async () => {
    const probe = await probeStream({ url: server.url, credentials: null }, { ...deps, measureMs: 1000 })
    expect(probe).toMatchObject({
      ok: true,
      stream: { codec: 'h264', width: 642, transport: 'udp', audio: { codec: 'aac', sampleRate: 16_000 } },
    })
  })

  test('each packet that is received decodes', async () => {
    const packets = await receive(server.url, 25)
    const run = packets[0]?.run as StreamRun
    expect(await decode(annexB(run.video, packets))).toEqual({ frames: 25, complaints: '' })
  })
})
