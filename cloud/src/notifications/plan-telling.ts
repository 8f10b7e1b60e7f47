import type { DecisionOutcome, Role } from '@sightline/protocol'
import { seesSite, sitesInScope } from '../platform/caller.js'
import {
  accountDisabled,
  byChannels,
  byLateDigest,
  byWindow,
  type Deciding,
  type NotificationWindow,
  noRecipients,
  notTheirSite,
} from './deciding-setting.js'

export type Channel = 'in_app' | 'email'

/** Somebody whom a rule is to tell, as they are now. */
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
}

/** An alert to be told of, in the group that takes it. */
export interface GroupMember {
  readonly alertId: string
  readonly siteId: string
  readonly late: boolean
  readonly groupId: string
  readonly window: NotificationWindow
  readonly people: readonly Person[]
}

/** How somebody is told, if they are. */
export type Way =
  /** An entry in the inbox: a new one, or the one that tells of the group already. */
  | 'entry'
  /** A mail of its own, at once. */
  | 'mail'
  /** In the mail at the end of the window. */
  | 'group_digest'
  /** In the mail of the rule's late alerts. */
  | 'late_digest'
  | 'none'

/** What becomes of one alert for one person and channel; person and channel are null where nobody is to be told. */
export interface Told<Member extends GroupMember = GroupMember> {
  readonly member: Member
  readonly person: Person | null
  readonly channel: Channel | null
  readonly outcome: DecisionOutcome
  readonly way: Way
  readonly by: Deciding
}

/** Names who was told of which group by what. */
export const toldKey = (groupId: string, userId: string, channel: Channel): string =>
  `${groupId} ${userId} ${channel}`

/**
 * Decides for alerts, in the order of their trigger times, who is told of each and how. The first of a group that
 * concerns a person is told of at once; what follows is merged into it.
 * @param before who has been told of which group, by `toldKey`
 */
export function planTelling<Member extends GroupMember>(
  members: readonly Member[],
  before: ReadonlySet<string>,
): Told<Member>[] {
  const told = new Set(before)
  return members.flatMap((member): Told<Member>[] => {
    if (member.people.length === 0)
      return [{ member, person: null, channel: null, outcome: 'held_back', way: 'none', by: noRecipients }]
    return member.people.flatMap((person) =>
      (['in_app', 'email'] as const).map((channel) => {
        const decided = decide(member, person, channel, told)
        if (decided.outcome !== 'held_back') told.add(toldKey(member.groupId, person.userId, channel))
        return { member, person, channel, ...decided }
      }),
    )
  })
}

type Decided = Pick<Told, 'outcome' | 'way' | 'by'>

function decide(member: GroupMember, person: Person, channel: Channel, told: ReadonlySet<string>): Decided {
  if (!person.enabled) return heldBack(accountDisabled)
  if (!person.channels.includes(channel))
    return heldBack(byChannels(person.channels, `the rule does not tell this user by ${nameOf(channel)}`))
  const wasTold = told.has(toldKey(member.groupId, person.userId, channel))
  switch (channel) {
    case 'in_app':
      return inInbox(member, person, wasTold)
    case 'email':
      return byMail(member, person, wasTold)
  }
}

function inInbox({ siteId, window }: GroupMember, person: Person, wasTold: boolean): Decided {
  if (!seesSite({ siteIds: sitesInScope(person.role, person.siteIds) }, siteId))
    return heldBack(notTheirSite(person.siteIds))
  return wasTold
    ? { outcome: 'merged', way: 'entry', by: byWindow(window, 'added to the entry that told of the first') }
    : { outcome: 'sent', way: 'entry', by: byChannels(person.channels, 'told in the inbox at once') }
}

/** Whether its reader may see the site is asked when the mail is sent. */
function byMail({ late, window }: GroupMember, person: Person, wasTold: boolean): Decided {
  if (late) return { outcome: 'merged', way: 'late_digest', by: byLateDigest }
  return wasTold
    ? {
        outcome: 'merged',
        way: 'group_digest',
        by: byWindow(window, 'in the e-mail at the end of the window'),
      }
    : { outcome: 'waiting', way: 'mail', by: byChannels(person.channels, 'told by an e-mail at once') }
}

const heldBack = (by: Deciding): Decided => ({ outcome: 'held_back', way: 'none', by })

const nameOf = (channel: Channel): string => (channel === 'in_app' ? 'inbox' : 'e-mail')
