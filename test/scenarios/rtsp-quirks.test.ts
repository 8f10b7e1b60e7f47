import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CertificatePinFiles,
  forgetCertificate,
  type Packet,
  type ProbeDeps,
  probeStream,
  receiveStream,
  type StreamDeps,
  type StreamEndpoint,
  StreamQuirkCache,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type CameraOptions,
  type Challenge,
  DEFAULT_CREDENTIALS,
  type FakeCamera,
  type FaultSettings,
  startCamera,
} from '../fakes/camera/index.js'

const SMALL = {
  picture: { width: 320, height: 180, loopSec: 20 },
  subPicture: null,
  onvif: false,
} satisfies CameraOptions

async function camera(options: CameraOptions = {}): Promise<FakeCamera> {
  const started = await startCamera({ ...SMALL, ...options })
  onTestFinished(() => started.close())
  return started
}

function depsOf(more: Partial<ProbeDeps> = {}): ProbeDeps {
  const quirks = new StreamQuirkCache()
  return {
    clock: systemClock,
    random: systemRandom,
    allowsAddress: () => null,
    quirks,
    measureMs: 20,
    ...more,
  }
}

function endpointOf(fake: FakeCamera, more: Partial<StreamEndpoint> = {}): StreamEndpoint {
  return { url: fake.rtspUrl(), credentials: DEFAULT_CREDENTIALS, ...more }
}

