import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let owner: SignedIn
let north: string
let cameras: { door: string; yard: string }
let rules: { doors: string; yards: string }

const url = '/api/v1/alerts'

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  owner = await org.signIn('owner')
  north = await org.addSite('North')
  await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [org.orgId])
  const gatewayId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    gatewayId,
    org.siteId,
  ])
  const camera = (siteId: string, name: string) =>
    seedCamera(world.test, { orgId: org.orgId, siteId, gatewayId }, name)
  cameras = { door: await camera(org.siteId, 'Door'), yard: await camera(north, 'Yard') }
  rules = { doors: await rule('Doors'), yards: await rule('Yards') }
  // Noon of 1 January in Auckland is the last hour of 31 December in UTC.
  await alert({ at: '2025-12-31T23:00:00Z' })
  await alert({ at: '2026-01-01T05:00:00Z', status: 'resolved' })
  await alert({ at: '2026-01-02T23:00:00Z', site: north, camera: cameras.yard, rule: rules.yards })
  await alert({ at: '2026-01-02T23:30:00Z', status: 'acknowledged', severity: 'high' })
  await alert({
    at: '2026-01-03T00:00:00Z',
    site: north,
    camera: null,
    gateway: gatewayId,
    rule: rules.yards,
  })
})
afterAll(() => world.close())

async function rule(name: string): Promise<string> {
  const payload = { name, rule_kind: 'camera_event' }
  const answer = await world.call(owner, { method: 'POST', url: '/api/v1/alert-rules', payload })
  return answer.json<{ id: string }>().id
}

async function alert(facts: {
  at: string
  status?: string
  severity?: string
  site?: string
  camera?: string | null
  gateway?: string
  rule?: string
}): Promise<void> {
  const { camera = cameras.door, site = org.siteId, status = 'new', severity = 'medium' } = facts
  await world.test.query(
    `insert into alerts (org_id, id, rule_id, rule_name, camera_id, gateway_id, site_id, status, severity,
       triggered_at, fired_at) values ($1, gen_random_uuid(), $2, 'Then', $3, $4, $5, $6, $7, $8, $8)`,
    [org.orgId, facts.rule ?? rules.doors, camera, facts.gateway ?? null, site, status, severity, facts.at],
  )
}

const stats = async (query: Record<string, string> = {}, who = owner) =>
  (await world.call(who, { url: `${url}/stats`, query })).json()

describe('GET /api/v1/alerts/stats', () => {
  it('counts by status, severity, rule, camera and day of the organisation', async () => {
    expect(await stats()).toEqual({
      total: 5,
      by_status: { new: 3, acknowledged: 1, resolved: 1 },
      by_severity: [
        { severity: 'medium', count: 4 },
        { severity: 'high', count: 1 },
      ],
      by_rule: [
        { rule_id: rules.doors, rule_name: 'Doors', count: 3 },
        { rule_id: rules.yards, rule_name: 'Yards', count: 2 },
      ],
      by_camera: [
        { camera_id: cameras.door, camera_name: 'Door', count: 3 },
        { camera_id: cameras.yard, camera_name: 'Yard', count: 1 },
      ],
      by_day: [
        { date: '2026-01-01', count: 2 },
        { date: '2026-01-03', count: 3 },
      ],
    })
  })

  it('takes dates as the list does, and a rule', async () => {
    expect(await stats({ date_from: '2026-01-03', date_to: '2026-01-03' })).toMatchObject({ total: 3 })
    expect(await stats({ date_to: '2026-01-01T05:00:00Z' })).toMatchObject({ total: 2 })
    expect(await stats({ rule_id: rules.yards })).toMatchObject({
      total: 2,
      by_rule: [{ rule_name: 'Yards' }],
      by_status: { new: 2, acknowledged: 0, resolved: 0 },
    })
    for (const query of [{}, { date_from: '2026-01-03' }, { rule_id: rules.doors }]) {
      const list = await world.call(owner, { url, query })
      expect(await stats(query)).toMatchObject({ total: list.json<{ total: number }>().total })
    }
    const wrong = await world.call(owner, { url: `${url}/stats`, query: { date_from: 'yesterday' } })
    expect(wrong.statusCode).toBe(400)
  })

  it('shows a viewer what is at their sites, by no name of elsewhere', async () => {
    const viewer = await org.signIn('viewer', [north])
    expect(await stats({}, viewer)).toEqual({
      total: 2,
      by_status: { new: 2, acknowledged: 0, resolved: 0 },
      by_severity: [{ severity: 'medium', count: 2 }],
      by_rule: [{ rule_id: rules.yards, rule_name: 'Yards', count: 2 }],
      by_camera: [{ camera_id: cameras.yard, camera_name: 'Yard', count: 1 }],
      by_day: [{ date: '2026-01-03', count: 2 }],
    })
    expect(await stats({}, await org.signIn('viewer', []))).toMatchObject({ total: 0, by_day: [] })
  })
})

