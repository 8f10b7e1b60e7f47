import type { ConditionFinding, HeldBackAlert, WhyCondition, WhyOutcome, WhyRule } from '@sightline/protocol'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { AlertRow } from '../alerts/alert.table.js'
import type { VersionComparison } from '../compiled/compare-event.service.js'
import type { VerdictOfEvent } from '../compiled/verdicts/verdict.service.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import type { RuleCheck } from '../rules/rule-checks.service.js'

/** All that is known of one rule and one event. */
export interface RuleAndEvent {
  readonly ruleId: string
  /** Undefined: it was deleted, or the caller does not see it. */
  readonly rule: AlertRuleRow | undefined
  /** Its own conditions; empty without the rule. */
  readonly checks: readonly RuleCheck[]
  readonly alert: AlertRow | undefined
  /** The last alert that was held back of it. */
  readonly heldBack: HeldBackAlert | undefined
  readonly verdict: VerdictOfEvent | undefined
  /** Its active version judges it, and has written nothing down. */
  readonly isJudgedNow: boolean
  /** What that version would say now; undefined also where the rule's own conditions rule the event out. */
  readonly comparison: VersionComparison | undefined
  /** The nearest alert of the rule and the camera within the cooldown. */
  readonly nearest: AlertRow | undefined
  /** The analysis has not ended, or its verdicts are not there yet. */
  readonly isWaiting: boolean
  readonly receivedAt: Date
}

/** What is said in the end, and of a near miss what was missing. */
interface Conclusion {
  readonly outcome: WhyOutcome
  readonly reason: string
  readonly missing?: WhyCondition
}

/** Why a rule told of an event, or why not; null where it was nowhere near. Pure. */
export function explainRule(known: RuleAndEvent): WhyRule | null {
  const conditions = conditionsOf(known)
  const conclusion = concludeFromRecords(known) ?? concludeFromVerdict(known) ?? compareNow(known)
  if (!conclusion) return null
  const { ruleId, rule, alert, heldBack, verdict } = known
  return {
    rule_id: ruleId,
    rule_name: alert?.rule_name ?? heldBack?.rule_name ?? rule?.name ?? '',
    outcome: conclusion.outcome,
    reason: conclusion.reason,
    judged: verdict || known.isJudgedNow ? 'after_analysis' : 'at_once',
    as_of: isOfThen(known) ? 'then' : 'now',
    conditions,
    missing: conclusion.missing ?? null,
    alert: alert
      ? {
          id: alert.id,
          status: alert.status,
          fired_at: toTimestamp(alert.fired_at),
          severity: alert.severity,
        }
      : null,
    cooldown: conclusion.outcome === 'cooldown' ? cooldownOf(known) : null,
    verdict: verdict?.verdict ?? null,
    held_back: conclusion.outcome === 'held_back' ? (heldBack ?? null) : null,
  }
}

/** What stands written down beside verdicts: alerts, and those that were held back. */
function concludeFromRecords({ alert, heldBack }: RuleAndEvent): Conclusion | null {
  if (alert) return { outcome: 'alerted', reason: 'the rule made an alert of it' }
  if (heldBack) return { outcome: 'held_back', reason: heldBack.reason }
  return null
}

/** What the verdict of a compiled version comes to. */
function concludeFromVerdict(known: RuleAndEvent): Conclusion | null {
  if (!known.verdict) return null
  const { verdict } = known.verdict
  if (verdict.status === 'pending') return { outcome: 'waiting', reason: verdict.reason }
  switch (verdict.followed) {
    case 'alert':
      return { outcome: 'alerted', reason: 'the rule made an alert of it, which is not kept any more' }
    case 'alert_stands':
      return {
        outcome: 'alerted',
        reason: 'the rule had told of it, or of an event that goes on as this one',
      }
    case 'cooldown':
      return { outcome: 'cooldown', reason: cooldownReason(known) }
    case 'held_back':
      return { outcome: 'held_back', reason: verdict.reason }
    case 'pending':
    case 'no_alert':
      return concludeFromOutcome(known.verdict)
  }
}

