import { NoBigDealPatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Mailbox, startMailbox } from '#testing/mailbox.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createImmediateAlerts } from '../../../alerting/alerts/immediate-alerts.service.js'
import { RuleIndexCache } from '../../../alerting/rules/rule-index-cache.service.js'
import { updateOverride } from '../../../alerting/suppression/camera-override.service.js'
import { createMailer, type Mailer } from '../../../platform/mail/mailer.js'
import type { Platform } from '../../../platform/platform.js'
import { createMailLoop } from '../mail/mail-loop.js'
import {
  type DecisionOfTest,
  type NotificationScene,
  setNotificationScene,
} from '../notification-scene.fixture.js'

const ruleIndexes = new RuleIndexCache()

const until = { timeout: 20_000, interval: 20 }
let db: TestDatabase
let platform: Platform
let mailbox: Mailbox
let scene: NotificationScene
let ending: (() => Promise<void>)[]

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db)
})
afterAll(() => db.close())
beforeEach(async () => {
  ending = []
  mailbox = await startMailbox()
  scene = await setNotificationScene(db)
})
afterEach(async () => {
  for (const end of ending) await end()
  await mailbox.close()
})

/** Starts a node that sends mail, or one without a mail server, and waits until no mail of the scene is left. */
async function sendAll(server: 'with a mail server' | 'without' = 'with a mail server'): Promise<void> {
  const node = createTestPlatform(db, server === 'without' ? {} : { config: { smtpUrl: mailbox.url } })
  const mailer: Mailer | null = createMailer(node)
  const stop = new AbortController()
  const running = createMailLoop(node, mailer).run(stop.signal)
  ending.push(async () => {
    stop.abort()
    await running
    await mailer?.[Symbol.asyncDispose]()
  })
  await vi.waitFor(
    async () => expect((await scene.mails()).every(({ status }) => status !== 'pending')).toBe(true),
    until,
  )
}

const ofMail = async (): Promise<DecisionOfTest[]> =>
  (await scene.decisions()).filter(({ channel }) => channel === 'email')

test('a mail is sent when the mail server took it, and what followed when the digest left', async () => {
  await scene.addRecipient('Ann', ['email'])
  await scene.happen()
  expect(await ofMail()).toMatchObject([{ outcome: 'waiting', notified: false }])
  await sendAll()
  expect(await ofMail()).toMatchObject([
    { outcome: 'sent', notified: true, setting: 'channels', value: ['email'], origin: 'rule' },
  ])
  await scene.happen({ second: 70, description: 'Intrusion\r\nBcc: eve@example.com' })
  await scene.happen({ second: 140 })
  expect(mailbox.mails).toHaveLength(1)
  await scene.pass(301)
  await vi.waitFor(() => expect(mailbox.mails).toHaveLength(2), until)
  await vi.waitFor(async () => expect((await ofMail()).every(({ notified }) => notified)).toBe(true), until)
  expect((await ofMail()).map(({ outcome }) => outcome)).toEqual(['sent', 'merged', 'merged'])
  const digest = mailbox.mails[1]
  expect(digest?.headers.subject).toBe('Night watch: 2 more alerts at Front door')
  expect(digest?.headers.bcc).toBeUndefined()
  expect(digest?.body).toContain('2 more alerts of the rule Night watch followed the one')
  expect(digest?.body).toContain(
    'Wednesday, 1 July 2026, 10:16:10 (UTC)\n  Intrusion Bcc: eve@example.com (Headquarters)',
  )
})

test('an alert that comes while the digest of its group is sent is in that mail or the next, never lost', async () => {
  await scene.addRecipient('Ann', ['email'])
  await scene.happen({ description: 'First' })
  await sendAll()
  for (let round = 0; round < 10; round += 1) {
    const alert = await scene.addAlert({ second: round + 1, description: `Alert ${round} of many` })
    await Promise.all([
      scene.notify(alert),
      db.query(`update outgoing_mail set next_at = now() where org_id = $1 and status = 'pending'`, [
        scene.orgId,
      ]),
    ])
  }
  await db.query(`update outgoing_mail set next_at = now() where org_id = $1 and status = 'pending'`, [
    scene.orgId,
  ])
  await vi.waitFor(async () => expect((await ofMail()).every(({ notified }) => notified)).toBe(true), until)
  const text = mailbox.mails.map(({ body }) => body).join('\n')
  for (let round = 0; round < 10; round += 1) expect(text.split(`Alert ${round} of many`)).toHaveLength(2)
})

