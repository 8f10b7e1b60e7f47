import { describe, expect, it } from 'vitest'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { answer, type Script, sdp, usual } from '../rtsp/scripted-camera.fixture.js'
import type { Packet } from '../stream/packet.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { type ProbeCameraDeps, probeCamera, probeTarget } from './probe-camera.js'
import { ProbeTurns } from './probe-turns.js'

const never = new AbortController().signal
const allowed = createAddressPolicy(['127.0.0.0/8'])

async function probing(): Promise<ProbeCameraDeps> {
  return {
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed,
    allowsAddress: allowed,
    sealingKey: await generateSealingKey(),
    live: () => null,
    turns: new ProbeTurns(),
  }
}

const rtsp = (url: string, sub: string | null = null) => ({
  type: 'rtsp' as const,
  rtsp_url: url,
  rtsp_sub_url: sub,
  credentials: null,
})

describe('a probe', () => {
  it('connects one at a time to a camera, whoever asks', async () => {
    let [looking, most] = [0, 0]
    await using peer = await PlayingCamera.start((request) => {
      if (request.method === 'DESCRIBE') looking += 1
      if (request.method === 'TEARDOWN') looking -= 1
      most = Math.max(most, looking)
      return usual(request)
    })
    const deps = await probing()
    const outcomes = await Promise.all([
      probeCamera(rtsp(peer.url), 10_000, deps, never),
      probeTarget({ target: rtsp(peer.url), credentials: null }, 10_000, deps, never),
      probeCamera(rtsp(peer.url), 10_000, deps, never),
    ])
    expect(outcomes).toMatchObject([{ reachable: true }, { reachable: true }, { reachable: true }])
    expect([peer.server.connections, most]).toEqual([3, 1])
  })

  it('of a camera behind another port of the same host does not wait', async () => {
    await using silent = await PlayingCamera.start(() => null)
    await using peer = await PlayingCamera.start()
    const deps = await probing()
    const stop = new AbortController()
    const waiting = probeCamera(rtsp(silent.url), 10_000, deps, stop.signal)
    await silent.server.until(() => silent.server.requests.length > 0)
    expect(await probeCamera(rtsp(peer.url), 10_000, deps, never)).toMatchObject({ reachable: true })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  it('does not connect where its deadline passes while it waits', async () => {
    await using silent = await PlayingCamera.start(() => null)
    const deps = await probing()
    const [first, second] = [new AbortController(), new AbortController()]
    const running = probeCamera(rtsp(silent.url), 10_000, deps, first.signal)
    const waiting = probeCamera(rtsp(silent.url), 10_000, deps, second.signal)
    await silent.server.until(() => silent.server.requests.length > 0)
    second.abort(new Error('the deadline passed'))
    await expect(waiting).rejects.toThrow('the deadline passed')
    first.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
    await silent.server.until(() => silent.server.open === 0)
    expect(silent.server.connections).toBe(1)
  })

  it('looks at main and sub stream, and tells no account in their addresses', async () => {
    await using peer = await PlayingCamera.start()
    const withAccount = (path: string) => peer.url.replace('rtsp://', 'rtsp://admin:canary-1@') + path
    const connection = rtsp(withAccount('/main'), withAccount('/sub'))
    const outcome = await probeCamera(connection, 10_000, await probing(), never)
    expect(outcome).toMatchObject({
      reachable: true,
      streams: [
        { role: 'main', url: `${peer.url}/main`, width: 640, height: 360 },
        { role: 'sub', url: `${peer.url}/sub` },
      ],
    })
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  it('refuses a camera whose sub stream is asked for and does not work', async () => {
    const onlyMain: Script = (request) =>
      request.uri.includes('/sub') && request.method === 'DESCRIBE' ? answer(request, 404) : usual(request)
    await using peer = await PlayingCamera.start(onlyMain)
    const connection = rtsp(`${peer.url}/main`, `${peer.url}/sub`)
    expect(await probeCamera(connection, 10_000, await probing(), never)).toMatchObject({
      reachable: false,
      fault: 'not_found',
      message: expect.stringContaining('sub stream'),
    })
  })

  it.each(['no address', 'http://127.0.0.1/x', 'rtsp://'])('says that %j is no address', async (url) => {
    expect(await probeCamera(rtsp(url), 10_000, await probing(), never)).toMatchObject({
      reachable: false,
      fault: 'address',
    })
  })
})

describe('what is told of a stream', () => {
  it('is its rate, its sound, its way, and what could be better', async () => {
    await using peer = await PlayingCamera.start((request) =>
      request.method === 'DESCRIBE'
        ? answer(request, 200, [], `${sdp}m=audio 0 RTP/AVP 97\r\na=rtpmap:97 MP4A-LATM/16000\r\n`)
        : usual(request),
    )
    const outcome = await probeTarget(
      { target: rtsp(peer.url), credentials: null },
      10_000,
      await probing(),
      never,
    )
    expect(outcome).toMatchObject({
      reachable: true,
      streams: [
        {
          codec: 'h264',
          bitrate_kbps: expect.any(Number),
          gop_sec: 0.2,
          audio: null,
          transport: 'tcp',
          warnings: [{ code: 'sound_left_out', stream: 'main', value: null }],
        },
      ],
    })
  })

  it('is that no second keyframe came, to who looked long enough', async () => {
    await using peer = await PlayingCamera.start()
    const quick = {
      ...systemClock,
      after: (ms: number, task: () => void) => systemClock.after(ms >= 6000 && ms < 10_000 ? 50 : ms, task),
    }
    const deps = { ...(await probing()), clock: quick }
    const outcome = await probeTarget({ target: rtsp(peer.url), credentials: null }, 10_000, deps, never)
    expect(outcome).toMatchObject({
      reachable: true,
      streams: [{ gop_sec: null, warnings: [{ code: 'no_second_keyframe', value: 6 }] }],
    })
  })

  it('comes over UDP where that is wanted, if the camera can', async () => {
    await using peer = await PlayingCamera.start((request) =>
      request.headers.get('transport')?.includes('client_port') === true
        ? answer(request, 461)
        : usual(request),
    )
    const deps = { ...(await probing()), transport: 'udp' as const }
    await probeCamera(rtsp(peer.url), 10_000, deps, never)
    const asked = peer.server.requests
      .map(({ headers }) => headers.get('transport'))
      .filter((one) => one !== undefined)
    expect(asked.map((transport) => transport.includes('client_port'))).toEqual([true, false])
  })
})

describe('the picture of a probe', () => {
  const jpeg = (bytes: number) => ({
    kind: 'found' as const,
    value: { jpeg: Buffer.alloc(bytes), width: 1280, height: 720, takenAtMs: 0 },
  })
  type Maker = NonNullable<ProbeCameraDeps['pictures']>['maker']
  const probeWith = async (url: string, maker: Maker, more: Partial<ProbeCameraDeps> = {}) =>
    probeCamera(
      rtsp(url),
      10_000,
      { ...(await probing()), pictures: { maker, ofRunning: () => [] }, ...more },
      never,
    )

  it('is made of what came from a keyframe on, and no second connection', async () => {
    await using peer = await PlayingCamera.start()
    let packets: readonly Packet[] = []
    const outcome = await probeWith(peer.url, {
      snapshotFromGop: (given) => {
        packets = given()
        return Promise.resolve(jpeg(3))
      },
    })
    expect(outcome).toMatchObject({
      reachable: true,
      picture: { content_type: 'image/jpeg', width: 1280, height: 720, data: 'AAAA' },
    })
    expect([packets[0]?.keyframe, packets.length > 0, peer.server.connections]).toEqual([true, true, 1])
  })

  it('is made smaller until it fits', async () => {
    await using peer = await PlayingCamera.start()
    const widths: number[] = []
    const outcome = await probeWith(peer.url, {
      snapshotFromGop: (_packets, { maxWidth }) => {
        widths.push(maxWidth)
        return Promise.resolve(jpeg(maxWidth === 320 ? 90_000 : 300_000))
      },
    })
    expect(widths).toEqual([1280, 640, 320])
    expect(outcome.reachable && outcome.picture?.data.length).toBe(120_000)
  })

  it('is missing where none can be made; what was found is told all the same', async () => {
    await using peer = await PlayingCamera.start()
    const outcome = await probeWith(peer.url, {
      snapshotFromGop: () => Promise.resolve({ kind: 'unavailable', reason: 'the gateway has no ffmpeg' }),
    })
    expect(outcome).toMatchObject({ reachable: true, streams: [{ role: 'main' }], picture: null })
  })

  it('does not hold up what was found', async () => {
    await using peer = await PlayingCamera.start()
    const quick = {
      ...systemClock,
      after: (ms: number, task: () => void) => systemClock.after(ms === 4_500 ? 20 : ms, task),
    }
    const outcome = await probeWith(
      peer.url,
      {
        snapshotFromGop: (_packets, { signal }) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => resolve({ kind: 'unavailable', reason: 'too late' }))
          }),
      },
      { clock: quick },
    )
    expect(outcome).toMatchObject({ reachable: true, picture: null })
  })

  it('of a camera that is received already comes from there', async () => {
    await using peer = await PlayingCamera.start()
    const seen: Packet[] = []
    const first = await probeWith(peer.url, {
      snapshotFromGop: (given) => {
        seen.push(...given())
        return Promise.resolve(jpeg(3))
      },
    })
    if (!first.reachable) throw new Error(first.message)
    const running = {
      ...seen[0]?.run.video,
      codec: 'h264' as const,
      width: 640,
      height: 360,
      fps: 15,
      gopSec: 1,
      bitrateKbps: 1,
      hasBFrames: false,
      audio: null,
      audioOffered: [],
      audioLeftOut: [],
      encryption: 'none' as const,
      authScheme: 'none' as const,
      transport: 'tcp' as const,
    }
    let given: readonly Packet[] = []
    const maker: Maker = {
      snapshotFromGop: (packets) => {
        given = packets()
        return Promise.resolve(jpeg(3))
      },
    }
    const pictures = { maker, ofRunning: () => seen }
    const outcome = await probeWith(peer.url, maker, { live: () => running, pictures })
    expect(outcome).toMatchObject({ reachable: true, picture: { data: 'AAAA' } })
    expect([given, peer.server.connections]).toEqual([seen, 1])
  })
})
