import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { PairedScene } from './paired-scene.fixture.js'
import { pairTestGateway, startTestNodes, type TestNodes, waitUntil } from './test-nodes.fake.js'

let world: TestNodes
let here: PairedScene

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  here = await PairedScene.make(world)
})

describe('reports', () => {
  it('keeps the newest telemetry, without cameras of others', async () => {
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const url = `/api/v1/gateways/${here.paired.gatewayId}/telemetry`
    const before = await world.nodes[1].call(here.operator, { url })
    expect(before.json()).toMatchObject({
      gateway_id: here.paired.gatewayId,
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
    await waitUntil(
      async () => (await world.nodes[1].call(here.operator, { url })).json().cpu_percent === 7.5,
    )
    expect((await world.nodes[1].call(here.operator, { url })).json()).toMatchObject({
      memory_mb: 100,
      network_throughput,
      camera_recording_status: { [cameraId]: 'recording' },
    })
  })

  it('keeps the most of each five minutes, for two days', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const { gatewayId } = here.paired
    const url = `/api/v1/gateways/${gatewayId}/telemetry/history`
    const shown = async () => (await world.nodes[1].call(here.operator, { url })).json()
    expect((await shown()).points).toEqual([])
    // One of yesterday, and one that is over: its place is that of now.
    const place = `(extract(epoch from at) / 300)::bigint % 576`
    await world.test.query(
      `insert into gateway_history (org_id, gateway_id, place, at, cpu_percent, waiting_clips)
       select $1, $2, ${place}, at, 99, 1 from (
         select date_bin('5 minutes', now(), 'epoch'::timestamptz) - ago as at
         from unnest(array[interval '24 hours', '48 hours', '47 hours 55 minutes']) as ago) as times`,
      [here.org.orgId, gatewayId],
    )
    const figures = { memory_mb: 100, disk_free_mb: null, camera_recording_status: {} }
    const report = (cpu: number, upstream: number | null, waiting?: object) =>
      gateway.send('telemetry', {
        ...figures,
        cpu_percent: cpu,
        network_throughput: { upstream_mbps: upstream, downstream_mbps: null },
        ...waiting,
      })
    report(7.5, 1.5, { waiting: { clips: 4, mb: 20, oldest_at: null } })
    report(3, 2.5)
    await waitUntil(async () =>
      (await shown()).points.some((one: { upstream_mbps: number }) => one.upstream_mbps === 2.5),
    )
    const { points, step_sec } = await shown()
    expect(step_sec).toBe(300)
    expect(points.slice(0, 2)).toMatchObject([{ cpu_percent: 99 }, { cpu_percent: 99, waiting_clips: 1 }])
    // The five minutes may have ended between the two.
    const now: Record<string, number | null>[] = points.slice(2)
    const most = (name: string) => Math.max(...now.map((one) => one[name] ?? 0))
    expect(['cpu_percent', 'waiting_clips', 'waiting_mb', 'upstream_mbps'].map(most)).toEqual([
      7.5, 4, 20, 2.5,
    ])
  })

  it('shows how full the disk of a gateway is and what it gave up, and keeps that over heartbeats without it', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const url = `/api/v1/gateways/${here.paired.gatewayId}/telemetry`
    const shown = async () => (await world.nodes[1].call(here.operator, { url })).json()
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
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const shows = (status: string) =>
      waitUntil(async () => (await here.cameraNow(cameraId)).status === status, status)
    gateway.reportCamera(cameraId, 'online')
    await shows('online')
    await world.nodes[1].call(here.operator, {
      method: 'PATCH',
      url: `/api/v1/cameras/${cameraId}`,
      payload: { status: 'error' },
    })
    gateway.reportCamera(cameraId, 'online')
    gateway.reportCamera(cameraId, 'online')
    expect((await here.cameraNow(cameraId)).status).toBe('error')
    gateway.reportCamera(cameraId, 'stalled')
    await shows('offline')
    gateway.reportCamera(cameraId, 'auth_failed')
    await shows('error')
  })

  it("leaves another gateway's camera alone", async () => {
    const cameraId = await here.addCamera()
    const other = await pairTestGateway(world.nodes[0], here.operator, here.org.siteId)
    await using gateway = await ScriptedGateway.connect({ origin: world.nodes[0].origin, ...other })
    const ownCamera = await here.addCamera('Own', other.gatewayId)
    gateway.reportCamera(cameraId, 'online')
    gateway.reportCamera(ownCamera, 'online')
    await waitUntil(async () => (await here.cameraNow(ownCamera)).status === 'online')
    expect((await here.cameraNow(cameraId)).status).toBe('pending')
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
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect({ ...here.at(0), lastAckedSeq: 40 })
    const bodies = Array.from({ length: 20 }, () => opened(cameraId))
    for (const [n, body] of bodies.entries()) gateway.sendDurable(41 + n, 'event.opened', body)
    await gateway.until('ack', ({ ack }) => ack === 60)
    const rows = await world.test.query('select id from events where org_id = $1', [here.org.orgId])
    expect(rows).toHaveLength(20)
    const acks = gateway.framesOf('ack').map(({ ack }) => ack)
    expect(acks).toEqual(acks.toSorted((a, b) => a - b))
  })

  it('knows repeats by the event, not by the number: a replaced machine begins at 1', async () => {
    const cameraId = await here.addCamera()
    const body = opened(cameraId)
    for (const boot of [1, 2]) {
      await using gateway = await ScriptedGateway.connect({ ...here.at(boot === 1 ? 0 : 1), lastAckedSeq: 0 })
      gateway.sendDurable(1, 'event.opened', body)
      gateway.sendDurable(2, 'event.opened', opened(cameraId))
      await gateway.until('ack', ({ ack }) => ack === 2)
    }
    const rows = await world.test.query('select id from events where org_id = $1', [here.org.orgId])
    expect(rows).toHaveLength(3)
  })

  it('takes the frames of one event in their order', async () => {
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect(here.at(0))
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
      [here.org.orgId],
    )
    expect(rows.map(({ clip_status }) => clip_status)).toEqual(ids.map(() => 'failed'))
  })

  it('refuses, lists and confirms what can never be taken', async () => {
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect(here.at(0))
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
    const cameraId = await here.addCamera()
    await using gateway = await ScriptedGateway.connect(here.at(0))
    gateway.sendDurable(2, 'event.opened', opened(cameraId))
    const first = await gateway.until('ack')
    expect(first.ack).toBe(0)
    gateway.sendDurable(1, 'event.opened', opened(cameraId))
    await gateway.until('ack', ({ ack }) => ack === 2)
  })
})

