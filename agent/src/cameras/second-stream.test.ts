import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMovableClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { dualCamera, hasUses } from './dual-camera.fixture.js'

const described =
  (body: string): Script =>
  (request) =>
    request.method === 'DESCRIBE'
      ? answer(request, 200, ['Content-Type: application/sdp'], body)
      : usual(request)
const jpegOnly = described('v=0\r\nm=video 0 RTP/AVP 26\r\na=control:t\r\n')
const notFound: Script = (request) => (request.method === 'DESCRIBE' ? answer(request, 404) : usual(request))

describe.concurrent('a stream for detection that is no good', () => {
  it.each<[string, Script, string]>([
    ['of JPEG pictures', jpegOnly, 'codec'],
    ['not there', notFound, 'not_found'],
  ])('%s: main serves, and the report says why', async (_, script, fault) => {
    await using at = await dualCamera({}, script)
    await at.until(() => at.report()?.streams?.some((stream) => stream.fault === fault) === true)
    expect(at.uses()).toEqual({ main: ['recording', 'detection'], sub: [] })
    expect(at.warnings()).toContain('sub_stream_unusable')
    expect(at.report()).toMatchObject({ state: 'online', motion: { stream: 'main' } })
    expect(at.main.server.connections).toBe(1)
  })

  it('missing: main serves', async () => {
    await using at = await dualCamera()
    at.world.set({ ...at.camera, connection: { ...at.connection, rtsp_sub_url: null } })
    await at.until(() => hasUses(at.uses(), 'main', 'recording', 'detection'))
    expect(at.warnings()).toContain('sub_stream_missing')
  })

  it('frozen: the recording goes on, main is watched, and its own again when it is back', async () => {
    await using at = await dualCamera()
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
    await using at = await dualCamera({}, usual, (request) =>
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
    await using at = await dualCamera(
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

  it('that rests is tried again after its hour, also where the camera was connected to anew meanwhile', async () => {
    const clock = createMovableClock()
    let isFull = false
    const limited: Script = (request) =>
      isFull && request.method === 'SETUP' && at.sub.server.open > 0 ? answer(request, 453) : usual(request)
    await using at = await dualCamera({}, usual, limited, { clock })
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    isFull = true
    at.main.server.drop()
    await at.until(() => at.warnings().includes('detection_disturbs'))
    await at.until(() => hasUses(at.uses(), 'main', 'recording', 'detection'))
    isFull = false
    at.main.server.drop()
    await at.until(() => at.report()?.state !== 'online')
    await at.until(() => at.report()?.state === 'online')
    expect(at.warnings()).toContain('detection_disturbs')
    clock.move(61 * 60_000)
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    expect(at.warnings()).not.toContain('detection_disturbs')
  })
})
