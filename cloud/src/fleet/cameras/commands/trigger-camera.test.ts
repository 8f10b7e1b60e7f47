import { randomUUID } from 'node:crypto'
import type { Result, ToGatewayBody } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from '../../channel/test-nodes.fake.js'

let world: TestNodes
let org: TestOrg
let operator: SignedIn
let paired: PairedGateway
let gateway: ScriptedGateway
let cameraId: string

beforeAll(async () => {
  world = await startTestNodes()
})

afterAll(() => world[Symbol.asyncDispose]())

/** The gateway is on the second node, its camera on line. */
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
  cameraId = randomUUID()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Gate', 'rtsp')`,
    [org.orgId, cameraId, org.siteId, paired.gatewayId],
  )
  gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
  gateway.reportCamera(cameraId, 'online')
  await waitUntil(async () => (await rowOf()).status === 'online')
  return () => gateway[Symbol.asyncDispose]()
})

const rowOf = async () =>
  (await world.test.query<{ status: string }>('select status from cameras where id = $1', [cameraId]))[0] ?? {
    status: '',
  }

const trigger = (payload?: object, node: 0 | 1 = 0, who: SignedIn | null = operator) =>
  world.nodes[node].call(who, {
    method: 'POST',
    url: `/api/v1/cameras/${cameraId}/trigger`,
    ...(payload ? { payload } : {}),
  })

const afterFiveSeconds = () =>
  world.test.query(`update cameras set last_trigger_at = now() - interval '5 seconds' where id = $1`, [
    cameraId,
  ])

const getEvent = (id: string) => world.nodes[0].call(operator, { url: `/api/v1/events/${id}` })

const audited = async () =>
  (
    await world.test.query<{ action: string }>(
      `select action from audit_log where target_id = $1 order by at, id`,
      [cameraId],
    )
  ).map(({ action }) => action)

const startedAt = '2026-03-14T09:26:53.589Z'
/** What the scripted gateway answers, whatever it was asked for. */
const answeredClipSec = 25

function takes(body: ToGatewayBody<'trigger'>): Result {
  return {
    ok: true,
    value: {
      status: 'triggered',
      event_id: body.event_id,
      started_at: startedAt,
      expected_clip_duration_sec: answeredClipSec,
    },
  }
}

const recordsAsTold = () => {
  gateway.answer = (command) => (command.type === 'trigger' ? takes(command.body) : null)
}

describe.each([0, 1] as const)('asked on node %i', (node) => {
  it('answers 202 with the union of both shapes, and the event is there', async () => {
    recordsAsTold()
    const answer = await trigger({ duration_sec: 20, note: 'A parcel' }, node)
    expect(answer.statusCode).toBe(202)
    const [command] = gateway.framesOf('trigger')
    expect(answer.json()).toEqual({
      event_id: command?.body.event_id,
      started_at: startedAt,
      expected_clip_duration_sec: answeredClipSec,
      request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      camera_id: cameraId,
      triggered_at: command?.body.triggered_at,
      status: 'triggered',
      message: expect.any(String),
      transport: 'tunnel',
    })
    expect(command?.body).toMatchObject({ camera_id: cameraId, duration_sec: 20, note: 'A parcel' })
    const event = (await getEvent(answer.json().event_id)).json()
    expect(event).toMatchObject({ trigger_source: 'manual', clip_status: 'recording', notes: 'A parcel' })
    expect(await audited()).toEqual(['camera.manual_trigger'])
  })

  it('extends: the id of the recording in progress, and its own event was never seen', async () => {
    recordsAsTold()
    const first = (await trigger(undefined, node)).json()
    await afterFiveSeconds()
    gateway.answer = () => ({
      ok: true,
      value: {
        status: 'recording_extended',
        event_id: first.event_id,
        started_at: startedAt,
        expected_clip_duration_sec: 40,
      },
    })
    const second = await trigger(undefined, node)
    expect(second.statusCode).toBe(202)
    expect(second.json()).toMatchObject({ status: 'recording_extended', event_id: first.event_id })
    const own = gateway.framesOf('trigger')[1]?.body.event_id ?? ''
    expect((await getEvent(own)).statusCode).toBe(404)
    const list = (await world.nodes[0].call(operator, { url: '/api/v1/events' })).json()
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([first.event_id])
    expect(await audited()).toEqual(['camera.manual_trigger', 'camera.recording_extended'])
  })

  it('stands without an answer, and says why there is no clip; a late frame puts it right', async () => {
    const begun = performance.now()
    const answer = await trigger(undefined, node)
    expect(performance.now() - begun).toBeGreaterThan(4_500)
    expect(performance.now() - begun).toBeLessThan(7_000)
    expect(answer.statusCode).toBe(202)
    const { event_id } = answer.json()
    const event = (await getEvent(event_id)).json()
    expect(event).toMatchObject({
      clip_status: 'failed',
      clip_error: expect.stringMatching(/did not answer/),
    })
    gateway.sendDurable(1, 'event.opened', {
      event_id,
      camera_id: cameraId,
      event_category: 'other',
      trigger_topic: '',
      trigger_source: 'manual',
      raw_source: 'manual',
      raw_data: {},
      triggered_at: new Date().toISOString(),
      clock_offset_ms: 0,
      clock_synced: true,
    })
    await gateway.until('ack', ({ ack }) => ack === 1)
    expect((await getEvent(event_id)).json()).toMatchObject({ clip_status: 'recording', clip_error: null })
    expect(await audited()).toEqual(['camera.manual_trigger'])
  })
})

