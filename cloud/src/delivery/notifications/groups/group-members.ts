import type { Tx } from '../../../platform/database/handles.js'
import { audiencesOf } from '../recipients/audience.js'
import { listAudience } from '../recipients/audience.repository.js'
import { type GroupMember, notifiedKey, planNotifications } from '../recipients/plan-notifications.js'
import { groupOfEach } from './join-groups.js'
import { type JoinedGroup, listNotifiedOfGroups } from './notification-group.repository.js'

/** A newly written alert, as far as its recipients are notified of it. */
export interface NotifiedAlert {
  readonly id: string
  readonly rule_id: string
  /** The rule's name when it fired. */
  readonly rule_name: string
  /** Null for a system alert. */
  readonly event_id: string | null
  /** Null for the alert of a gateway. */
  readonly camera_id: string | null
  readonly gateway_id: string | null
  /** The site at trigger time. */
  readonly site_id: string
  readonly description: string
  /** Its event reached the cloud more than 15 minutes after it happened. */
  readonly late: boolean
  readonly triggered_at: Date
}

/** An alert in its group. */
export interface Member extends GroupMember {
  readonly alert: NotifiedAlert
  readonly group: JoinedGroup
  /** The group took nothing before this transaction. */
  readonly isNew: boolean
}

/** The alerts of which nobody has decided yet, by trigger time, each in its group. */
export async function joinedMembers(
  tx: Tx,
  orgId: string,
  alerts: readonly NotifiedAlert[],
): Promise<Member[]> {
  const rows = await listAudience(
    tx,
    orgId,
    [...new Set(alerts.map((alert) => alert.rule_id))],
    alerts.map(({ id }) => id),
  )
  const decided = new Set(rows[0]?.decided)
  const fresh = alerts.filter(({ id }) => !decided.has(id)).toSorted(byTriggerTime)
  if (fresh.length === 0) return []
  const audiences = audiencesOf(rows)
  const groups = await groupOfEach(
    tx,
    orgId,
    fresh.map((alert) => ({
      ...alert,
      alert: { at: alert.triggered_at.toISOString(), description: alert.description },
    })),
    audiences,
  )
  const countOf = new Map<string, number>()
  for (const { id } of groups) countOf.set(id, (countOf.get(id) ?? 0) + 1)
  return fresh.flatMap((alert, index) => {
    const group = groups[index]
    if (!group) return []
    return [
      {
        alert,
        group,
        isNew: group.alert_count === countOf.get(group.id),
        alertId: alert.id,
        siteId: alert.site_id,
        late: alert.late,
        groupId: group.id,
        window: { sec: group.window_sec, origin: group.window_origin },
        people: audiences.get(alert.rule_id)?.people ?? [],
      },
    ]
  })
}

function byTriggerTime(a: NotifiedAlert, b: NotifiedAlert): number {
  return a.triggered_at.getTime() - b.triggered_at.getTime() || a.id.localeCompare(b.id)
}

/**
 * Who was notified of the groups before, by `notifiedKey`. Most groups are new, and are not asked about; of others, those
 * are who would be notified at once if their group were new.
 */
export async function notifiedBefore(
  tx: Tx,
  orgId: string,
  members: readonly Member[],
): Promise<Set<string>> {
  const ofOlder = members.filter(({ isNew }) => !isNew)
  const asked = planNotifications(ofOlder, new Set()).flatMap(({ member, person, channel, outcome }) =>
    person !== null && channel !== null && (outcome === 'sent' || outcome === 'waiting')
      ? [{ group_id: member.groupId, user_id: person.userId, channel }]
      : [],
  )
  const notified = await listNotifiedOfGroups(tx, orgId, asked)
  return new Set(notified.map((one) => notifiedKey(one.group_id, one.user_id, one.channel)))
}
