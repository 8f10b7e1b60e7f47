import { expect, test } from 'vitest'
import { type GroupMember, type Person, planTelling, toldKey } from './plan-telling.js'

const person = (change: Partial<Person> = {}): Person => ({
  userId: 'ann',
  name: 'Ann',
  channels: ['in_app', 'email'],
  enabled: true,
  role: 'operator',
  siteIds: [],
  timezone: 'UTC',
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

const plan = (members: GroupMember[], told: string[] = []) =>
  planTelling(members, new Set(told)).map(({ channel, outcome, way, by }) => [channel, outcome, way, by.name])

test('the first of a group is told by each channel, the next is merged', () => {
  expect(plan([member(), member({ alertId: 'next' })])).toEqual([
    ['in_app', 'sent', 'entry', 'channels'],
    ['email', 'waiting', 'mail', 'channels'],
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

test('channels are told apart: whoever was told in the inbox only gets the mail at once', () => {
  expect(plan([member()], [toldKey('group', 'ann', 'in_app')])).toEqual([
    ['in_app', 'merged', 'entry', 'notification_window_sec'],
    ['email', 'waiting', 'mail', 'channels'],
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

test('a decision names at most ten of the sites of a viewer', () => {
  const siteIds = Array.from({ length: 500 }, (_, index) => `site ${index}`)
  const [first] = planTelling([member({ people: [person({ role: 'viewer', siteIds })] })], new Set())
  expect(first?.by.value).toEqual(siteIds.slice(0, 10))
})

test('a rule without recipients has one decision about everybody', () => {
  expect(plan([member({ people: [] })])).toEqual([[null, 'held_back', 'none', 'recipients']])
})
