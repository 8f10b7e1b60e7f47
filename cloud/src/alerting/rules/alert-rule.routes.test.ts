import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
let cameraId: string

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  operator = await org.signIn('operator')
  const gatewayId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    gatewayId,
    org.siteId,
  ])
  cameraId = await seedCamera(world.test, { orgId: org.orgId, siteId: org.siteId, gatewayId })
})
afterAll(() => world.close())

const url = '/api/v1/alert-rules'
const minimal = { name: 'Gate', rule_kind: 'camera_event' }
const system = { name: 'Gate', rule_kind: 'system_event', system_trigger: 'camera_offline' }

const create = (body: object = {}, who = operator) =>
  world.call(who, { method: 'POST', url, payload: { ...minimal, ...body } })
const made = async (body: object = {}) => (await create(body)).json<{ id: string }>().id
const post = (path: string, payload?: object, who = operator) =>
  world.call(who, { method: 'POST', url: `${url}/${path}`, ...(payload && { payload }) })
const auditOf = async (id: string) =>
  (
    await world.test.query<{ action: string }>(
      'select action from audit_log where target_id = $1 order by at, id',
      [id],
    )
  ).map(({ action }) => action)

it('an organisation has a thousand rules: each is held against every event', async () => {
  const full = await world.createOrg()
  const who = await full.signIn('operator')
  expect((await create({}, who)).statusCode).toBe(201)
  const columns = `rule_kind, scope_type, conditions_json, created_by_kind, created_by_name`
  await world.test.query(
    `insert into alert_rules (org_id, id, name, ${columns})
     select org_id, gen_random_uuid(), 'Gate', ${columns} from alert_rules, generate_series(1, 998) where org_id = $1`,
    [full.orgId],
  )
  const statuses = (await Promise.all([create({}, who), create({}, who), create({}, who)])).map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  expect((await create()).statusCode).toBe(201)
})