describe('a zone that PostgreSQL does not know, or reads otherwise', () => {
  const organisation = '/api/v1/organisation'
  const change = (timezone: string) =>
    world.call(owner, { method: 'PATCH', url: organisation, payload: { timezone } })
  const store = (timezone: string) =>
    world.test.query('update organisations set timezone = $2 where id = $1', [org.orgId, timezone])
  afterEach(() => store('Pacific/Auckland'))

  it.each([
    ['AET', 'Australia/Sydney'],
    ['NST', 'Pacific/Auckland'],
    ['IST', 'Asia/Kolkata'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('%s is refused; where it was stored before, days are those of %s', async (timezone, shown) => {
    const refused = await change(timezone)
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'validation_error'])
    expect((await world.call(owner, { url: organisation })).json().timezone).toBe('Pacific/Auckland')
    await store(timezone)
    const answer = await world.call(owner, { url: `${url}/stats` })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await change(shown)).json().timezone).toBe(shown)
    expect(answer.json()).toEqual(await stats())
  })

  it.each([
    ['US/Pacific', 'America/Los_Angeles'],
    ['europe/kiev', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
  ])('%s is kept as %s', async (timezone, kept) => {
    const answer = await change(timezone)
    expect([answer.statusCode, answer.json().timezone]).toEqual([200, kept])
    expect((await world.call(owner, { url: `${url}/stats` })).statusCode).toBe(200)
  })
})

describe('alerts whose rule and camera are gone', () => {
  it('stay in the list, in the figures and by themselves', async () => {
    const [row] = await world.test.query<{ id: string }>('select id from alerts where camera_id = $1', [
      cameras.yard,
    ])
    await world.call(owner, { method: 'DELETE', url: `/api/v1/alert-rules/${rules.yards}` })
    await world.test.query('update cameras set deleted_at = now() where id = $1', [cameras.yard])
    const list = await world.call(owner, { url, query: { rule_id: rules.yards } })
    expect(list.json()).toMatchObject({ total: 2, data: [{ rule_name: 'Then' }, { rule_name: 'Then' }] })
    expect(await stats({ rule_id: rules.yards })).toMatchObject({
      by_rule: [{ rule_name: 'Yards' }],
      by_camera: [{ camera_name: 'Yard' }],
    })
    expect((await world.call(owner, { url: `${url}/${row?.id}` })).json()).toEqual({
      id: row?.id,
      rule_id: rules.yards,
      rule_name: 'Then',
      event_id: null,
      camera_id: cameras.yard,
      gateway_id: null,
      site_id: north,
      status: 'new',
      severity: 'medium',
      description: '',
      confidence: null,
      late: false,
      triggered_at: '2026-01-02T23:00:00.000Z',
      fired_at: '2026-01-02T23:00:00.000Z',
      acknowledged_at: null,
      acknowledged_by: null,
      resolved_at: null,
    })
    const acknowledge = `${url}/${row?.id}/acknowledge`
    expect((await world.call(owner, { method: 'PATCH', url: acknowledge })).statusCode).toBe(200)
    expect((await world.call(owner, { url: `${url}/${row?.id}` })).json()).toMatchObject({
      acknowledged_by: owner.caller.userId,
    })
  })
})
