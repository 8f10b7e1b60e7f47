import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { type Mailbox, startMailbox } from '#testing/mailbox.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createMailer, type Mailer } from '../../platform/mail/mailer.js'
import type { Platform } from '../../platform/platform.js'
import { createMailLoop } from './mail/mail-loop.js'
import { notifyRecipients } from './notify-recipients.service.js'
import { sendTrialNotification } from './trial-notification.service.js'

const until = { timeout: 20_000, interval: 20 }
let scene: TestDatabase
let mailbox: Mailbox
let org: SeededOrg
let ruleId: string
let stop: AbortController
let mailer: Mailer | null
let running: Promise<void>[]

beforeAll(async () => {
  scene = await createTestDatabase()
})
afterAll(() => scene.close())
beforeEach(async () => {
  mailbox = await startMailbox()
  org = await seedOrg(scene)
  await scene.query(`update organisations set timezone = 'Europe/Berlin' where id = $1`, [org.orgId])
  ruleId = await addRule('Night watch')
  stop = new AbortController()
  mailer = null
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  await mailer?.[Symbol.asyncDispose]()
  await mailbox.close()
  await clearDatabase(scene)
})

async function addRule(name: string): Promise<string> {
  const id = uuidv7()
  await scene.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, $3, 'camera_event', 'user', 'Olive')`,
    [org.orgId, id, name],
  )
  return id
}

async function addPerson(email: string, role: string, siteIds: string[] = []): Promise<string> {
  const id = uuidv7()
  await scene.query(
    `insert into users (org_id, id, email, display_name, role) values ($1, $2, $3, 'Somebody', $4)`,
    [org.orgId, id, email, role],
  )
  for (const siteId of siteIds)
    await scene.query(`insert into user_sites (org_id, user_id, site_id) values ($1, $2, $3)`, [
      org.orgId,
      id,
      siteId,
    ])
  return id
}

async function addRecipient(userId: string, channels: string[], rule = ruleId): Promise<void> {
  await scene.query(
    `insert into alert_rule_recipients (org_id, id, rule_id, user_id, channels) values ($1, $2, $3, $4, $5)`,
    [org.orgId, uuidv7(), rule, userId, channels],
  )
}

interface Facts {
  late?: boolean
  siteId?: string
  ruleId?: string
  ruleName?: string
  description?: string
  /** Of a gateway, without an event. */
  system?: boolean
}

/** An event and its alert, as rules write them. */
async function addAlert({ late = false, system = false, ...facts }: Facts = {}) {
  const alert = {
    id: uuidv7(),
    rule_id: facts.ruleId ?? ruleId,
    rule_name: facts.ruleName ?? 'Night watch',
    event_id: system ? null : uuidv7(),
    camera_id: system ? null : org.cameraId,
    gateway_id: system ? org.gatewayId : null,
    site_id: facts.siteId ?? org.siteId,
    severity: 'medium',
    description: facts.description ?? 'Motion at Front door',
    late,
    triggered_at: new Date('2026-07-01T08:15:00Z'),
  }
  if (alert.event_id !== null)
    await scene.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       values ($1, $2, $3, $4, 'motion', 'onvif', $5)`,
      [org.orgId, alert.event_id, org.cameraId, alert.site_id, alert.triggered_at],
    )
  await scene.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, gateway_id, site_id, description, late, triggered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      org.orgId,
      alert.id,
      alert.rule_id,
      alert.rule_name,
      alert.event_id,
      alert.camera_id,
      alert.gateway_id,
      alert.site_id,
      alert.description,
      late,
      alert.triggered_at,
    ],
  )
  return alert
}

type AlertRow = Awaited<ReturnType<typeof addAlert>>

const notify = (...alerts: AlertRow[]) =>
  scene.database.inOrg(org.orgId, (tx) => notifyRecipients(tx, org.orgId, alerts))

function send(): Platform {
  const platform = createTestPlatform(scene, { config: { smtpUrl: mailbox.url } })
  mailer = createMailer(platform)
  running.push(platform.listener.run(stop.signal), createMailLoop(platform, mailer).run(stop.signal))
  return platform
}

const inbox = () =>
  scene.query(`select user_id, title, body, alert_id, event_id from notifications order by id`)
const mails = () =>
  scene.query<{ status: string; last_error: string | null }>(`select * from outgoing_mail order by id`)
const settled = () =>
  vi.waitFor(async () => {
    const all = await mails()
    expect(all.every(({ status }) => status !== 'pending')).toBe(true)
    return all
  }, until)