async function pins() {
  const folder = await mkdtemp(join(tmpdir(), 'pins-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return new CertificatePinFiles(folder, systemClock)
}

/** Receives until `enough`, and answers all packets. */
async function receive(
  endpoint: StreamEndpoint,
  deps: StreamDeps,
  enough: (packets: readonly Packet[]) => boolean,
): Promise<{ packets: Packet[]; packetsLost: number }> {
  const packets: Packet[] = []
  const stop = new AbortController()
  let lost = () => 0
  await receiveStream(
    {
      endpoint,
      deps,
      sink: {
        packet: (packet) => {
          packets.push(packet)
          if (enough(packets)) stop.abort(new Error('enough'))
        },
        runEnded: () => {},
        awaitsKeyframe: () => {},
      },
      nextRunId: () => 1,
      onPlaying: (_facts, counters) => {
        lost = () => counters().packetsLost
      },
    },
    stop.signal,
  ).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return { packets, packetsLost: lost() }
}

const withAudio: CameraOptions = { audio: 'tone' }
type Rtsp = FaultSettings['rtsp']

describe('a camera that means well is received', () => {
  test.each<[string, Partial<FaultSettings>, CameraOptions]>([
    ['its base has no scheme', { rtsp: { contentBase: 'no-scheme' } }, {}],
    ['its base has two schemes', { rtsp: { contentBase: 'two-schemes' } }, {}],
    ['its base is an IPv4 address in IPv6', { rtsp: { contentBase: 'mapped-host' } }, {}],
    ['its base is another host', { rtsp: { contentBase: 'other-host' } }, {}],
    ['it names no base', { rtsp: { contentBase: 'missing' } }, {}],
    ['its controls begin with a slash', { rtsp: { controls: 'leading-slash' } }, {}],
    ['its controls are absolute', {}, { controlUrls: 'absolute' }],
    [
      'its path is a query, with controls behind it',
      {},
      { paths: { main: '/cam?channel=1&subtype=0', sub: '/sub' } },
    ],
    ['its description is sloppy', { rtsp: { sdp: 'sloppy' } }, withAudio],
    ['it announces more of its description than it sends', { rtsp: { bodyLength: 'too-long' } }, withAudio],
    ['it says no length of its description', { rtsp: { bodyLength: 'missing' } }, withAudio],
    ['its parameter sets come with the stream', {}, { parameterSets: 'in-band-only' }],
    ['its session changes, and the last id counts', { rtsp: { sessionIds: 'last-counts' } }, withAudio],
    ['its session changes, and the first id counts', { rtsp: { sessionIds: 'first-counts' } }, withAudio],
    ['it chooses other channels', { rtsp: { channels: 'other' } }, withAudio],
    ['it gives both tracks the same channels', { rtsp: { channels: 'same' } }, withAudio],
    ['it says nothing of channels', { rtsp: { channels: 'untold' } }, {}],
    ['it sends another payload type than it describes', { rtsp: { sentPayloadType: 105 } }, withAudio],
    [
      'it sends another payload type on the channels of both tracks',
      { rtsp: { sentPayloadType: 105, channels: 'same' } },
      withAudio,
    ],
    ['it says RTP/AVP though it sends over TCP', { rtsp: { transportSays: 'RTP/AVP' } }, {}],
    ['packets of an old session come first', { rtsp: { staleData: true } }, {}],
    ['it wants to see a User-Agent', { rtsp: { wantsUserAgent: true } }, {}],
    ['it answers with cseq in lower case', { rtsp: { cseq: 'lower-case' } }, {}],
    ['it answers without a number', { rtsp: { cseq: 'missing' } }, {}],
    ['it refuses its own sound', { rtsp: { audioSetup: 'refused' } }, withAudio],
    ['it hangs up over its own sound', { rtsp: { audioSetup: 'hangs-up' } }, withAudio],
    ['it hangs up on who wants to speak', { rtsp: { wayBack: true } }, withAudio],
  ])('%s', async (_name, faults, options) => {
    const fake = await camera({ ...options, faults })
    const probe = await probeStream(endpointOf(fake), depsOf())
    expect(probe).toMatchObject({ ok: true, stream: { width: 320, transport: 'tcp' } })
    expect(fake.counters.waysBackSetUp).toBe(0)
    expect(fake.counters.requests['TEARDOWN']).toBeGreaterThan(0)
    await fake.until('its end', ({ connectionsOpen }) => connectionsOpen === 0)
  })
})

describe('a camera is asked to let us in', () => {
  test.each<[string, readonly Challenge[], string]>([
    ['Basic', [{ scheme: 'Basic' }], 'basic'],
    ['Digest without qop', [{ scheme: 'Digest' }], 'digest-md5'],
    ['Digest with qop', [{ scheme: 'Digest', qop: true }], 'digest-md5'],
    ['Digest with two ways of protection', [{ scheme: 'Digest', qop: 'auth,auth-int' }], 'digest-md5'],
    ['Digest without quotes', [{ scheme: 'Digest', bare: true, qop: true }], 'digest-md5'],
    ['Digest with a parameter of its own', [{ scheme: 'Digest', random: 'Mzk3' }], 'digest-md5'],
    ['SHA-256', [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true }], 'digest-sha256'],
    ['Digest and Basic', [{ scheme: 'Basic' }, { scheme: 'Digest' }], 'digest-md5'],
    [
      'SHA-256 offered first and MD5 accepted only',
      [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true, accepted: false }, { scheme: 'Digest' }],
      'digest-md5',
    ],
  ])('by %s', async (_name, challenges, authScheme) => {
    const fake = await camera({ challenges })
    const probe = await probeStream(endpointOf(fake), depsOf())
    expect(probe).toMatchObject({ ok: true, stream: { authScheme } })
    expect(fake.counters.credentialsFailed).toBe(
      challenges[0]?.scheme === 'Digest' && challenges.length === 2 ? 1 : 0,
    )
  })

  test('with a new nonce for every request, and no word about it', async () => {
    const fake = await camera({ faults: { rtsp: { freshNonces: true } } })
    const probe = await probeStream(endpointOf(fake), depsOf())
    expect(probe).toMatchObject({ ok: true })
  })

  test.each([
    ['as it is', 'p%40ss/w?#: ü', 'p%40ss/w?#: ü', 0],
    ['copied out of an address', 'p%40ss', 'p@ss', 1],
    ['of forty letters', 'x'.repeat(40), 'x'.repeat(40), 0],
  ])('with a password %s', async (_name, typed, password, wrong) => {
    const credentials = { username: 'admin', password }
    const fake = await camera({ credentials })
    const endpoint = endpointOf(fake, { credentials: { username: 'admin', password: typed } })
    expect(await probeStream(endpoint, depsOf())).toMatchObject({ ok: true })
    expect(fake.counters.credentialsFailed).toBe(wrong)
  })

  test.each([
    ['one try', 'wrong', 1],
    ['two tries where it can be read in two ways', 'wr%6Fng', 2],
  ])('with a wrong password: %s', async (_name, password, tries) => {
    const fake = await camera()
    const endpoint = endpointOf(fake, { credentials: { username: 'admin', password } })
    expect(await probeStream(endpoint, depsOf())).toMatchObject({ ok: false, fault: 'auth' })
    expect(fake.counters.credentialsFailed).toBe(tries)
  })

  test('never in the clear where only announcements vouch for the camera', async () => {
    const fake = await camera({ challenges: [{ scheme: 'Basic' }] })
    const endpoint = endpointOf(fake, { digestOnly: true })
    expect(await probeStream(endpoint, depsOf())).toMatchObject({ ok: false, fault: 'auth' })
    expect(fake.counters).toMatchObject({ credentialsFailed: 0, credentialsOk: 0 })
  })
})

