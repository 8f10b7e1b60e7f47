import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Camera, TriggerResponse } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dial, openSealed } from '#testing/scripted-gateway.js'
import type { ScriptedRelay } from '#testing/scripted-relay.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { pairTestGateway, waitUntil } from '../channel/test-nodes.fake.js'
import { relayKey } from './relay-key.service.js'
import { addDirectCamera, type RelayWorld, startRelayWorld } from './relay-world.fake.js'

let world: RelayWorld
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await startRelayWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  org = await world.nodes.createOrg()
  operator = await org.signIn('operator')
})

const on = (node: 0 | 1, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: Record<string, unknown>) =>
  world.nodes.nodes[node].call(operator, { method, url: `/api/v1${url}`, ...(payload && { payload }) })

const reachable = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://10.1.2.3/stream',
      codec: 'h264',
      width: 1920,
      height: 1080,
      fps: 25,
      gop_sec: 2,
    },
  ],
  auth_scheme: null,
  manufacturer: 'Example',
  model: 'EX-1',
  serial: 'S-1',
}

/** A relay that carries out what it is asked, and holds the camera, which is on line. */
async function serving(node: 0 | 1, camera: Camera): Promise<ScriptedRelay> {
  const relay = await world.relay(node)
  relay.answer = (command) => {
    switch (command.type) {
      case 'probe':
        return { ok: true, value: reachable }
      case 'trigger':
        return {
          ok: true,
          value: {
            status: 'triggered',
            event_id: command.body.event_id,
            started_at: command.body.triggered_at,
            expected_clip_duration_sec: 25,
          },
        }
      default:
        return null
    }
  }
  await relay.untilHeld(camera.id)
  relay.report(camera.id, 'online')
  await waitUntil(
    async () => (await on(0, 'GET', `/cameras/${camera.id}`)).json<Camera>().status === 'online',
  )
  return relay
}

describe('the channel of relays, before the upgrade', () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  function refusal(headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request(`${world.nodes.nodes[0].origin}/api/v1/relays/ws`, { headers })
      asked.on('upgrade', (_response, socket) => {
        socket.destroy()
        resolve(101)
      })
      asked.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  it('admits the one key of this cloud, in the header, and no browser', async () => {
    const key = relayKey(world.nodes.nodes[0].platform.keys)
    const { apiKey } = await pairTestGateway(world.nodes.nodes[0], operator, org.siteId)
    const bearer = (text: string) => ({ ...upgrade, authorization: `Bearer ${text}` })
    expect(await refusal(upgrade)).toBe(401)
    expect(await refusal(bearer(`rl_${'x'.repeat(43)}`))).toBe(401)
    expect(await refusal(bearer(apiKey))).toBe(401)
    expect(await refusal(bearer(operator.token))).toBe(401)
    expect(await refusal({ ...bearer(key), origin: 'https://video.example.com' })).toBe(403)
    expect(await refusal({ authorization: `Bearer ${key}` })).toBe(426)
    expect(await refusal(bearer(key))).toBe(101)
  })

  it('is not part of the published interface', async () => {
    const { paths } = (await on(0, 'GET', '/openapi.json')).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(paths).filter((path) => path.includes('relay'))).toEqual([])
  })

  it('closes with 4400 a hello that does not say which relay it is', async () => {
    const socket = dial(
      world.nodes.nodes[0].origin,
      '/api/v1/relays/ws',
      relayKey(world.nodes.nodes[0].platform.keys),
    )
    await once(socket, 'open')
    const clock = { now: new Date().toISOString(), synced: true }
    const body = { versions: [1], capabilities: [], agent_version: '1', boot_id: randomUUID(), clock }
    const hello = { ...body, config_revision: 0, last_acked_seq: 0, local_ip: null }
    socket.send(JSON.stringify({ v: 1, id: randomUUID(), type: 'hello', body: hello }))
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(4400)
  })
})

