import { uuidv7 } from 'uuidv7'
import { digestText } from '../groups/digest-text.js'
import type { Member } from '../groups/group-members.js'
import type { Person, PlannedNotification } from '../recipients/plan-notifications.js'
import type { GroupEntry } from './notification.repository.js'

/** One entry for each person and group. One that merges into what stood before is about the whole group. */
export function entriesOf(planned: readonly PlannedNotification<Member>[]): GroupEntry[] {
  const entries = new Map<string, { first: PlannedNotification<Member>; person: Person; isMerged: boolean }>()
  for (const one of planned) {
    if (one.method !== 'entry' || one.person === null) continue
    const key = `${one.member.groupId} ${one.person.userId}`
    const entry = entries.get(key) ?? { first: one, person: one.person, isMerged: false }
    entries.set(key, { ...entry, isMerged: entry.isMerged || one.outcome === 'merged' })
  }
  return [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, person, isMerged }]) => {
      const { alert, group } = first.member
      return {
        id: uuidv7(),
        user_id: person.userId,
        title: alert.rule_name,
        body: isMerged
          ? digestText({
              count: group.alert_count,
              latest: group.latest,
              late: group.late,
              timezone: person.timezone,
            })
          : alert.description,
        alert_id: alert.id,
        event_id: alert.event_id,
        group_id: group.id,
        alert_count: isMerged ? group.alert_count : 1,
      }
    })
}
