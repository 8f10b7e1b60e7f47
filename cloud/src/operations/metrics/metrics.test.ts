import type { EventOpened } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createEventIntake } from '../../events/intake/event-intake.service.js'
import { createMetrics } from '../../platform/metrics.js'
import { countIntake } from './count-intake.service.js'
import { addNodeGauges, startMetricsServer } from './metrics.service.js'

const token = 'a-token-of-the-operator'
let world: TestApp

beforeAll(async () => {
  world = await createTestApp({ config: { metricsToken: token } })
})
afterAll(() => world.close())

const ask = (authorization?: string) =>
  world.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

test('metrics are shown to whoever has the token, and to nobody else', async () => {
  const owner = await (await world.createOrg()).signIn('owner')
  for (const authorization of [
    undefined,
    'Bearer wrong',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${owner.token}`,
  ]) {
    const answer = await ask(authorization)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: { code: 'auth_required', message: expect.any(String) } })
  }
  const answer = await ask(`Bearer ${token}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('without a token there is no such route, and it is no part of the described interface', async () => {
  await using plain = await createTestApp()
  expect((await plain.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  const document = await world.app.inject({ url: '/api/v1/openapi.json' })
  expect(Object.keys(document.json().paths)).not.toContain('/metrics')
})

test('requests are counted by the pattern of their route, and nothing names whose they are', async () => {
  const org = await world.createOrg()
  const owner = await org.signIn('owner')
  await world.call(owner, { url: `/api/v1/sites/${org.siteId}` })
  await world.call(owner, { url: `/api/v1/sites/${org.siteId}` })
  await world.call(null, { url: `/api/v1/sites/${org.siteId}` })
  await world.app.inject({ url: `/nowhere/${org.siteId}` })
  const { payload } = await ask(`Bearer ${token}`)
  const count = (labels: string) =>
    new RegExp(`^sightline_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(
      payload,
    )?.[1]
  expect(count('method="GET",route="/api/v1/sites/:id",status="200"')).toBe('2')
  expect(count('method="GET",route="/api/v1/sites/:id",status="401"')).toBe('1')
  expect(count('method="GET",route="none",status="404"')).toBe('1')
  expect(payload).not.toContain(org.siteId)
  expect(payload).not.toContain(org.orgId)
  expect(payload).not.toContain(owner.caller.userId)
})

test('a port of its own shows them without a token: the figures of the node, and how much waits', async () => {
  addNodeGauges(world.platform, { ...world.services, channel: { size: 3 } })
  const org = await world.createOrg()
  await world.test.query(
    `insert into outgoing_mail (org_id, id, recipient, subject, body_text) values ($1, gen_random_uuid(), 'a@b.ch', 's', 't')`,
    [org.orgId],
  )
  await using server = await startMetricsServer(world.platform.metrics, { host: '127.0.0.1', port: 0 })
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('\nsightline_gateways_connected 3\n')
  expect(text).toContain('\nsightline_mails_waiting 1\n')
  expect(text).toContain('\nsightline_webhook_deliveries_waiting 0\n')
  expect(text).toMatch(/\nsightline_process_resident_memory_bytes \d{7,}\n/)
  // Each line is a comment or a figure, as Prometheus reads them.
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (\S+)|)$/)
  expect((await fetch(`http://127.0.0.1:${server.port}/api/v1/events`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('durable frames are counted by what became of them', async () => {
  const org = await seedOrg(world.test)
  const metrics = createMetrics()
  const intake = countIntake(
    createEventIntake({ ...world.platform, hooks: world.services.hooks.events }),
    metrics,
  )
  const context = { orgId: org.orgId, gatewayId: org.gatewayId, receivedAt: new Date() }
  const opened: EventOpened = {
    event_id: uuidv7(),
    camera_id: org.cameraId,
    event_category: 'motion',
    trigger_topic: '',
    trigger_source: 'onvif',
    raw_source: 'onvif',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  }
  expect(await intake.take(context, { type: 'event.opened', body: opened })).toBe('stored')
  expect(await intake.take(context, { type: 'event.opened', body: opened })).toBe('duplicate')
  await intake.take(context, {
    type: 'event.extended',
    body: {
      event_id: uuidv7(),
      camera_id: org.cameraId,
      absorbed_event_id: null,
      triggered_at: opened.triggered_at,
    },
  })
  const { text } = await metrics.expose()
  for (const line of [
    '{type="event.opened",outcome="stored"} 1',
    '{type="event.opened",outcome="duplicate"} 1',
    '{type="event.extended",outcome="refused"} 1',
  ])
    expect(text).toContain(`sightline_intake_frames_total${line}`)
})

test('a node says how far its clock is from that of the database, and whether that is believed', async () => {
  const ahead = { now: () => Date.now() + 3_600_000 }
  const metrics = createMetrics()
  const clock = { ...world.platform.clock, ...ahead }
  addNodeGauges({ ...world.platform, metrics, clock }, world.services)
  const { text } = await metrics.expose()
  expect(Number(/^sightline_clock_offset_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(3500)
  expect(text).toContain('sightline_retention_clock_doubted 0')
  await world.test.query('update retention_clock set doubted_since = now()')
  expect((await metrics.expose()).text).toContain('sightline_retention_clock_doubted 1')
  await world.test.query('update retention_clock set doubted_since = null')
})

test('frames in quarantine are counted, of every organisation', async () => {
  const counted = async () =>
    /^sightline_intake_quarantined (\d+)$/m.exec((await ask(`Bearer ${token}`)).payload)?.[1]
  expect(await counted()).toBe('0')
  for (const { orgId } of [await world.createOrg(), await world.createOrg()]) {
    await world.test.query(
      `insert into quarantined_frames (org_id, id, camera_id, event_id, type, body, digest, reason, received_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'event.opened', '{}', '\\x00', 'P0001', now())`,
      [orgId],
    )
  }
  expect(await counted()).toBe('2')
  await world.test.query('delete from quarantined_frames')
})

test('a figure that cannot be read hides no other', async () => {
  world.platform.metrics.gauge('broken', 'Fails.', () => {
    throw new Error('no')
  })
  const { statusCode, payload } = await ask(`Bearer ${token}`)
  expect(statusCode).toBe(200)
  expect(payload).toContain('\nsightline_broken Nan\n')
  expect(payload).toContain('\nsightline_process_uptime_seconds ')
})