describe('registering a camera in direct mode', () => {
  const create = (body: Record<string, unknown>) =>
    on(0, 'POST', '/cameras', {
      name: 'Harbour',
      type: 'rtsp',
      connection_mode: 'direct',
      site_id: org.siteId,
      rtsp_url: 'rtsp://10.1.2.3/stream',
      ...body,
    })

  it.each([
    ['a gateway beside it', { gateway_id: randomUUID() }, /gateway_id/],
    ['a private address', { rtsp_url: 'rtsp://192.168.1.20/stream' }, /^rtsp_url: .*public/],
    ['this machine', { rtsp_url: 'rtsp://127.0.0.1/stream' }, /^rtsp_url: .*public/],
    ['a name of this machine', { rtsp_url: 'rtsp://localhost/stream' }, /^rtsp_url: .*public/],
    ['a metadata service', { rtsp_url: 'rtsp://169.254.169.254/stream' }, /^rtsp_url: .*public/],
    ['an IPv4 address in IPv6 clothes', { rtsp_url: 'rtsp://[::ffff:192.168.1.20]/' }, /^rtsp_url: .*public/],
    ['a private second stream', { rtsp_sub_url: 'rtsp://172.16.0.1/sub' }, /^rtsp_sub_url: .*public/],
    [
      'a private ONVIF host',
      { type: 'onvif', host: '192.168.1.20', onvif_username: 'a', onvif_password: 'b', rtsp_url: undefined },
      /^host: .*public/,
    ],
  ])('refuses %s', async (_what, body, message) => {
    const answer = await create(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'validation_error' } })
    expect(answer.json<{ error: { message: string } }>().error.message).toMatch(message)
    expect(await world.query('select id from cameras where org_id = $1', [org.orgId])).toEqual([])
  })

  it('takes back the gateway of null that the camera shows', async () => {
    const answer = await create({ rtsp_url: 'rtsp://8.8.8.8/s', gateway_id: null })
    expect([answer.statusCode, answer.json<{ gateway_id: unknown }>().gateway_id]).toEqual([201, null])
  })

  it('takes a public address, one of ALLOWED_PRIVATE_CIDRS, and a name that does not resolve yet', async () => {
    for (const host of ['198.51.100.7', '203.0.113.9']) {
      // Documentation ranges are not public: what is refused here would be refused everywhere.
      expect((await create({ rtsp_url: `rtsp://${host}/s` })).statusCode).toBe(400)
    }
    for (const host of ['8.8.8.8', '10.200.0.1', 'camera.invalid']) {
      expect((await create({ rtsp_url: `rtsp://${host}/s` })).statusCode).toBe(201)
    }
  })

  it('asks a camera that works once what it is, and keeps the address that was given', async () => {
    const camera = await addDirectCamera(world, org, operator, { rtsp_sub_url: 'rtsp://10.1.2.3/sub' })
    const relay = await serving(1, camera)
    const { body } = await relay.until('probe')
    expect(body.connection).toMatchObject({ rtsp_url: 'rtsp://10.1.2.3/stream' })
    const streams = () =>
      world.query('select role, url, codec, width from camera_streams where camera_id = $1 order by role', [
        camera.id,
      ])
    await waitUntil(async () => (await streams()).some((row) => 'codec' in row && row.codec === 'h264'))
    expect(await streams()).toEqual([
      { role: 'main', url: 'rtsp://10.1.2.3/stream', codec: 'h264', width: 1920 },
      { role: 'sub', url: 'rtsp://10.1.2.3/sub', codec: null, width: null },
    ])
    const identity = await world.query('select identity from cameras where id = $1', [camera.id])
    expect(identity).toEqual([{ identity: { serial: 'S-1' } }])
    relay.report(camera.id, 'stalled')
    relay.report(camera.id, 'online')
    await waitUntil(
      async () => (await on(0, 'GET', `/cameras/${camera.id}`)).json<Camera>().status === 'online',
    )
    expect(relay.framesOf('probe')).toHaveLength(1)
  })
})

