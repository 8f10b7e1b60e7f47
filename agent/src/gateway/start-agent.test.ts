import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CameraSet, TriggerOutcome } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import type { ScriptedSession } from '../cloud-link/scripted-cloud.fixture.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { openDatabase } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { outboxFolder } from '../runtime/agent-context.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { PairedAgent } from './paired-agent.fixture.js'

const password = 'canary-Pa55'
/** A camera that lets one account in. */
const guarded: Script = (request) =>
  request.method === 'OPTIONS' ||
  request.headers.get('authorization') === `Basic ${btoa(`admin:${password}`)}`
    ? usual(request)
    : answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])

async function cameraAt(world: PairedAgent, url: string, more: Partial<CameraSet> = {}): Promise<CameraSet> {
  const credentials = await world.seal('admin', password)
  return cameraSet({ connection: { type: 'rtsp', rtsp_url: url, rtsp_sub_url: null, credentials }, ...more })
}

function configure(session: ScriptedSession, ...cameras: CameraSet[]): void {
  for (const camera of cameras) session.send('camera.set', camera)
  session.send('config.complete', { revision: 1, camera_ids: cameras.map(({ camera_id }) => camera_id) })
}

async function online(session: ScriptedSession): Promise<void> {
  await session.when(
    () => session.of('camera.status').some(({ body }) => body.state === 'online'),
    'a camera on line',
  )
}

const trigger = (camera_id: string, event_id: string = randomUUID()) => ({
  deadline_ms: 5000,
  camera_id,
  event_id,
  request_id: randomBytes(16).toString('hex'),
  duration_sec: 5,
  triggered_at: new Date().toISOString(),
  note: null,
})

/** The result of the command with this id. */
async function resultOf(session: ScriptedSession, id: string) {
  await session.when(() => session.of('result').some(({ re }) => re === id), 'the result')
  return session.of('result').filter(({ re }) => re === id)
}

async function triggered(session: ScriptedSession, body: ReturnType<typeof trigger>) {
  const [result] = await resultOf(session, session.send('trigger', body))
  if (!result?.body.ok) throw new Error(JSON.stringify(result?.body))
  return result.body.value as TriggerOutcome
}

describe('an agent', () => {
  it('connects the cameras of its configuration with the sealed account, and tells nobody the password', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    const status = await askAgent(world.dataDir, { ask: 'status' }, socketAnswers.status)
    expect(status?.link.state).toBe('live')
    expect(status?.cameras).toMatchObject([{ id: camera.camera_id, state: 'online', recording: 'idle' }])
    expect(JSON.stringify([status, session.frames, world.lines])).not.toContain(password)
  })

  it('serves its cameras though its data folder has no room for a socket', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await mkdir(join(world.dataDir, 'agent.sock'))
    await world.start()
    const session = await world.session()
    configure(session, await cameraAt(world, peer.url))
    await online(session)
  })

  it('records from the last configuration after a restart without a cloud', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    configure(session, await cameraAt(world, peer.url))
    await online(session)
    await world.stop()
    world.cloud.refuseWith = 503
    const agent = await world.start()
    const isOnline = async () => (await agent.status()).cameras[0]?.state === 'online'
    while (!(await isOnline())) await new Promise((resolve) => setTimeout(resolve, 10))
  })

  it('drops a camera that the configuration drops, connection and all', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    configure(session, await cameraAt(world, peer.url))
    await online(session)
    configure(session)
    await peer.server.until(() => peer.server.open === 0)
    expect(peer.server.methods.at(-1)).toBe('TEARDOWN')
  })

  it('keeps the connection when only recording settings change', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    const agent = await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    configure(session, { ...camera, name: 'Other name', post_event_buffer_sec: 3, pre_event_buffer_sec: 4 })
    while ((await agent.status()).cameras[0]?.name !== 'Other name') await Promise.resolve()
    expect(peer.server.connections).toBe(1)
  })

  it('refuses a second run on its data folder, and goes on', async () => {
    await using world = await PairedAgent.pair()
    const first = await world.start()
    await expect(world.start()).rejects.toMatchObject({ kind: 'already_running' })
    expect(await askAgent(world.dataDir, { ask: 'status' }, socketAnswers.status)).not.toBeNull()
    await first.close()
  })

  it('ends everything when it cannot start, so that the next start succeeds', async () => {
    await using world = await PairedAgent.pair()
    await writeFile(join(world.dataDir, 'recordings'), '')
    await expect(world.start()).rejects.toThrow()
    await rm(join(world.dataDir, 'recordings'))
    await world.start()
  })

  it('says that nothing is paired', async () => {
    await using world = await PairedAgent.pair()
    await rm(join(world.dataDir, 'identity.json'))
    await expect(world.start()).rejects.toMatchObject({ kind: 'not_paired' })
  })
})

