import { freePort, seeded } from '@sightline/protocol/testing'
import { describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.js'
import { createLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { unwatchedRoom } from '../recording/disk-quota.js'
import { Recording } from '../recording/recording.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { NotingListener } from '../stream/camera-pictures.fixture.js'
import { RingBudget } from '../stream/ring-budget.js'
import type { CameraStatus } from './camera-status.js'
import { PlayingCamera } from './playing-camera.fixture.js'
import { ProvenAccounts } from './proven-accounts.js'
import {
  StreamConnection,
  type StreamConnectionDeps,
  type StreamConnectionSettings,
} from './stream-connection.js'

const account = { username: 'admin', password: 'canary-password' }

/** A camera under supervision; `close` proves that nothing of it is left. */
function supervise(
  url: string,
  more: Partial<StreamConnectionSettings> = {},
  deps: Partial<StreamConnectionDeps> = {},
) {
  const statuses: CameraStatus[] = []
  const lines: string[] = []
  const seenAtOnline: (number | undefined)[] = []
  const budget = new RingBudget(1e9)
  const settings = { id: 'c1', enabled: true, endpoint: { url, credentials: null }, preEventSec: 5, ...more }
  const camera = new StreamConnection(settings, {
    clock: systemClock,
    // The shortest waits between attempts.
    random: { ...systemRandom, fraction: () => 0 },
    allowsAddress: () => null,
    log: createLogger({ level: 'debug', write: (line) => lines.push(line), human: false }),
    budget,
    onStatus: (status) => {
      statuses.push(status)
      if (status.state === 'online') seenAtOnline.push(camera.stream()?.width)
    },
    timeouts: { silenceMs: 400, connectMs: 1000, responseMs: 1000 },
    ...deps,
  })
  const stop = new AbortController()
  const running = camera.run(stop.signal)
  return {
    camera,
    settings,
    statuses,
    seenAtOnline,
    states: () => statuses.map(({ state }) => state),
    lines,
    until: async (reached: () => boolean) => {
      while (!reached()) await systemClock.delay(5)
    },
    close: async () => {
      stop.abort(new Error('the test is over'))
      await running
      expect(budget.usedBytes).toBe(0)
    },
  }
}

const instead =
  (method: string, status: number): Script =>
  (request) =>
    request.method === method ? answer(request, status) : usual(request)

describe('a camera that works', () => {
  test('connecting -> online: one connection for all who listen, ended with TEARDOWN', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, until, close, states, seenAtOnline } = supervise(peer.url)
    const listeners = [new NotingListener(), new NotingListener()]
    for (const listener of listeners) camera.source.subscribe(listener)
    await until(() => listeners.every(({ packets }) => packets.length >= 25))
    expect(states()).toEqual(['online'])
    expect(seenAtOnline).toEqual([640])
    expect(peer.server.connections).toBe(1)
    expect(camera.stream()).toMatchObject({
      codec: 'h264',
      width: 640,
      height: 360,
      gopSec: 0.2,
      authScheme: 'none',
      transport: 'tcp',
    })
    expect(camera.counters()).toMatchObject({
      attempts: 1,
      connections: 1,
      reconnectsLastHour: 0,
      dropped: 0,
      packetsLost: 0,
    })
    await close()
    expect(peer.server.methods.at(-1)).toBe('TEARDOWN')
    await peer.server.until(() => peer.server.open === 0)
    expect(camera.stream()).toBeNull()
    expect(listeners.map(({ ended }) => ended.length)).toEqual([1, 1])
  })

  test('pre-roll is there for who comes late', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, until, close } = supervise(peer.url)
    await until(() => camera.counters().units >= 30)
    const late = new NotingListener()
    camera.source.subscribe(late, systemClock.now() - 200)
    expect(late.story).toMatch(/^kp+/)
    expect(camera.source.newestGop()[0]?.keyframe).toBe(true)
    await close()
  })
})

