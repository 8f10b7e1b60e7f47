import { describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { dualCamera, hasUses } from './dual-camera.fixture.js'

const area = { left: 0, top: 0, width: 0.5, height: 0.5 }

describe.concurrent('connections', () => {
  it('single: one, whatever detection_stream says; the recorded stream is watched', async () => {
    await using at = await dualCamera({ stream_mode: 'single' })
    await at.until(() => hasUses(at.uses(), 'main', 'recording', 'detection'))
    expect([at.main.server.connections, at.sub.server.connections]).toEqual([1, 0])
    expect(at.uses()).toEqual({ main: ['recording', 'detection'] })
  })

  it('dual: one each, the one for detection only once the recorded stream flows', async () => {
    await using at = await dualCamera()
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
    await using at = await dualCamera()
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
    await using at = await dualCamera({ stream_mode: 'single' })
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
    await using at = await dualCamera()
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
    at.world.drop(at.camera.camera_id)
    await at.until(() => at.main.server.open + at.sub.server.open === 0)
    await at.until(() => at.watching().length === 0)
    expect([at.main, at.sub].map(({ server }) => server.methods.at(-1))).toEqual(['TEARDOWN', 'TEARDOWN'])
  })
})

describe.concurrent('the past that is kept', () => {
  it('grows while a look for movement is late', async () => {
    await using at = await dualCamera({ pre_event_buffer_sec: 0, stream_mode: 'single' })
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
    await using at = await dualCamera({ pre_event_buffer_sec: 0 })
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

describe.concurrent('movement', () => {
  it('that the agent sees is an event of its own, and lengthens one in progress', async () => {
    await using at = await dualCamera()
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
    await using at = await dualCamera({ motion_zones: [{ name: 'All', kind: 'exclude', points }] })
    await at.until(() => at.report()?.state === 'online')
    await systemClock.delay(100)
    expect([at.watches.length, at.sub.server.connections]).toEqual([0, 0])
    expect(at.report()?.motion).toMatchObject({ state: 'off', message: expect.stringContaining('zones') })
    at.world.set({ ...at.camera, motion_zones: [] })
    await at.until(() => hasUses(at.uses(), 'sub', 'detection'))
  })
})