it('asks cameras at one address what they are one after the other, and each of them', async () => {
  const added = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      addDirectCamera(world, org, operator, { rtsp_url: `rtsp://10.1.2.3/stream/${number}` }),
    ),
  )
  const relay = await world.relay(1)
  const looks = { now: 0, most: 0 }
  relay.answer = async ({ type }) => {
    if (type !== 'probe') return null
    looks.now += 1
    looks.most = Math.max(looks.most, looks.now)
    // So that the others are asked for meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 50))
    looks.now -= 1
    return { ok: true, value: reachable }
  }
  for (const { id } of added) {
    await relay.untilHeld(id)
    relay.report(id, 'online')
  }
  const described = () =>
    world.query('select camera_id from camera_streams where org_id = $1 and codec is not null', [org.orgId])
  await waitUntil(async () => (await described()).length === added.length, 'four descriptions')
  expect([looks.most, relay.framesOf('probe').length]).toEqual([1, 4])
})

describe('trying a camera in direct mode', () => {
  const validate = (node: 0 | 1, body: Record<string, unknown> = {}) =>
    on(node, 'POST', '/cameras/validate-connection', {
      connection_mode: 'direct',
      type: 'rtsp',
      rtsp_url: 'rtsp://10.9.9.9/stream',
      rtsp_username: 'viewer',
      rtsp_password: 'secret-2',
      ...body,
    })

  it.each([0, 1] as const)('goes through any relay, from node %i', async (node) => {
    const relay = await world.relay(1)
    relay.answer = () => ({ ok: true, value: reachable })
    const answer = await validate(node)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      model: 'EX-1',
      streams: [{ resolution: '1920x1080' }],
    })
    const { body, lease } = await relay.until('probe')
    expect(lease).toBeUndefined()
    if (!relay.keys || body.connection.credentials === null) throw new Error('nothing was sealed')
    expect(await openSealed(body.connection.credentials, relay.keys)).toMatchObject({ password: 'secret-2' })
  })

  it('says what is wrong in the words of direct mode', async () => {
    const relay = await world.relay(0)
    relay.answer = () => ({ ok: true, value: { reachable: false, fault: 'timeout', message: 'x' } })
    expect((await validate(0)).json()).toMatchObject({
      success: false,
      fault: 'timeout',
      message: expect.stringMatching(/from the internet$/),
    })
  })

  it('answers 400 without a relay, for a private address, and for a gateway beside it', async () => {
    const without = await validate(0)
    expect(without.statusCode).toBe(400)
    expect(without.json<{ error: { message: string } }>().error.message).toMatch(/no relay is connected/)
    const relay = await world.relay(0)
    expect((await validate(0, { rtsp_url: 'rtsp://192.168.1.9/s' })).statusCode).toBe(400)
    expect((await validate(0, { gateway_id: randomUUID() })).statusCode).toBe(400)
    expect((await validate(0, { connection_mode: undefined })).statusCode).toBe(400)
    expect(relay.framesOf('probe')).toEqual([])
  })
})

describe('changing how a camera in direct mode is reached', () => {
  it('is tried through a relay first, and then told to the holder, sealed anew', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const patch = { rtsp_password: 'secret-3' }
    const without = await on(0, 'PATCH', `/cameras/${camera.id}`, patch)
    expect(without.statusCode).toBe(400)
    expect(without.json<{ error: { message: string } }>().error.message).toMatch(/no relay/)

    const relay = await serving(1, camera)
    const before = relay.held.get(camera.id)?.camera.revision ?? 0
    relay.answer = () => ({ ok: true, value: { reachable: false, fault: 'auth', message: '' } })
    expect((await on(0, 'PATCH', `/cameras/${camera.id}`, patch)).statusCode).toBe(400)
    relay.answer = () => ({ ok: true, value: reachable })
    expect(
      (await on(0, 'PATCH', `/cameras/${camera.id}`, { rtsp_url: 'rtsp://192.168.0.9/s' })).statusCode,
    ).toBe(400)
    expect((await on(0, 'PATCH', `/cameras/${camera.id}`, patch)).statusCode).toBe(200)
    const told = await relay.untilHeld(camera.id, ({ camera: now }) => now.revision > before)
    const { credentials } = told.camera.connection
    if (!relay.keys || credentials === null) throw new Error('nothing was sealed')
    expect(await openSealed(credentials, relay.keys)).toEqual({ username: 'viewer', password: 'secret-3' })
    expect(told.lease.epoch).toBe(1)
  })
})

