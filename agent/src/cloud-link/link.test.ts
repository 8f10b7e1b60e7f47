import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '@sightline/protocol'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventPublisher } from '../outbox/event-publisher.js'
import { type Database, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { until } from '../platform/until.fixture.js'
import { CloudLink } from './link.js'
import type { Channel } from './open-socket.js'
import { ScriptedCloud } from './scripted-cloud.fixture.js'
import type { CommandFrame, ConfigurationFrame } from './session.js'

const gatewayId = randomUUID()
const cameraId = randomUUID()

let folder: string
let database: Database
let outbox: Outbox
let cloud: ScriptedCloud
let link: CloudLink
let stopping: AbortController
let running: Promise<void>
let configured: ConfigurationFrame[]
let commanded: CommandFrame[]
let answer: (frame: CommandFrame) => Promise<Result>

/** Everything in the link takes a `speed`th of its time: at 10 a welcome still has a second to come. */
function faster(speed: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * speed,
    delay: (ms, options) => systemClock.delay(ms / speed, options),
    after: (ms, task) => systemClock.after(ms / speed, task),
  }
}

function start(clock: Clock = systemClock, way: Partial<Channel> = {}): void {
  link = new CloudLink({
    channel: {
      cloudUrl: cloud.url,
      path: `/api/v1/gateways/${gatewayId}/ws`,
      bearer: 'gw_test-key',
      route: directRoute,
      ...way,
    },
    outbox,
    clock,
    random: systemRandom,
    log: silentLogger,
    hello: async () => ({
      versions: [1],
      capabilities: [],
      agent_version: '0',
      boot_id: gatewayId,
      config_revision: 0,
      last_acked_seq: outbox.acked,
      clock: { now: new Date().toISOString(), synced: null },
      local_ip: null,
    }),
    heartbeat: () => ({
      now: new Date().toISOString(),
      clock_synced: null,
      uptime_sec: 1,
      outbox_entries: outbox.counts.entries,
      outbox_rejected: outbox.counts.refused,
    }),
    configuration: (frame) => configured.push(frame),
    command: (frame) => {
      commanded.push(frame)
      return answer(frame)
    },
    live: () => undefined,
  })
  running = link.run(stopping.signal)
}

