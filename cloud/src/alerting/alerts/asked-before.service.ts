import { type EarlierEvent, listEarlier } from '../../events/continuation.service.js'
import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import type { Db } from '../../platform/database/handles.js'
import { systemClock } from '../../platform/time/clock.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import { mismatch } from '../rules/rule-match.service.js'
import { listAlertsOfEvents } from './event-alerts.repository.js'

/**
 * Whether a rule was asked about an event from which this one goes on, and so is not asked about it again. Others have their turn
 * meanwhile: a thousand patterns may be held against three hundred topics.
 */
export type AskedBefore = (rule: AlertRuleRow, eventId: string) => Promise<boolean>

/** For so many events what was before them is read at once: each may have hundreds. */
const readAtOnce = 10

/**
 * Of each of these events, which rules that fire at once were asked about the ones from which it goes on, if there are any: a rule that
 * was asked told whom it had to, or cooldown or No-Big-Deal was against it.
 */
export async function askedBefore(db: Db, orgId: string, eventIds: readonly string[]): Promise<AskedBefore> {
  const timeSlice = new TimeSlice(systemClock)
  const kinds = new Map<string, Kind>()
  const before = new Map<string, Before>()
  for (let from = 0; from < eventIds.length; from += readAtOnce) {
    const earlier = await listEarlier(db, orgId, eventIds.slice(from, from + readAtOnce))
    const told = await rulesThatTold(db, orgId, earlier)
    for (const [eventId, events] of earlier) {
      before.set(eventId, sumUp(events, told, kinds))
      await timeSlice.yieldIfSpent()
    }
  }
  return async (rule, eventId) => {
    const { told, kinds: newest } = before.get(eventId) ?? nothing
    if (told.has(rule.id)) return true
    for (const [kind, receivedAt] of newest) {
      // As the rule is now: of one that was made or changed since nobody knows that it was asked.
      if (rule.updated_at <= receivedAt && concerned(rule, kind)) return true
      await timeSlice.yieldIfSpent()
    }
    return false
  }
}

/** Events that are the same to every rule, as most are that go on from each other. */
interface Kind {
  readonly event: EarlierEvent
  readonly concerned: Map<AlertRuleRow, boolean>
}

/** What was before an event. */
interface Before {
  /** The rules that told of it. */
  readonly told: ReadonlySet<string>
  /** When the newest event of each kind came. */
  readonly kinds: ReadonlyMap<Kind, Date>
}

const nothing: Before = { told: new Set(), kinds: new Map() }

/** By event, the ids of the rules that told of it. */
async function rulesThatTold(
  db: Db,
  orgId: string,
  earlier: ReadonlyMap<string, readonly EarlierEvent[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Set([...earlier.values()].flat().map(({ id }) => id))
  const alerts = ids.size === 0 ? [] : await listAlertsOfEvents(db, orgId, [...ids])
  const told = new Map<string, string[]>()
  for (const { event_id: event, rule_id: rule } of alerts) {
    if (event === null || rule === null) continue
    const rules = told.get(event)
    if (rules) rules.push(rule)
    else told.set(event, [rule])
  }
  return told
}

function sumUp(
  events: readonly EarlierEvent[],
  told: ReadonlyMap<string, readonly string[]>,
  known: Map<string, Kind>,
): Before {
  const kinds = new Map<Kind, Date>()
  for (const event of events) {
    const kind = kindOf(event, known)
    const newest = kinds.get(kind)
    if (!newest || newest < event.received_at) kinds.set(kind, event.received_at)
  }
  return { told: new Set(events.flatMap(({ id }) => told.get(id) ?? [])), kinds }
}

function kindOf(event: EarlierEvent, known: Map<string, Kind>): Kind {
  const { camera_id: camera, event_category: category, trigger_source: source, trigger_topic: topic } = event
  const key = JSON.stringify([camera, category, source, topic])
  const kind: Kind = known.get(key) ?? { event, concerned: new Map() }
  known.set(key, kind)
  return kind
}

function concerned(rule: AlertRuleRow, kind: Kind): boolean {
  const is = kind.concerned.get(rule) ?? mismatch(rule, kind.event) === null
  kind.concerned.set(rule, is)
  return is
}
