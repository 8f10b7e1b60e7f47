import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { PairedScene } from './paired-scene.fixture.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from './test-nodes.fake.js'

/** A second is the promise, which a busy machine may miss; a sign of life is looked for every ten. */
const soonMs = 4_000

let world: TestNodes
let here: PairedScene

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  here = await PairedScene.make(world)
})

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
      const asked = request(`${origin}${options.path ?? `/api/v1/gateways/${here.paired.gatewayId}/ws`}`, {
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
  const withKey = (key = here.paired.apiKey) => ({ authorization: `Bearer ${key}` })

  it('answers 401 without a key, to an unknown one, and to one in the query', async () => {
    const unauthorised = { status: 401, code: 'auth_required' }
    expect(await refusal()).toEqual(unauthorised)
    expect(await refusal({ headers: withKey('gw_nonsense') })).toEqual(unauthorised)
    expect(await refusal({ headers: withKey(`gw_0123456789abcdef_${'x'.repeat(43)}`) })).toEqual(unauthorised)
    expect(await refusal({ headers: withKey(here.operator.token) })).toEqual(unauthorised)
    const path = `/api/v1/gateways/${here.paired.gatewayId}/ws?token=${here.paired.apiKey}`
    expect(await refusal({ path })).toEqual(unauthorised)
  })

  it('answers 401 to the prefix of a key with another secret', async () => {
    const forged = here.paired.apiKey.slice(0, -1) + (here.paired.apiKey.endsWith('A') ? 'B' : 'A')
    expect(await refusal({ headers: withKey(forged) })).toEqual({ status: 401, code: 'auth_required' })
  })

  it('answers 403 to a browser and to a disabled gateway', async () => {
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await refusal({ headers: { ...withKey(), origin: 'https://evil.example' } })).toEqual(forbidden)
    await world.nodes[0].call(here.operator, {
      method: 'PATCH',
      url: `/api/v1/gateways/${here.paired.gatewayId}`,
      payload: { status: 'disabled' },
    })
    expect(await refusal({ headers: withKey() })).toEqual(forbidden)
  })

  it('answers 404 where the path names another gateway, none, or no channel', async () => {
    const notFound = { status: 404, code: 'not_found' }
    const other = await pairTestGateway(world.nodes[0], here.operator, here.org.siteId)
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
      `${world.nodes[0].origin.replace('http', 'ws')}/api/v1/gateways/${here.paired.gatewayId}/ws`,
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
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect({ ...here.at(0), lastAckedSeq: 17 })
    const [welcome] = gateway.frames
    expect(welcome).toMatchObject({
      type: 'welcome',
      re: expect.any(String),
      body: { version: 1, session_epoch: 1, acked_seq: 17, heartbeat_interval_sec: 10, config_revision: 2 },
    })
    const complete = await gateway.until('config.complete')
    expect(complete.body).toEqual({ revision: 2, camera_ids: [cameraId] })
    expect(await here.gatewayNow(1)).toMatchObject({
      status: 'online',
      version: '9.9.9',
      local_ip: '192.168.1.5',
    })
  })

  it.each([
    [
      'another frame',
      JSON.stringify({ v: 1, id: randomUUID(), type: 'upload.complete', body: { upload_id: randomUUID() } }),
    ],
    ['no JSON', 'nonsense'],
    ['a frame of no known type', JSON.stringify({ v: 1, id: randomUUID(), type: 'what', body: {} })],
  ])('greeting -> closed (4400): %s', async (_what, text) => {
    await using gateway = await ScriptedGateway.open(here.at(0))
    gateway.raw(text)
    expect(await gateway.untilClosed()).toBe(4400)
  })

  it('greeting -> closed (4406): no version in common', async () => {
    await using gateway = await ScriptedGateway.open(here.at(0))
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
    await using gateway = await ScriptedGateway.connect(here.at(0))
    gateway.hello()
    expect(await gateway.untilClosed()).toBe(4400)
  })
})

describe('one live session', () => {
  it.each([0, 1] as const)('live -> closed (4409): a newer session on node %i', async (node) => {
    await using older = await ScriptedGateway.connect(here.at(0))
    await using newer = await ScriptedGateway.connect(here.at(node))
    expect(await older.untilClosed()).toBe(4409)
    expect(newer.frames[0]?.body).toMatchObject({ session_epoch: 2 })
    newer.heartbeat()
    await newer.until('config.complete')
    expect(newer.closeCode).toBe(null)
    expect((await here.gatewayNow()).status).toBe('online')
  })

  it('leaves one session of many that begin at once', async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ScriptedGateway.open(here.at(n % 2 === 0 ? 0 : 1))),
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
      await using gateway = await ScriptedGateway.connect({ ...here.at(0), bootId: boots[turn % 2] ?? '' })
      await gateway.until('config.complete')
    }
    const rows = await world.test.query<{ diagnostics: object }>(
      'select diagnostics from gateways where id = $1',
      [here.paired.gatewayId],
    )
    expect(rows[0]?.diagnostics).toEqual({ duplicate_identity: { boot_ids: boots } })
  })
})

describe('admission ends', () => {
  it.each([0, 1] as const)('live -> closed (4401) within a second: disabled on node %i', async (node) => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const asked = performance.now()
    await world.nodes[node].call(here.operator, {
      method: 'PATCH',
      url: `/api/v1/gateways/${here.paired.gatewayId}`,
      payload: { status: 'disabled' },
    })
    expect(await gateway.untilClosed()).toBe(4401)
    expect(performance.now() - asked).toBeLessThan(soonMs)
  })

  it('live -> closed (4401): deleted', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(1))
    const gone = await world.nodes[0].call(here.operator, {
      method: 'DELETE',
      url: `/api/v1/gateways/${here.paired.gatewayId}`,
    })
    expect(gone.statusCode).toBe(204)
    expect(await gateway.untilClosed()).toBe(4401)
    await expect(ScriptedGateway.open(here.at(1))).rejects.toThrow(/401/)
  })

  it('live -> closed (4401): the machine was replaced', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(1))
    const code = await world.nodes[0].call(here.operator, {
      method: 'POST',
      url: '/api/v1/gateways/generate-pairing-code',
      payload: { name: 'x', site_id: here.org.siteId, gateway_id: here.paired.gatewayId },
    })
    await world.nodes[0].call(null, {
      method: 'POST',
      url: '/api/v1/gateways/pair',
      payload: { pairing_code: code.json().pairing_code },
    })
    expect(await gateway.untilClosed()).toBe(4401)
  })
})

it('live -> closed (4401) at the next heartbeat: the key was revoked and nobody heard of it', async () => {
  await using gateway = await ScriptedGateway.connect(here.at(0))
  await world.test.query('update gateway_keys set revoked_at = now() where gateway_id = $1', [
    here.paired.gatewayId,
  ])
  gateway.heartbeat()
  expect(await gateway.untilClosed()).toBe(4401)
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