describe('a camera that fails', () => {
  test('online -> offline -> online: it is found again when the connection breaks', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, until, close, states, statuses } = supervise(peer.url)
    await until(() => states().includes('online'))
    peer.server.drop()
    await until(() => states().length === 3)
    expect(states()).toEqual(['online', 'offline', 'online'])
    expect(statuses[1]).toMatchObject({
      fault: 'protocol',
      message: expect.stringContaining('closed the connection'),
    })
    expect(camera.counters()).toMatchObject({ attempts: 2, connections: 2, reconnectsLastHour: 1 })
    await close()
  })

  test('a trigger between a break and the next keyframe is recorded from that on', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, until, close, states } = supervise(peer.url)
    await until(() => states().includes('online'))
    peer.sendsKeyframes = false
    peer.server.drop()
    await until(() => camera.source.isAwaitingKeyframe())
    const nowMs = systemClock.now()
    const recording = new Recording({
      clock: systemClock,
      source: camera.source,
      journalPath: '/nowhere',
      event: {
        eventId: 'e1',
        cameraId: 'c1',
        category: 'motion',
        topic: '',
        source: 'onvif',
        rawSource: 'onvif',
        rawData: {},
        triggeredAtMs: nowMs,
      },
      plan: { fromMs: nowMs - 1000, untilMs: nowMs + 60_000, mostMs: 60_000 },
      room: unwatchedRoom,
      afterPtsMs: null,
    })
    expect(recording.isOver).toBe(false)
    peer.sendsKeyframes = true
    await until(() => recording.newestMs !== null)
    expect(recording.runId).toBe(camera.source.currentRun()?.id)
    recording.end({ kind: 'stopped' })
    await close()
  })

  test('online -> stalled -> online: a frozen encoder is noticed though the connection stands', async () => {
    await using peer = await PlayingCamera.start()
    const { until, close, states } = supervise(peer.url)
    await until(() => states().includes('online'))
    peer.isFrozen = true
    await until(() => states().includes('stalled'))
    peer.isFrozen = false
    await until(() => states().at(-1) === 'online')
    expect(states()).toEqual(['online', 'stalled', 'online'])
    expect(peer.server.methods.filter((method) => method === 'TEARDOWN')).toHaveLength(1)
    await close()
  })

  test('online -> stalled -> online: half-open, where nothing comes and nothing is answered', async () => {
    let isDeaf = false
    await using peer = await PlayingCamera.start((request) => (isDeaf ? null : usual(request)))
    const { until, close, states } = supervise(peer.url)
    await until(() => states().includes('online'))
    isDeaf = true
    peer.isFrozen = true
    await until(() => states().includes('stalled'))
    // The attempts of the meantime are not answered either.
    await until(() => states().includes('offline'))
    isDeaf = false
    peer.isFrozen = false
    await until(() => states().at(-1) === 'online')
    expect(states()).toEqual(['online', 'stalled', 'offline', 'online'])
    await close()
    await peer.server.until(() => peer.server.open === 0)
  })

  test('after an outage of half an hour it is on line within 15 s of its return', async () => {
    const waits: number[] = []
    // Waits pass at once; what they would have lasted is noted.
    const delay: Clock['delay'] = (ms, options) => {
      waits.push(ms)
      return systemClock.delay(1, options)
    }
    const clock = { ...systemClock, delay }
    const port = await freePort()
    const { until, close, states } = supervise(
      `rtsp://127.0.0.1:${port}/live`,
      {},
      { clock, random: { ...systemRandom, fraction: seeded(1) } },
    )
    const minutes = () => waits.reduce((sum, ms) => sum + ms, 0) / 60_000
    await until(() => minutes() > 30)
    expect(states()).toEqual(['offline'])
    const before = minutes()
    await using peer = await PlayingCamera.start(usual, port)
    await until(() => states().at(-1) === 'online')
    expect(peer.server.connections).toBe(1)
    // Connecting and the first pictures are not in it.
    expect((minutes() - before) * 60).toBeLessThan(10)
    await close()
  })

  test.each([
    ['auth_failed', instead('DESCRIBE', 401), 'auth'],
    ['stream_limit', instead('SETUP', 453), 'stream_limit'],
    ['offline', instead('DESCRIBE', 404), 'not_found'],
    ['unsupported', instead('DESCRIBE', 302), 'redirect'],
  ] satisfies [string, Script, string][])('connecting -> %s', async (state, script, fault) => {
    await using peer = await PlayingCamera.start(script)
    const { until, close, statuses } = supervise(peer.url)
    await until(() => statuses.length > 0)
    expect(statuses[0]).toMatchObject({ state, fault })
    expect(statuses[0]?.message).toMatch(/\w+: \w+/)
    await close()
  })

  test('auth_failed: the password is not tried again before it changes, and then at once', async () => {
    await using peer = await PlayingCamera.start((request) =>
      request.headers.get('authorization') === `Basic ${btoa('admin:right-password')}`
        ? usual(request)
        : answer(request, 401, ['WWW-Authenticate: Basic realm="r"']),
    )
    const { camera, settings, until, close, states, lines } = supervise(peer.url, {
      endpoint: { url: peer.url, credentials: account },
    })
    await until(() => states().includes('auth_failed'))
    expect(camera.counters().attempts).toBe(1)
    camera.update({ ...settings, preEventSec: 9 })
    expect(states()).toEqual(['auth_failed'])
    camera.update({
      ...settings,
      endpoint: { url: peer.url, credentials: { ...account, password: 'right-password' } },
    })
    await until(() => states().includes('online'))
    expect(states()).toEqual(['auth_failed', 'connecting', 'online'])
    expect(camera.counters().attempts).toBe(2)
    await close()
    expect(lines.join('')).not.toMatch(/canary|right-password/)
  })
})

