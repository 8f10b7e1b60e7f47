import { randomUUID } from 'node:crypto'
import type { Result } from '@sightline/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventPublisher } from '../outbox/event-publisher.js'
import type { Outbox } from '../outbox/outbox.js'
import { systemClock } from '../platform/clock.js'
import { until } from '../platform/until.fixture.js'
import { faster, gatewayId, LinkInTest } from './link.fixture.js'
import type { ScriptedCloud } from './scripted-cloud.fixture.js'

const cameraId = randomUUID()

let at: LinkInTest
let cloud: ScriptedCloud
let outbox: Outbox

beforeEach(async () => {
  at = await LinkInTest.open()
  ;({ cloud, outbox } = at)
})
afterEach(() => at.close())

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
    at.start()
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
    at.start()
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
    at.start(faster(10))
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

  it('goes on where a full disk does not take the acknowledgements, and writes them down once it does', async () => {
    await open(70)
    at.start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('event.opened', 64)
    const { batch } = at.database
    Object.assign(at.database, { batch: () => Promise.reject(new Error('no space left on device')) })
    session.send('ack', { rejected: [{ seq: 7, code: 'invalid', message: 'no' }] }, { ack: 64 })
    await session.until('event.opened', 70)
    expect(outbox.acked).toBe(0)
    session.send('ack', { rejected: [] }, { ack: 70 })
    Object.assign(at.database, { batch })
    await until(() => outbox.acked === 70)
    expect(outbox.counts).toEqual({ entries: 0, refused: 1 })
  })

  it('begins again with what was not confirmed, after a lost connection', async () => {
    const ids = await open(3)
    at.start()
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

  it('begins anew where an acknowledgement of the session before was still being written', async () => {
    await open(4)
    at.start()
    const first = await cloud.session(0)
    await first.welcome()
    await first.until('event.opened', 4)
    const { batch } = at.database
    const written: (() => void)[] = []
    const slow = async (...args: Parameters<typeof batch>) => {
      await new Promise<void>((resolve) => written.push(resolve))
      return Reflect.apply(batch, at.database, args)
    }
    Object.assign(at.database, { batch: slow })
    first.send('ack', { rejected: [] }, { ack: 3 })
    await until(() => written.length === 1)
    first.socket.terminate()
    const second = await cloud.session(1)
    expect((await second.until('hello'))[0]?.body.last_acked_seq).toBe(0)
    Object.assign(at.database, { batch })
    written[0]?.()
    await until(() => outbox.acked === 3)
    await second.welcome()
    await second.closed()
    expect(second.of('event.opened')).toEqual([])
    const third = await cloud.session(2)
    expect((await third.until('hello'))[0]?.body.last_acked_seq).toBe(3)
    await third.welcome({ acked_seq: 3 })
    expect((await third.until('event.opened')).map(({ seq }) => seq)).toEqual([4])
  })

  it('sends what is appended during the session', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    const [id] = await open(1)
    const [opened] = await session.until('event.opened')
    expect(opened?.body.event_id).toBe(id)
  })

  it('stands while a full disk keeps the outbox closed, and sends what is there once it is open', async () => {
    const [id] = await open(1)
    await at.database.close()
    Object.assign(at.database, { open: () => Promise.reject(new Error('no space left on device')) })
    at.start(faster(10))
    const session = await cloud.session(0)
    await session.welcome({ heartbeat_interval_sec: 5 })
    await session.until('heartbeat', 3)
    expect(session.closeCode).toBeNull()
    expect(session.of('event.opened')).toEqual([])
    Reflect.deleteProperty(at.database, 'open')
    await at.database.open()
    const [opened] = await session.until('event.opened')
    expect(opened?.body.event_id).toBe(id)
  })

  it('measures how far the clocks are apart', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.until('hello')
    await session.welcome({ server_time: new Date(Date.now() + 3_600_000).toISOString() })
    await session.until('heartbeat')
    expect(Math.abs((at.link.clockOffsetMs ?? 0) - 3_600_000)).toBeLessThan(1000)
  })

  it('knows how far the clocks are apart also after ours was set, without asking again', async () => {
    let aheadMs = 0
    at.start({ ...systemClock, now: () => systemClock.now() + aheadMs })
    const session = await cloud.session(0)
    await session.until('hello')
    await session.welcome({ server_time: new Date().toISOString() })
    await session.until('heartbeat')
    expect(Math.abs(at.link.clockOffsetMs ?? Number.NaN)).toBeLessThan(1000)
    for (const stepMs of [3_600_000, -3_600_000, -56 * 365 * 24 * 3_600_000]) {
      aheadMs = stepMs
      expect(Math.abs((at.link.clockOffsetMs ?? Number.NaN) + stepMs)).toBeLessThan(1000)
    }
  })

  it('keeps sending heartbeats at the interval of the welcome', async () => {
    at.start(faster(10))
    const session = await cloud.session(0)
    await session.welcome({ heartbeat_interval_sec: 1 })
    await session.until('heartbeat', 5)
  })

  it('hands configuration on in order and answers each command once', async () => {
    at.answer = (frame) => Promise.resolve({ ok: true, value: { asked: frame.type } })
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    session.send('camera.drop', { revision: 3, camera_id: cameraId })
    session.send('config.complete', { revision: 3, camera_ids: [] })
    const id = session.send('snapshot', { deadline_ms: 5000, camera_id: cameraId })
    const [result] = await session.until('result')
    expect(result).toMatchObject({ re: id, body: { ok: true, value: { asked: 'snapshot' } } })
    expect(at.configured.map(({ type }) => type)).toEqual(['camera.drop', 'config.complete'])
    expect(at.commanded).toHaveLength(1)
  })

  it('does not answer a command on the next connection', async () => {
    let release: (result: Result) => void = () => {}
    at.answer = () =>
      new Promise((resolve) => {
        release = resolve
      })
    at.start()
    const first = await cloud.session(0)
    await first.welcome()
    first.send('snapshot', { deadline_ms: 5000, camera_id: cameraId })
    await until(() => at.commanded.length === 1)
    first.socket.terminate()
    const second = await cloud.session(1)
    await second.welcome()
    release({ ok: true, value: {} })
    await second.until('heartbeat')
    await systemClock.delay(50)
    expect(second.of('result')).toHaveLength(0)
  })

  it('tells only the newest state of a camera', async () => {
    at.start()
    const session = await cloud.session(0)
    const report = (state: 'connecting' | 'online') =>
      at.link.reportStatus({
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
    at.start()
    const session = await cloud.session(0)
    expect(await at.link.request('upload.complete', { upload_id: cameraId }, cameraId)).toEqual({
      kind: 'lost',
    })
    await session.welcome()
    await session.until('heartbeat')
    const first = at.link.request('upload.complete', { upload_id: cameraId }, cameraId)
    const second = at.link.request('upload.complete', { upload_id: gatewayId }, cameraId)
    const [one, two] = await session.until('upload.complete', 2)
    session.send('result', { ok: true, value: {} }, { re: two?.id ?? '' })
    expect(await second).toEqual({ kind: 'done', value: {} })
    session.send(
      'result',
      { ok: false, error: { code: 'not_found', message: 'gone' } },
      { re: one?.id ?? '' },
    )
    expect(await first).toEqual({ kind: 'refused', error: { code: 'not_found', message: 'gone' } })
    const third = at.link.request('upload.complete', { upload_id: cameraId }, cameraId)
    session.socket.terminate()
    expect(await third).toEqual({ kind: 'lost' })
  })
})

