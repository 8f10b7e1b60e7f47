import { randomUUID } from 'node:crypto'
import type { CameraSet, CameraStatusReport } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import type { MotionDetectorOptions } from '../motion/motion-detector.js'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { superviseCameras } from './supervised-cameras.fixture.js'

const area = { left: 0, top: 0, width: 0.5, height: 0.5 }
const timeouts = { silenceMs: 400, connectMs: 1000, responseMs: 1000 }
const described =
  (body: string): Script =>
  (request) =>
    request.method === 'DESCRIBE'
      ? answer(request, 200, ['Content-Type: application/sdp'], body)
      : usual(request)
const jpegOnly = described('v=0\r\nm=video 0 RTP/AVP 26\r\na=control:t\r\n')
const notFound: Script = (request) => (request.method === 'DESCRIBE' ? answer(request, 404) : usual(request))

/** A camera with a main and a sub stream, each at a server of its own, and what watches it. */
async function scene(
  settings: Partial<CameraSet> = {},
  subScript: Script = usual,
  mainScript: Script = usual,
) {
  const [main, sub] = [await PlayingCamera.start(mainScript), await PlayingCamera.start(subScript)]
  const observer = new RememberingObserver()
  const watches: (MotionDetectorOptions & { stopped: boolean })[] = []
  const world = await superviseCameras(observer, {
    timeouts,
    // The shortest waits between attempts.
    random: { ...systemRandom, fraction: () => 0 },
    startWatch: (options) => {
      const watch = { ...options, stopped: false }
      watches.push(watch)
      return {
        configure: () => undefined,
        stop: () => {
          watch.stopped = true
        },
        health: () => ({ state: 'watching', message: null, lastCheckAtMs: null }),
      }
    },
  })
  const connection = {
    type: 'rtsp' as const,
    rtsp_url: main.url,
    rtsp_sub_url: sub.url,
    credentials: null,
  }
  const camera = cameraSet({ connection, detection_stream: 'sub', stream_mode: 'dual', ...settings })
  const id = camera.camera_id
  world.set(camera)
  const report = (): CameraStatusReport | undefined => {
    const held = world.supervisor.camera(id)
    return held && world.supervisor.reportOf(held)
  }
  return {
    main,
    sub,
    world,
    camera,
    connection,
    observer,
    watches,
    report,
    watching: () => watches.filter(({ stopped }) => !stopped),
    uses: () => Object.fromEntries((report()?.streams ?? []).map(({ role, used_for }) => [role, used_for])),
    warnings: () => (report()?.warnings ?? []).map(({ code }) => code),
    until: async (reached: () => boolean) => {
      while (!reached()) await systemClock.delay(5)
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await main[Symbol.asyncDispose]()
      await sub[Symbol.asyncDispose]()
    },
  }
}

const hasUses = (uses: Record<string, string[]>, role: string, ...wanted: string[]) =>
  JSON.stringify(uses[role]) === JSON.stringify(wanted)

