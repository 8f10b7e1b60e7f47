import { describe, expect, it } from 'vitest'
import { secrets } from '../platform/secrets.js'
import { until } from '../platform/until.fixture.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import {
  hold,
  LeasedRelay,
  leaseOf,
  relayKey,
  resultOf,
  triggerOf,
  untilState,
} from './leased-relay.fixture.js'

const password = 'canary-Pa55-relay'
/** A camera that lets one account in. */
const guarded: Script = (request) =>
  request.method === 'OPTIONS' ||
  request.headers.get('authorization') === `Basic ${btoa(`admin:${password}`)}`
    ? usual(request)
    : answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])

describe('a relay', () => {
  it('says who it is: the same id at every start, a new key to which accounts are sealed', async () => {
    await using world = await LeasedRelay.create()
    const { relayId } = await world.start({ capacity: 7 })
    const session = await world.session()
    expect(session.request.url).toBe('/api/v1/relays/ws')
    expect(session.request.headers.authorization).toBe(`Bearer ${relayKey}`)
    expect(world.facts).toMatchObject({ relay_id: relayId, capacity: 7 })
    const firstKey = world.facts?.public_key
    await world.stop()
    await world.start()
    await world.session()
    expect(world.facts?.relay_id).toBe(relayId)
    expect(world.facts?.public_key).not.toEqual(firstKey)
    expect(world.lines.join('')).not.toContain(relayKey)
  })

  it('says what to do when the cloud does not know its key', async () => {
    await using world = await LeasedRelay.create()
    world.cloud.refuseWith = 401
    await world.start()
    await until(() => world.lines.some((line) => line.includes('take it anew: cloud relay key')))
  })

  it('serves a camera while it holds its lease, and knows nothing of it any more afterwards', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 3)
    expect(secrets.redact(password)).toBe('***')
    session.send('camera.drop', { revision: 2, camera_id: camera.camera_id }, { lease })
    await until(() => secrets.redact(password) === password)
    await until(() => peer.server.open === 0)
    await world.stop()
    const traces = [password, btoa(`admin:${password}`), camera.connection.credentials ?? '', peer.url]
    const disk = await world.disk()
    expect(disk).toContain(camera.camera_id)
    for (const trace of traces) {
      expect(disk).not.toContain(trace)
      expect(world.lines.join('')).not.toContain(trace)
    }
  })

  it('keeps nothing of a camera on disk while it serves it', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 1)
    const result = await resultOf(session, session.send('trigger', triggerOf(camera.camera_id), { lease }))
    expect(result.body.ok).toBe(true)
    const disk = await world.disk()
    for (const trace of [password, camera.connection.credentials ?? '', peer.url])
      expect(disk).not.toContain(trace)
  })

  it('stops a camera by itself when nobody renews its lease, and begins anew with the cloud', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 3)
    session.send('lease.renewed', { leases: [lease], valid_ms: 1000 })
    expect(await session.closed()).toBe(4408)
    await until(() => peer.server.open === 0 && secrets.redact(password) === password)
    const next = await world.session()
    await hold(next, await world.camera(peer.url, password, { camera_id: camera.camera_id }), 3)
  })

  it('serves the others when the lease of one ends', async () => {
    await using peers = await twoCameras()
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const [first, second] = [
      await world.camera(peers.one.url, password),
      await world.camera(peers.other.url, password),
    ]
    const leases = [await hold(session, first, 1), await hold(session, second, 9)] as const
    session.send('camera.drop', { revision: 2, camera_id: first.camera_id }, { lease: leases[0] })
    await until(() => peers.one.server.open === 0)
    expect(secrets.redact(password)).toBe('***')
    const id = session.send('trigger', triggerOf(second.camera_id), { lease: leases[1] })
    expect(await resultOf(session, id)).toMatchObject({ lease: leases[1], body: { ok: true } })
  })

  it('takes no more cameras than it has room for, and none without a lease', async () => {
    await using peers = await twoCameras()
    await using world = await LeasedRelay.create()
    await world.start({ capacity: 1 })
    const session = await world.session()
    session.send('camera.set', await world.camera(peers.other.url, password))
    const other = await world.camera(peers.other.url, password)
    const lease = await hold(session, await world.camera(peers.one.url, password), 1)
    session.send('camera.set', other, { lease: leaseOf(other, 1) })
    session.send('camera.set', other, { lease })
    const id = session.send(
      'snapshot',
      { deadline_ms: 5000, camera_id: other.camera_id },
      { lease: leaseOf(other, 1) },
    )
    expect(await resultOf(session, id)).toMatchObject({ body: { ok: false, error: { code: 'stale_lease' } } })
    expect(peers.other.server.requests).toEqual([])
    expect(world.lines.join('')).toContain('lease.over_capacity')
    expect(world.lines.filter((line) => line.includes('lease.missing'))).toHaveLength(2)
  })

  it('reaches public addresses only, and tells nothing of the others', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start({ allowedCidrs: [] })
    const session = await world.session()
    const camera = await world.camera(peer.url.replace('127.0.0.1', 'localhost'), password)
    const lease = leaseOf(camera, 1)
    session.send('camera.set', camera, { lease })
    await session.when(
      () => session.of('camera.status').some(({ body }) => body.fault === 'address'),
      'the refusal',
    )
    const [status] = session.of('camera.status').filter(({ body }) => body.fault === 'address')
    expect(status?.body.message).toMatch(/^this is not a public address/)
    const { connection } = camera
    const probed = await resultOf(session, session.send('probe', { deadline_ms: 5000, connection }))
    expect(probed.body).toMatchObject({ ok: true, value: { reachable: false, fault: 'address' } })
    expect(JSON.stringify(session.frames)).not.toContain('127.0.0.1')
    expect(peer.server.requests).toEqual([])
  })

  it('probes a camera that nobody holds, and forgets its account with the answer', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const { connection } = await world.camera(peer.url, password)
    const probed = await resultOf(session, session.send('probe', { deadline_ms: 15_000, connection }))
    expect(probed.body).toMatchObject({ ok: true, value: { reachable: true } })
    expect(probed.lease).toBeUndefined()
    expect(secrets.redact(password)).toBe(password)
    expect(world.lines.join('')).not.toContain(password)
  })
})