/** Each way in which somebody is not notified: how it comes about, and the decision that says so. */
const silences: Record<string, { happens: () => Promise<unknown>; decision: Partial<DecisionOfTest> }> = {
  'the rule has no recipients': {
    happens: () => scene.happen(),
    decision: {
      who: null,
      channel: null,
      outcome: 'held_back',
      setting: 'recipients',
      value: [],
      origin: 'rule',
    },
  },
  'the account is disabled': {
    happens: async () => {
      await scene.addRecipient('Ann', ['in_app', 'email'], { enabled: false })
      await scene.happen()
    },
    decision: { channel: 'in_app', outcome: 'held_back', setting: 'enabled', value: false, origin: 'user' },
  },
  'the channel was not chosen': {
    happens: async () => {
      await scene.addRecipient('Ann', ['in_app'])
      await scene.happen()
    },
    decision: {
      channel: 'email',
      outcome: 'held_back',
      setting: 'channels',
      value: ['in_app'],
      origin: 'rule',
    },
  },
  'no channel was chosen': {
    happens: async () => {
      await scene.addRecipient('Ann', [])
      await scene.happen()
    },
    decision: { channel: 'in_app', outcome: 'held_back', setting: 'channels', value: [], origin: 'rule' },
  },
  'the viewer does not see the site, in the inbox': {
    happens: async () => {
      await scene.addRecipient('Ann', ['in_app'], { role: 'viewer' })
      await scene.happen()
    },
    decision: { channel: 'in_app', outcome: 'held_back', setting: 'site_ids', value: [], origin: 'user' },
  },
  'the viewer does not see the site when the mail is sent': {
    happens: async () => {
      await scene.addRecipient('Ann', ['email'], { role: 'viewer', sites: [scene.siteId] })
      await scene.happen()
      await db.query('delete from user_sites where org_id = $1', [scene.orgId])
      await sendAll()
    },
    decision: { channel: 'email', outcome: 'held_back', setting: 'site_ids', value: [], origin: 'user' },
  },
  'the account was disabled before the mail was sent': {
    happens: async () => {
      await scene.addRecipient('Ann', ['email'])
      await scene.happen()
      await db.query(`update users set enabled = false where display_name = 'Ann' and org_id = $1`, [
        scene.orgId,
      ])
      await sendAll()
    },
    decision: { channel: 'email', outcome: 'held_back', setting: 'enabled', value: false, origin: 'user' },
  },
  'nobody is a recipient any more when the mail is sent': {
    happens: async () => {
      await scene.addRecipient('Ann', ['email'])
      await scene.happen()
      await db.query('delete from alert_rule_recipients where org_id = $1', [scene.orgId])
      await sendAll()
    },
    decision: { channel: 'email', outcome: 'held_back', setting: 'channels', value: [], origin: 'rule' },
  },
  'no mail server is set': {
    happens: async () => {
      await scene.addRecipient('Ann', ['email'])
      await scene.happen()
      await sendAll('without')
    },
    decision: { channel: 'email', outcome: 'held_back', setting: 'SMTP_URL', value: null, origin: 'service' },
  },
  'the mail server refuses the address': {
    happens: async () => {
      mailbox.answer({ at: 'to', code: 550, text: 'no such person here' })
      await scene.addRecipient('Ann', ['email'])
      await scene.happen()
      await sendAll()
    },
    decision: {
      channel: 'email',
      outcome: 'failed',
      setting: 'channels',
      reason: expect.stringContaining('no such person here'),
    },
  },
  'the digest of a group is refused': {
    happens: async () => {
      await scene.addRecipient('Ann', ['email'])
      await scene.happen()
      await scene.happen({ second: 70 })
      mailbox.answer({ at: 'to', code: 550, text: 'moved away' })
      await scene.pass(301)
      await sendAll()
    },
    decision: {
      channel: 'email',
      outcome: 'failed',
      setting: 'notification_window_sec',
      value: 300,
      reason: expect.stringContaining('moved away'),
    },
  },
}

