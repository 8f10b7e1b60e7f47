import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { type Database, openDatabase } from '../../../platform/database/database.js'
import { silentLog } from '../../../platform/log.js'
import { type NotificationScene, setNotificationScene } from '../notification-scene.fixture.js'
import { notifyRecipients } from '../notify-recipients.service.js'

let db: TestDatabase
let secondNode: Database
let scene: NotificationScene

beforeAll(async () => {
  db = await createTestDatabase()
  secondNode = openDatabase(db.address, { log: silentLog, checkTransactions: true })
})
afterAll(async () => {
  await secondNode.close()
  await db.close()
})
beforeEach(async () => {
  scene = await setNotificationScene(db)
})

const setOrgWindow = (seconds: number) =>
  db.query('update organisations set notification_window_sec = $2 where id = $1', [scene.orgId, seconds])

/** By person and channel: what became of each alert, in their order. */
async function outcomes(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { who, channel, outcome } of await scene.decisions())
    all[`${who} ${channel}`] = [...(all[`${who} ${channel}`] ?? []), outcome]
  return all
}

test('the first alert is told at once, those that follow within the window are merged into it', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  await scene.happen({ second: 0 })
  expect(await scene.entries()).toMatchObject([{ body: 'Motion at Front door', alert_count: 1 }])
  expect(await scene.mails()).toMatchObject([{ purpose: 'alert' }])
  await scene.happen({ second: 70, description: 'Intrusion at Front door' })
  await scene.happen({ second: 140 })
  expect(await scene.groups()).toMatchObject([{ alert_count: 3, window_sec: 300 }])
  const entries = await scene.entries()
  expect(entries).toMatchObject([{ alert_count: 3, title: 'Night watch' }])
  expect(entries[0]?.body.split('\n')).toEqual([
    '3 alerts (times of UTC):',
    '1 July, 10:15:00  Motion at Front door',
    '1 July, 10:16:10  Intrusion at Front door',
    '1 July, 10:17:20  Motion at Front door',
  ])
  // One mail for both that followed, when the window ends.
  const mails = await scene.mails()
  expect(mails.map(({ purpose }) => purpose)).toEqual(['alert', 'group_digest'])
  const [group] = await db.query<{ closes_at: Date }>(
    'select closes_at from notification_groups where org_id = $1',
    [scene.orgId],
  )
  expect(mails[1]?.next_at).toEqual(group?.closes_at)
  expect(await outcomes()).toEqual({
    'Ann in_app': ['sent', 'merged', 'merged'],
    'Ann email': ['waiting', 'merged', 'merged'],
  })
  const merged = (await scene.decisions()).filter(({ outcome }) => outcome === 'merged')
  expect(merged).toHaveLength(4)
  for (const decision of merged)
    expect(decision).toMatchObject({ setting: 'notification_window_sec', value: 300, origin: 'organisation' })
})

test('alerts that come in one batch are one notification, by the order in which they happened', async () => {
  await scene.addRecipient('Ann', ['in_app'])
  const later = await scene.addAlert({ second: 90 })
  const first = await scene.addAlert({ second: 5, description: 'Sound at Front door' })
  await scene.notify(later, first)
  expect(await scene.entries()).toMatchObject([{ alert_count: 2, alert_id: first.id }])
  expect((await scene.entries())[0]?.body).toMatch(/10:15:05 {2}Sound at Front door\n.*10:16:30/)
})

test('an entry that was read is unread again when an alert is added, and keeps its place', async () => {
  await scene.addRecipient('Ann', ['in_app'])
  await scene.happen()
  await db.query('update notifications set read_at = now() where org_id = $1', [scene.orgId])
  await scene.happen({ second: 61 })
  expect(await scene.entries()).toMatchObject([{ read_at: null, alert_count: 2 }])
})

test('after the window the next alert is told at once, in a group of its own', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  await scene.happen()
  await scene.pass(299)
  await scene.happen({ second: 299 })
  await scene.pass(2)
  await scene.happen({ second: 301 })
  expect(await scene.groups()).toMatchObject([
    { alert_count: 2, is_current: false },
    { alert_count: 1, is_current: true },
  ])
  expect(await scene.entries()).toHaveLength(2)
  expect(await outcomes()).toEqual({
    'Ann in_app': ['sent', 'merged', 'sent'],
    'Ann email': ['waiting', 'merged', 'waiting'],
  })
})