describe('over UDP', () => {
  const onlyUdp: CameraOptions = { transports: ['udp'], audio: 'tone' }

  test('where TCP is refused, with sound, reports and an open way', async () => {
    const fake = await camera(onlyUdp)
    const probe = await probeStream(endpointOf(fake), depsOf())
    expect(probe).toMatchObject({ ok: true, stream: { transport: 'udp', audio: { codec: 'pcma' } } })
    expect(fake.counters.connectionsOpened).toBe(1)
    expect(fake.counters.holesPunched).toBe(2)
    expect(fake.counters.rtcpReportsReceived).toBeGreaterThanOrEqual(2)
  })

  test('over TCP where UDP is refused', async () => {
    const fake = await camera()
    const probe = await probeStream(endpointOf(fake, { transport: 'udp' }), depsOf())
    expect(probe).toMatchObject({ ok: true, stream: { transport: 'tcp' } })
  })

  test('over TCP where a firewall keeps UDP away, and at once the next time', async () => {
    const fake = await camera({ transports: ['tcp', 'udp'], faults: { rtsp: { datagramsBlocked: true } } })
    const deps = depsOf({ timeouts: { datagramMs: 200 } })
    for (const connections of [2, 3]) {
      const probe = await probeStream(endpointOf(fake, { transport: 'udp' }), deps)
      expect(probe).toMatchObject({ ok: true, stream: { transport: 'tcp' } })
      expect(fake.counters.connectionsOpened).toBe(connections)
    }
  })

  test('packets that overtake each other come in order, and nothing is lost', async () => {
    const fake = await camera({
      ...onlyUdp,
      audio: 'none',
      faults: { rtsp: { datagrams: { loss: 0, reorder: 0.3, seed: 7 } } },
    })
    const { packets, packetsLost } = await receive(endpointOf(fake), depsOf(), ({ length }) => length >= 20)
    expect(packetsLost).toBe(0)
    const sent = fake.counters.frames.map(({ frameNumber }) => frameNumber)
    const [first] = packets
    expect(first?.keyframe).toBe(true)
    expect(packets.length).toBeGreaterThanOrEqual(20)
    expect(sent.length).toBeGreaterThanOrEqual(packets.length)
    for (const [index, { ptsUs }] of packets.entries()) {
      expect(Math.round((ptsUs - (first?.ptsUs ?? 0)) / (1e6 / 15))).toBe(index)
    }
  })

  test('what is lost is told, and the stream goes on at the next keyframe', async () => {
    const fake = await camera({ ...onlyUdp, audio: 'none' })
    const begin = fake.until('three frames', ({ framesSent }) => framesSent >= 3)
    let lossyUntil = Number.POSITIVE_INFINITY
    const lossy = begin.then(async () => {
      const { framesSent: before } = fake.counters
      fake.faults.set({ rtsp: { datagrams: { loss: 0.5, reorder: 0, seed: 3 } } })
      await fake.until('lossy frames', ({ framesSent }) => framesSent >= before + 7)
      fake.faults.set({ rtsp: {} })
      lossyUntil = fake.counters.framesSent
    })
    const isBack = (packets: readonly Packet[]) =>
      fake.counters.framesSent > lossyUntil && packets.at(-1)?.keyframe === true
    const { packets, packetsLost } = await receive(endpointOf(fake), depsOf(), isBack)
    await lossy
    expect(packetsLost).toBeGreaterThan(0)
    expect(packets.length).toBeLessThan(fake.counters.framesSent)
  })
})

