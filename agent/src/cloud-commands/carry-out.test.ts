import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CameraState, PtzOutcome, TriggerOutcome } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { PtzControllers } from '../cameras/ptz-controllers.js'
import { superviseCameras } from '../cameras/supervised-cameras.fixture.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import type { CommandFrame } from '../cloud-link/session.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { LiveView } from '../live/live-view.js'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { eventPublisher } from '../outbox/event-publisher.js'
import { openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { keys } from '../outbox/outbox-keys.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { AgentError } from '../platform/errors.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { type CarryOutDeps, carryOut } from './carry-out.js'
import { ProbeTurns } from './probe-turns.js'
import { TriggerAnswers } from './trigger-answers.js'

const never = new AbortController().signal
/** The cloud's clock is ahead by this much, ms. */
const aheadMs = 3_600_000

/** What commands are carried out with: real cameras, recordings and outbox. */
async function commandWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-commands-'))
  const database = await openDatabase(folder)
  const outbox = await Outbox.open(database, systemClock)
  const world = await superviseCameras(eventPublisher(outbox, () => ({ offsetMs: aheadMs, synced: null })))
  const allowed = createAddressPolicy(['127.0.0.0/8'])
  const context = { clock: systemClock, random: systemRandom, log: silentLogger, allowed }
  const sealingKey = await generateSealingKey()
  const ptz = new PtzControllers({ ...context, sealingKey })
  const live = new LiveView({
    ...context,
    supervisor: world.supervisor,
    makers: null,
    uplink: { isTaken: false, isUploading: false },
    askCamera: () => Promise.resolve(false),
    channel: (liveId) => ({
      cloudUrl: 'http://127.0.0.1:1',
      path: `/live/${liveId}`,
      bearer: 'key',
      route: directRoute,
    }),
  })
  const deps: CarryOutDeps = {
    ...context,
    supervisor: world.supervisor,
    recordings: world.recordings,
    outbox,
    answers: new TriggerAnswers(database, systemClock),
    discovery: { discover: () => Promise.reject(new AgentError('failed', 'a scan is running already')) },
    clockOffsetMs: () => aheadMs,
    ptz,
    live,
    probe: {
      ...context,
      allowsAddress: allowed,
      sealingKey,
      live: () => null,
      turns: new ProbeTurns(),
    },
  }
  return {
    deps,
    database,
    outbox,
    set: world.set,
    seal: (username: string, password: string) => sealCredentials(username, password, sealingKey),
    /** Adds a camera and waits for what becomes of it. */
    async camera(url: string, state: CameraState = 'online'): Promise<string> {
      const camera = cameraSet({ connection: rtsp(url) })
      world.set(camera)
      await world.reported((report) => report.camera_id === camera.camera_id && report.state === state)
      return camera.camera_id
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await live.close()
      await ptz.close()
      await world[Symbol.asyncDispose]()
      await outbox.settled()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const rtsp = (url: string) => ({
  type: 'rtsp' as const,
  rtsp_url: url,
  rtsp_sub_url: null,
  credentials: null,
})

const head = () => ({ v: 1 as const, id: randomUUID() })
const probe = (url: string, deadline_ms: number): CommandFrame => ({
  ...head(),
  type: 'probe',
  body: { deadline_ms, connection: rtsp(url), stream_transport: 'tcp' },
})
const snapshot = (camera_id: string): CommandFrame => ({
  ...head(),
  type: 'snapshot',
  body: { deadline_ms: 5000, camera_id },
})
const ptz = (camera_id: string): CommandFrame => ({
  ...head(),
  type: 'ptz',
  body: { deadline_ms: 5000, camera_id, direction: 'pan_left', magnitude: 0.5, duration_ms: 100 },
})
const trigger = (camera_id: string, agoMs = 0) => ({
  ...head(),
  type: 'trigger' as const,
  body: {
    deadline_ms: 5000,
    camera_id,
    event_id: randomUUID(),
    request_id: randomBytes(16).toString('hex'),
    duration_sec: 5,
    triggered_at: new Date(Date.now() + aheadMs - agoMs).toISOString(),
    note: 'by hand',
  },
})

const refusal = (code: string, message?: string) => ({
  ok: false,
  error: { code, ...(message !== undefined && { message: expect.stringContaining(message) }) },
})

describe('a command', () => {
  it('ends with its deadline', async () => {
    await using silent = await PlayingCamera.start(() => null)
    await using world = await commandWorld()
    const startedMs = performance.now()
    expect(await carryOut(probe(silent.url, 200), world.deps, never)).toMatchObject(refusal('deadline'))
    expect(performance.now() - startedMs).toBeLessThan(5000)
    await silent.server.until(() => silent.server.open === 0)
  })

  it('ends with its connection', async () => {
    await using silent = await PlayingCamera.start(() => null)
    await using world = await commandWorld()
    const connection = new AbortController()
    const result = carryOut(probe(silent.url, 60_000), world.deps, connection.signal)
    await silent.server.until(() => silent.server.requests.length > 0)
    connection.abort(new Error('closed'))
    expect(await result).toMatchObject(refusal('unavailable', 'connection ended'))
  })

  it('for a camera that this gateway has not is refused', async () => {
    await using world = await commandWorld()
    for (const frame of [snapshot(randomUUID()), trigger(randomUUID()), ptz(randomUUID())]) {
      expect(await carryOut(frame, world.deps, never)).toMatchObject(refusal('camera_unknown'))
    }
  })

  it('that cannot be carried out now says why', async () => {
    await using world = await commandWorld()
    const discover: CommandFrame = {
      ...head(),
      type: 'discover',
      body: { deadline_ms: 5000, timeout_sec: 5 },
    }
    expect(await carryOut(discover, world.deps, never)).toMatchObject(
      refusal('unavailable', 'a scan is running'),
    )
  })

  it('that meets a bug is answered, too', async () => {
    await using world = await commandWorld()
    const broken = { ...world.deps, discovery: { discover: () => Promise.reject(new Error('broken')) } }
    const discover: CommandFrame = {
      ...head(),
      type: 'discover',
      body: { deadline_ms: 5000, timeout_sec: 5 },
    }
    expect(await carryOut(discover, broken, never)).toMatchObject(refusal('internal', 'broken'))
  })
})

describe('a movement', () => {
  it('of a camera that is known by its stream only is refused for good', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await commandWorld()
    const frame = ptz(await world.camera(peer.url))
    expect(await carryOut(frame, world.deps, never)).toMatchObject(refusal('unsupported'))
  })

  it('goes to the ONVIF service of the camera, and ends by itself', async () => {
    const usual = '<tds:GetProfilesResponse/>'
    const moved = { ContinuousMove: usual, Stop: usual, GetProfiles: movableProfile }
    await using device = await startDevice({ wants: 'ws-security', answers: moved })
    await using world = await commandWorld()
    const credentials = await world.seal('admin', 'right')
    const camera = cameraSet({
      connection: { type: 'onvif', host: '127.0.0.1', port: device.port, credentials },
    })
    world.set(camera)
    const result = await carryOut(ptz(camera.camera_id), world.deps, never)
    if (!result.ok) throw new Error(result.error.message)
    const { started_at, stops_at } = PtzOutcome.parse(result.value)
    expect(Date.parse(stops_at) - Date.parse(started_at)).toBe(100)
    while (!device.operations.includes('Stop')) await systemClock.delay(10)
    expect(device.operations.filter((name) => /Move|Stop/.test(name))).toEqual(['ContinuousMove', 'Stop'])
    expect(device.bodies.find((body) => body.includes('<ContinuousMove'))).toContain(
      '<PanTilt x="-0.5" y="0"',
    )
    expect(device.tries.wrong).toBe(0)
  })

  it('that the camera refuses, or where it is not there, says which', async () => {
    await using device = await startDevice({ answers: { GetProfiles: movableProfile, ContinuousMove: null } })
    await using world = await commandWorld()
    const at = (port: number) =>
      cameraSet({ connection: { type: 'onvif', host: '127.0.0.1', port, credentials: null } })
    const [refusing, gone] = [at(device.port), at(1)]
    world.set(refusing)
    world.set(gone)
    expect(await carryOut(ptz(refusing.camera_id), world.deps, never)).toMatchObject(refusal('unsupported'))
    expect(await carryOut(ptz(gone.camera_id), world.deps, never)).toMatchObject(refusal('camera_offline'))
  })
})

const movableProfile =
  '<Profiles token="p1"><Name>one</Name><VideoEncoderConfiguration><Encoding>H264</Encoding></VideoEncoderConfiguration>' +
  '<PTZConfiguration token="z"/></Profiles>'

describe('a snapshot', () => {
  /** Three pixels wide and two high, as far as anybody looks. */
  const jpeg = Buffer.from('ffd8ffc0000b080002000301011100ffd9', 'hex')

  it.each([
    [
      'the camera gives one itself',
      jpeg,
      { ok: true, value: { width: 3, height: 2, data: jpeg.toString('base64') } },
    ],
    ['what it gives is a web page', Buffer.from('<html/>'), refusal('camera_offline')],
  ])('of a camera whose stream cannot be had: %s', async (_name, picture, outcome) => {
    await using device = await startDevice({
      instead: (operation, request, response) => {
        if (request.method === 'GET') response.end(picture)
        else if (operation === 'GetSnapshotUri') {
          const uri = `<MediaUri><Uri>http://${request.headers.host}/still</Uri></MediaUri>`
          const answer = `<GetSnapshotUriResponse>${uri}</GetSnapshotUriResponse>`
          response.end(`<s:Envelope><s:Body>${answer}</s:Body></s:Envelope>`)
        } else return false
        return true
      },
    })
    await using world = await commandWorld()
    const camera = cameraSet({
      connection: { type: 'onvif', host: '127.0.0.1', port: device.port, credentials: null },
    })
    world.set(camera)
    const received = () => world.deps.supervisor.camera(camera.camera_id)?.pipeline ?? null
    while (received() === null) await systemClock.delay(10)
    expect(await carryOut(snapshot(camera.camera_id), world.deps, never)).toMatchObject(outcome)
  })
})

describe('a trigger', () => {
  it('of a camera that sends nothing is refused, and the same one works once it does', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await commandWorld()
    const frame = trigger(await world.camera('rtsp://127.0.0.1:1/none', 'offline'))
    expect(await carryOut(frame, world.deps, never)).toMatchObject(refusal('camera_offline'))
    expect(world.outbox.counts.entries).toBe(0)
    const camera_id = await world.camera(peer.url)
    const again = { ...frame, body: { ...frame.body, camera_id } }
    expect(await carryOut(again, world.deps, never)).toMatchObject({ ok: true })
  })

  it('records from its own time by our clock, though the clock of the cloud is another', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await commandWorld()
    const frame = trigger(await world.camera(peer.url), 400)
    const happenedMs = Date.parse(frame.body.triggered_at) - aheadMs
    expect(await carryOut(frame, world.deps, never)).toMatchObject({ ok: true })
    const [opened] = await world.outbox.entriesAfter(0, 1)
    expect(opened).toMatchObject({ type: 'event.opened' })
    expect(opened?.body).toMatchObject({ triggered_at: new Date(happenedMs).toISOString() })
  })

  it('that was begun by a process killed before its answer begins nothing again', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await commandWorld()
    const frame = trigger(await world.camera(peer.url))
    expect(await carryOut(frame, world.deps, never)).toMatchObject({ ok: true })
    await world.database.del(keys.answer(frame.body.event_id))
    await using restarted = await superviseCameras()
    const again = await carryOut(frame, { ...world.deps, supervisor: restarted.supervisor }, never)
    if (!again.ok) throw new Error(again.error.message)
    expect(TriggerOutcome.parse(again.value)).toMatchObject({
      status: 'triggered',
      event_id: frame.body.event_id,
    })
    expect(world.outbox.counts.entries).toBe(1)
  })
})
