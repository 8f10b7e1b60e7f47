import { expect, test } from 'vitest'
import { type GroupMember, notifiedKey, type Person, planNotifications } from './plan-notifications.js'

const person = (change: Partial<Person> = {}): Person => ({
  userId: 'ann',
  name: 'Ann',
  channels: ['in_app', 'email'],
  enabled: true,
  role: 'operator',
  siteIds: [],
  timezone: 'UTC',
  pausedUntil: null,
  ...change,
})

const member = (change: Partial<GroupMember> = {}): GroupMember => ({
  alertId: 'alert',
  siteId: 'here',
  late: false,
  groupId: 'group',
  window: { sec: 600, origin: 'rule' },
  people: [person()],
  ...change,
})

const plan = (members: GroupMember[], notified: string[] = []) =>
  planNotifications(members, new Set(notified)).map(({ channel, outcome, method, by }) => [
    channel,
    outcome,
    method,
    by.name,
  ])

test('the first of a group is sent by each channel, the next is merged', () => {
  expect(plan([member(), member({ alertId: 'next' })])).toEqual([
    ['in_app', 'sent', 'entry', 'channels'],
    ['email', 'waiting', 'at_once', 'channels'],
    ['in_app', 'merged', 'entry', 'notification_window_sec'],
    ['email', 'merged', 'group_digest', 'notification_window_sec'],
  ])
})

test('two groups are two firsts', () => {
  expect(plan([member(), member({ groupId: 'other' })]).map(([, outcome]) => outcome)).toEqual([
    'sent',
    'waiting',
    'sent',
    'waiting',
  ])
})

test('channels are kept apart: whoever was notified in the inbox only gets the mail at once', () => {
  expect(plan([member()], [notifiedKey('group', 'ann', 'in_app')])).toEqual([
    ['in_app', 'merged', 'entry', 'notification_window_sec'],
    ['email', 'waiting', 'at_once', 'channels'],
  ])
})

test('what was held back from somebody is no first for them', () => {
  const viewer = person({ role: 'viewer', siteIds: ['here'] })
  expect(
    plan([
      member({ siteId: 'elsewhere', people: [viewer] }),
      member({ alertId: 'next', people: [viewer] }),
    ]).filter(([channel]) => channel === 'in_app'),
  ).toEqual([
    ['in_app', 'held_back', 'none', 'site_ids'],
    ['in_app', 'sent', 'entry', 'channels'],
  ])
})

test('a disabled account hides every other reason', () => {
  expect(plan([member({ people: [person({ enabled: false, channels: [] })] })])).toEqual([
    ['in_app', 'held_back', 'none', 'enabled'],
    ['email', 'held_back', 'none', 'enabled'],
  ])
})

test('the mail of a late alert goes into the digest of its rule, also that of the first', () => {
  expect(plan([member({ late: true })])).toEqual([
    ['in_app', 'sent', 'entry', 'channels'],
    ['email', 'merged', 'late_digest', 'late_digest_sec'],
  ])
})

test('who wants to be left alone has it in the inbox alone, and the first after that is sent at once', () => {
  const left = person({ pausedUntil: new Date('2026-03-14T07:00:00Z') })
  expect(plan([member({ people: [left] }), member({ alertId: 'next' })])).toEqual([
    ['in_app', 'sent', 'entry', 'channels'],
    ['email', 'held_back', 'none', 'notifications_paused_until'],
    ['in_app', 'merged', 'entry', 'notification_window_sec'],
    ['email', 'waiting', 'at_once', 'channels'],
  ])
})

test('a late alert is held back from who wants to be left alone as well', () => {
  const left = person({ pausedUntil: new Date('2026-03-14T07:00:00Z') })
  const [, mail] = planNotifications([member({ late: true, people: [left] })], new Set())
  expect(mail).toMatchObject({ outcome: 'held_back', by: { value: '2026-03-14T07:00:00.000Z' } })
})

test('a decision names at most ten of the sites of a viewer', () => {
  const siteIds = Array.from({ length: 500 }, (_, index) => `site ${index}`)
  const [first] = planNotifications([member({ people: [person({ role: 'viewer', siteIds })] })], new Set())
  expect(first?.by.value).toEqual(siteIds.slice(0, 10))
})

test('a rule without recipients has one decision about everybody', () => {
  expect(plan([member({ people: [] })])).toEqual([[null, 'held_back', 'none', 'recipients']])
})

test('messages to browsers go as e-mail does, to whom a rule sends some; nobody else has a decision about them', () => {
  const people = [person({ channels: ['push'] })]
  const pushed = (members: GroupMember[]) => plan(members).filter(([channel]) => channel === 'push')
  expect(pushed([member({ people }), member({ people, alertId: 'next' })])).toEqual([
    ['push', 'waiting', 'at_once', 'channels'],
    ['push', 'merged', 'group_digest', 'notification_window_sec'],
  ])
  expect(pushed([member({ people, late: true })])).toEqual([
    ['push', 'merged', 'late_digest', 'late_digest_sec'],
  ])
  expect(pushed([member({ people: [person({ channels: ['push'], enabled: false })] })])).toEqual([
    ['push', 'held_back', 'none', 'enabled'],
  ])
  expect(pushed([member({ people: [person({ channels: ['push'], pausedUntil: new Date() })] })])).toEqual([
    ['push', 'held_back', 'none', 'notifications_paused_until'],
  ])
  expect(pushed([member()])).toEqual([])
})