describe('frames that cannot be taken', () => {
  it('goes on after an unknown type and answers a command that does not fit', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    const raw = (frame: object) => session.socket.send(JSON.stringify({ v: 1, body: {}, ...frame }))
    raw({ id: randomUUID(), type: 'ptz.spin' })
    raw({ id: randomUUID(), type: 'camera.drop' })
    const id = randomUUID()
    raw({ id, type: 'trigger' })
    const [result] = await session.until('result')
    expect(result).toMatchObject({ re: id, body: { ok: false, error: { code: 'invalid' } } })
    expect(at.link.isLive).toBe(true)
    expect(at.commanded).toHaveLength(0)
  })

  it.each([
    ['no JSON', '{'],
    ['no envelope', '[]'],
  ])('closes with 4400: %s', async (_, text) => {
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    session.socket.send(text)
    expect(await session.closed()).toBe(4400)
    await cloud.session(1)
  })

  it('closes with 4400: a frame before the welcome', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.until('hello')
    session.send('camera.drop', { revision: 1, camera_id: cameraId })
    expect(await session.closed()).toBe(4400)
    expect(at.configured).toHaveLength(0)
  })

  it('cuts a cloud that sends too much at once', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    session.socket.send('x'.repeat(300 * 1024))
    expect(await session.closed()).toBe(1009)
  })
})

describe('a connection that is lost or not had', () => {
  it('handshaking -> waiting: no welcome', async () => {
    at.start(faster(50))
    await cloud.session(0)
    await cloud.session(1)
    expect(await (await cloud.session(0)).closed()).toBe(4408)
  })

  it('live -> waiting: a peer that fell silent is cut', async () => {
    at.start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    // A peer behind a dead router: it neither reads nor answers.
    session.socket.pause()
    await cloud.session(1)
    expect(cloud.attempts).toBe(2)
  })

  it('live -> replaced: does not come back soon', async () => {
    at.start(faster(10))
    const session = await cloud.session(0)
    await session.welcome()
    await session.until('heartbeat')
    session.socket.close(4409)
    await until(() => at.link.state.kind === 'replaced')
    await systemClock.delay(500)
    expect(cloud.attempts).toBe(1)
  })

  it('ends at once when told to, connected or not', async () => {
    at.start()
    const session = await cloud.session(0)
    await session.welcome()
    await until(() => at.link.isLive)
    at.stopping.abort()
    await at.running
    expect(await session.closed()).toBe(1001)
  })
})