test('with a window of 0 every alert is by itself, whichever setting says so', async () => {
  await setOrgWindow(0)
  await scene.addRecipient('Ann', ['in_app', 'email'])
  const ofItsOwn = await scene.addRule('Loud', 0)
  await scene.addRecipient('Bob', ['in_app'], { rule: ofItsOwn })
  await scene.notify(await scene.addAlert(), await scene.addAlert({ second: 1 }))
  await setOrgWindow(600)
  await scene.happen({ ruleId: ofItsOwn })
  await scene.happen({ ruleId: ofItsOwn, second: 1 })
  expect(await scene.groups()).toHaveLength(4)
  expect(await scene.entries()).toHaveLength(4)
  expect((await scene.mails()).map(({ purpose }) => purpose)).toEqual(['alert', 'alert'])
  expect(Object.values(await outcomes()).flat()).not.toContain('merged')
})

test("a rule's own window stands above the organisation's, and decisions name it", async () => {
  const rule = await scene.addRule('Quiet', 3600)
  await scene.addRecipient('Ann', ['in_app'], { rule })
  await scene.happen({ ruleId: rule })
  await scene.pass(3000)
  await scene.happen({ ruleId: rule, second: 3000 })
  expect((await scene.decisions()).find(({ outcome }) => outcome === 'merged')).toMatchObject({
    setting: 'notification_window_sec',
    value: 3600,
    origin: 'rule',
  })
})

test('rules, cameras, gateways and sites have groups of their own', async () => {
  await scene.addRecipient('Ann', ['in_app'])
  const otherRule = await scene.addRule('Day watch')
  await scene.addRecipient('Bob', ['in_app'], { rule: otherRule })
  const cameraId = await seedCamera(db, scene, 'Gate')
  const siteId = await scene.addSite('Warehouse')
  await scene.happen()
  await scene.happen({ ruleId: otherRule })
  await scene.happen({ cameraId })
  await scene.happen({ siteId })
  await scene.happen({ system: true, description: 'The gateway Cupboard is off line' })
  await scene.happen({ system: true, description: 'The gateway Cupboard is off line', second: 100 })
  expect((await scene.groups()).map((group) => group.alert_count)).toEqual([1, 1, 1, 1, 2])
  expect(
    await db.query(
      `select camera_name, gateway_name, site_name from notification_groups where org_id = $1 order by opened_at, id`,
      [scene.orgId],
    ),
  ).toEqual([
    { camera_name: 'Front door', gateway_name: null, site_name: 'Headquarters' },
    { camera_name: 'Front door', gateway_name: null, site_name: 'Headquarters' },
    { camera_name: 'Gate', gateway_name: null, site_name: 'Headquarters' },
    { camera_name: 'Front door', gateway_name: null, site_name: 'Warehouse' },
    { camera_name: null, gateway_name: 'Cupboard', site_name: 'Headquarters' },
  ])
})

test('late alerts make no live one wait, and theirs is the digest of the rule', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  await scene.notify(await scene.addAlert({ late: true }), await scene.addAlert({ late: true, second: 60 }))
  await scene.happen({ second: 3000 })
  expect((await scene.mails()).map(({ purpose }) => purpose)).toEqual(['digest', 'alert'])
  expect(await scene.entries()).toHaveLength(2)
  const ofMail = (await scene.decisions()).filter(({ channel }) => channel === 'email')
  expect(ofMail).toMatchObject([
    { outcome: 'merged', setting: 'late_digest_sec', value: 300, origin: 'service' },
    { outcome: 'merged', setting: 'late_digest_sec' },
    { outcome: 'waiting', setting: 'channels' },
  ])
})

test('alerts out of order after a short break are grouped by when they come, and listed by when they happened', async () => {
  await scene.addRecipient('Ann', ['in_app'])
  await scene.happen({ second: 800 })
  await scene.happen({ second: 100 })
  const [entry] = await scene.entries()
  expect(entry?.alert_count).toBe(2)
  expect(entry?.body).toMatch(/10:16:40.*\n.*10:28:20/)
  expect(
    await db.query(
      `select last_alert_at - first_alert_at = interval '700 seconds' as spans from notification_groups where org_id = $1`,
      [scene.orgId],
    ),
  ).toEqual([{ spans: true }])
})