test('recipients are told by the channels that they have, once for each alert', async () => {
  const [both, app, mail, none] = [
    await addPerson('both@example.com', 'operator'),
    await addPerson('app@example.com', 'admin'),
    await addPerson('mail@example.com', 'owner'),
    await addPerson('none@example.com', 'owner'),
  ]
  await addRecipient(both, ['in_app', 'email'])
  await addRecipient(app, ['in_app'])
  await addRecipient(mail, ['email'])
  await addRecipient(none, [])
  const alert = await addAlert()
  await notify(alert)
  await notify(alert)
  expect(await inbox()).toEqual(
    [both, app].map((userId) => ({
      user_id: userId,
      title: 'Night watch',
      body: 'Motion at Front door',
      alert_id: alert.id,
      event_id: alert.event_id,
    })),
  )
  send()
  await settled()
  expect(mailbox.mails).toHaveLength(2)
  expect(new Set(mailbox.mails.map(({ to }) => to[0]))).toEqual(
    new Set(['both@example.com', 'mail@example.com']),
  )
})

test('the mail names rule, camera, site and local time, and leads to the event', async () => {
  await addRecipient(await addPerson('ann@example.com', 'operator'), ['email'])
  const alert = await addAlert({ description: 'Motion at Front door\r\nBcc: eve@example.com' })
  await notify(alert)
  send()
  await settled()
  const [mail] = mailbox.mails
  expect(mail?.headers.subject).toBe('Night watch: Motion at Front door Bcc: eve@example.com')
  expect(mail?.headers.bcc).toBeUndefined()
  expect(mail?.body).toBe(
    [
      'Motion at Front door Bcc: eve@example.com',
      '',
      'Rule:    Night watch',
      'Camera:  Front door',
      'Site:    Headquarters',
      'Time:    Wednesday, 1 July 2026, 10:15:00 (Europe/Berlin)',
      '',
      `https://video.example.com/events/${alert.event_id}`,
      '',
      'You get this mail as a recipient of the rule Night watch.',
      '',
    ].join('\n'),
  )
})

test('the mail of a system alert names the gateway and leads nowhere', async () => {
  await addRecipient(await addPerson('ann@example.com', 'operator'), ['in_app', 'email'])
  await notify(await addAlert({ system: true, description: 'The gateway Cupboard is offline' }))
  send()
  await settled()
  expect(mailbox.mails[0]?.body).toContain('Gateway: Cupboard')
  expect(mailbox.mails[0]?.body).not.toContain('https://')
  expect(await inbox()).toMatchObject([{ event_id: null, body: 'The gateway Cupboard is offline' }])
})

test('a viewer is told of the sites assigned to them only, a disabled account of nothing', async () => {
  const elsewhere = uuidv7()
  await scene.query(`insert into sites (org_id, id, name) values ($1, $2, 'Elsewhere')`, [
    org.orgId,
    elsewhere,
  ])
  const [here, there, nowhere, off] = [
    await addPerson('here@example.com', 'viewer', [org.siteId]),
    await addPerson('there@example.com', 'viewer', [elsewhere]),
    await addPerson('nowhere@example.com', 'viewer'),
    await addPerson('off@example.com', 'owner'),
  ]
  await scene.query(`update users set enabled = false where id = $1`, [off])
  for (const person of [here, there, nowhere, off]) await addRecipient(person, ['in_app', 'email'])
  await notify(await addAlert())
  expect(await inbox()).toMatchObject([{ user_id: here }])
  send()
  await settled()
  expect(mailbox.mails.map(({ to }) => to)).toEqual([['here@example.com']])
})

test.each([
  ['disabled', `update users set enabled = false where email = 'ann@example.com'`],
  ['moved to another site', `delete from user_sites`],
  ['no recipient any more', `delete from alert_rule_recipients`],
  ['told by inbox only', `update alert_rule_recipients set channels = '{in_app}'`],
])('whoever is %s when the mail is sent gets none', async (_what, change) => {
  await addRecipient(await addPerson('ann@example.com', 'viewer', [org.siteId]), ['email'])
  await notify(await addAlert())
  await scene.query(change)
  send()
  expect(await settled()).toMatchObject([
    { status: 'dropped', last_error: expect.stringMatching(/account|site|recipient/) },
  ])
  expect(mailbox.attempts).toBe(0)
})

test('a mail goes to the address that its reader has when it is sent', async () => {
  await addRecipient(await addPerson('old@example.com', 'operator'), ['email'])
  await notify(await addAlert())
  await scene.query(`update users set email = 'new@example.com' where email = 'old@example.com'`)
  send()
  await settled()
  expect(mailbox.mails.map(({ to }) => to)).toEqual([['new@example.com']])
})

