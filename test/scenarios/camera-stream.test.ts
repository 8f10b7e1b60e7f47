import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CameraStatus,
  type Packet,
  presentedAtMs,
  probeStream,
  RingBudget,
  StreamConnection,
  type StreamDeps,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { describe, expect, test } from 'vitest'
import { annexB } from '../fakes/annex-b-stream.js'
import {
  type CameraOptions,
  DEFAULT_CREDENTIALS,
  type FakeCamera,
  framesMissing,
  readFrameMarks,
  startCamera,
} from '../fakes/camera/index.js'

const impatient = { silenceMs: 1000, connectMs: 1000, responseMs: 1000 }
/** For answers that come, however busy the machine is. */
const patient = { silenceMs: 10_000, connectMs: 10_000, responseMs: 10_000 }

const deps: StreamDeps = {
  clock: systemClock,
  random: systemRandom,
  allowsAddress: () => null,
  timeouts: impatient,
}

/** A supervised camera and all that it delivered; gone at the end of the block. */
class Supervised implements AsyncDisposable {
  readonly camera: StreamConnection
  /** Those of the pictures. */
  readonly packets: Packet[] = []
  readonly statuses: CameraStatus[] = []
  readonly reasons: string[] = []
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(peer: FakeCamera, timeouts: NonNullable<StreamDeps['timeouts']> = impatient) {
    this.camera = new StreamConnection(
      {
        id: 'c1',
        enabled: true,
        endpoint: { url: peer.rtspUrl(), credentials: DEFAULT_CREDENTIALS },
        preEventSec: 5,
      },
      {
        ...deps,
        timeouts,
        log: silentLogger,
        budget: new RingBudget(64 * 1024 * 1024),
        onStatus: (status) => this.statuses.push(status),
      },
    )
    this.camera.source.subscribe({
      packet: (packet) => {
        if (packet.track === 'video') this.packets.push(packet)
      },
      runEnded: (_run, reason) => this.reasons.push(reason),
    })
    this.#running = this.camera.run(this.#stop.signal)
  }

  get states(): string[] {
    return this.statuses.map(({ state }) => state)
  }

  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async received(count: number): Promise<void> {
    await this.until(() => this.packets.length >= count)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the test is over'))
    await this.#running
  }
}

/** The counters that the pictures of one run show, in order; none may be unreadable. */
async function countersOf(packets: readonly Packet[], peer: FakeCamera) {
  const [first] = packets
  if (first === undefined) throw new Error('nothing was received')
  const folder = await mkdtemp(join(tmpdir(), 'camera-stream-'))
  const file = join(folder, 'stream.h264')
  await writeFile(file, annexB(first.run.video, packets))
  const { marks, warnings } = await readFrameMarks(['-f', 'h264', '-i', file])
  await rm(folder, { recursive: true })
  expect(warnings).toBe('')
  const whole = marks.filter((mark) => mark !== null)
  expect(whole).toHaveLength(marks.length)
  return framesMissing(whole, peer.picture.loopFrames)
}