describe('a trigger of the cloud', () => {
  it('makes one event and one answer, however often it comes, also after a restart', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    const body = trigger(camera.camera_id)
    const answers = await Promise.all([triggered(session, body), triggered(session, body)])
    expect(answers[0]).toMatchObject({ status: 'triggered', event_id: body.event_id })
    expect(answers[1]).toEqual(answers[0])
    await session.until('event.opened')
    await world.stop()
    await world.start()
    const again = await world.session()
    configure(again, camera)
    await online(again)
    expect(await triggered(again, body)).toEqual(answers[0])
    await again.until('event.closed')
    const opened = [...again.of('event.opened'), ...session.of('event.opened')]
    expect(new Set(opened.map(({ seq }) => seq)).size).toBe(1)
  })

  it('begins no second recording where a killed process had not kept its answer', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    const body = trigger(camera.camera_id)
    await triggered(session, body)
    await world.stop()
    const database = await openDatabase(outboxFolder(world.dataDir))
    await database.del(keys.answer(body.event_id))
    await database.close()
    await rm(join(world.dataDir, 'recordings'), { recursive: true })
    await world.start()
    const again = await world.session()
    configure(again, camera)
    await online(again)
    expect(await triggered(again, body)).toMatchObject({ status: 'triggered', event_id: body.event_id })
    expect((await world.agent?.status())?.cameras).toMatchObject([{ recording: 'idle' }])
  })

  it('extends a recording in progress', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    const first = trigger(camera.camera_id)
    const second = trigger(camera.camera_id)
    await triggered(session, first)
    expect(await triggered(session, second)).toMatchObject({
      status: 'recording_extended',
      event_id: first.event_id,
    })
    const [extended] = await session.until('event.extended')
    expect(extended?.body).toMatchObject({ event_id: first.event_id, absorbed_event_id: second.event_id })
  })

  it('is refused for a camera that is unknown or off line', async () => {
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, 'rtsp://127.0.0.1:1/none')
    configure(session, camera)
    const [unknown] = await resultOf(session, session.send('trigger', trigger(randomUUID())))
    expect(unknown?.body).toMatchObject({ ok: false, error: { code: 'camera_unknown' } })
    const [offline] = await resultOf(session, session.send('trigger', trigger(camera.camera_id)))
    expect(offline?.body).toMatchObject({ ok: false, error: { code: 'camera_offline' } })
    expect(session.of('event.opened')).toEqual([])
  })
})

describe('other commands of the cloud', () => {
  it('probe: says what a camera sends, and that a password is wrong also for one in use', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, peer.url)
    configure(session, camera)
    await online(session)
    const probe = async (credentials: string | null) => {
      const connection = { type: 'rtsp', rtsp_url: peer.url, rtsp_sub_url: null, credentials } as const
      const [result] = await resultOf(session, session.send('probe', { deadline_ms: 20_000, connection }))
      return result?.body
    }
    expect(await probe(await world.seal('admin', password))).toMatchObject({
      ok: true,
      value: { reachable: true, streams: [{ role: 'main', codec: 'h264', width: 640, height: 360 }] },
    })
    expect(peer.server.connections).toBe(1)
    expect(await probe(await world.seal('admin', 'wrong'))).toMatchObject({
      ok: true,
      value: { reachable: false, fault: 'auth' },
    })
    expect(await probe('not.a.sealed.text.x')).toMatchObject({ ok: true, value: { fault: 'auth' } })
  })

  it('probe: answers once its deadline has passed, and only once', async () => {
    await using silent = await PlayingCamera.start(() => null)
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const connection = { type: 'rtsp', rtsp_url: silent.url, rtsp_sub_url: null, credentials: null } as const
    const id = session.send('probe', { deadline_ms: 300, connection })
    const [result] = await resultOf(session, id)
    expect(JSON.stringify(result?.body)).toMatch(/deadline|timeout/)
    await silent.server.until(() => silent.server.open === 0)
    expect(await resultOf(session, id)).toHaveLength(1)
  })

  it('snapshot: says why there is none', async () => {
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    const camera = await cameraAt(world, 'rtsp://127.0.0.1:1/none')
    configure(session, camera)
    const ask = async (camera_id: string) => {
      const [result] = await resultOf(session, session.send('snapshot', { deadline_ms: 5000, camera_id }))
      return result?.body
    }
    expect(await ask(randomUUID())).toMatchObject({ ok: false, error: { code: 'camera_unknown' } })
    expect(await ask(camera.camera_id)).toMatchObject({ ok: false, error: { code: 'camera_offline' } })
  })
})
