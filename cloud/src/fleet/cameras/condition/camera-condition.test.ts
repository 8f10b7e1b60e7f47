import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answered, GatewayWorld, refused, startTestNodes, type TestNodes } from '../gateway-camera.fixture.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes({ probesPerMinute: 5 })
})
afterAll(async () => {
  await nodes[Symbol.asyncDispose]()
  await rm(nodes.nodes[0].platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

const stream = { codec: 'h264', width: 1920, height: 1080, fps: 24.9, gop_sec: 2, bitrate_kbps: 4096 }
const report = (camera_id: string, change: object = {}) => {
  world.gateway.send('camera.status', {
    camera_id,
    state: 'online',
    fault: null,
    message: null,
    since: new Date().toISOString(),
    stream,
    reconnects_last_hour: 0,
    stalls_last_hour: 0,
    breaks_last_hour: 0,
    broken_frames_last_hour: 0,
    pre_roll_shortened: false,
    ...change,
  })
}

describe('diagnostics', () => {
  it('of a camera that works: no cause, its streams, its gateway', async () => {
    const id = await world.camera()
    expect((await world.call('GET', `/cameras/${id}/diagnostics`)).json()).toMatchObject({
      status: 'pending',
      connectivity: { ok: false, cause: 'waiting' },
      reported_at: null,
      reconnects_last_hour: null,
      breaks_last_hour: null,
      broken_frames_last_hour: null,
      pre_roll: { wanted_sec: 5, shortened: null },
      last_event: null,
    })
    report(id)
    await world.untilShown(`/cameras/${id}/diagnostics`, ({ status }) => status === 'online')
    const said = (await world.call('GET', `/cameras/${id}/diagnostics`)).json()
    expect(said).toMatchObject({
      connectivity: { ok: true, cause: null, remedy: null },
      reconnects_last_hour: 0,
      stalls_last_hour: 0,
      breaks_last_hour: 0,
      broken_frames_last_hour: 0,
      streams: [
        { role: 'main', codec: 'h264', resolution: '1920x1080', fps: 24.9, bitrate_kbps: 4096 },
        { role: 'sub', resolution: '640x360', bitrate_kbps: null },
      ],
      stream_mode: 'single',
      detection_stream: {
        wanted: 'sub',
        used: 'main',
        why_code: 'single',
        why: expect.stringContaining('single'),
      },
      recording_stream: { wanted: 'main', used: 'main', why: null, why_code: null },
      sub_stream_missing: false,
      pre_roll: { shortened: false },
      gateway: { id: world.paired.gatewayId, name: 'Cupboard', status: 'online' },
      advice: [],
    })
    expect(Date.now() - Date.parse(said.reported_at)).toBeLessThan(60_000)
  })

  it('names cause and remedy, what falls back, and what is worth attention', async () => {
    const id = await world.camera({ rtsp_sub_url: undefined })
    const counts = { reconnects_last_hour: 9, stalls_last_hour: 2, breaks_last_hour: 3 }
    const breaks_by_reason = { format: 2, of_a_later_version: 1 }
    const facts = {
      ...counts,
      breaks_by_reason,
      broken_frames_last_hour: 40,
      pre_roll_shortened: true,
      stream: null,
    }
    report(id, { state: 'auth_failed', fault: 'auth', message: 'canary-1', ...facts })
    await world.untilShown(`/cameras/${id}/diagnostics`, ({ status }) => status === 'error')
    const answer = await world.call('GET', `/cameras/${id}/diagnostics`)
    expect(answer.json()).toMatchObject({
      connectivity: { ok: false, cause: 'auth', message: expect.stringContaining('10.0.0.5:554') },
      detection_stream: { wanted: 'sub', used: 'main', why_code: 'no_sub_stream' },
      sub_stream_missing: true,
      advice_codes: [
        { code: 'sub_stream_missing', count: null },
        { code: 'pre_roll_shortened', count: null },
        { code: 'reconnects', count: 9 },
        { code: 'stalls', count: 2 },
        { code: 'breaks', count: 3 },
        { code: 'broken_frames', count: 40 },
      ],
      advice: [
        expect.stringContaining('no sub stream'),
        expect.stringContaining('pre-roll'),
        expect.stringContaining('9 times'),
        expect.stringContaining('2 times'),
        expect.stringContaining('began anew 3 times'),
        expect.stringContaining('broken data into its connection 40 times'),
      ],
    })
    const telemetry = await world.call('GET', `/gateways/${world.paired.gatewayId}/telemetry`)
    expect(telemetry.json().camera_stream_breaks).toEqual({ [id]: 3 })
    expect(telemetry.json().camera_stream_breaks_by_reason).toEqual({ [id]: breaks_by_reason })
    expect(answer.json().breaks_by_reason).toEqual(breaks_by_reason)
    expect(answer.json().connectivity.remedy).toContain('rtsp_password')
    expect((await world.call('GET', `/cameras/${id}`)).json()).toMatchObject({
      status: 'error',
      fault: 'auth',
    })
    expect(answer.body).not.toContain('canary')
  })

  describe('with a stream of its own for detection', () => {
    const received = { ...stream, transport: 'tcp', audio: 'aac' }
    const sub = {
      ...received,
      codec: 'h264',
      width: 640,
      height: 360,
      fps: 9.5,
      gop_sec: 1,
      bitrate_kbps: 300,
    }
    const both = [
      { role: 'main', state: 'online', fault: null, used_for: ['recording'], received },
      {
        role: 'sub',
        state: 'online',
        fault: null,
        used_for: ['detection'],
        received: { ...sub, audio: null },
      },
    ]
    const said = async (id: string) => (await world.call('GET', `/cameras/${id}/diagnostics`)).json()

    it('names both, what each serves, and how movement and events are noticed', async () => {
      const id = await world.camera({ stream_mode: 'dual' })
      const [events_at, motion_at] = ['2026-03-14T09:28:01.400Z', '2026-03-14T09:27:00.000Z']
      report(id, {
        streams: both,
        events: {
          state: 'subscribed',
          last_event_at: events_at,
          last_renew_at: null,
          motion_seen: true,
          message: 'canary-1',
        },
        motion: { state: 'standby', stream: 'sub', last_motion_at: motion_at, message: 'canary-1' },
        clock_skew_sec: -42,
        warnings: [
          { code: 'clock_skew', stream: null, value: -42 },
          { code: 'of_a_later_version', stream: 'sub', value: 7 },
        ],
      })
      await world.untilShown(`/cameras/${id}`, ({ active_tier }) => active_tier === 'sub')
      await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')
      const shown = await said(id)
      expect(shown).toMatchObject({
        stream_mode: 'dual',
        detection_stream: { wanted: 'sub', used: 'sub', why: null },
        streams: [
          { role: 'main', used_for: ['recording'], transport: 'tcp', audio: 'aac', gop_sec: 2 },
          { role: 'sub', used_for: ['detection'], fps: 9.5, bitrate_kbps: 300, audio: null },
        ],
        events: { state: 'subscribed', last_event_at: events_at, motion_seen: true, remedy: null },
        motion: { state: 'standby', stream: 'sub', last_motion_at: motion_at },
        clock_skew_sec: -42,
        warnings: [{ code: 'clock_skew', message: expect.stringContaining('42 s off') }],
        advice: [expect.stringContaining('NTP')],
        advice_codes: [],
      })
      expect(JSON.stringify(shown)).not.toContain('canary')
      expect((await world.call('GET', `/cameras/${id}/health`)).json()).toMatchObject({
        active_tier: 'sub',
        transport: 'tcp',
        audio: 'aac',
        gop_sec: 2,
        warnings: [{ code: 'clock_skew' }],
      })
      await nodes.test.query(`update gateways set status = 'offline' where id = $1`, [world.paired.gatewayId])
      expect(await said(id)).toMatchObject({ events: null, motion: null })
    })

    it('says why another stream is used: one that fails, one that plays in few browsers', async () => {
      const id = await world.camera({ stream_mode: 'dual' })
      const [main, broken] = both
      report(id, {
        stream: { ...stream, codec: 'h265' },
        streams: [
          { ...main, used_for: ['recording', 'detection'], received: { ...received, codec: 'h265' } },
          { ...broken, state: 'unsupported', fault: 'codec', used_for: [], received: null },
        ],
        events: {
          state: 'crashes_of_a_later_kind',
          last_event_at: null,
          last_renew_at: null,
          motion_seen: false,
        },
        warnings: [
          { code: 'h265', stream: 'main', value: null },
          { code: 'sub_stream_unusable', stream: null, value: null },
        ],
      })
      await world.untilShown(`/cameras/${id}`, ({ active_tier }) => active_tier === 'main')
      await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')
      expect(await said(id)).toMatchObject({
        detection_stream: {
          used: 'main',
          why_code: 'not_received',
          why: expect.stringContaining('cannot be'),
        },
        streams: [{ role: 'main' }, { role: 'sub', fault: 'codec', used_for: [], transport: null }],
        events: { state: 'degraded', remedy: expect.any(String) },
        warnings: [{ code: 'h265' }, { code: 'sub_stream_unusable' }],
      })
      expect((await world.call('GET', `/streams/${id}/status`)).json()).toMatchObject({
        codec: 'h265',
        notes: [expect.stringContaining('H.265')],
      })
    })
  })

  it('says that a status was set by hand, until the camera has news', async () => {
    const id = await world.camera()
    report(id)
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')
    const before = (await world.call('GET', `/cameras/${id}/diagnostics`)).json().connectivity.since
    await world.call('PATCH', `/cameras/${id}`, { status: 'error' })
    const said = (await world.call('GET', `/cameras/${id}/diagnostics`)).json()
    expect(said).toMatchObject({ status: 'error', connectivity: { ok: true } })
    expect(said.advice).toEqual([expect.stringContaining('set by hand')])
    expect(said.advice_codes).toMatchObject([{ code: 'status_by_hand', count: null }])
    expect(Date.parse(said.connectivity.since)).toBeGreaterThan(Date.parse(before))
    report(id, { state: 'offline', fault: 'refused', stream: null })
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'offline')
    expect((await world.call('GET', `/cameras/${id}/diagnostics`)).json().advice).toEqual([])
  })

  it('knows a gateway that is off line before anything that the camera said', async () => {
    const id = await world.camera()
    report(id, { state: 'auth_failed', fault: 'auth', stream: null })
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'error')
    await nodes.test.query(`update gateways set status = 'offline' where id = $1`, [world.paired.gatewayId])
    expect((await world.call('GET', `/cameras/${id}/diagnostics`)).json().connectivity.cause).toBe(
      'gateway_offline',
    )
  })

  it('shows the last event that the caller may see', async () => {
    const id = await world.camera()
    const elsewhere = await world.org.addSite('Elsewhere')
    const event = (site: string, ago: string) =>
      nodes.test.query<{ id: string }>(
        `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
         values ($1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - $4::interval) returning id`,
        [world.org.orgId, id, site, ago],
      )
    const [seen] = await event(world.org.siteId, '2 hours')
    const [newest] = await event(elsewhere, '1 hour')
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    const lastOf = async (who = world.operator) =>
      (await world.call('GET', `/cameras/${id}/diagnostics`, undefined, who)).json().last_event?.id
    expect(await lastOf()).toBe(newest?.id)
    expect(await lastOf(viewer)).toBe(seen?.id)
  })
})

describe('health and stream status', () => {
  it('give rates while the camera is received, and only then', async () => {
    const id = await world.camera()
    const health = async () => (await world.call('GET', `/cameras/${id}/health`)).json()
    const status = async () => (await world.call('GET', `/streams/${id}/status`)).json()
    expect(await health()).toMatchObject({
      health: 'offline',
      status: 'pending',
      streaming: false,
      fps: null,
    })
    expect(await status()).toEqual({
      streamable: false,
      webrtc_supported: true,
      codec: 'h264',
      resolution: '1920x1080',
      connection_mode: 'gateway',
      go2rtc_status: 'inactive',
      active_viewers: 0,
      notes: [],
    })
    report(id)
    await world.untilShown(`/cameras/${id}`, (camera) => camera['status'] === 'online')
    expect(await health()).toMatchObject({
      health: 'online',
      streaming: true,
      active_tier: 'main',
      codec: 'h264',
      resolution: '1920x1080',
      fps: 24.9,
      bitrate_kbps: 4096,
    })
    expect(await status()).toMatchObject({ streamable: true, go2rtc_status: 'active' })
    await world.call('PATCH', `/cameras/${id}`, { status: 'error' })
    expect(await health()).toMatchObject({ health: 'error', streaming: true })
    expect(await status()).toMatchObject({ streamable: false, go2rtc_status: 'active' })
    await world.call('PATCH', `/cameras/${id}`, { enabled: false })
    expect(await health()).toMatchObject({ health: 'offline', streaming: false, bitrate_kbps: null })
    expect(await status()).toMatchObject({ streamable: false, go2rtc_status: 'inactive' })
  })

  it('know the stream that is recorded, where that is the sub stream', async () => {
    const id = await world.camera({ recording_stream: 'sub' })
    report(id, { stream: { ...stream, width: 640, height: 360, fps: 9.5 } })
    await world.untilShown(`/cameras/${id}`, ({ status }) => status === 'online')
    expect((await world.call('GET', `/cameras/${id}/diagnostics`)).json().streams).toMatchObject([
      { role: 'main', resolution: '1920x1080', fps: 25, bitrate_kbps: null },
      { role: 'sub', resolution: '640x360', fps: 9.5, bitrate_kbps: 4096 },
    ])
    expect((await world.call('GET', `/cameras/${id}/health`)).json().resolution).toBe('640x360')
  })
})

describe('pictures', () => {
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  const picture = () => ({
    taken_at: new Date().toISOString(),
    content_type: 'image/jpeg',
    width: 2,
    height: 2,
    data: jpeg.toString('base64'),
  })

  it('a snapshot is stored, and is the thumbnail from then on', async () => {
    const id = await world.camera()
    expect((await world.call('GET', `/cameras/${id}/thumbnail`)).statusCode).toBe(404)
    const taken = picture()
    world.gateway.answer = ({ type }) => (type === 'snapshot' ? answered(taken) : null)
    const answer = await world.call('POST', `/cameras/${id}/snapshot`)
    expect(answer.json()).toMatchObject({ camera_id: id, ...taken })
    const shown = (await world.call('GET', `/cameras/${id}/thumbnail`)).json()
    expect(shown).toMatchObject({
      camera_id: id,
      taken_at: taken.taken_at,
      event_id: null,
      width: 2,
      height: 2,
    })
    expect(Math.abs(Date.parse(shown.expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000)
    for (const link of [answer.json().url, shown.url]) {
      const { pathname, search } = new URL(link)
      const fetched = await nodes.nodes[0].call(null, { url: pathname + search })
      expect([fetched.statusCode, fetched.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(fetched.rawPayload.equals(jpeg)).toBe(true)
      expect((await nodes.nodes[0].call(null, { url: `${pathname}${search}x` })).statusCode).toBe(403)
    }
  })

  it('a picture from a gateway whose clock is wrong has the time at which it came', async () => {
    const id = await world.camera()
    world.gateway.answer = () => answered({ ...picture(), taken_at: '2026-01-01T00:00:00.000Z' })
    const { taken_at } = (await world.call('POST', `/cameras/${id}/snapshot`)).json()
    expect(Math.abs(Date.parse(taken_at) - Date.now())).toBeLessThan(60_000)
  })

  it('the thumbnail is the newest by the time of the picture, at a site of the caller, of no deleted event', async () => {
    const id = await world.camera()
    const elsewhere = await world.org.addSite('Elsewhere')
    const ofEvent = async (site: string, ago: string, deleted = false) => {
      const [event] = await nodes.test.query<{ id: string }>(
        `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, deleted_at)
         values ($1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - $4::interval, $5) returning id`,
        [world.org.orgId, id, site, ago, deleted ? new Date() : null],
      )
      await nodes.test.query(
        `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
         values ($1, gen_random_uuid(), $2, $3, $4, 'snapshot', 'ready', gen_random_uuid()::text, 'image/jpeg', 1,
           repeat('a', 64))`,
        [world.org.orgId, event?.id, id, site],
      )
      return event?.id
    }
    const newest = await ofEvent(elsewhere, '1 hour')
    const here = await ofEvent(world.org.siteId, '2 hours')
    // Stored last, taken first.
    await ofEvent(world.org.siteId, '9 hours')
    await ofEvent(world.org.siteId, '1 minute', true)
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    const shownTo = async (who = world.operator) =>
      (await world.call('GET', `/cameras/${id}/thumbnail`, undefined, who)).json().event_id
    expect(await shownTo()).toBe(newest)
    expect(await shownTo(viewer)).toBe(here)
  })

  it('says why there is no snapshot, in our words', async () => {
    const id = await world.camera()
    for (const [code, status] of [
      ['camera_offline', 409],
      ['camera_unknown', 409],
      ['unavailable', 503],
    ] as const) {
      world.gateway.answer = () => refused(code)
      const answer = await world.call('POST', `/cameras/${id}/snapshot`)
      expect([answer.statusCode, answer.body.includes('canary')]).toEqual([status, false])
    }
  })

  it('are limited: so many a minute an organisation, whoever asks', async () => {
    const id = await world.camera()
    world.gateway.answer = () => answered(picture())
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    const codes: number[] = []
    for (const who of [world.operator, viewer, world.operator, viewer, world.operator, viewer]) {
      codes.push((await world.call('POST', `/cameras/${id}/snapshot`, undefined, who)).statusCode)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    const limited = await world.call('POST', `/cameras/${id}/snapshot`)
    expect(limited.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })
})