test('two nodes with forty alerts at once make one open group, one entry, one mail at once and one digest', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  // What stood before is over: closing it is part of the race.
  await scene.happen()
  await scene.pass(301)
  const alerts = await Promise.all(
    Array.from({ length: 40 }, (_, second) => scene.addAlert({ second: second + 1000 })),
  )
  await Promise.all(
    alerts.map((alert, index) =>
      (index % 2 === 0 ? db.database : secondNode).inOrg(scene.orgId, (tx) =>
        notifyRecipients(tx, scene.orgId, [alert]),
      ),
    ),
  )
  expect(await scene.groups()).toMatchObject([
    { alert_count: 1, is_current: false },
    { alert_count: 40, is_current: true },
  ])
  expect((await scene.entries()).map((entry) => entry.alert_count)).toEqual([1, 40])
  expect((await scene.mails()).map(({ purpose }) => purpose)).toEqual(['alert', 'alert', 'group_digest'])
  const all = await outcomes()
  expect(all['Ann in_app']?.filter((outcome) => outcome === 'sent')).toHaveLength(2)
  expect(all['Ann in_app']?.filter((outcome) => outcome === 'merged')).toHaveLength(39)
  expect(all['Ann email']?.filter((outcome) => outcome === 'waiting')).toHaveLength(2)
  expect(all['Ann email']?.filter((outcome) => outcome === 'merged')).toHaveLength(39)
})

test('telling of an alert again tells nobody and counts nothing', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  const [first, second] = [await scene.happen(), await scene.happen({ second: 61 })]
  const before = [await scene.groups(), await scene.entries(), await scene.mails(), await scene.decisions()]
  await scene.notify(first)
  await scene.notify(second, first)
  expect([await scene.groups(), await scene.entries(), await scene.mails(), await scene.decisions()]).toEqual(
    before,
  )
})

test('a shorter window ends the group at the next alert, and its mail leaves', async () => {
  await setOrgWindow(86_400)
  await scene.addRecipient('Ann', ['in_app', 'email'])
  await scene.happen()
  await scene.happen({ second: 60 })
  await scene.pass(120)
  await setOrgWindow(60)
  await scene.happen({ second: 120 })
  expect(await scene.groups()).toMatchObject([{ is_current: false }, { is_current: true, window_sec: 60 }])
  expect(
    await db.query(
      `select next_at <= now() as due from outgoing_mail where org_id = $1 and purpose = 'group_digest'`,
      [scene.orgId],
    ),
  ).toEqual([{ due: true }])
  expect(await outcomes()).toMatchObject({ 'Ann email': ['waiting', 'merged', 'waiting'] })
})

test('whoever becomes a recipient within a window is told of the next alert at once', async () => {
  await scene.addRecipient('Ann', ['in_app', 'email'])
  await scene.happen()
  await scene.addRecipient('Bob', ['in_app', 'email'])
  await scene.happen({ second: 61 })
  expect(await outcomes()).toEqual({
    'Ann in_app': ['sent', 'merged'],
    'Ann email': ['waiting', 'merged'],
    'Bob in_app': ['sent'],
    'Bob email': ['waiting'],
  })
})

test('times are those of the recipient who chose a zone, and of the organisation for others', async () => {
  await db.query(`update organisations set timezone = 'Europe/Berlin' where id = $1`, [scene.orgId])
  await scene.addRecipient('Ann', ['in_app'], { preferences: { timezone: 'America/New_York' } })
  await scene.addRecipient('Bob', ['in_app'], { preferences: { timezone: 'Mars/Olympus', theme: 'dark' } })
  await scene.happen()
  await scene.happen({ second: 60 })
  expect((await scene.entries()).map(({ body }) => body.split('\n')[1])).toEqual([
    '1 July, 06:15:00  Motion at Front door',
    '1 July, 12:15:00  Motion at Front door',
  ])
})

test('a group remembers the newest ten for its digest, and counts all', async () => {
  await scene.addRecipient('Ann', ['in_app'])
  for (let second = 0; second < 14; second += 1) await scene.happen({ second })
  const lines = (await scene.entries())[0]?.body.split('\n') ?? []
  expect(lines).toHaveLength(12)
  expect(lines[0]).toMatch(/^14 alerts/)
  expect(lines[1]).toBe('4 earlier')
  expect(lines[2]).toMatch(/10:15:04/)
  expect(lines[11]).toMatch(/10:15:13/)
})
