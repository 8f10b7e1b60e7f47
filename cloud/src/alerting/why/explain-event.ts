import { type EventWhy, isAtLeast, maxNearMisses, maxWhyDecisions, type WhyRule } from '@sightline/protocol'
import { listDecisionsOfEvent } from '../../delivery/notifications/decisions/event-decisions.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import type { Db } from '../../platform/database/handles.js'
import { missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { readEventFacts } from '../../understanding/analysis/facts/event-facts.service.js'
import type { EventFacts } from '../../understanding/analysis/facts/event-facts.table.js'
import type { AlertRow } from '../alerts/alert.table.js'
import { askedBefore } from '../alerts/asked-before.service.js'
import { nearestAlerts, readAlertsOfEvent } from '../alerts/event-alerts.service.js'
import { compareWithVersions } from '../compiled/compare-event.service.js'
import { listVerdictsOfEvent } from '../compiled/verdicts/verdict.service.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import { listRulesInScope } from '../rules/camera-event-rule.service.js'
import { checkNew, checksAfterAnalysis, checksAtOnce, type RuleCheck } from '../rules/rule-checks.service.js'
import { listHeldBackOfEvent } from '../suppression/held-back.service.js'
import { asShownTo } from './as-shown-to.js'
import { explainRule, type RuleAndEvent } from './explain-rule.js'
import { type ExplainedEvent, findExplainedEvent } from './why.repository.js'

type WhyDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/**
 * Why somebody was told of an event, or why not, rule by rule: what was written down when it came, and of rules that wrote
 * nothing down how near the event is to them now. Nothing is stored, and no model is asked.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function explainEvent(deps: WhyDeps, caller: Caller, eventId: string): Promise<EventWhy> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const event = await findExplainedEvent(db, orgId, eventId)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  const known = await readRules(deps, caller, db, { ...event, id: eventId })
  const explained = known.flatMap((one) => explainRule(one) ?? [])
  const shown = mostTelling(explained)
  return {
    event_id: eventId,
    told: explained.some(({ outcome }) => outcome === 'alerted'),
    ai_status: event.ai_status,
    rules: shown.map((rule) => asShownTo(caller.role, rule)),
    other_rules: known.length - shown.length,
    decisions: isAtLeast(caller.role, 'admin')
      ? await listDecisionsOfEvent(db, orgId, eventId, maxWhyDecisions)
      : null,
  }
}

/** What is known of each rule that the caller sees, and of each that wrote something down about the event. */
async function readRules(
  deps: WhyDeps,
  caller: Caller,
  db: Db,
  event: ExplainedEvent & { readonly id: string },
): Promise<RuleAndEvent[]> {
  const { orgId } = caller
  const rules = new Map((await listRulesInScope(db, caller)).map((rule) => [rule.id, rule]))
  const alerts = byRule(await readAlertsOfEvent(db, orgId, event.id))
  // Newest first: the last one of a rule stays.
  const heldBack = byRule((await listHeldBackOfEvent(deps, caller, event.id)).data.toReversed())
  const verdicts = await listVerdictsOfEvent(db, orgId, event.id)
  const facts = (await readEventFacts(db, orgId, [event.id])).get(event.id)
  if (!facts) throw missing('event')
  // What told or was held back without a verdict did so at once, whatever the rule is now.
  const judgesNow = ({ id, compiled_version_id: version }: AlertRuleRow): boolean =>
    version !== null && !verdicts.has(id) && !alerts.has(id) && !heldBack.has(id)
  const wasAsked = await askedBefore(db, orgId, [event.id])
  const checks = new Map<string, RuleCheck[]>()
  const timeSlice = new TimeSlice(deps.clock)
  for (const [id, rule] of rules) {
    // A thousand patterns of topics take a while.
    await timeSlice.yieldIfSpent()
    const isCompiled = verdicts.has(id) || judgesNow(rule)
    checks.set(id, [
      ...checksOf(rule, facts, isCompiled),
      ...checkNew(!isCompiled && !alerts.has(id) && (await wasAsked(rule, event.id))),
    ])
  }
  const worthComparing = [...rules.values()].filter(
    (rule) => judgesNow(rule) && mayBeNear(checks.get(rule.id) ?? []),
  )
  const compared = await compareWithVersions(
    { db, clock: deps.clock },
    orgId,
    worthComparing.flatMap(({ compiled_version_id: id }) => id ?? []),
    facts,
  )
  const nearest = byRule(await readNearest(db, orgId, event, [...rules.values()]))
  return [...new Set([...rules.keys(), ...alerts.keys(), ...heldBack.keys(), ...verdicts.keys()])].map(
    (id) => {
      const rule = rules.get(id)
      return {
        ruleId: id,
        rule,
        checks: checks.get(id) ?? [],
        alert: alerts.get(id),
        heldBack: heldBack.get(id),
        verdict: verdicts.get(id),
        isJudgedNow: rule !== undefined && judgesNow(rule),
        comparison: compared.get(rule?.compiled_version_id ?? ''),
        nearest: nearest.get(id),
        isWaiting: event.is_waiting,
        receivedAt: event.received_at,
      }
    },
  )
}

function checksOf(rule: AlertRuleRow, facts: EventFacts, isCompiled: boolean): RuleCheck[] {
  const event = { ...facts, event_category: facts.category }
  return isCompiled ? checksAfterAnalysis(rule, event) : checksAtOnce(rule, event)
}

/** Where two of its own conditions are missing already, its predicate changes nothing. */
const mayBeNear = (checks: readonly RuleCheck[]): boolean => checks.filter(({ held }) => !held).length < 2

/** Of each rule the alert that keeps it from telling of the event, if there is one. */
async function readNearest(
  db: Db,
  orgId: string,
  event: ExplainedEvent & { readonly id: string },
  rules: readonly AlertRuleRow[],
): Promise<AlertRow[]> {
  const around = {
    cameraId: event.camera_id,
    at: event.triggered_at,
    rules: rules.map(({ id, cooldown_sec: cooldownSec }) => ({ id, cooldownSec })),
  }
  return nearestAlerts(db, orgId, around)
}

const byRule = <Row extends { readonly rule_id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.rule_id, row]))

const ranks: Readonly<Record<WhyRule['outcome'], number>> = {
  alerted: 0,
  held_back: 1,
  cooldown: 2,
  waiting: 3,
  doubtful: 4,
  refused: 5,
  changed: 6,
  near_miss: 7,
}

/** Those that told first, then those that nearly did; of near misses the first so many, by name. */
function mostTelling(rules: readonly WhyRule[]): WhyRule[] {
  const inOrder = rules.toSorted(
    (one, other) => ranks[one.outcome] - ranks[other.outcome] || one.rule_name.localeCompare(other.rule_name),
  )
  const sure = inOrder.filter(({ outcome }) => outcome !== 'near_miss')
  const near = inOrder.filter(({ outcome }) => outcome === 'near_miss')
  return [...sure, ...near.slice(0, maxNearMisses)]
}