describe('the fields of a rule', () => {
  const accepted: [string, object][] = [
    ['a name of 3 characters', { name: 'abc' }],
    ['a name of 100 characters', { name: 'x'.repeat(100) }],
    ['no category', { event_category: null }],
    ['a category', { event_category: 'tampering_scene' }],
    ['a topic', { trigger_topic_pattern: '%Motion\\_1' }],
    ['every source', { source_filter: ['onvif', 'software', 'manual', 'scheduled'] }],
    ['any source', { source_filter: null }],
    ['tags', { custom_tags: ['person'] }],
    ['the least confidence', { min_confidence: 0 }],
    ['the most confidence', { min_confidence: 1 }],
    ['zones', { zones_filter: ['drive'] }],
    ['business hours', { schedule_type: 'business_hours' }],
    ['the shortest cooldown', { cooldown_sec: 60 }],
    ['the longest cooldown', { cooldown_sec: 3600 }],
    ['no aggregation and no delay', { aggregation_window_seconds: 0, delay_seconds: 0 }],
    ['no conditions', { conditions_json: {} }],
    ['an outage of a camera', system],
    ['an outage of a gateway', { ...system, system_trigger: 'gateway_offline' }],
    ['a draft', { enabled: false }],
    ['a severity', { severity: 'critical' }],
    ['a severity of an outage', { ...system, severity: 'info' }],
    ['no severity', { severity: 'medium' }],
  ]
  it.each(accepted)('take %s and answer it', async (_, body) => {
    const answer = await create(body)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject(body)
  })

  it('that make a rule which can never fire are stored, and named when it is made', async () => {
    const bySite = await create({ scope_type: 'site', site_ids: [org.siteId] })
    expect([bySite.statusCode, bySite.json().warnings]).toEqual([
      201,
      [expect.stringContaining('scope_type site')],
    ])
    const inHours = await create({ schedule_type: 'business_hours' })
    expect(inHours.json().warnings).toEqual([expect.stringContaining('business_hours')])
    const patch = { method: 'PATCH' as const, url: `${url}/${inHours.json().id}` }
    const mended = await world.call(operator, { ...patch, payload: { schedule_type: 'always' } })
    expect(mended.json().warnings).toEqual([])
  })

  it('take null for no conditions, and answer an empty object', async () => {
    expect((await create({ conditions_json: null })).json()).toMatchObject({ conditions_json: {} })
  })

  it('take a site and cameras of the organisation', async () => {
    const bySite = { scope_type: 'site', site_ids: [org.siteId] }
    const byCamera = { scope_type: 'cameras', camera_ids: [cameraId] }
    expect((await create(bySite)).json()).toMatchObject(bySite)
    expect((await create(byCamera)).json()).toMatchObject(byCamera)
  })

  it('pass over what the interface does not know, and the trigger_type of old', async () => {
    const answer = await create({ trigger_type: 'motion', colour: 'red' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).not.toHaveProperty('trigger_type')
    expect(answer.json()).not.toHaveProperty('colour')
    const old = { method: 'POST' as const, url, payload: { name: 'Old', trigger_type: 'motion' } }
    const refused = await world.call(operator, old)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      expect.stringMatching(/rule_kind/),
    ])
  })

  const refused: [object, RegExp][] = [
    [{ name: 'ab' }, /name/],
    [{ name: '  ab  ' }, /name/],
    [{ name: 'x'.repeat(101) }, /name/],
    [{ name: null }, /name/],
    [{ rule_kind: 'event' }, /rule_kind/],
    [{ event_category: 'person' }, /event_category/],
    [{ trigger_topic_pattern: 'ends with \\' }, /trigger_topic_pattern/],
    [{ trigger_topic_pattern: 'x'.repeat(257) }, /trigger_topic_pattern/],
    [{ source_filter: ['ai'] }, /source_filter/],
    [{ source_filter: 'onvif' }, /source_filter/],
    [{ min_confidence: 1.01 }, /min_confidence/],
    [{ min_confidence: -0.01 }, /min_confidence/],
    [{ scope_type: 'all' }, /scope_type/],
    [{ scope_type: 'site' }, /site_ids/],
    [{ scope_type: 'cameras' }, /camera_ids/],
    [{ schedule_type: 'night' }, /schedule_type/],
    [{ cooldown_sec: 59 }, /cooldown_sec/],
    [{ cooldown_sec: 3601 }, /cooldown_sec/],
    [{ cooldown_sec: 60.5 }, /cooldown_sec/],
    [{ cooldown_sec: '300' }, /cooldown_sec/],
    [{ aggregation_window_seconds: 1 }, /aggregation_window_seconds/],
    [{ delay_seconds: 1 }, /delay_seconds/],
    [{ conditions_json: { a: 1 } }, /conditions_json/],
    [{ conditions_json: [] }, /conditions_json/],
    [{ ...system, system_trigger: 'gateway_reconnect' }, /system_trigger/],
    [{ ...system, system_trigger: null }, /system_trigger/],
    [{ ...system, event_category: 'motion' }, /event_category/],
    [{ system_trigger: 'camera_offline' }, /system_trigger/],
    [{ enabled: 'yes' }, /enabled/],
    [{ recipients: [{ user_id: 'x', channels: [] }] }, /user_id/],
    [{ recipients: [{ user_id: randomUUID(), channels: ['sms'] }] }, /channels/],
    [
      { recipients: Array.from({ length: 21 }, () => ({ user_id: randomUUID(), channels: [] })) },
      /recipients/,
    ],
  ]
  it.each(refused)('refuse %o with a 400 that says why', async (body, reason) => {
    const before = (await world.call(operator, { url })).json<{ total: number }>().total
    const answer = await create(body)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        error: {
          code: 'validation_error',
          message: expect.stringMatching(reason),
          details: expect.any(Array),
        },
      },
    ])
    expect((await world.call(operator, { url })).json()).toMatchObject({ total: before })
    const id = await made()
    const patched = await world.call(operator, { method: 'PATCH', url: `${url}/${id}`, payload: body })
    expect([patched.statusCode, patched.json().error.message]).toEqual([400, expect.stringMatching(reason)])
  })

  it('are judged as a whole when a patch changes their kind', async () => {
    const id = await made({ event_category: 'motion' })
    const patch = (payload: object) => world.call(operator, { method: 'PATCH', url: `${url}/${id}`, payload })
    const toSystem = { rule_kind: 'system_event', system_trigger: 'gateway_offline' }
    expect((await patch(toSystem)).statusCode).toBe(400)
    const moved = await patch({ ...toSystem, event_category: null })
    expect(moved.json()).toMatchObject({ ...toSystem, event_category: null })
    expect((await patch({ rule_kind: 'camera_event' })).statusCode).toBe(400)
    expect((await patch({ system_trigger: null })).statusCode).toBe(400)
    expect((await patch({ rule_kind: 'camera_event', system_trigger: null })).statusCode).toBe(200)
    expect((await patch({ trigger_type: 'motion' })).statusCode).toBe(400)
  })
})