describe.concurrent('connections', () => {
  it('single: one, whatever detection_stream says; the recorded stream is watched', async () => {
    await using at = await scene({ stream_mode: 'single' })
    await at.until(() => hasUses(at.uses(), 'main', 'recording', 'detection'))
    expect([at.main.server.connections, at.sub.server.connections]).toEqual([1, 0])
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
  })

  it('dual: one each, the one for detection only once the recorded stream flows', async () => {
    await using at = await scene()
    at.main.isFrozen = true
    await at.main.server.until(() => at.main.server.methods.includes('PLAY'))
    await systemClock.delay(50)
    expect(at.sub.server.connections).toBe(0)
    at.main.isFrozen = false
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    expect(at.uses()).toEqual({ main: ['recording'], sub: ['detection'] })
    expect([at.main.server.open, at.sub.server.open]).toEqual([1, 1])
    expect(at.report()?.motion).toMatchObject({ state: 'watching', stream: 'sub' })
  })

  it('from dual to single and back, the recorded stream is left alone', async () => {
    await using at = await scene()
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    at.world.set({ ...at.camera, stream_mode: 'single' })
    await at.sub.server.until(() => at.sub.server.open === 0)
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
    at.world.set(at.camera)
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    expect(at.main.server.connections).toBe(1)
    expect(at.watching()).toHaveLength(1)
  })

  it('who wants a stream that is in use shares it; another one is opened for as long as it is wanted', async () => {
    await using at = await scene({ stream_mode: 'single' })
    await at.until(() => at.report()?.state === 'online')
    const held = at.world.supervisor.camera(at.camera.camera_id)
    const same = held?.pipeline?.open('main', 'preview')
    const other = held?.pipeline?.open('sub', 'preview')
    await at.sub.server.until(() => at.sub.server.open === 1)
    expect(at.uses()['sub']).toEqual(['preview'])
    expect(at.uses()['main']).toEqual(['recording', 'preview', 'detection'])
    expect(held?.source()).toBe(other?.connection.source)
    await other?.release()
    await same?.release()
    await at.sub.server.until(() => at.sub.server.open === 0)
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
    expect([at.main.server.connections, at.sub.server.connections]).toEqual([1, 1])
    expect(held?.source()).toBe(same?.connection.source)
  })

  it('none is left, and nobody watches, once the camera is gone', async () => {
    await using at = await scene()
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    at.world.drop(at.camera.camera_id)
    await at.until(() => at.main.server.open + at.sub.server.open === 0)
    await at.until(() => at.watching().length === 0)
    expect([at.main, at.sub].map(({ server }) => server.methods.at(-1))).toEqual(['TEARDOWN', 'TEARDOWN'])
  })
})

describe.concurrent('the past that is kept', () => {
  it('grows while a look for movement is late', async () => {
    await using at = await scene({ pre_event_buffer_sec: 0, stream_mode: 'single' })
    await at.until(() => at.watching().length === 1)
    at.watching()[0]?.onLate?.(10_000)
    const oldestAtMs = () =>
      at.world.supervisor.camera(at.camera.camera_id)?.pipeline?.recorded.ring().oldestAtMs ?? Infinity
    // Without that two seconds are, and what a group of pictures and a trigger's way take.
    await at.until(() => Date.now() - oldestAtMs() > 6000)
    at.watching()[0]?.onLate?.(0)
    await at.until(() => Date.now() - oldestAtMs() < 5000)
  })

  it('is as long as a look for movement goes back where a stream serves detection alone, and grows with it', async () => {
    await using at = await scene({ pre_event_buffer_sec: 0 })
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    const kept = () => {
      const packets: number[] = []
      const keep = at.watching()[0]?.source
      keep?.subscribe({ packet: ({ ptsUs }) => packets.push(ptsUs / 1e6), runEnded: () => undefined }, 0)()
      return (packets.at(-1) ?? 0) - (packets[0] ?? 0)
    }
    await at.until(() => kept() > 6.5)
    at.watching()[0]?.onLate?.(10_000)
    await at.until(() => kept() > 9.5)
  })
})