describe('commands to a relay', () => {
  it('are carried out under the lease of now and no other', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 3)
    const wrong = [
      { ...lease, epoch: 2 },
      { ...lease, epoch: 4 },
      leaseOf(await world.camera('rtsp://x', ''), 3),
      undefined,
    ]
    for (const other of wrong) {
      const id = session.send('trigger', triggerOf(camera.camera_id), { lease: other })
      expect(await resultOf(session, id)).toMatchObject({
        body: { ok: false, error: { code: 'stale_lease' } },
      })
    }
    expect(session.of('event.opened')).toEqual([])
    const discover = session.send('discover', { deadline_ms: 5000, timeout_sec: 1 })
    expect(await resultOf(session, discover)).toMatchObject({
      body: { ok: false, error: { code: 'unsupported' } },
    })
  })

  it('record every trigger by itself, also two at once', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 3)
    const triggers = [triggerOf(camera.camera_id), triggerOf(camera.camera_id)]
    const ids = triggers.map((body) => session.send('trigger', body, { lease }))
    for (const [index, id] of ids.entries()) {
      expect((await resultOf(session, id)).body).toMatchObject({
        ok: true,
        value: { status: 'triggered', event_id: triggers[index]?.event_id },
      })
    }
    await session.until('event.closed', 2)
    const eventIds = new Set(triggers.map(({ event_id }) => event_id))
    expect(session.of('event.extended')).toEqual([])
    for (const type of ['event.opened', 'event.closed'] as const) {
      expect(new Set(session.of(type).map(({ body }) => body.event_id))).toEqual(eventIds)
      expect(session.of(type).map((frame) => frame.lease)).toEqual([lease, lease])
    }
    for (const { body } of session.of('event.closed')) expect(body.clip).not.toBeNull()
  })
})

describe('what a relay recorded', () => {
  it('is told by the lease of now, when it is sent again after a takeover and back', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 3)
    await resultOf(session, session.send('trigger', triggerOf(camera.camera_id), { lease }))
    const [opened] = await session.until('event.opened')
    expect(opened?.lease).toEqual(lease)
    const later = leaseOf(camera, 5)
    session.send('camera.set', camera, { lease: later })
    await untilState(session, later, 'online')
    const [closed] = await session.until('event.closed')
    expect(closed?.lease).toEqual(later)
    session.socket.terminate()
    const next = await world.session()
    const again = [...(await next.until('event.opened')), ...(await next.until('event.closed'))]
    expect(again.map((frame) => frame.lease)).toEqual([later, later])
  })

  it('is told by the last lease there was, also by the next process and without a lease', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 4)
    await resultOf(session, session.send('trigger', triggerOf(camera.camera_id), { lease }))
    session.send('camera.drop', { revision: 2, camera_id: camera.camera_id }, { lease })
    const [closed] = await session.until('event.closed')
    expect(closed).toMatchObject({ lease, body: { clip: { codec: 'h264' } } })
    await world.stop()
    await world.start()
    const next = await world.session()
    const [again] = await next.until('event.closed')
    expect(again).toMatchObject({ seq: closed?.seq, lease, body: closed?.body })
    next.send('ack', { rejected: [] }, { ack: again?.seq ?? 0 })
    const [upload] = await next.until('upload.begin')
    expect(upload?.lease).toEqual(lease)
  })

  it('is kept as refused when another relay has the camera by then', async () => {
    await using peer = await PlayingCamera.start(guarded)
    await using world = await LeasedRelay.create()
    await world.start()
    const session = await world.session()
    const camera = await world.camera(peer.url, password)
    const lease = await hold(session, camera, 4)
    await resultOf(session, session.send('trigger', triggerOf(camera.camera_id), { lease }))
    const [opened] = await session.until('event.opened')
    const seq = opened?.seq ?? 0
    const rejected = [{ seq, code: 'stale_lease', message: 'another relay holds the camera' }]
    session.send('ack', { rejected }, { ack: seq })
    await until(() =>
      world.lines.some((line) => line.includes('outbox.refused') && line.includes('stale_lease')),
    )
    session.socket.terminate()
    const next = await world.session()
    const [beat] = await next.until('heartbeat')
    expect(beat?.body.outbox_rejected).toBe(1)
  })
})

async function twoCameras() {
  const [one, other] = [await PlayingCamera.start(guarded), await PlayingCamera.start(guarded)]
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}