describe('the recipients of a rule', () => {
  it('are people of the organisation; others are a 400 that tells nothing of them', async () => {
    const abroad = (await (await world.createOrg()).signIn('operator')).caller.userId
    const bodies: string[] = []
    for (const user_id of [abroad, randomUUID()]) {
      const recipient = { user_id, channels: ['email'] }
      const id = await made()
      const answers = [
        await create({ recipients: [recipient] }),
        await world.call(operator, {
          method: 'PATCH',
          url: `${url}/${id}`,
          payload: { recipients: [recipient] },
        }),
        await post(`${id}/recipients`, recipient),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
      bodies.push(...answers.map(({ body }) => body))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  it('are added, listed, changed and removed one by one, each with the id of its row', async () => {
    const id = await made()
    const userId = operator.caller.userId
    const added = await post(`${id}/recipients`, { user_id: userId, channels: ['email', 'email'] })
    expect(added.statusCode).toBe(201)
    const recipient = added.json<{ id: string }>()
    expect(recipient).toEqual({
      id: expect.any(String),
      user_id: userId,
      user_name: expect.any(String),
      channels: ['email'],
    })
    const list = () => world.call(operator, { url: `${url}/${id}/recipients` })
    expect((await list()).json()).toEqual({ data: [recipient], total: 1 })
    expect((await world.call(operator, { url: `${url}/${id}` })).json()).toMatchObject({
      recipients: [recipient],
    })
    const again = await post(`${id}/recipients`, { user_id: userId, channels: ['in_app'] })
    expect([again.statusCode, again.json()]).toEqual([200, { ...recipient, channels: ['in_app'] }])
    const remove = (from: string) =>
      world.call(operator, { method: 'DELETE', url: `${url}/${from}/recipients/${recipient.id}` })
    expect((await remove(await made())).statusCode).toBe(404)
    expect((await remove(id)).json()).toEqual({ message: expect.any(String) })
    expect((await remove(id)).statusCode).toBe(404)
    expect((await list()).json()).toEqual({ data: [], total: 0 })
    expect(await auditOf(id)).toEqual([
      'alert_rule.created',
      'alert_rule.recipient_set',
      'alert_rule.recipient_set',
      'alert_rule.recipient_removed',
    ])
  })

  it('are twenty at most, also when many are added at once', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => org.signIn('viewer')))
    const id = await made()
    const answers = await Promise.all(
      people.map(({ caller }) => post(`${id}/recipients`, { user_id: caller.userId, channels: [] })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
    const refused = answers.filter(({ statusCode }) => statusCode === 400)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json().error.message).toMatch(/at most 20/)
    const all = people.slice(0, 20).map(({ caller }) => ({ user_id: caller.userId, channels: ['in_app'] }))
    expect((await create({ recipients: all })).json<{ recipients: object[] }>().recipients).toHaveLength(20)
  })
})

describe('POST /api/v1/alert-rules/{id}/test', () => {
  it('tells the recipients that it is a test, also of a draft', async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    const id = await made({
      enabled: false,
      recipients: [
        { user_id: viewer.caller.userId, channels: ['in_app', 'email'] },
        { user_id: operator.caller.userId, channels: [] },
      ],
    })
    const answer = await post(`${id}/test`)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: expect.stringMatching(/one inbox/), notified: { in_app: 1, email: 0, push: 0 } },
    ])
    const inbox = await world.call(viewer, { url: '/api/v1/notifications' })
    expect(inbox.json()).toMatchObject({ data: [{ title: 'Test of the rule Gate' }], total: 1 })
    expect(await world.test.query('select 1 from alerts where rule_id = $1', [id])).toEqual([])
    expect((await auditOf(id)).at(-1)).toBe('alert_rule.tested')
  })

  it('queues e-mail where a mail server is set, and is limited for an organisation', async () => {
    const config = { smtpUrl: 'smtp://127.0.0.1:9', testsPerMinute: 1 }
    await using small = await createTestApp({ config })
    const crowd = await small.createOrg()
    const who = await crowd.signIn('operator')
    const recipients = [{ user_id: who.caller.userId, channels: ['email'] }]
    const rule = await small.call(who, { method: 'POST', url, payload: { ...minimal, recipients } })
    const path = `${url}/${rule.json<{ id: string }>().id}/test`
    expect((await small.call(who, { method: 'POST', url: path })).json()).toMatchObject({
      notified: { in_app: 0, email: 1, push: 0 },
    })
    const refused = await small.call(who, { method: 'POST', url: path })
    expect([refused.statusCode, refused.headers['x-ratelimit-limit']]).toEqual([429, '1'])
    expect(await small.test.query('select 1 from outgoing_mail')).toHaveLength(1)
  })
})

describe('POST /api/v1/alert-rules/{id}/activate', () => {
  it('enables a draft, and leaves a rule alone that is enabled', async () => {
    const id = await made({ enabled: false, recipients: [] })
    const active = await post(`${id}/activate`)
    expect([active.statusCode, active.json()]).toEqual([200, expect.objectContaining({ id, enabled: true })])
    expect((await post(`${id}/activate`)).json()).toEqual(active.json())
    expect(await auditOf(id)).toEqual(['alert_rule.created', 'alert_rule.activated'])
  })

  it('finds no deleted rule', async () => {
    const id = await made({ enabled: false })
    await world.call(operator, { method: 'DELETE', url: `${url}/${id}` })
    for (const path of ['activate', 'test']) expect((await post(`${id}/${path}`)).statusCode).toBe(404)
    expect((await world.call(operator, { url: `${url}/${id}/recipients` })).statusCode).toBe(404)
  })
})