it.each([0, 1] as const)('takes a late answer as the truth, asked on node %i', async (node) => {
  const { event_id } = (await trigger(undefined, node)).json()
  expect((await getEvent(event_id)).json().clip_status).toBe('failed')
  const [command] = gateway.framesOf('trigger')
  if (!command) throw new Error('no command came')
  gateway.send('result', takes(command.body), command.id)
  await waitUntil(async () => (await getEvent(event_id)).json().clip_status === 'recording')
})

it('takes the defaults without a body and refuses what is out of range', async () => {
  recordsAsTold()
  expect((await trigger()).statusCode).toBe(202)
  expect(gateway.framesOf('trigger')[0]?.body.duration_sec).toBe(15)
  expect((await trigger({ duration_sec: 4 })).statusCode).toBe(400)
  expect((await trigger({ duration_sec: 61 })).statusCode).toBe(400)
  expect((await trigger({ note: 'x'.repeat(501) })).statusCode).toBe(400)
})

it('takes one of 100 calls at once per camera in five seconds, over both nodes', async () => {
  recordsAsTold()
  const since = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => trigger(undefined, n % 2 === 0 ? 0 : 1)),
  )
  // A machine so slow that the calls last longer may rightly take one more.
  const most = 1 + Math.floor((performance.now() - since) / 5_000)
  const taken = answers.filter(({ statusCode }) => statusCode === 202).length
  expect(taken).toBeGreaterThanOrEqual(1)
  expect(taken).toBeLessThanOrEqual(most)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(100 - taken)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.headers).toMatchObject({
    'retry-after': '5',
    'x-ratelimit-limit': '1',
    'x-ratelimit-remaining': '0',
  })
  expect(refused?.json().error.code).toBe('rate_limited')
  expect(gateway.framesOf('trigger')).toHaveLength(taken)
  await afterFiveSeconds()
  expect((await trigger()).statusCode).toBe(202)
})

it('answers 409 unless the camera is on line, and takes no trigger for it', async () => {
  recordsAsTold()
  gateway.reportCamera(cameraId, 'stalled')
  await waitUntil(async () => (await rowOf()).status === 'offline')
  const stalled = await trigger()
  expect([stalled.statusCode, stalled.json().error.code]).toEqual([409, 'conflict'])
  gateway.reportCamera(cameraId, 'online')
  await waitUntil(async () => (await rowOf()).status === 'online')
  expect((await trigger()).statusCode).toBe(202)
  await world.nodes[0].call(operator, {
    method: 'PATCH',
    url: `/api/v1/cameras/${cameraId}`,
    payload: { enabled: false },
  })
  await afterFiveSeconds()
  expect((await trigger()).statusCode).toBe(409)
})

it('answers 409 if the gateway cannot record, and nobody ever saw the event', async () => {
  gateway.answer = () => ({ ok: false, error: { code: 'camera_offline', message: 'gone' } })
  expect((await trigger()).statusCode).toBe(409)
  expect((await world.nodes[0].call(operator, { url: '/api/v1/events' })).json().total).toBe(0)
})

it('answers 409 when no node holds the gateway, and fails the clip when it goes in between', async () => {
  gateway.answer = () => {
    gateway.cut()
    return null
  }
  const cut = await trigger()
  expect(cut.statusCode).toBe(202)
  expect((await getEvent(cut.json().event_id)).json().clip_status).toBe('failed')
  await waitUntil(() => world.nodes[1].services.channel.size === 0)
  await afterFiveSeconds()
  await world.test.query(
    `update gateway_sessions set seen_at = now() - interval '1 minute' where gateway_id = $1`,
    [paired.gatewayId],
  )
  expect((await trigger()).statusCode).toBe(409)
})

it('gives exactly one result for a command, whichever comes twice or late', async () => {
  gateway.answer = (command) => {
    if (command.type !== 'trigger') return null
    gateway.send('result', takes(command.body), command.id)
    gateway.send('result', { ok: false, error: { code: 'internal', message: '' } }, command.id)
    return takes(command.body)
  }
  expect((await trigger()).json().status).toBe('triggered')
  await afterFiveSeconds()
  expect((await trigger(undefined, 1)).json().status).toBe('triggered')
  const rows = await world.test.query<{ status: string }>(
    'select status from gateway_commands where gateway_id = $1',
    [paired.gatewayId],
  )
  expect(rows.map(({ status }) => status)).toEqual(['done'])
})

it('takes an answer that is no answer as a refusal', async () => {
  gateway.answer = () => ({ ok: true, value: { status: 'fine' } })
  expect((await trigger()).statusCode).toBe(409)
})

it('asks for operators, in the organisation', async () => {
  expect((await trigger(undefined, 0, null)).statusCode).toBe(401)
  expect((await trigger(undefined, 0, await org.signIn('viewer', [org.siteId]))).statusCode).toBe(403)
  expect((await trigger(undefined, 0, await (await world.createOrg()).signIn('owner'))).statusCode).toBe(404)
})