describe.concurrent('what a camera sends is what its listeners get', () => {
  test.each([
    ['Digest without qop', {}],
    ['Digest with qop', { challenges: [{ scheme: 'Digest', qop: true, nameAlgorithm: true }] }],
    ['Digest by SHA-256', { challenges: [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true }] }],
    ['Basic before Digest', { challenges: [{ scheme: 'Basic' }, { scheme: 'Digest' }] }],
    ['Basic', { challenges: [{ scheme: 'Basic' }] }],
    ['no login', { challenges: [] }],
    ['parameter sets in the stream only', { parameterSets: 'in-band-only' }],
    ['parameter sets in the description only', { parameterSets: 'sdp-only' }],
    ['absolute controls', { controlUrls: 'absolute' }],
    ['a track of sound that never sends', { audio: 'silent-track' }],
    ['sound', { audio: 'tone' }],
    ['joined in the middle of a GOP', { join: 'mid-gop' }],
    ['a short session timeout', { sessionTimeoutSec: 1 }],
  ] satisfies [string, CameraOptions][])('%s', async (_name, options) => {
    await using peer = await startCamera(options)
    await using seen = new Supervised(peer, patient)
    await seen.received(45)
    const packets = seen.packets.slice(0, 45)
    expect(packets.map(({ run }) => run.id)).toEqual(packets.map(() => packets[0]?.run.id))
    const missing = await countersOf(packets, peer)
    expect(missing).toEqual(Array.from({ length: 44 }, () => 0))
    expect(peer.counters).toMatchObject({ connectionsOpened: 1, sessionsTimedOut: 0 })
  })

  test('damaged packets leave gaps and no damaged picture', async () => {
    await using peer = await startCamera({ faults: { corruptEvery: 60 } })
    await using seen = new Supervised(peer, patient)
    await seen.until(() => seen.packets.length >= 60 && seen.camera.counters().dropped > 0)
    const packets = seen.packets.filter(({ run }) => run === seen.packets[0]?.run)
    const missing = await countersOf(packets, peer)
    expect(missing.some((count) => count > 0)).toBe(true)
    const steps = packets.slice(1).map(({ ptsUs }, index) => ptsUs - (packets[index]?.ptsUs ?? 0))
    const frameUs = 1e6 / peer.picture.options.fps
    // Where pictures are missing, time passed all the same. It follows the arrivals, which a busy machine holds up: by a
    // twentieth, and by a fortieth where the camera's clock seems to be off.
    for (const [index, step] of steps.entries()) {
      const passedUs = frameUs * (1 + (missing[index] ?? 0))
      expect(Math.abs(step - passedUs)).toBeLessThan(passedUs * 0.08)
    }
  })
})

describe.concurrent('frames that a camera writes badly cost no session', () => {
  test('stray bytes between them: no picture is missing', async () => {
    const faults = { rtsp: { interleaving: { strayEverySec: 0.3, seed: 5 } } }
    await using peer = await startCamera({ faults })
    await using seen = new Supervised(peer, patient)
    await seen.received(75)
    const missing = await countersOf(seen.packets.slice(0, 75), peer)
    expect(missing).toEqual(Array.from({ length: 74 }, () => 0))
    expect(seen.camera.counters()).toMatchObject({ attempts: 1, packetsLost: 0 })
    expect(seen.camera.counters().brokenFramesLastHour).toBeGreaterThan(2)
    expect(peer.counters.connectionsOpened).toBe(1)
  })

  test.each([
    ['broken off', { cutEvery: 150, seed: 5 }],
    ['with wrong bits', { flipEvery: 150, seed: 6 }],
    ['all at once', { strayEverySec: 0.5, cutEvery: 170, flipEvery: 190, seed: 7 }],
  ])('%s: pictures go on at the next keyframe', async (_name, interleaving) => {
    await using peer = await startCamera({ faults: { rtsp: { interleaving } } })
    await using seen = new Supervised(peer, patient)
    await seen.until(() => peer.counters.framesSent >= 150)
    const before = seen.packets.length
    await seen.received(before + 5)
    expect(seen.camera.counters()).toMatchObject({ attempts: 1 })
    expect(seen.camera.counters().packetsLost).toBeGreaterThan(0)
    expect(peer.counters.connectionsOpened).toBe(1)
    expect(seen.packets.length).toBeGreaterThan(50)
  })
})

// By itself: pictures that other tests hold up are late for everybody.
test('what a camera sends is known by the time it was taken', async () => {
  await using peer = await startCamera({ clockOffsetMs: 3_600_000 })
  await using seen = new Supervised(peer, patient)
  await seen.received(45)
  const sent = new Map(peer.counters.frames.map((frame) => [frame.rtpTimestamp, frame.sentAtMs]))
  const times = [...sent.values()]
  const errors = seen.packets
    .slice(0, 45)
    .map((packet, index) => Math.abs(presentedAtMs(packet) - (times[index] ?? 0)))
    .toSorted((one, other) => one - other)
  // The machine may hold up some of them.
  expect(errors[30]).toBeLessThan(150)
})

