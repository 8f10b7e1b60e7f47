import { randomUUID } from 'node:crypto'
import type { CameraStatusReport } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { systemClock } from '../platform/clock.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { superviseCameras } from './supervised-cameras.fixture.js'

/** A camera that lets in who has one of these passwords. */
const guarded =
  (...passwords: string[]): Script =>
  (request) =>
    request.method === 'OPTIONS' ||
    passwords.some((each) => request.headers.get('authorization') === `Basic ${btoa(`admin:${each}`)}`)
      ? usual(request)
      : answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])

const online = ({ state }: CameraStatusReport) => state === 'online'
const at = (url: string, credentials: string | null = null) => ({
  connection: { type: 'rtsp' as const, rtsp_url: url, rtsp_sub_url: null, credentials },
})
const manual = (eventId: string) => ({
  eventId,
  category: 'other' as const,
  topic: '',
  source: 'manual' as const,
  rawSource: 'manual',
  rawData: {},
  triggeredAtMs: Date.now(),
})

describe('the cameras of a site', () => {
  it('are those of the configuration: added, and gone when dropped', async () => {
    await using one = await PlayingCamera.start()
    await using two = await PlayingCamera.start()
    await using world = await superviseCameras()
    const [first, second] = [cameraSet(at(one.url)), cameraSet(at(two.url))]
    world.set(first)
    await world.reported(({ camera_id, state }) => camera_id === first.camera_id && state === 'online')
    world.set(second)
    await world.reported(({ camera_id, state }) => camera_id === second.camera_id && state === 'online')
    world.drop(first.camera_id)
    await one.server.until(() => one.server.open === 0)
    expect(one.server.methods.at(-1)).toBe('TEARDOWN')
    expect(world.supervisor.cameras.map(({ settings }) => settings.camera_id)).toEqual([second.camera_id])
    expect([two.server.open, two.server.connections]).toEqual([1, 1])
  })

  it('record on when a camera comes with the same account sealed anew', async () => {
    await using peer = await PlayingCamera.start(guarded('one'))
    const observer = new RememberingObserver()
    await using world = await superviseCameras(observer)
    const camera = cameraSet({ ...at(peer.url, await world.seal('admin', 'one')), recording_duration_sec: 5 })
    world.set(camera)
    await world.reported(online)
    const eventId = randomUUID()
    await world.supervisor.camera(camera.camera_id)?.trigger({ ...manual(eventId), durationSec: 1 })
    world.set({ ...camera, name: 'Renamed', ...at(peer.url, await world.seal('admin', 'one')) })
    while (observer.ends.length === 0) await systemClock.delay(10)
    expect(observer.endOf(eventId)).toMatchObject({ error: null })
    expect(world.supervisor.camera(camera.camera_id)?.settings.name).toBe('Renamed')
    expect(peer.server.connections).toBe(1)
  })

  it('use another password at once', async () => {
    await using peer = await PlayingCamera.start(guarded('one', 'two'))
    await using world = await superviseCameras()
    const camera = cameraSet(at(peer.url, await world.seal('admin', 'one')))
    world.set(camera)
    await world.reported(online)
    const from = world.reports.length
    world.set({ ...camera, ...at(peer.url, await world.seal('admin', 'two')) })
    await world.reported(online, from)
    const used = peer.server.requests.map(({ headers }) => headers.get('authorization'))
    expect(used.at(-1)).toBe(`Basic ${btoa('admin:two')}`)
    expect(peer.server.connections).toBeGreaterThan(1)
  })

  it('do not wait out the pause after a wrong password once the right one comes', async () => {
    await using peer = await PlayingCamera.start(guarded('right'))
    await using world = await superviseCameras()
    const camera = cameraSet(at(peer.url, await world.seal('admin', 'wrong')))
    world.set(camera)
    await world.reported(({ fault }) => fault === 'auth')
    world.set({ ...camera, ...at(peer.url, await world.seal('admin', 'right')) })
    await world.reported(online)
  })

  it('move to another address', async () => {
    await using one = await PlayingCamera.start()
    await using two = await PlayingCamera.start()
    await using world = await superviseCameras()
    const camera = cameraSet(at(one.url))
    world.set(camera)
    await world.reported(online)
    const from = world.reports.length
    world.set({ ...camera, ...at(two.url) })
    await world.reported(online, from)
    await one.server.until(() => one.server.open === 0)
    expect(two.server.open).toBe(1)
  })

  it('keep what was counted of them when they are set up anew', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await superviseCameras()
    const camera = cameraSet(at(peer.url))
    world.set(camera)
    await world.reported(online)
    peer.server.drop()
    await world.reported(({ reconnects_last_hour: count, state }) => state === 'online' && count === 1)
    const from = world.reports.length
    world.set({ ...camera, stream_transport: 'udp' })
    world.set(camera)
    world.set({ ...camera, enabled: false })
    await world.reported(({ state }) => state === 'disabled', from)
    world.set(camera)
    await world.reported(online, from)
    expect(world.reports.at(-1)?.reconnects_last_hour).toBeGreaterThanOrEqual(2)
  })

  it('have been as they are since it began, through every further attempt', async () => {
    await using peer = await PlayingCamera.start(guarded('right'))
    await using world = await superviseCameras()
    const camera = cameraSet(at(peer.url, await world.seal('admin', 'wrong')))
    world.set(camera)
    await world.reported(({ fault }) => fault === 'auth')
    const since = world.reports.at(-1)?.since
    world.supervisor.camera(camera.camera_id)?.reconnect()
    const tries = () => peer.server.methods.filter((method) => method === 'DESCRIBE').length
    const before = tries()
    await peer.server.until(() => tries() > before)
    await systemClock.delay(50)
    world.supervisor.reportAll()
    expect(world.reports.at(-1)).toMatchObject({ state: 'auth_failed', since })
  })

  it('follow the last of several updates in a row', async () => {
    await using peer = await PlayingCamera.start(guarded('one', 'two'))
    await using world = await superviseCameras()
    const [one, two] = [await world.seal('admin', 'one'), await world.seal('admin', 'two')]
    const camera = cameraSet(at(peer.url, one))
    world.set(camera)
    await world.reported(online)
    const from = world.reports.length
    // The second differs from the first in its name only, and must not hide that the password is new.
    world.set({ ...camera, ...at(peer.url, two) })
    world.set({ ...camera, ...at(peer.url, two), name: 'Renamed' })
    await world.reported(online, from)
    const used = peer.server.requests.map(({ headers }) => headers.get('authorization'))
    expect(used.at(-1)).toBe(`Basic ${btoa('admin:two')}`)
  })

  it('rest while switched off', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await superviseCameras()
    const camera = cameraSet(at(peer.url))
    world.set(camera)
    await world.reported(online)
    world.set({ ...camera, enabled: false })
    await world.reported(({ state }) => state === 'disabled')
    await peer.server.until(() => peer.server.open === 0)
    expect(world.supervisor.camera(camera.camera_id)?.trigger(manual(randomUUID()))).toBeNull()
    const from = world.reports.length
    world.set(camera)
    await world.reported(online, from)
  })

  it('say that an account was sealed to another gateway', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await superviseCameras()
    const foreign = await sealCredentials('admin', 'one', await generateSealingKey())
    world.set(cameraSet(at(peer.url, foreign)))
    await world.reported(({ fault, message }) => fault === 'auth' && /enter it again/.test(message ?? ''))
    expect(peer.server.connections).toBe(0)
  })

  it('are told of again once more is known, and not without news', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await superviseCameras()
    world.set(cameraSet(at(peer.url)))
    await world.reported(online)
    while (typeof world.supervisor.cameras[0]?.stream()?.fps !== 'number') await systemClock.delay(10)
    const from = world.reports.length
    world.supervisor.reportChanges()
    expect(world.reports.slice(from)).toMatchObject([
      {
        state: 'online',
        stream: { fps: expect.any(Number) },
        stalls_last_hour: 0,
        pre_roll_shortened: false,
      },
    ])
    world.supervisor.reportAll()
    const told = world.reports.length
    world.supervisor.reportChanges()
    expect(world.reports.length).toBe(told)
  })

  it('all end with the supervisor, recordings with what there is, and nothing follows', async () => {
    await using one = await PlayingCamera.start()
    await using two = await PlayingCamera.start()
    const observer = new RememberingObserver()
    await using world = await superviseCameras(observer)
    const [first, second] = [cameraSet(at(one.url)), cameraSet(at(two.url))]
    for (const camera of [first, second]) {
      world.set(camera)
      await world.reported(({ camera_id, state }) => camera_id === camera.camera_id && state === 'online')
    }
    const eventId = randomUUID()
    await world.supervisor.camera(first.camera_id)?.trigger({ ...manual(eventId), durationSec: 60 })
    await world.supervisor.stop()
    await one.server.until(() => one.server.open === 0 && two.server.open === 0)
    expect([world.supervisor.cameras, world.budget.usedBytes]).toEqual([[], 0])
    while (observer.ends.length === 0) await systemClock.delay(10)
    expect(observer.endOf(eventId).clip).not.toBeNull()
    const told = world.reports.length
    world.set(cameraSet(at(one.url)))
    expect([world.supervisor.cameras, world.reports.length]).toEqual([[], told])
  })
})