describe.concurrent('a stream for detection that is no good', () => {
  it.each<[string, Script, string]>([
    ['of JPEG pictures', jpegOnly, 'codec'],
    ['not there', notFound, 'not_found'],
  ])('%s: main serves, and the report says why', async (_, script, fault) => {
    await using at = await scene({}, script)
    await at.until(() => at.report()?.streams?.some((stream) => stream.fault === fault) === true)
    expect(at.uses()).toEqual({ main: ['recording', 'detection'], sub: [] })
    expect(at.warnings()).toContain('sub_stream_unusable')
    expect(at.report()).toMatchObject({ state: 'online', motion: { stream: 'main' } })
    expect(at.main.server.connections).toBe(1)
  })

  it('missing: main serves', async () => {
    await using at = await scene()
    at.world.set({ ...at.camera, connection: { ...at.connection, rtsp_sub_url: null } })
    await at.until(() => hasUses(at.uses(), 'main', 'recording', 'detection'))
    expect(at.warnings()).toContain('sub_stream_missing')
  })

  it('frozen: the recording goes on, main is watched, and its own again when it is back', async () => {
    await using at = await scene()
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    const eventId = randomUUID()
    await at.world.supervisor.camera(at.camera.camera_id)?.trigger({
      eventId,
      category: 'other',
      topic: '',
      source: 'manual',
      rawSource: 'manual',
      rawData: {},
      triggeredAtMs: Date.now(),
      durationSec: 2,
    })
    at.sub.isFrozen = true
    await at.until(() => at.report()?.motion?.stream === 'main')
    expect(at.report()?.streams?.find(({ role }) => role === 'sub')?.state).toBe('stalled')
    at.sub.isFrozen = false
    await at.until(() => at.report()?.motion?.stream === 'sub')
    await at.until(() => at.observer.ends.length > 0)
    expect(at.observer.endOf(eventId)).toMatchObject({ error: null })
    expect([at.main.server.connections, at.report()?.reconnects_last_hour]).toEqual([1, 0])
    expect(at.watching()).toHaveLength(1)
  })

  it('one that holds the only place gives it to the recorded stream', async () => {
    // This camera serves one client at a time, whichever stream it wants.
    const limited: Script = (request) =>
      request.method === 'SETUP' && at.sub.server.open > 0 ? answer(request, 453) : usual(request)
    await using at = await scene({}, usual, (request) =>
      isFull ? limited(request, at.main.server) : usual(request),
    )
    let isFull = false
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    isFull = true
    at.main.server.drop()
    await at.sub.server.until(() => at.sub.server.open === 0)
    await at.until(() => at.report()?.state === 'online')
    expect(at.warnings()).toContain('detection_disturbs')
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
  })

  it('one that fells the recorded stream is left alone after the second time', async () => {
    // The second client of this camera throws out the first.
    const dropsOn =
      (drop: () => void): Script =>
      (request) => {
        if (request.method === 'PLAY') setTimeout(drop, 30)
        return usual(request)
      }
    await using at = await scene(
      {},
      dropsOn(() => at.main.server.drop()),
      dropsOn(() => at.sub.server.drop()),
    )
    await at.until(() => at.warnings().includes('detection_disturbs'))
    await at.sub.server.until(() => at.sub.server.open === 0)
    await at.until(() => at.report()?.state === 'online')
    const { connections } = at.main.server
    await systemClock.delay(300)
    expect([at.main.server.connections, at.sub.server.open]).toEqual([connections, 0])
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
  })
})

describe.concurrent('movement', () => {
  it('that the agent sees is an event of its own, and lengthens one in progress', async () => {
    await using at = await scene()
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    const [watch] = at.watching()
    const atMs = Date.now()
    watch?.onMotion({ atMs, score: 0.5, area })
    await at.until(() => at.observer.events.length > 0)
    expect(at.observer.events).toMatchObject([
      {
        source: 'software',
        category: 'motion',
        topic: 'software/motion',
        rawData: { score: 0.5, area },
        triggeredAtMs: atMs,
      },
    ])
    expect(at.report()?.motion?.last_motion_at).toBe(new Date(atMs).toISOString())
    await at.until(() => at.observer.extensions.length > 0)
    expect(at.observer.events).toHaveLength(1)
  })

  it('is not looked for where the zones leave nothing', async () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]
    await using at = await scene({ motion_zones: [{ name: 'All', kind: 'exclude', points }] })
    await at.until(() => at.report()?.state === 'online')
    await systemClock.delay(100)
    expect([at.watches.length, at.sub.server.connections]).toEqual([0, 0])
    expect(at.report()?.motion).toMatchObject({ state: 'off', message: expect.stringContaining('zones') })
    at.world.set({ ...at.camera, motion_zones: [] })
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
  })
})