/** Of a verdict that no alert followed. */
function concludeFromOutcome({ verdict, of, missing }: VerdictOfEvent): Conclusion | null {
  const { reason } = verdict
  switch (verdict.outcome) {
    // The rule was changed, disabled or deleted between the verdict and its alert.
    case 'match':
      return { outcome: 'changed', reason }
    case 'doubtful':
      return { outcome: 'doubtful', reason }
    case 'no_match':
      if (verdict.decided_by === 'judge') return { outcome: 'refused', reason }
      return nearMiss(versionConditions(verdict.conditions, missing), of)
  }
}

/** Nothing is written down: rule and event are compared as they are now. */
function compareNow(known: RuleAndEvent): Conclusion | null {
  const { rule, checks, comparison, nearest } = known
  if (!rule) return null
  if (known.isJudgedNow && known.isWaiting) return stillWaiting(checks)
  const unmet = checks.filter(({ held }) => !held).map(ofRule)
  const lacking = comparison ? versionConditions(comparison.conditions, comparison.missing) : []
  const missing = [...unmet, ...lacking]
  if (missing.length > 0) return nearMiss(missing, checks.length + (comparison?.of ?? 0))
  if (nearest) return { outcome: 'cooldown', reason: cooldownReason(known) }
  return {
    outcome: 'changed',
    reason: 'it would be a match as rule and event are now, and was none when the event came',
  }
}

/** What the analysis finds may yet change tags and confidence, and nothing else of a rule's own conditions. */
function stillWaiting(checks: readonly RuleCheck[]): Conclusion | null {
  const isRuledOut = checks.some(({ what, held }) => !held && what !== 'tags' && what !== 'confidence')
  return isRuledOut ? null : { outcome: 'waiting', reason: 'the event is still being looked at' }
}

/** Conditions that keep a rule from telling of anything, or of what it would tell of otherwise. */
const alone: ReadonlySet<string> = new Set<RuleCheck['what']>(['enabled', 'new'])

/** One thing missing of several, or that the rule is switched off, or that the event goes on from another. */
function nearMiss(missing: readonly WhyCondition[], of: number): Conclusion | null {
  const [one, ...others] = missing
  if (!one || others.length > 0 || (of < 2 && !alone.has(one.what))) return null
  return { outcome: 'near_miss', reason: `one condition was missing: ${one.why}`, missing: one }
}

/** Whether the conditions are as they were when the event was judged. */
function isOfThen({ verdict, rule, isJudgedNow, receivedAt }: RuleAndEvent): boolean {
  if (verdict) return true
  return !isJudgedNow && rule !== undefined && rule.updated_at <= receivedAt
}

function conditionsOf({ verdict, comparison, checks }: RuleAndEvent): WhyCondition[] {
  if (verdict) return verdict.verdict.conditions.map(ofVersion)
  return [...checks.map(ofRule), ...(comparison?.conditions ?? []).map(ofVersion)]
}

const ofRule = ({ what, held, why }: RuleCheck): WhyCondition => ({
  of: 'rule',
  what,
  held: held ? 'yes' : 'no',
  why,
})

const ofVersion = ({ condition, held, why }: ConditionFinding): WhyCondition => ({
  of: 'version',
  what: condition.op,
  held,
  why,
})

function versionConditions(
  conditions: readonly ConditionFinding[],
  paths: readonly string[],
): WhyCondition[] {
  return conditions.filter(({ path }) => paths.includes(path)).map(ofVersion)
}

const cooldownReason = ({ rule }: RuleAndEvent): string =>
  `an alert of the rule at this camera stands closer than its cooldown${rule ? ` of ${rule.cooldown_sec} s` : ''}`

function cooldownOf({ rule, nearest }: RuleAndEvent): WhyRule['cooldown'] {
  return {
    cooldown_sec: rule?.cooldown_sec ?? 0,
    alert_id: nearest?.id ?? null,
    event_id: nearest?.event_id ?? null,
    triggered_at: nearest ? toTimestamp(nearest.triggered_at) : null,
  }
}