describe('inside TLS', () => {
  test('a camera that signed its own certificate is kept to it', async () => {
    const fake = await camera({ tls: 'self-signed' })
    const deps = depsOf({ pins: await pins() })
    const look = () => probeStream(endpointOf(fake), deps)
    expect(await look()).toMatchObject({ ok: true, stream: { encryption: 'tls', transport: 'tcp' } })
    expect(await look()).toMatchObject({ ok: true })
    await fake.faults.changeCertificate()
    const tried = fake.counters.credentialsOk
    expect(await look()).toMatchObject({
      ok: false,
      fault: 'tls',
      message: expect.stringContaining('agent trust'),
    })
    expect(fake.counters.credentialsOk).toBe(tried)
    if (deps.pins !== undefined) await forgetCertificate(fake.rtspUrl(), deps.pins)
    expect(await look()).toMatchObject({ ok: true })
  })

  test('a camera of ten years ago is received, and it is said', async () => {
    const fake = await camera({ tls: 'outdated' })
    const probe = await probeStream(endpointOf(fake), depsOf({ pins: await pins() }))
    expect(probe).toMatchObject({ ok: true, stream: { encryption: 'outdated-tls' } })
  })
})

describe('keep-alive', () => {
  test.each<[string, Rtsp]>([
    ['is not known', { getParameter: 'unknown' }],
    ['ends the connection', { getParameter: 'hangs-up' }],
  ])('by OPTIONS where GET_PARAMETER is offered and %s', async (_name, rtsp) => {
    const fake = await camera({ sessionTimeoutSec: 1, faults: { rtsp } })
    const deps = depsOf()
    const until = (ms: number) => {
      const endMs = performance.now() + ms
      return () => performance.now() > endMs
    }
    await receive(endpointOf(fake), deps, until(1200)).catch((error: unknown) => {
      expect(error).toMatchObject({ fault: 'protocol' })
    })
    const asked = fake.counters.requests['GET_PARAMETER']
    expect(asked).toBe(1)
    if (rtsp.getParameter === 'hangs-up') {
      await receive(endpointOf(fake), deps, until(1200))
      expect(fake.counters.requests['GET_PARAMETER']).toBe(asked)
    }
    expect(fake.counters.sessionsTimedOut).toBe(0)
  })

  test.each([400, 401, 404, 500])(
    'by OPTIONS at once where GET_PARAMETER is answered with %i, and only what was answered with 200 counts',
    async (getParameter) => {
      const fake = await camera({
        sessionTimeoutSec: 1,
        faults: { rtsp: { getParameter, countsOnlyOk: true } },
      })
      const asked = () => fake.counters.requests['OPTIONS'] ?? 0
      await receive(endpointOf(fake), depsOf(), () => asked() >= 6)
      expect(fake.counters).toMatchObject({ connectionsOpened: 1, sessionsTimedOut: 0, credentialsFailed: 0 })
      expect(fake.counters.requests['GET_PARAMETER']).toBe(1)
    },
  )
})