describe('an account that was let in before', () => {
  /** A camera that refuses everybody while it boots; waits pass at once, and are noted. */
  async function guarded(refusals: number) {
    const waits: number[] = []
    const delay: Clock['delay'] = (ms, options) => {
      waits.push(ms)
      return systemClock.delay(waits.length > 6 ? 1e6 : 1, options)
    }
    const left = { refusals: 0 }
    const peer = await PlayingCamera.start((request) => {
      const isRight = request.headers.get('authorization') === `Basic ${btoa('admin:canary-password')}`
      if (isRight && left.refusals > 0 && request.method === 'OPTIONS') left.refusals--
      else if (isRight) return usual(request)
      return answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])
    })
    const endpoint = { url: peer.url, credentials: account }
    const supervised = supervise(
      peer.url,
      { endpoint },
      { clock: { ...systemClock, delay }, accounts: ProvenAccounts.inMemory(systemRandom).of('c1') },
    )
    const { states, until } = supervised
    await until(() => states().includes('online'))
    left.refusals = refusals
    peer.server.drop()
    return { ...supervised, peer, waits }
  }

  test('auth_failed -> online: is tried twice more, a minute apart', async () => {
    const { close, peer, states, until, waits } = await guarded(2)
    await using _ = peer
    await until(() => states().at(-1) === 'online' && states().length > 1)
    expect(states()).toEqual(['online', 'offline', 'auth_failed', 'online'])
    expect(waits.slice(-2)).toEqual([60_000, 60_000])
    await close()
  })

  test('a stream that is forbidden to it is one too many, and no wrong password', async () => {
    let isFull = false
    const waits: number[] = []
    const delay: Clock['delay'] = (ms, options) => {
      waits.push(ms)
      return systemClock.delay(1, options)
    }
    await using peer = await PlayingCamera.start((request) => {
      if (request.headers.get('authorization') === undefined)
        return answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])
      return isFull && request.method === 'DESCRIBE' ? answer(request, 403) : usual(request)
    })
    const accounts = ProvenAccounts.inMemory(systemRandom).of('c1')
    const { close, states, statuses, until } = supervise(
      peer.url,
      { endpoint: { url: peer.url, credentials: account } },
      { clock: { ...systemClock, delay }, accounts },
    )
    await until(() => states().includes('online'))
    isFull = true
    peer.server.drop()
    await until(() => waits.length >= 4)
    expect(waits.slice(1, 4).every((ms) => ms >= 30_000 && ms <= 5 * 60_000)).toBe(true)
    isFull = false
    await until(() => states().at(-1) === 'online')
    expect(states()).toEqual(['online', 'offline', 'stream_limit', 'online'])
    expect(statuses[2]?.message).toContain('close other viewers')
    await close()
  })

  test('and after that as a wrong one', async () => {
    const { close, peer, until, waits } = await guarded(100)
    await using _ = peer
    await until(() => waits.length >= 5)
    expect(waits.slice(1, 5)).toEqual([60_000, 60_000, 30 * 60_000, 30 * 60_000])
    await close()
  })
})

describe('switched off and on', () => {
  test('online -> disabled -> connecting -> online', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, settings, until, close, states } = supervise(peer.url)
    await until(() => states().includes('online'))
    camera.update({ ...settings, enabled: false })
    await peer.server.until(() => peer.server.open === 0)
    expect(camera.status().state).toBe('disabled')
    camera.update(settings)
    await until(() => states().at(-1) === 'online')
    expect(states()).toEqual(['online', 'disabled', 'connecting', 'online'])
    await close()
  })

  test('disabled from the start: nobody is contacted', async () => {
    await using peer = await PlayingCamera.start()
    const { camera, close } = supervise(peer.url, { enabled: false })
    await systemClock.delay(50)
    expect([camera.status().state, peer.server.connections]).toEqual(['disabled', 0])
    await close()
  })
})

test('an account in the address is used, and nobody sees it', async () => {
  await using peer = await PlayingCamera.start((request) =>
    request.headers.get('authorization') === `Basic ${btoa('admin:canary-password')}`
      ? usual(request)
      : answer(request, 401, ['WWW-Authenticate: Basic realm="r"']),
  )
  const { until, close, states, lines, statuses } = supervise(
    peer.url.replace('//', '//admin:canary-password@'),
  )
  await until(() => states().includes('online'))
  peer.server.drop()
  await until(() => states().length === 3)
  await close()
  expect(lines.join('') + JSON.stringify(statuses)).not.toContain('canary')
  expect(peer.server.requests.map(({ uri }) => uri).join()).not.toContain('canary')
})