describe('the stored password of a camera in direct mode', () => {
  const tryAt = (id: string, patch: Record<string, unknown>) => on(0, 'PATCH', `/cameras/${id}`, patch)

  it('is sent to no other host, by whatever field that is named', async () => {
    const camera = await addDirectCamera(world, org, operator, { rtsp_sub_url: 'rtsp://10.1.2.3/sub' })
    const relay = await serving(0, camera)
    for (const patch of [
      { rtsp_url: 'rtsp://10.9.9.9/stream' },
      { rtsp_url: 'rtsp://viewer@10.9.9.9/stream' },
      { rtsp_sub_url: 'rtsp://10.9.9.9/sub' },
      { rtsp_url: 'rtsp://10.9.9.9/stream', rtsp_username: 'somebody' },
    ]) {
      const answer = await tryAt(camera.id, patch)
      expect([answer.statusCode, answer.json<{ error: { message: string } }>().error.message]).toEqual([
        400,
        expect.stringMatching(/^rtsp_password: give it again/),
      ])
    }
    expect(JSON.stringify(relay.framesOf('probe'))).not.toContain('10.9.9.9')
  })

  it('stays for another port or path of its host; with a password of its own any host is tried', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const relay = await serving(0, camera)
    for (const patch of [
      { rtsp_url: 'rtsp://10.1.2.3:8554/other' },
      { rtsp_url: 'rtsp://10.9.9.9/stream', rtsp_password: 'secret-9' },
      { rtsp_url: 'rtsp://viewer:secret-8@10.8.8.8/stream' },
      { rtsp_url: 'rtsp://10.7.7.7/stream', rtsp_username: '', rtsp_password: '' },
    ]) {
      expect((await tryAt(camera.id, patch)).statusCode).toBe(200)
    }
    const sent = relay.framesOf('probe').map(({ body }) => body.connection.credentials)
    if (!relay.keys) throw new Error('the relay has no keys')
    const { keys } = relay
    const opened = await Promise.all(
      sent.slice(-4).map(async (one) => (one === null ? null : openSealed(one, keys))),
    )
    expect(opened).toEqual([
      { username: 'viewer', password: 'secret-1' },
      { username: 'viewer', password: 'secret-9' },
      { username: 'viewer', password: 'secret-8' },
      null,
    ])
  })

  it('of an ONVIF camera is sent to no other host either', async () => {
    const camera = await addDirectCamera(world, org, operator, {
      type: 'onvif',
      rtsp_url: undefined,
      rtsp_username: undefined,
      rtsp_password: undefined,
      host: '10.1.2.3',
      onvif_username: 'admin',
      onvif_password: 'secret-1',
    })
    await serving(0, camera)
    expect((await tryAt(camera.id, { host: '10.9.9.9' })).statusCode).toBe(400)
    expect((await tryAt(camera.id, { port: 8080 })).statusCode).toBe(200)
    expect((await tryAt(camera.id, { host: '10.9.9.9', onvif_password: 'secret-9' })).statusCode).toBe(200)
  })
})

