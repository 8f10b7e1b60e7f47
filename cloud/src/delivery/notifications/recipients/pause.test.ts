import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Mailbox, startMailbox } from '#testing/mailbox.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createMailer } from '../../../platform/mail/mailer.js'
import { createMailLoop } from '../mail/mail-loop.js'
import { type NotificationScene, setNotificationScene } from '../notification-scene.fixture.js'
import { sendTrialNotification } from '../trial-notification.service.js'
import { pausedUntil } from './pause.js'

const until = { timeout: 20_000, interval: 20 }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const paused = (to = inAnHour()) => ({ preferences: { notifications_paused_until: to } })

let world: TestApp
let mailbox: Mailbox
let scene: NotificationScene
let end: (() => Promise<void>) | null

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  end = null
  mailbox = await startMailbox()
  scene = await setNotificationScene(world.test)
})
afterEach(async () => {
  await end?.()
  await mailbox.close()
})

/** Sends what is queued, until nothing waits. */
async function sendAll(): Promise<void> {
  const node = createTestPlatform(world.test, { config: { smtpUrl: mailbox.url } })
  const mailer = createMailer(node)
  const stop = new AbortController()
  const running = createMailLoop(node, mailer).run(stop.signal)
  end = async () => {
    stop.abort()
    await running
    await mailer?.[Symbol.asyncDispose]()
  }
  const settled = async () => (await scene.mails()).every(({ status }) => status !== 'pending')
  await vi.waitFor(async () => expect(await settled()).toBe(true), until)
}

const wish = (userId: string, to: string | null) =>
  world.test.query(
    `update users set preferences = jsonb_build_object('notifications_paused_until', $2::text) where id = $1`,
    [userId, to],
  )

test.each([
  [null, null],
  ['no time', null],
  ['2026-03-14T06:59:59.000Z', null],
  ['2026-03-14T07:00:00.000Z', null],
  ['2026-03-14T07:00:00.001Z', '2026-03-14T07:00:00.001Z'],
])('%s at seven: %s', (wished, expected) => {
  expect(pausedUntil(wished, new Date('2026-03-14T07:00:00Z'))?.toISOString() ?? null).toBe(expected)
})

test('who is left alone gets no mail, and the inbox has it; others are told as ever', async () => {
  const to = inAnHour()
  await scene.addRecipient('Ann', ['in_app', 'email'], paused(to))
  await scene.addRecipient('Bob', ['in_app', 'email'])
  await scene.happen()
  await scene.happen({ second: 60, late: true })
  const ofMail = (await scene.decisions()).filter(({ channel }) => channel === 'email')
  const ofAnn = ofMail.filter(({ who }) => who === 'Ann')
  expect(ofAnn).toHaveLength(2)
  for (const decision of ofAnn)
    expect(decision).toMatchObject({
      outcome: 'held_back',
      setting: 'notifications_paused_until',
      value: to,
      origin: 'user',
      notified: false,
    })
  expect(ofMail.filter(({ who }) => who === 'Bob').map(({ outcome }) => outcome)).toEqual([
    'waiting',
    'merged',
  ])
  expect(await scene.entries()).toHaveLength(4)
  await scene.pass(301)
  await sendAll()
  expect(mailbox.mails.map(({ to: reader }) => reader)).toEqual([
    [scene.addressOf('Bob')],
    [scene.addressOf('Bob')],
  ])
})

test('a mail that was on its way when somebody asked to be left alone does not leave', async () => {
  const ann = await scene.addRecipient('Ann', ['email'])
  await scene.happen()
  await wish(ann, inAnHour())
  await sendAll()
  expect(mailbox.mails).toEqual([])
  expect(await scene.decisions()).toMatchObject([
    { channel: 'in_app', outcome: 'held_back', setting: 'channels' },
    { channel: 'email', outcome: 'held_back', setting: 'notifications_paused_until', origin: 'user' },
  ])
})

test('once it is over the next alert is told of at once, as the first of its group', async () => {
  const ann = await scene.addRecipient('Ann', ['email'], paused())
  await scene.happen()
  await wish(ann, new Date(Date.now() - 1000).toISOString())
  await scene.happen({ second: 70 })
  expect((await scene.mails()).map(({ purpose }) => purpose)).toEqual(['alert'])
})

test('a test of a rule rings at nobody who is left alone', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'], paused())
  await scene.addRecipient('Bob', ['email'])
  const rule = { ruleId: scene.ruleId, ruleName: 'Night watch', byMail: true, byPush: true }
  const told = await world.test.database.inOrg(scene.orgId, (tx) =>
    sendTrialNotification(tx, scene.orgId, rule),
  )
  expect(told).toEqual({ in_app: 1, email: 1, push: 0 })
})

test('the inbox says by what else its reader would have been told, and lists a site alone', async () => {
  const org = await world.createOrg()
  const reader = await org.signIn('operator')
  const me = (method: 'PATCH', payload: object) =>
    world.call(reader, { method, url: '/api/v1/auth/me/preferences', payload })
  const to = inAnHour()
  expect((await me('PATCH', { notifications_paused_until: to })).statusCode).toBe(200)
  const rule = { name: 'Night', rule_kind: 'camera_event' }
  const made = await world.call(reader, { method: 'POST', url: '/api/v1/alert-rules', payload: rule })
  const [group] = await world.test.query<{ id: string }>(
    `insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, site_id, site_name, late, window_sec,
       window_origin, is_current, closes_at)
     values ($1, gen_random_uuid(), $3, 'Night', gen_random_uuid(), $2, 'Here', false, 0, 'rule', false, now())
     returning id`,
    [org.orgId, org.siteId, made.json().id],
  )
  await world.test.query(
    `insert into notification_decisions (org_id, id, group_id, user_id, user_name, channel, outcome, reason, setting_name,
       setting_origin)
     values ($1, gen_random_uuid(), $2, $3, 'Ann', 'email', 'held_back', '', 'notifications_paused_until', 'user'),
       ($1, gen_random_uuid(), $2, gen_random_uuid(), 'Bob', 'in_app', 'held_back', '', 'notifications_paused_until', 'user')`,
    [org.orgId, group?.id, reader.caller.userId],
  )
  await world.test.query(
    `insert into notifications (org_id, id, user_id, kind, title, group_id)
     values ($1, gen_random_uuid(), $2, 'alert', 'Night', $3)`,
    [org.orgId, reader.caller.userId, group?.id],
  )
  const { data } = (await world.call(reader, { url: '/api/v1/notifications' })).json()
  const ofSite = async (site: string) =>
    (await world.call(reader, { url: `/api/v1/notifications?site_id=${site}` })).json()
  expect((await ofSite(org.siteId)).total).toBe(1)
  expect((await ofSite(await org.addSite('Yard'))).total).toBe(0)
  expect(data).toMatchObject([{ group_id: group?.id, held_back_channels: ['email'] }])
  const read = await world.call(reader, { method: 'POST', url: `/api/v1/notifications/${data[0].id}/read` })
  expect(read.json()).toMatchObject({ read: true, held_back_channels: ['email'] })
})