describe('frames that cannot be taken', () => {
  it('answers a bad request, drops an unknown type and a bad report, and goes on', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const bad = randomUUID()
    gateway.raw(JSON.stringify({ v: 1, id: randomUUID(), type: 'future', body: {} }))
    gateway.raw(JSON.stringify({ v: 1, id: randomUUID(), type: 'heartbeat', body: { now: 'yesterday' } }))
    gateway.raw(JSON.stringify({ v: 1, id: bad, type: 'upload.begin', body: { bytes: -1 } }))
    const result = await gateway.until('result', ({ re }) => re === bad)
    expect(result.body).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  it('answers a request for an event that is not the gateway’s', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    const asked = gateway.send('upload.complete', { upload_id: randomUUID() })
    const result = await gateway.until('result', ({ re }) => re === asked)
    expect(result.body).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it.each([
    ['no JSON', 4400, 'nonsense'],
    ['a binary message', 4400, Buffer.from('{}')],
    ['a frame over 256 KiB', 1009, JSON.stringify({ v: 1, pad: 'x'.repeat(300_000) })],
  ])('live -> closed: %s (%i)', async (_what, code, message) => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    gateway.raw(message)
    expect(await gateway.untilClosed()).toBe(code)
  })

  it('stays live when a line that stood still brings more at once than may come', async () => {
    await using gateway = await ScriptedGateway.connect(here.at(0))
    for (let n = 0; n < 150; n += 1) gateway.heartbeat()
    const asked = gateway.send('upload.complete', { upload_id: randomUUID() })
    expect((await gateway.until('result', ({ re }) => re === asked)).body.ok).toBe(false)
  })
})
