import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { TestOrg } from '../testing/test-app.js'
import type { SignedIn } from '../testing/test-user.js'
import { ScriptedGateway } from './scripted-gateway.fake.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from './test-nodes.fake.js'

let world: TestNodes
let org: TestOrg
let operator: SignedIn
let paired: PairedGateway

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
})

const at = (node: 0 | 1) => ({ origin: world.nodes[node].origin, ...paired })

const gatewayNow = async (node: 0 | 1 = 0) =>
  (await world.nodes[node].call(operator, { url: `/api/v1/gateways/${paired.gatewayId}` })).json()

const becomes = (status: string) =>
  waitUntil(async () => (await gatewayNow()).status === status, `status ${status}`)

/** Adds a camera behind the gateway without asking it. */
async function addCamera(name = 'Gate'): Promise<string> {
  const id = randomUUID()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, $5, 'rtsp')`,
    [org.orgId, id, org.siteId, paired.gatewayId, name],
  )
  await world.test.query(
    `insert into camera_streams (org_id, camera_id, role, url) values ($1, $2, 'main', 'rtsp://10.0.0.5/main')`,
    [org.orgId, id],
  )
  return id
}

const cameraNow = async (id: string) =>
  (await world.nodes[0].call(operator, { url: `/api/v1/cameras/${id}` })).json()

describe('before the upgrade', () => {
  /** The answer to a request for the channel that gets no 101. */
  async function refusal(
    options: { path?: string; headers?: Record<string, string>; upgrade?: boolean } = {},
  ) {
    const { origin } = world.nodes[0]
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    return new Promise<{ status: number; code: string }>((resolve, reject) => {
      const asked = request(`${origin}${options.path ?? `/api/v1/gateways/${paired.gatewayId}/ws`}`, {
        headers: { ...(options.upgrade === false ? {} : upgrade), ...options.headers },
      })
      asked.on('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('was answered 101'))
      })
      asked.on('response', (response) => {
        let body = ''
        response.on('data', (chunk) => (body += String(chunk)))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, code: JSON.parse(body).error.code }),
        )
      })
      asked.on('error', reject)
      asked.end()
    })
  }
  const withKey = (key = paired.apiKey) => ({ authorization: `Bearer ${key}` })

  it('answers 401 without a key, to an unknown one, and to one in the query', async () => {
    const unauthorised = { status: 401, code: 'auth_required' }
    expect(await refusal()).toEqual(unauthorised)
    expect(await refusal({ headers: withKey('gw_nonsense') })).toEqual(unauthorised)
    expect(await refusal({ headers: withKey(`gw_0123456789abcdef_${'x'.repeat(43)}`) })).toEqual(unauthorised)
    expect(await refusal({ headers: withKey(operator.token) })).toEqual(unauthorised)
    const path = `/api/v1/gateways/${paired.gatewayId}/ws?token=${paired.apiKey}`
    expect(await refusal({ path })).toEqual(unauthorised)
  })

  it('answers 401 to the prefix of a key with another secret', async () => {
    const forged = paired.apiKey.slice(0, -1) + (paired.apiKey.endsWith('A') ? 'B' : 'A')
    expect(await refusal({ headers: withKey(forged) })).toEqual({ status: 401, code: 'auth_required' })
  })

  it('answers 403 to a browser and to a disabled gateway', async () => {
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await refusal({ headers: { ...withKey(), origin: 'https://evil.example' } })).toEqual(forbidden)
    await world.nodes[0].call(operator, {
      method: 'PATCH',
      url: `/api/v1/gateways/${paired.gatewayId}`,
      payload: { status: 'disabled' },
    })
    expect(await refusal({ headers: withKey() })).toEqual(forbidden)
  })

  it('answers 404 where the path names another gateway, none, or no channel', async () => {
    const notFound = { status: 404, code: 'not_found' }
    const other = await pairTestGateway(world.nodes[0], operator, org.siteId)
    expect(await refusal({ headers: withKey(other.apiKey) })).toEqual(notFound)
    expect(await refusal({ path: '/api/v1/gateways/1/ws', headers: withKey() })).toEqual(notFound)
    expect(await refusal({ path: '/elsewhere', headers: withKey() })).toEqual(notFound)
  })

  it('answers 426 to what asks for no WebSocket', async () => {
    expect(await refusal({ upgrade: false, headers: withKey() })).toMatchObject({ status: 426 })
  })

  it('takes the key for nothing but the channel', async () => {
    const answer = await world.nodes[0].call(null, { url: '/api/v1/gateways', headers: withKey() })
    expect(answer.statusCode).toBe(401)
  })

  it('negotiates no compression', async () => {
    const socket = new WebSocket(
      `${world.nodes[0].origin.replace('http', 'ws')}/api/v1/gateways/${paired.gatewayId}/ws`,
      {
        headers: withKey(),
      },
    )
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    expect(socket.extensions).toBe('')
    socket.terminate()
  })
})

describe('handshake', () => {
  it('greeting -> live: hello, then welcome and the configuration', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect({ ...at(0), lastAckedSeq: 17 })
    const [welcome] = gateway.frames
    expect(welcome).toMatchObject({
      type: 'welcome',
      re: expect.any(String),
      body: { version: 1, session_epoch: 1, acked_seq: 17, heartbeat_interval_sec: 10, config_revision: 2 },
    })
    const complete = await gateway.until('config.complete')
    expect(complete.body).toEqual({ revision: 2, camera_ids: [cameraId] })
    expect(await gatewayNow(1)).toMatchObject({ status: 'online', version: '9.9.9', local_ip: '192.168.1.5' })
  })

  it.each([
    [
      'another frame',
      JSON.stringify({ v: 1, id: randomUUID(), type: 'upload.complete', body: { upload_id: randomUUID() } }),
    ],
    ['no JSON', 'nonsense'],
    ['a frame of no known type', JSON.stringify({ v: 1, id: randomUUID(), type: 'what', body: {} })],
  ])('greeting -> closed (4400): %s', async (_what, text) => {
    await using gateway = await ScriptedGateway.open(at(0))
    gateway.raw(text)
    expect(await gateway.untilClosed()).toBe(4400)
  })

  it('greeting -> closed (4406): no version in common', async () => {
    await using gateway = await ScriptedGateway.open(at(0))
    gateway.send('hello', {
      versions: [2, 3],
      capabilities: [],
      agent_version: '1',
      boot_id: randomUUID(),
      config_revision: 0,
      last_acked_seq: 0,
      clock: { now: new Date().toISOString(), synced: null },
      local_ip: null,
    })
    expect(await gateway.untilClosed()).toBe(4406)
  })

  it('live -> closed (4400): a second hello', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    gateway.hello()
    expect(await gateway.untilClosed()).toBe(4400)
  })
})

describe('one live session', () => {
  it.each([0, 1] as const)('live -> closed (4409): a newer session on node %i', async (node) => {
    await using older = await ScriptedGateway.connect(at(0))
    await using newer = await ScriptedGateway.connect(at(node))
    expect(await older.untilClosed()).toBe(4409)
    expect(newer.frames[0]?.body).toMatchObject({ session_epoch: 2 })
    newer.heartbeat()
    await newer.until('config.complete')
    expect(newer.closeCode).toBe(null)
    expect((await gatewayNow()).status).toBe('online')
  })

  it('leaves one session of many that begin at once', async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ScriptedGateway.open(at(n % 2 === 0 ? 0 : 1))),
    )
    for (const gateway of opened) gateway.hello()
    const left = () => opened.filter(({ closeCode }) => closeCode === null)
    await waitUntil(() => left().length === 1, 'one session')
    const codes = opened.map(({ closeCode }) => closeCode).filter((code) => code !== null)
    expect(new Set(codes)).toEqual(new Set([4409]))
    const last = left()[0]
    const welcome = await last?.until('welcome')
    expect(welcome?.body.session_epoch).toBe(6)
    for (const gateway of opened) await gateway[Symbol.asyncDispose]()
  })

  it('notes two machines that take turns with one key', async () => {
    const boots = [randomUUID(), randomUUID()]
    for (let turn = 0; turn < 4; turn += 1) {
      await using gateway = await ScriptedGateway.connect({ ...at(0), bootId: boots[turn % 2] ?? '' })
      await gateway.until('config.complete')
    }
    const rows = await world.test.query<{ diagnostics: object }>(
      'select diagnostics from gateways where id = $1',
      [paired.gatewayId],
    )
    expect(rows[0]?.diagnostics).toEqual({ duplicate_identity: { boot_ids: boots } })
  })
})

describe('admission ends', () => {
  it.each([0, 1] as const)('live -> closed (4401) within a second: disabled on node %i', async (node) => {
    await using gateway = await ScriptedGateway.connect(at(0))
    const asked = performance.now()
    await world.nodes[node].call(operator, {
      method: 'PATCH',
      url: `/api/v1/gateways/${paired.gatewayId}`,
      payload: { status: 'disabled' },
    })
    expect(await gateway.untilClosed()).toBe(4401)
    expect(performance.now() - asked).toBeLessThan(1000)
  })

  it('live -> closed (4401): deleted', async () => {
    await using gateway = await ScriptedGateway.connect(at(1))
    const gone = await world.nodes[0].call(operator, {
      method: 'DELETE',
      url: `/api/v1/gateways/${paired.gatewayId}`,
    })
    expect(gone.statusCode).toBe(204)
    expect(await gateway.untilClosed()).toBe(4401)
    await expect(ScriptedGateway.open(at(1))).rejects.toThrow(/401/)
  })

  it('live -> closed (4401): the machine was replaced', async () => {
    await using gateway = await ScriptedGateway.connect(at(1))
    const code = await world.nodes[0].call(operator, {
      method: 'POST',
      url: '/api/v1/gateways/generate-pairing-code',
      payload: { name: 'x', site_id: org.siteId, gateway_id: paired.gatewayId },
    })
    await world.nodes[0].call(null, {
      method: 'POST',
      url: '/api/v1/gateways/pair',
      payload: { pairing_code: code.json().pairing_code },
    })
    expect(await gateway.untilClosed()).toBe(4401)
  })
})

describe('presence', () => {
  let usual: TestNodes

  beforeAll(async () => {
    usual = world
    world = await startTestNodes({ offlineGraceMs: 2_500 })
  })

  afterAll(async () => {
    await world[Symbol.asyncDispose]()
    world = usual
  })

  it('online -> offline: silence for the grace period, with the cameras', async () => {
    const cameraId = await addCamera()
    {
      await using gateway = await ScriptedGateway.connect(at(0))
      gateway.reportCamera(cameraId, 'online')
      await waitUntil(async () => (await cameraNow(cameraId)).status === 'online')
      gateway.cut()
    }
    await becomes('offline')
    expect(await cameraNow(cameraId)).toMatchObject({ status: 'offline' })
    await using back = await ScriptedGateway.connect(at(1))
    await becomes('online')
    back.reportCamera(cameraId, 'online')
    await waitUntil(async () => (await cameraNow(cameraId)).status === 'online')
  })

  it('stays on line while heartbeats come, and keeps the newest', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    const begun = performance.now()
    while (performance.now() - begun < 4_000) {
      gateway.heartbeat()
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect((await gatewayNow()).status).toBe('online')
    }
    expect(gateway.closeCode).toBe(null)
    expect(Date.parse((await gatewayNow()).last_heartbeat_at)).toBeGreaterThan(Date.now() - 1500)
  })

  it('live -> closed (1012): heard again after it was given up as silent', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    await becomes('offline')
    gateway.heartbeat()
    expect(await gateway.untilClosed()).toBe(1012)
  })
})

describe('reports', () => {
  it('keeps the newest telemetry, without cameras of others', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect(at(0))
    const url = `/api/v1/gateways/${paired.gatewayId}/telemetry`
    const before = await world.nodes[1].call(operator, { url })
    expect(before.json()).toMatchObject({
      gateway_id: paired.gatewayId,
      cpu_percent: null,
      camera_recording_status: {},
    })
    const figures = { cpu_percent: 1, memory_mb: 100, disk_free_mb: null }
    const network_throughput = { upstream_mbps: 1.5, downstream_mbps: null }
    gateway.send('telemetry', { ...figures, network_throughput, camera_recording_status: {} })
    gateway.send('telemetry', {
      ...figures,
      cpu_percent: 7.5,
      network_throughput,
      camera_recording_status: { [cameraId]: 'recording', [randomUUID()]: 'idle' },
    })
    await waitUntil(async () => (await world.nodes[1].call(operator, { url })).json().cpu_percent === 7.5)
    expect((await world.nodes[1].call(operator, { url })).json()).toMatchObject({
      memory_mb: 100,
      network_throughput,
      camera_recording_status: { [cameraId]: 'recording' },
    })
  })

  it('shows how full the disk of a gateway is and what it gave up, and keeps that over heartbeats without it', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    const url = `/api/v1/gateways/${paired.gatewayId}/telemetry`
    const shown = async () => (await world.nodes[1].call(operator, { url })).json()
    expect(await shown()).toMatchObject({ storage: null, losses: null })
    const storage = { level: 'low', free_mb: 700.5, used_mb: 9000, quota_mb: null, reserve_mb: 512 } as const
    const losses = { snapshots: 12, clips: 3, events: 0 }
    gateway.heartbeat({ storage, losses })
    await waitUntil(async () => (await shown()).losses !== null)
    gateway.heartbeat()
    gateway.heartbeat({ losses: { ...losses, clips: 4 } })
    await waitUntil(async () => (await shown()).losses.clips === 4)
    expect(await shown()).toMatchObject({ storage, losses: { ...losses, clips: 4 } })
  })

  it('takes a camera status; one that an operator set stands until the observed state changes', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect(at(0))
    const shows = (status: string) =>
      waitUntil(async () => (await cameraNow(cameraId)).status === status, status)
    gateway.reportCamera(cameraId, 'online')
    await shows('online')
    await world.nodes[1].call(operator, {
      method: 'PATCH',
      url: `/api/v1/cameras/${cameraId}`,
      payload: { status: 'error' },
    })
    gateway.reportCamera(cameraId, 'online')
    gateway.reportCamera(cameraId, 'online')
    expect((await cameraNow(cameraId)).status).toBe('error')
    gateway.reportCamera(cameraId, 'stalled')
    await shows('offline')
    gateway.reportCamera(cameraId, 'auth_failed')
    await shows('error')
  })

  it("leaves another gateway's camera alone", async () => {
    const cameraId = await addCamera()
    const other = await pairTestGateway(world.nodes[0], operator, org.siteId)
    await using gateway = await ScriptedGateway.connect({ origin: world.nodes[0].origin, ...other })
    const own = paired
    paired = other
    const ownCamera = await addCamera('Own')
    paired = own
    gateway.reportCamera(cameraId, 'online')
    gateway.reportCamera(ownCamera, 'online')
    await waitUntil(async () => (await cameraNow(ownCamera)).status === 'online')
    expect((await cameraNow(cameraId)).status).toBe('pending')
  })
})

describe('durable frames', () => {
  const opened = (cameraId: string, event_id = randomUUID()) => ({
    event_id,
    camera_id: cameraId,
    event_category: 'motion' as const,
    trigger_topic: '',
    trigger_source: 'software' as const,
    raw_source: 'software',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  })

  it('confirms after COMMIT, counted from what the data folder says', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect({ ...at(0), lastAckedSeq: 40 })
    const bodies = Array.from({ length: 20 }, () => opened(cameraId))
    for (const [n, body] of bodies.entries()) gateway.sendDurable(41 + n, 'event.opened', body)
    await gateway.until('ack', ({ ack }) => ack === 60)
    const rows = await world.test.query('select id from events where org_id = $1', [org.orgId])
    expect(rows).toHaveLength(20)
    const acks = gateway.framesOf('ack').map(({ ack }) => ack)
    expect(acks).toEqual(acks.toSorted((a, b) => a - b))
  })

  it('knows repeats by the event, not by the number: a replaced machine begins at 1', async () => {
    const cameraId = await addCamera()
    const body = opened(cameraId)
    for (const boot of [1, 2]) {
      await using gateway = await ScriptedGateway.connect({ ...at(boot === 1 ? 0 : 1), lastAckedSeq: 0 })
      gateway.sendDurable(1, 'event.opened', body)
      gateway.sendDurable(2, 'event.opened', opened(cameraId))
      await gateway.until('ack', ({ ack }) => ack === 2)
    }
    const rows = await world.test.query('select id from events where org_id = $1', [org.orgId])
    expect(rows).toHaveLength(3)
  })

  it('takes the frames of one event in their order', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect(at(0))
    const ids = Array.from({ length: 10 }, () => randomUUID())
    let seq = 0
    for (const id of ids) {
      gateway.sendDurable((seq += 1), 'event.opened', opened(cameraId, id))
      gateway.sendDurable((seq += 1), 'event.closed', {
        event_id: id,
        camera_id: cameraId,
        clip: null,
        error: 'no picture',
      })
    }
    const last = await gateway.until('ack', ({ ack }) => ack === seq)
    expect(last.body.rejected).toEqual([])
    expect(gateway.framesOf('ack').flatMap(({ body }) => body.rejected)).toEqual([])
    const rows = await world.test.query<{ clip_status: string }>(
      'select clip_status from events where org_id = $1',
      [org.orgId],
    )
    expect(rows.map(({ clip_status }) => clip_status)).toEqual(ids.map(() => 'failed'))
  })

  it('refuses, lists and confirms what can never be taken', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect(at(0))
    gateway.sendDurable(1, 'event.opened', opened(randomUUID()))
    gateway.sendDurable(2, 'event.opened', { ...opened(cameraId), trigger_topic: 'x'.repeat(2000) })
    gateway.raw(JSON.stringify({ v: 1, id: randomUUID(), type: 'event.later', seq: 3, body: {} }))
    gateway.sendDurable(4, 'event.closed', {
      event_id: randomUUID(),
      camera_id: cameraId,
      clip: null,
      error: null,
    })
    gateway.sendDurable(5, 'event.opened', opened(cameraId))
    await gateway.until('ack', ({ ack }) => ack === 5)
    const rejected = gateway.framesOf('ack').flatMap(({ body }) => body.rejected)
    expect(Object.fromEntries(rejected.map(({ seq, code }) => [seq, code]))).toEqual({
      1: 'camera_unknown',
      2: 'invalid',
      3: 'unknown_type',
      4: 'not_found',
    })
  })

  it('keeps the number below a gap', async () => {
    const cameraId = await addCamera()
    await using gateway = await ScriptedGateway.connect(at(0))
    gateway.sendDurable(2, 'event.opened', opened(cameraId))
    const first = await gateway.until('ack')
    expect(first.ack).toBe(0)
    gateway.sendDurable(1, 'event.opened', opened(cameraId))
    await gateway.until('ack', ({ ack }) => ack === 2)
  })
})

describe('frames that cannot be taken', () => {
  it('answers a bad request, drops an unknown type and a bad report, and goes on', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    const bad = randomUUID()
    gateway.raw(JSON.stringify({ v: 1, id: randomUUID(), type: 'future', body: {} }))
    gateway.raw(JSON.stringify({ v: 1, id: randomUUID(), type: 'heartbeat', body: { now: 'yesterday' } }))
    gateway.raw(JSON.stringify({ v: 1, id: bad, type: 'upload.begin', body: { bytes: -1 } }))
    const result = await gateway.until('result', ({ re }) => re === bad)
    expect(result.body).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  it('answers a request for an event that is not the gateway’s', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    const asked = gateway.send('upload.complete', { upload_id: randomUUID() })
    const result = await gateway.until('result', ({ re }) => re === asked)
    expect(result.body).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it.each([
    ['no JSON', 4400, 'nonsense'],
    ['a binary message', 4400, Buffer.from('{}')],
    ['a frame over 256 KiB', 1009, JSON.stringify({ v: 1, pad: 'x'.repeat(300_000) })],
  ])('live -> closed: %s (%i)', async (_what, code, message) => {
    await using gateway = await ScriptedGateway.connect(at(0))
    gateway.raw(message)
    expect(await gateway.untilClosed()).toBe(code)
  })

  it('live -> closed (4429): too many frames', async () => {
    await using gateway = await ScriptedGateway.connect(at(0))
    for (let n = 0; n < 300; n += 1) gateway.heartbeat()
    expect(await gateway.untilClosed()).toBe(4429)
  })
})

it('leaves no live session behind when a node ends, and says why (1012)', async () => {
  await using others = await startTestNodes()
  const otherOrg = await others.createOrg()
  const who = await otherOrg.signIn('operator')
  const one = await pairTestGateway(others.nodes[0], who, otherOrg.siteId)
  await using gateway = await ScriptedGateway.connect({ origin: others.nodes[0].origin, ...one })
  const closing = others.nodes[0].close()
  expect(await gateway.untilClosed()).toBe(1012)
  await closing
  expect(others.nodes[0].services.channel.size).toBe(0)
})