test.each(Object.entries(silences))('it is written down that %s', async (_what, { happens, decision }) => {
  await happens()
  const all = await scene.decisions()
  expect(all).toContainEqual(expect.objectContaining({ ...decision, notified: false }))
  expect(all.every(({ reason }) => reason.length > 0)).toBe(true)
  // Each alert has a decision for each of its people and both channels, or one about everybody.
  const [counted] = await db.query<{ alerts: number; decided: number }>(
    `select (select count(*)::int from alerts where org_id = $1) as alerts,
       (select count(distinct alert_id)::int from notification_decisions where org_id = $1) as decided`,
    [scene.orgId],
  )
  expect(counted?.decided).toBe(counted?.alerts)
})

test('of a digest, what its reader may not see is held back, and the rest is told', async () => {
  const siteId = await scene.addSite('Warehouse')
  await scene.addRecipient('Ann', ['email'], { role: 'viewer', sites: [scene.siteId] })
  await scene.notify(await scene.addAlert({ late: true }), await scene.addAlert({ late: true, siteId }))
  await scene.pass(301)
  await sendAll()
  const decided = await ofMail()
  expect(decided).toContainEqual(
    expect.objectContaining({ outcome: 'merged', notified: true, setting: 'late_digest_sec' }),
  )
  expect(decided).toContainEqual(
    expect.objectContaining({
      outcome: 'held_back',
      notified: false,
      setting: 'site_ids',
      value: [scene.siteId],
    }),
  )
})

test('what No-Big-Deal holds back stands in the group, names the knob, and takes nothing from the first alert', async () => {
  await db.query('update alert_rules set cooldown_sec = 60 where org_id = $1', [scene.orgId])
  await scene.addRecipient('Ann', ['in_app'])
  const allDay = { from: '00:00', to: '24:00' }
  const setQuietHours = (hours: object[] | null) =>
    updateOverride(platform, scene.owner, scene.cameraId, NoBigDealPatch.parse({ quiet_hours: hours }))
  await setQuietHours([allDay])
  const happen = async (second: number) => {
    const event = {
      id: uuidv7(),
      camera_id: scene.cameraId,
      camera_name: 'Front door',
      site_id: scene.siteId,
      event_category: 'motion' as const,
      trigger_topic: '',
      trigger_source: 'onvif',
      triggered_at: new Date(Date.UTC(2026, 6, 1, 10, 0, second)),
      late: false,
    }
    await db.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       values ($1, $2, $3, $4, 'motion', 'onvif', $5)`,
      [scene.orgId, event.id, event.camera_id, event.site_id, event.triggered_at],
    )
    await db.database.inOrg(scene.orgId, (tx) => createImmediateAlerts(ruleIndexes, tx, scene.orgId, [event]))
    return event.id
  }
  const held = await happen(0)
  expect(await scene.entries()).toEqual([])
  expect(await scene.decisions()).toMatchObject([
    {
      who: null,
      channel: null,
      outcome: 'held_back',
      setting: 'quiet_hours',
      origin: 'camera',
      notified: false,
    },
  ])
  expect(
    await db.query('select event_id, alert_id from notification_decisions where org_id = $1', [scene.orgId]),
  ).toEqual([{ event_id: held, alert_id: null }])
  await scene.pass(200)
  await setQuietHours(null)
  await happen(100)
  // The window of the group begins with the first alert, which is told at once.
  await scene.pass(200)
  await happen(200)
  expect(await scene.groups()).toMatchObject([{ alert_count: 2 }])
  expect(await scene.entries()).toMatchObject([{ alert_count: 2 }])
  expect((await scene.decisions()).filter(({ channel }) => channel === 'in_app')).toMatchObject([
    { outcome: 'sent', notified: true },
    { outcome: 'merged', notified: true },
  ])
})