describe.concurrent('what happens to a camera is told', () => {
  test('the connection drops, again and again', async () => {
    await using peer = await startCamera({ faults: { dropAfterFrames: 20 } })
    await using seen = new Supervised(peer, patient)
    await seen.until(() => seen.camera.counters().connections >= 3)
    expect(seen.states.slice(0, 3)).toEqual(['online', 'offline', 'online'])
    expect(seen.camera.counters().reconnectsLastHour).toBeGreaterThanOrEqual(2)
    expect(peer.counters.connectionsOpen).toBeLessThanOrEqual(1)
  })

  test('it freezes', async () => {
    await using peer = await startCamera()
    await using seen = new Supervised(peer)
    await seen.until(() => seen.states.includes('online'))
    peer.faults.freeze()
    await seen.until(() => seen.states.includes('stalled'))
    peer.faults.thaw()
    await seen.until(() => seen.states.at(-1) === 'online')
    await seen.until(() => peer.counters.connectionsOpen === 1)
  })

  test('it loses power and comes back', async () => {
    await using peer = await startCamera()
    await using seen = new Supervised(peer, patient)
    await seen.until(() => seen.states.includes('online'))
    await peer.faults.refuseConnections()
    await seen.until(() => seen.statuses.at(-1)?.fault === 'refused')
    await peer.faults.comeBack()
    await seen.until(() => seen.states.at(-1) === 'online')
  })

  test('its picture changes size', async () => {
    await using peer = await startCamera()
    await using seen = new Supervised(peer, patient)
    await seen.received(20)
    await peer.faults.changeSize(320, 240)
    await seen.until(() => seen.packets.at(-1)?.run.video.width === 320)
    expect(seen.reasons).toEqual(['the camera changed the format of its picture'])
    expect(peer.counters.connectionsOpened).toBe(1)
  })

  test.each([
    [{ wrongPassword: true }, 'auth_failed', 'auth'],
    [{ answerWith: { SETUP: 453 } }, 'stream_limit', 'stream_limit'],
    [{ answerWith: { DESCRIBE: 404 } }, 'offline', 'not_found'],
    [{ notRtsp: 'http' }, 'offline', 'not_rtsp'],
    [{ notRtsp: 'garbage' }, 'offline', 'not_rtsp'],
    [{ blackHole: true }, 'offline', 'timeout'],
    [{ audioOnly: true }, 'unsupported', 'no_video'],
  ] satisfies [CameraOptions['faults'], string, string][])('%o', async (faults, state, fault) => {
    await using peer = await startCamera({ faults: faults ?? {} })
    const timeouts = 'blackHole' in faults ? impatient : patient
    await using seen = new Supervised(peer, timeouts)
    await seen.until(() => seen.statuses.length > 0)
    expect(seen.statuses[0]).toMatchObject({ state, fault })
    const endpoint = { url: peer.rtspUrl(), credentials: DEFAULT_CREDENTIALS }
    const probe = await probeStream(endpoint, { ...deps, timeouts })
    expect(probe).toMatchObject({ ok: false, fault })
    expect(JSON.stringify([probe, seen.statuses])).not.toContain(DEFAULT_CREDENTIALS.password)
  })

  test('a redirect: the other camera hears nothing', async () => {
    await using other = await startCamera()
    await using peer = await startCamera({ faults: { redirect: { to: other.rtspUrl(), afterLogin: true } } })
    const probe = await probeStream(
      { url: peer.rtspUrl(), credentials: DEFAULT_CREDENTIALS },
      { ...deps, timeouts: patient },
    )
    expect(probe).toMatchObject({ ok: false, fault: 'redirect' })
    expect(other.counters.connectionsOpened).toBe(0)
  })
})