test('late alerts of a rule come in one mail for each reader, and in one entry of the inbox for each camera and site', async () => {
  const other = await addRule('Day watch')
  const [ann, bob] = [
    await addPerson('ann@example.com', 'operator'),
    await addPerson('bob@example.com', 'viewer', [org.siteId]),
  ]
  for (const person of [ann, bob]) {
    await addRecipient(person, ['in_app', 'email'])
    await addRecipient(person, ['email'], other)
  }
  const elsewhere = uuidv7()
  await scene.query(`insert into sites (org_id, id, name) values ($1, $2, 'Elsewhere')`, [
    org.orgId,
    elsewhere,
  ])
  await notify(
    await addAlert({ late: true }),
    await addAlert({ late: true, ruleId: other, ruleName: 'Day watch' }),
  )
  // Another batch of the same gateway, at the same time as a third one.
  const [second, third] = [await addAlert({ late: true }), await addAlert({ late: true, siteId: elsewhere })]
  await Promise.all([notify(second), notify(third)])
  expect(
    await scene.query(`select user_id, alert_count from notifications order by user_id, alert_count`),
  ).toEqual([
    { user_id: ann, alert_count: 1 },
    { user_id: ann, alert_count: 2 },
    { user_id: bob, alert_count: 2 },
  ])
  const platform = send()
  // It waits for what else is on its way.
  expect(
    await scene.query(`select 1 from outgoing_mail where next_at <= now() + interval '4 minutes'`),
  ).toEqual([])
  await scene.query(`update outgoing_mail set next_at = now()`)
  await settled()
  const subjects = mailbox.mails.map(({ to, headers }) => `${to[0]} ${headers.subject}`).toSorted()
  expect(subjects).toEqual([
    'ann@example.com Day watch: 1 alert arrived late',
    'ann@example.com Night watch: 3 alerts arrived late',
    'bob@example.com Day watch: 1 alert arrived late',
    // One of them is at a site that is not theirs.
    'bob@example.com Night watch: 2 alerts arrived late',
  ])
  expect(mailbox.mails.every(({ body }) => body.includes(`${platform.publicUrl()}/events/`))).toBe(true)
  // What is late from now on begins another digest.
  await notify(await addAlert({ late: true }))
  expect(await scene.query(`select 1 from outgoing_mail where status = 'pending'`)).toHaveLength(2)
})

test('late alerts that come while their digest is being sent are in one mail or the next, never lost', async () => {
  await addRecipient(await addPerson('ann@example.com', 'operator'), ['email'])
  send()
  const alerts: AlertRow[] = []
  for (let round = 0; round < 20; round += 1) {
    const alert = await addAlert({ late: true, description: `Alert number ${round} of many` })
    alerts.push(alert)
    await Promise.all([
      notify(alert),
      scene.query(`update outgoing_mail set next_at = now() where status = 'pending'`),
    ])
  }
  await scene.query(`update outgoing_mail set next_at = now()`)
  await settled()
  const text = mailbox.mails.map(({ body }) => body).join('\n')
  for (let round = 0; round < 20; round += 1)
    expect(text.split(`Alert number ${round} of many`)).toHaveLength(2)
})

test('a test goes to every recipient by the channels they have, and says that it is one', async () => {
  await addRecipient(await addPerson('ann@example.com', 'viewer'), ['in_app', 'email'])
  await addRecipient(await addPerson('bob@example.com', 'owner'), ['in_app'])
  const tested = { ruleId, ruleName: 'Night watch' }
  const ask = (byMail: boolean) =>
    scene.database.inOrg(org.orgId, (tx) =>
      sendTrialNotification(tx, org.orgId, { ...tested, byMail, byPush: false }),
    )
  expect(await ask(false)).toEqual({ in_app: 2, email: 0, push: 0 })
  expect(await mails()).toEqual([])
  expect(await ask(true)).toEqual({ in_app: 2, email: 1, push: 0 })
  send()
  await settled()
  expect(mailbox.mails).toMatchObject([
    {
      to: ['ann@example.com'],
      headers: { subject: 'Test of the rule Night watch' },
      body: expect.stringContaining('test'),
    },
  ])
})

test('without a mail server the mails of alerts are dropped at once', async () => {
  await addRecipient(await addPerson('ann@example.com', 'operator'), ['email'])
  await notify(await addAlert())
  const platform = createTestPlatform(scene)
  running.push(platform.listener.run(stop.signal), createMailLoop(platform, null).run(stop.signal))
  expect(await settled()).toMatchObject([{ status: 'dropped', last_error: 'no mail server is set' }])
})

test('a digest that was dropped takes no further alerts', async () => {
  await addRecipient(await addPerson('ann@example.com', 'operator'), ['email'])
  const next = `update outgoing_mail set next_at = now() where status = 'pending'`
  const platform = createTestPlatform(scene)
  const without = new AbortController()
  const dropping = createMailLoop(platform, null).run(without.signal)
  await notify(await addAlert({ late: true, description: 'Nobody could be written to' }))
  await scene.query(next)
  await settled()
  without.abort()
  await dropping
  await notify(await addAlert({ late: true, description: 'Somebody can be written to' }))
  await scene.query(next)
  send()
  await settled()
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.mails[0]?.body).toContain('Somebody can')
  expect(mailbox.mails[0]?.body).not.toContain('Nobody could')
})
