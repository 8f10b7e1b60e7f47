import type { DecisionOutcome, Role } from '@sightline/protocol'
import { seesSite, sitesInScope } from '../../../platform/caller.js'
import {
  accountDisabled,
  byChannels,
  byLateDigest,
  byPause,
  byWindow,
  type DecidingSetting,
  type NotificationWindow,
  noRecipients,
  notTheirSite,
} from '../decisions/deciding-setting.js'

export type Channel = 'in_app' | 'email' | 'push'

/** A recipient of a rule, as they are now. */
export interface Person {
  readonly userId: string
  readonly name: string
  readonly channels: readonly string[]
  readonly enabled: boolean
  readonly role: Role
  /** The sites assigned to them; they count for a viewer only. */
  readonly siteIds: readonly string[]
  /** In which they read times: an IANA name. */
  readonly timezone: string
  /** Until when they want to be left alone; null: they do not. The inbox is told all the same. */
  readonly pausedUntil: Date | null
}

/** An alert to notify of, in the group that takes it. */
export interface GroupMember {
  readonly alertId: string
  readonly siteId: string
  readonly late: boolean
  readonly groupId: string
  readonly window: NotificationWindow
  readonly people: readonly Person[]
}

/** How somebody is notified, if they are. */
export type NotificationMethod =
  /** An entry in the inbox: a new one, or the one about the group that is there already. */
  | 'entry'
  /** A mail or a message of its own, at once. */
  | 'at_once'
  /** In the one at the end of the window. */
  | 'group_digest'
  /** In the one about the rule's late alerts. */
  | 'late_digest'
  | 'none'

/** What becomes of one alert for one person and channel; person and channel are null where there is no recipient. */
export interface PlannedNotification<Member extends GroupMember = GroupMember> {
  readonly member: Member
  readonly person: Person | null
  readonly channel: Channel | null
  readonly outcome: DecisionOutcome
  readonly method: NotificationMethod
  readonly by: DecidingSetting
}

/** Names who was notified of which group by what. */
export const notifiedKey = (groupId: string, userId: string, channel: Channel): string =>
  `${groupId} ${userId} ${channel}`

/**
 * Decides for alerts, in the order of their trigger times, who is notified of each and how. The first of a group that
 * concerns a person is sent at once; what follows is merged into it.
 * @param before who has been notified of which group, by `notifiedKey`
 */
export function planNotifications<Member extends GroupMember>(
  members: readonly Member[],
  before: ReadonlySet<string>,
): PlannedNotification<Member>[] {
  const notified = new Set(before)
  return members.flatMap((member): PlannedNotification<Member>[] => {
    if (member.people.length === 0)
      return [{ member, person: null, channel: null, outcome: 'held_back', method: 'none', by: noRecipients }]
    return member.people.flatMap((person) =>
      channelsFor(person).map((channel) => {
        const decided = decide(member, person, channel, notified)
        if (decided.outcome !== 'held_back') notified.add(notifiedKey(member.groupId, person.userId, channel))
        return { member, person, channel, ...decided }
      }),
    )
  })
}

/** The inbox and e-mail are decided of for everybody; messages to browsers for those whom a rule sends some. */
function channelsFor({ channels }: Person): readonly Channel[] {
  return channels.includes('push') ? ['in_app', 'email', 'push'] : ['in_app', 'email']
}

type Decided = Pick<PlannedNotification, 'outcome' | 'method' | 'by'>

function decide(
  member: GroupMember,
  person: Person,
  channel: Channel,
  notified: ReadonlySet<string>,
): Decided {
  if (!person.enabled) return heldBack(accountDisabled)
  if (!person.channels.includes(channel))
    return heldBack(byChannels(person.channels, `the rule does not notify this user by ${nameOf(channel)}`))
  if (channel !== 'in_app' && person.pausedUntil !== null) return heldBack(byPause(person.pausedUntil))
  const wasNotified = notified.has(notifiedKey(member.groupId, person.userId, channel))
  switch (channel) {
    case 'in_app':
      return inInbox(member, person, wasNotified)
    case 'email':
    case 'push':
      return byMessage(member, person, { channel, wasNotified })
  }
}

function inInbox({ siteId, window }: GroupMember, person: Person, wasNotified: boolean): Decided {
  if (!seesSite({ siteIds: sitesInScope(person.role, person.siteIds) }, siteId))
    return heldBack(notTheirSite(person.siteIds))
  return wasNotified
    ? { outcome: 'merged', method: 'entry', by: byWindow(window, 'added to the entry about the first') }
    : { outcome: 'sent', method: 'entry', by: byChannels(person.channels, 'notified in the inbox at once') }
}

/** Whether its reader may see the site is asked when the mail or message is sent. */
function byMessage(
  { late, window }: GroupMember,
  person: Person,
  { channel, wasNotified }: { channel: 'email' | 'push'; wasNotified: boolean },
): Decided {
  if (late) return { outcome: 'merged', method: 'late_digest', by: byLateDigest(channel) }
  return wasNotified
    ? {
        outcome: 'merged',
        method: 'group_digest',
        by: byWindow(window, `in the ${nameOf(channel)} at the end of the window`),
      }
    : {
        outcome: 'waiting',
        method: 'at_once',
        by: byChannels(person.channels, `notified by ${nameOf(channel)} at once`),
      }
}

const heldBack = (by: DecidingSetting): Decided => ({ outcome: 'held_back', method: 'none', by })

const names: Record<Channel, string> = { in_app: 'inbox', email: 'e-mail', push: 'message to browsers' }
const nameOf = (channel: Channel): string => names[channel]
