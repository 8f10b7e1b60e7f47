import {
  type NotificationDecision,
  NotificationDecisionPage,
  type NotificationGroup,
  NotificationGroupPage,
} from '@sightline/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { type NotificationScene, setNotificationScene } from '../notification-scene.fixture.js'

const url = '/api/v1/admin/notification-groups'
let world: TestApp
let scene: NotificationScene
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  scene = await setNotificationScene(world.test)
  admin = await signInAs(world.platform, scene.orgId, 'admin', [])
})
afterAll(() => world.close())

async function list(
  query = '',
): Promise<{ data: NotificationGroup[]; next_cursor: string | null; total: number }> {
  const answer = await world.call(admin, { url: `${url}${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return NotificationGroupPage.parse(answer.json())
}

async function decisions(
  id: string,
  query = '',
): Promise<{ data: NotificationDecision[]; next_cursor: string | null; total: number }> {
  const answer = await world.call(admin, { url: `${url}/${id}/decisions${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return NotificationDecisionPage.parse(answer.json())
}

const idsOf = (groups: NotificationGroup[]) => groups.map(({ id }) => id)

test('groups are shown with rule, camera, window, counts and digest; their decisions one by one', async () => {
  const userId = await scene.addRecipient('Ann', ['in_app', 'email'])
  const viewerId = await scene.addRecipient('Vic', ['in_app'], { role: 'viewer' })
  const first = await scene.happen({ second: 0 })
  const second = await scene.happen({ second: 75 })
  const { data, total } = await list()
  expect(total).toBe(1)
  const [group] = data
  expect(group).toEqual({
    id: expect.any(String),
    rule_id: scene.ruleId,
    rule_name: 'Night watch',
    camera_id: scene.cameraId,
    camera_name: 'Front door',
    gateway_id: null,
    gateway_name: null,
    site_id: scene.siteId,
    site_name: 'Headquarters',
    late: false,
    window_sec: 300,
    window_origin: 'organisation',
    opened_at: expect.any(String),
    closes_at: expect.any(String),
    open: true,
    alert_count: 2,
    decisions: { sent: 1, waiting: 1, merged: 2, held_back: 4, failed: 0 },
    first_alert_at: '2026-07-01T10:15:00.000Z',
    last_alert_at: '2026-07-01T10:16:15.000Z',
    digest: expect.stringContaining('2 alerts (times of UTC)'),
  })
  expect(Date.parse(group?.closes_at ?? '') - Date.parse(group?.opened_at ?? '')).toBe(300_000)
  const all = await decisions(group?.id ?? '')
  expect(all.total).toBe(8)
  expect(all.data).toContainEqual({
    id: expect.any(String),
    decided_at: expect.any(String),
    alert_id: first.id,
    event_id: first.event_id,
    user_id: userId,
    user_name: 'Ann',
    channel: 'in_app',
    outcome: 'sent',
    told_at: expect.any(String),
    reason: 'notified in the inbox at once',
    setting: { name: 'channels', value: ['in_app', 'email'], origin: 'rule' },
  })
  expect(all.data).toContainEqual(
    expect.objectContaining({
      alert_id: second.id,
      user_id: viewerId,
      channel: 'in_app',
      outcome: 'held_back',
      setting: { name: 'site_ids', value: [], origin: 'user' },
    }),
  )
  const paged: NotificationDecision[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await decisions(group?.id ?? '', `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
    expect(page.total).toBe(8)
    paged.push(...page.data)
    cursor = page.next_cursor
  }
  expect(paged).toEqual(all.data)
})

test('filters by rule, camera, site, day and whether a group is open; pages go on where they ended', async () => {
  const rule = await scene.addRule('Gate watch')
  const cameraId = await seedCamera(world.test, scene, 'Gate')
  const siteId = await scene.addSite('Warehouse')
  await scene.happen({ ruleId: rule })
  await scene.happen({ ruleId: rule, cameraId })
  await scene.happen({ ruleId: rule, cameraId, siteId })
  const ofRule = await list(`?rule_id=${rule}`)
  expect(ofRule.total).toBe(3)
  expect((await list(`?camera_id=${cameraId}`)).total).toBe(2)
  expect((await list(`?camera_id=${cameraId}&site_id=${siteId}`)).data).toMatchObject([
    { site_name: 'Warehouse' },
  ])
  const [oldest] = ofRule.data.slice(-1)
  await world.test.query(
    `update notification_groups set opened_at = '2026-02-03T23:30:00Z', closes_at = '2026-02-03T23:35:00Z' where id = $1`,
    [oldest?.id],
  )
  expect(idsOf((await list(`?rule_id=${rule}&open=false`)).data)).toEqual([oldest?.id])
  expect((await list(`?rule_id=${rule}&open=true`)).total).toBe(2)
  expect(idsOf((await list('?date_from=2026-02-03&date_to=2026-02-03')).data)).toEqual([oldest?.id])
  // The organisation's days: half past eleven in the evening of UTC is the next day in Berlin.
  await world.test.query(`update organisations set timezone = 'Europe/Berlin' where id = $1`, [scene.orgId])
  expect((await list('?date_from=2026-02-03&date_to=2026-02-03')).total).toBe(0)
  expect((await list('?date_from=2026-02-04&date_to=2026-02-04')).total).toBe(1)
  const one = await list(`?rule_id=${rule}&limit=2`)
  const rest = await list(`?rule_id=${rule}&limit=2&cursor=${one.next_cursor}`)
  expect([...idsOf(one.data), ...idsOf(rest.data)]).toHaveLength(3)
  expect(rest).toMatchObject({ next_cursor: null, total: 3 })
  const foreign = await world.call(admin, { url: `${url}?cursor=${one.next_cursor}` })
  expect(foreign.statusCode).toBe(400)
})

test('what went since stays readable under the names of that time', async () => {
  const rule = await scene.addRule('Soon gone')
  await scene.addRecipient('Gone', ['in_app', 'email'], { rule })
  const alert = await scene.happen({ ruleId: rule })
  await scene.happen({ ruleId: rule, second: 70 })
  await world.test.query(`delete from users where org_id = $1 and display_name = 'Gone'`, [scene.orgId])
  await world.test.query(`update alert_rules set name = 'Other', deleted_at = now() where id = $1`, [rule])
  await world.test.query(`update cameras set name = 'Renamed', deleted_at = now() where id = $1`, [
    scene.cameraId,
  ])
  await world.test.query(`delete from events where id = $1`, [alert.event_id])
  const { data } = await list(`?rule_id=${rule}`)
  expect(data).toMatchObject([{ rule_name: 'Soon gone', camera_name: 'Front door', alert_count: 2 }])
  const { data: decided } = await decisions(data[0]?.id ?? '')
  expect(decided).toHaveLength(4)
  expect(decided[0]).toMatchObject({ alert_id: alert.id, event_id: null, user_name: 'Gone', outcome: 'sent' })
})

test('only admins see them, and nothing of another organisation', async () => {
  const { data } = await list()
  const id = data[0]?.id ?? ''
  const operator = await signInAs(world.platform, scene.orgId, 'operator', [])
  for (const path of [url, `${url}/${id}/decisions`])
    expect((await world.call(operator, { url: path })).statusCode).toBe(403)
  const stranger = await (await world.createOrg()).signIn('owner')
  expect((await world.call(stranger, { url })).json()).toMatchObject({ data: [], total: 0 })
  expect((await world.call(stranger, { url: `${url}?rule_id=${scene.ruleId}` })).json()).toMatchObject({
    data: [],
  })
  expect((await world.call(stranger, { url: `${url}/${id}/decisions` })).statusCode).toBe(404)
})

test.each([
  [0, 200],
  [86_400, 200],
  [-1, 400],
  [86_401, 400],
  [1.5, 400],
  ['300', 400],
])('an organisation takes a window of %j with %i', async (seconds, status) => {
  const payload = { notification_window_sec: seconds }
  const answer = await world.call(admin, { method: 'PATCH', url: '/api/v1/organisation', payload })
  expect(answer.statusCode).toBe(status)
  if (status === 200) expect(answer.json()).toMatchObject(payload)
})

test('a rule takes a window of its own, and gives it back with null', async () => {
  const made = await world.call(admin, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'Its own', rule_kind: 'camera_event' },
  })
  expect(made.json()).toMatchObject({ notification_window_sec: null })
  const change = (seconds: number | null) =>
    world.call(admin, {
      method: 'PATCH',
      url: `/api/v1/alert-rules/${made.json<{ id: string }>().id}`,
      payload: { notification_window_sec: seconds },
    })
  expect((await change(900)).json()).toMatchObject({ notification_window_sec: 900 })
  expect((await change(90_000)).statusCode).toBe(400)
  expect((await change(null)).json()).toMatchObject({ notification_window_sec: null })
})