describe('triggering a camera in direct mode', () => {
  const trigger = (node: 0 | 1, id: string) =>
    on(node, 'POST', `/cameras/${id}/trigger`, { duration_sec: 15, note: 'a ship' })
  const mayAgain = (id: string) =>
    world.query('update cameras set last_trigger_at = null where id = $1', [id])

  it.each([0, 1] as const)(
    'goes to the relay that holds it, from node %i, and is an event each time',
    async (node) => {
      const camera = await addDirectCamera(world, org, operator)
      const relay = await serving(1, camera)
      const ids: string[] = []
      for (const _ of [1, 2]) {
        await mayAgain(camera.id)
        const answer = await trigger(node, camera.id)
        expect(answer.statusCode).toBe(202)
        const body = answer.json<TriggerResponse>()
        expect(body).toMatchObject({ status: 'triggered', transport: 'direct', camera_id: camera.id })
        ids.push(body.event_id)
      }
      expect(new Set(ids).size).toBe(2)
      const commands = relay.framesOf('trigger')
      expect(commands.map(({ body }) => body.event_id)).toEqual(ids)
      for (const { lease } of commands) expect(lease).toEqual({ camera_id: camera.id, epoch: 1 })
      for (const id of ids) {
        expect((await on(0, 'GET', `/events/${id}`)).json()).toMatchObject({
          recording_source: 'relay',
          trigger_source: 'manual',
          notes: 'a ship',
        })
      }
      expect((await trigger(node, camera.id)).statusCode).toBe(429)
    },
  )

  it('takes a late answer as the truth', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const relay = await serving(0, camera)
    relay.answer = () => null
    const answer = await trigger(1, camera.id)
    expect(answer.statusCode).toBe(202)
    const { event_id: eventId } = answer.json<TriggerResponse>()
    const eventNow = async () => (await on(0, 'GET', `/events/${eventId}`)).json()
    expect(await eventNow()).toMatchObject({ clip_status: 'failed' })
    const command = await relay.until('trigger')
    const value = { status: 'triggered', event_id: eventId, started_at: new Date().toISOString() }
    relay.send('result', { ok: true, value: { ...value, expected_clip_duration_sec: 25 } }, command.id)
    await waitUntil(async () => (await eventNow()).clip_status === 'recording')
  })

  it('answers 409 while no relay holds the camera, whatever its status says', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const relay = await serving(0, camera)
    relay.close()
    await waitUntil(async () => (await trigger(0, camera.id)).statusCode === 409)
    expect((await on(0, 'GET', `/cameras/${camera.id}`)).json()).toMatchObject({ status: 'online' })
    expect((await on(1, 'POST', `/cameras/${camera.id}/snapshot`)).statusCode).toBe(409)
  })

  it('is an active stream while a relay holds it and receives it', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const streamNow = async () =>
      (await world.nodes.nodes[1].call(operator, { url: `/streams/${camera.id}/status` })).json()
    expect(await streamNow()).toMatchObject({ connection_mode: 'direct', go2rtc_status: 'inactive' })
    const relay = await serving(0, camera)
    expect(await streamNow()).toMatchObject({ streamable: true, go2rtc_status: 'active' })
    relay.close()
    await waitUntil(async () => (await streamNow()).go2rtc_status === 'inactive')
  })

  it('brings a fresh picture through the relay, from either node', async () => {
    const camera = await addDirectCamera(world, org, operator)
    const relay = await serving(0, camera)
    const picture = {
      taken_at: '2026-03-14T09:41:00.000Z',
      content_type: 'image/jpeg',
      width: 640,
      height: 360,
    }
    relay.answer = () => ({ ok: true, value: { ...picture, data: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==' } })
    for (const node of [0, 1] as const) {
      const answer = await on(node, 'POST', `/cameras/${camera.id}/snapshot`)
      expect(answer.statusCode).toBe(200)
    }
    for (const { lease } of relay.framesOf('snapshot')) {
      expect(lease).toEqual({ camera_id: camera.id, epoch: 1 })
    }
  })
})