/** Says the one, and then the other without end. */
function chatter(first: string, next: string) {
  return (socket: Socket): void => {
    const say = (text: string): void => {
      if (!socket.destroyed) socket.write(text, () => setTimeout(say, 20, next))
    }
    say(first + next)
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-link-'))
  database = await openDatabase(join(folder, 'outbox'))
  outbox = await Outbox.open(database, systemClock)
  cloud = await ScriptedCloud.start()
  stopping = new AbortController()
  configured = []
  commanded = []
  answer = () => Promise.resolve({ ok: true, value: {} })
})
afterEach(async () => {
  stopping.abort()
  await running
  await cloud.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  const journal = eventPublisher(outbox, () => ({ offsetMs: null, synced: null }))
  for (const eventId of ids) {
    await journal.opened({
      eventId,
      cameraId,
      category: 'motion',
      topic: '',
      source: 'software',
      rawSource: 'software',
      rawData: {},
      triggeredAtMs: Date.now(),
    })
  }
  return ids
}

describe('a session', () => {
  it('shows the key before the upgrade, greets, and says nothing more before the welcome', async () => {
    const ids = await open(2)
    start()
    const session = await cloud.session(0)
    const [hello] = await session.until('hello')
    expect(session.request.url).toBe(`/api/v1/gateways/${gatewayId}/ws`)
    expect(session.request.headers.authorization).toBe('Bearer gw_test-key')
    expect(session.request.headers['sec-websocket-extensions']).toBeUndefined()
    expect(hello?.body.last_acked_seq).toBe(0)
    await systemClock.delay(100)
    expect(session.frames).toHaveLength(1)
    await session.welcome()
    const opened = await session.until('event.opened', 2)
    expect(opened.map(({ seq, body }) => [seq, body.event_id])).toEqual(
      ids.map((id, index) => [index + 1, id]),
    )
    expect(await session.until('heartbeat')).toHaveLength(1)
  })

  it('removes entries when they are confirmed, and moves refused ones aside', async () => {
    await open(3)
    start()
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('event.opened', 3)
    expect(outbox.counts.entries).toBe(3)
    session.send('ack', { rejected: [{ seq: 2, code: 'camera_unknown', message: 'no' }] }, { ack: 2 })
    await until(() => outbox.counts.entries === 1)
    expect(outbox.counts).toEqual({ entries: 1, refused: 1 })
  })

  it('sends at most 64 durable frames without their acknowledgement', async () => {
    await open(80)
    start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('event.opened', 64)
    await systemClock.delay(150)
    expect(session.of('event.opened')).toHaveLength(64)
    session.send('ack', { rejected: [] }, { ack: 10 })
    await session.until('event.opened', 74)
    session.send('ack', { rejected: [] }, { ack: 74 })
    const all = await session.until('event.opened', 80)
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
  })

  it('begins again with what was not confirmed, after a lost connection', async () => {
    const ids = await open(3)
    start()
    const first = await cloud.session(0)
    await first.welcome()
    await first.until('event.opened', 3)
    first.send('ack', { rejected: [] }, { ack: 1 })
    await until(() => outbox.acked === 1)
    first.socket.terminate()
    const second = await cloud.session(1)
    const [hello] = await second.until('hello')
    expect(hello?.body.last_acked_seq).toBe(1)
    await second.welcome({ acked_seq: 1 })
    const again = await second.until('event.opened', 2)
    expect(again.map(({ body }) => body.event_id)).toEqual(ids.slice(1))
  })

  it('sends what is appended during the session', async () => {
    start()
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    const [id] = await open(1)
    const [opened] = await session.until('event.opened')
    expect(opened?.body.event_id).toBe(id)
  })

  it('stands while a full disk keeps the outbox closed, and sends what is there once it is open', async () => {
    const [id] = await open(1)
    await database.close()
    Object.assign(database, { open: () => Promise.reject(new Error('no space left on device')) })
    start(faster(10))
    const session = await cloud.session(0)
    await session.welcome({ heartbeat_interval_sec: 5 })
    await session.until('heartbeat', 3)
    expect(session.closeCode).toBeNull()
    expect(session.of('event.opened')).toEqual([])
    Reflect.deleteProperty(database, 'open')
    await database.open()
    const [opened] = await session.until('event.opened')
    expect(opened?.body.event_id).toBe(id)
  })

  it('measures how far the clocks are apart', async () => {
    start()
    const session = await cloud.session(0)
    await session.until('hello')
    await session.welcome({ server_time: new Date(Date.now() + 3_600_000).toISOString() })
    await session.until('heartbeat')
    expect(Math.abs((link.clockOffsetMs ?? 0) - 3_600_000)).toBeLessThan(1000)
  })

  it('knows how far the clocks are apart also after ours was set, without asking again', async () => {
    let aheadMs = 0
    start({ ...systemClock, now: () => systemClock.now() + aheadMs })
    const session = await cloud.session(0)
    await session.until('hello')
    await session.welcome({ server_time: new Date().toISOString() })
    await session.until('heartbeat')
    expect(Math.abs(link.clockOffsetMs ?? Number.NaN)).toBeLessThan(1000)
    for (const stepMs of [3_600_000, -3_600_000, -56 * 365 * 24 * 3_600_000]) {
      aheadMs = stepMs
      expect(Math.abs((link.clockOffsetMs ?? Number.NaN) + stepMs)).toBeLessThan(1000)
    }
  })

  it('keeps sending heartbeats at the interval of the welcome', async () => {
    start(faster(10))
    const session = await cloud.session(0)
    await session.welcome({ heartbeat_interval_sec: 1 })
    await session.until('heartbeat', 5)
  })

  it('hands configuration on in order and answers each command once', async () => {
    answer = (frame) => Promise.resolve({ ok: true, value: { asked: frame.type } })
    start()
    const session = await cloud.session(0)
    await session.welcome()
    session.send('camera.drop', { revision: 3, camera_id: cameraId })
    session.send('config.complete', { revision: 3, camera_ids: [] })
    const id = session.send('snapshot', { deadline_ms: 5000, camera_id: cameraId })
    const [result] = await session.until('result')
    expect(result).toMatchObject({ re: id, body: { ok: true, value: { asked: 'snapshot' } } })
    expect(configured.map(({ type }) => type)).toEqual(['camera.drop', 'config.complete'])
    expect(commanded).toHaveLength(1)
  })

  it('does not answer a command on the next connection', async () => {
    let release: (result: Result) => void = () => {}
    answer = () =>
      new Promise((resolve) => {
        release = resolve
      })
    start()
    const first = await cloud.session(0)
    await first.welcome()
    first.send('snapshot', { deadline_ms: 5000, camera_id: cameraId })
    await until(() => commanded.length === 1)
    first.socket.terminate()
    const second = await cloud.session(1)
    await second.welcome()
    release({ ok: true, value: {} })
    await second.until('heartbeat')
    await systemClock.delay(50)
    expect(second.of('result')).toHaveLength(0)
  })

  it('tells only the newest state of a camera', async () => {
    start()
    const session = await cloud.session(0)
    const report = (state: 'connecting' | 'online') =>
      link.reportStatus({
        camera_id: cameraId,
        state,
        fault: null,
        message: null,
        since: new Date().toISOString(),
        stream: null,
        reconnects_last_hour: 0,
      })
    report('connecting')
    report('online')
    await session.welcome()
    const [status] = await session.until('camera.status')
    expect(status?.body.state).toBe('online')
    expect(session.of('camera.status')).toHaveLength(1)
  })
})

describe('requests', () => {
  it('are answered by the result that names them, or lost with the connection', async () => {
    start()
    const session = await cloud.session(0)
    expect(await link.request('upload.complete', { upload_id: cameraId }, cameraId)).toEqual({ kind: 'lost' })
    await session.welcome()
    await session.until('heartbeat')
    const first = link.request('upload.complete', { upload_id: cameraId }, cameraId)
    const second = link.request('upload.complete', { upload_id: gatewayId }, cameraId)
    const [one, two] = await session.until('upload.complete', 2)
    session.send('result', { ok: true, value: {} }, { re: two?.id ?? '' })
    expect(await second).toEqual({ kind: 'done', value: {} })
    session.send(
      'result',
      { ok: false, error: { code: 'not_found', message: 'gone' } },
      { re: one?.id ?? '' },
    )
    expect(await first).toEqual({ kind: 'refused', error: { code: 'not_found', message: 'gone' } })
    const third = link.request('upload.complete', { upload_id: cameraId }, cameraId)
    session.socket.terminate()
    expect(await third).toEqual({ kind: 'lost' })
  })
})

describe('frames that cannot be taken', () => {
  it('goes on after an unknown type and answers a command that does not fit', async () => {
    start()
    const session = await cloud.session(0)
    await session.welcome()
    const raw = (frame: object) => session.socket.send(JSON.stringify({ v: 1, body: {}, ...frame }))
    raw({ id: randomUUID(), type: 'ptz.spin' })
    raw({ id: randomUUID(), type: 'camera.drop' })
    const id = randomUUID()
    raw({ id, type: 'trigger' })
    const [result] = await session.until('result')
    expect(result).toMatchObject({ re: id, body: { ok: false, error: { code: 'invalid' } } })
    expect(link.isLive).toBe(true)
    expect(commanded).toHaveLength(0)
  })

  it.each([
    ['no JSON', '{'],
    ['no envelope', '[]'],
  ])('closes with 4400: %s', async (_, text) => {
    start()
    const session = await cloud.session(0)
    await session.welcome()
    session.socket.send(text)
    expect(await session.closed()).toBe(4400)
    await cloud.session(1)
  })

  it('closes with 4400: a frame before the welcome', async () => {
    start()
    const session = await cloud.session(0)
    await session.until('hello')
    session.send('camera.drop', { revision: 1, camera_id: cameraId })
    expect(await session.closed()).toBe(4400)
    expect(configured).toHaveLength(0)
  })

  it('cuts a cloud that sends too much at once', async () => {
    start()
    const session = await cloud.session(0)
    await session.welcome()
    session.socket.send('x'.repeat(300 * 1024))
    expect(await session.closed()).toBe(1009)
  })
})

describe('a connection that is lost or not had', () => {
  it('handshaking -> waiting: no welcome', async () => {
    start(faster(50))
    await cloud.session(0)
    await cloud.session(1)
    expect(await (await cloud.session(0)).closed()).toBe(4408)
  })

  it('live -> waiting: a peer that fell silent is cut', async () => {
    start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    // A peer behind a dead router: it neither reads nor answers.
    session.socket.pause()
    await cloud.session(1)
    expect(cloud.attempts).toBe(2)
  })

  it('live -> replaced: does not come back soon', async () => {
    start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    session.socket.close(4409)
    await until(() => link.state.kind === 'replaced')
    await systemClock.delay(500)
    expect(cloud.attempts).toBe(1)
  })

  it('connecting -> refused: says so and asks seldom', async () => {
    cloud.refuseWith = 401
    start(faster(20))
    await until(() => link.state.kind === 'refused')
    await systemClock.delay(300)
    expect(cloud.attempts).toBe(1)
    expect(link.state).toEqual({ kind: 'refused', reason: 'unauthorized' })
  })

  it.each([
    [401, 'auth_required', 'unauthorized'],
    [403, 'forbidden', 'disabled'],
    [404, 'not_found', 'unauthorized'],
  ])('connecting -> refused: a %i of the cloud itself', async (status, code, reason) => {
    cloud.refuseWith = status
    const body = JSON.stringify({ error: { code, message: 'no' } })
    cloud.refusal = { head: 'Server: nginx\r\nContent-Type: application/json\r\n', body }
    start(faster(20))
    await until(() => link.state.kind === 'refused')
    expect(link.state).toEqual({ kind: 'refused', reason })
    expect(link.lastError).toBe(`the cloud answered with status ${status}`)
  })

  it.each([
    ['a proxy whose cloud is being restarted', 404, 'Content-Type: text/plain\r\n', '404 page not found\n'],
    ['a filter', 403, 'Server: filter/1\r\n', '<html>Not allowed</html>'],
    ['a portal', 401, 'Content-Type: text/html\r\nContent-Length: 0\r\n', ''],
    ['a page that ends too soon', 401, 'Content-Type: text/html\r\nContent-Length: 900\r\n', '<html>'],
  ])(
    'connecting -> waiting -> connecting: comes back from who answers in place of the cloud: %s',
    async (_what, status, head, body) => {
      cloud.refuseWith = status
      cloud.refusal = { head, body }
      start(faster(10))
      await until(() => cloud.attempts >= 3)
      expect(link.state.kind).not.toBe('refused')
      expect(link.lastError).toMatch(/^something on the way .*in place of the cloud, with status 40/)
      cloud.refuseWith = null
      const session = await cloud.session(0)
      await session.welcome()
      await until(() => link.isLive)
    },
  )

  it('connecting -> waiting -> connecting: comes back from a proxy that makes no way to the cloud', async () => {
    let asked = 0
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        asked += 1
        socket.end('HTTP/1.1 403 Forbidden\r\nServer: squid/6\r\nContent-Length: 0\r\n\r\n')
      })
    })
    onTestFinished(() => void proxy.close())
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    const proxyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    start(faster(10), { cloudUrl: 'https://cloud.invalid', route: { proxyUrl, ca: [] } })
    await until(() => asked >= 3)
    expect(link.lastError).toBe(
      'something on the way (squid/6) answered in place of the cloud, with status 403',
    )
  })

  it('connecting -> waiting -> connecting: comes back after an outage', async () => {
    cloud.refuseWith = 503
    start(faster(10))
    await until(() => cloud.attempts >= 3)
    cloud.refuseWith = null
    const session = await cloud.session(0)
    await session.welcome()
    await until(() => link.isLive)
    expect(link.lastError).toBeNull()
  })

  it.each([
    ['a proxy that never answers', 'https://cloud.invalid', () => undefined],
    ['a proxy whose answer has no end', 'https://cloud.invalid', chatter('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['a cloud that says to go on, without end', null, chatter('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('connecting -> waiting -> connecting: comes back from %s', async (_what, cloudUrl, says) => {
    const connected = new Set<Socket>()
    let asked = 0
    const server = createServer((socket) => {
      connected.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => connected.delete(socket))
      socket.once('data', () => {
        asked += 1
        says(socket)
      })
    })
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const through = { cloudUrl: cloudUrl ?? url, route: { proxyUrl: cloudUrl && url, ca: [] } }
    start(faster(200), through)
    await until(() => asked > 1)
    expect(link.lastError).toBe('no answer of the cloud within 30 s')
    await until(() => connected.size <= 1)
    stopping.abort()
    await running
    await until(() => connected.size === 0)
  })

  it('ends at once when told to, connected or not', async () => {
    start()
    const session = await cloud.session(0)
    await session.welcome()
    await until(() => link.isLive)
    stopping.abort()
    await running
    expect(await session.closed()).toBe(1001)
  })
})
