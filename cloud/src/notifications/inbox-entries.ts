import { uuidv7 } from 'uuidv7'
import { digestText } from './digest-text.js'
import type { Member } from './group-members.js'
import type { GroupEntry } from './notification.repository.js'
import type { Person, Told } from './plan-telling.js'

/** One entry for each person and group. One that merges into what stood before tells of the whole group. */
export function entriesOf(told: readonly Told<Member>[]): GroupEntry[] {
  const entries = new Map<string, { first: Told<Member>; person: Person; isMerged: boolean }>()
  for (const one of told) {
    if (one.way !== 'entry' || one.person === null) continue
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
