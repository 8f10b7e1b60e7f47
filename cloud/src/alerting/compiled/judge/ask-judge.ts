import type { Db } from '../../../platform/database/handles.js'
import type { Platform } from '../../../platform/platform.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import { readEventFacts } from '../../../understanding/analysis/facts/event-facts.service.js'
import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import type { ModelPicture, ModelQuestion, Models } from '../../../understanding/models/model.service.js'
import { createCompiledAlerts } from '../../alerts/compiled-alerts.service.js'
import { findRulesById } from '../../rules/camera-event-rule.service.js'
import { KeptFindings } from '../predicate/findings.js'
import { type Decision, decidedByJudge, decidedWithoutJudge } from '../verdicts/decide.js'
import { followUpOf, noAlert, toCompiledEvent } from '../verdicts/follow-up.js'
import {
  hasLaterJudgement,
  type JudgementSubject,
  readJudgementSubject,
} from '../verdicts/judgement.repository.js'
import {
  finishVerdict,
  postponeVerdict,
  type RuleVerdictRow,
  readVerdict,
  saveVerdict,
} from '../verdicts/verdict.repository.js'
import { type CompiledVersionRow, readVersion } from '../versions/compiled-version.repository.js'
import { readBudget } from './budget.repository.js'
import { takeJudgeQuestion } from './budget.service.js'
import { type JudgeAnswer, judgeQuestion, shownReason } from './judge-question.js'

export interface JudgeDeps extends Pick<Platform, 'database' | 'clock' | 'metrics'> {
  readonly models: Models
  /** Pictures of an event that are stored, at most so many. */
  readonly pictures: (orgId: string, eventId: string, atMost: number) => Promise<readonly ModelPicture[]>
}

/** Pictures that the judge is shown of an event, at most. */
const picturesShown = 3

/** How often a question is asked whose failure may pass, and how long it waits between. */
const patience = { asks: 3, waitMs: 15_000 }

/** A verdict that waits, with all that it is about. */
interface Waiting {
  readonly verdict: RuleVerdictRow
  readonly version: CompiledVersionRow
  readonly facts: EventFacts
  readonly subject: JudgementSubject
}

type Asked =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly confidence: number | null }
  | { readonly kind: 'again' }

/**
 * Decides a verdict that the predicate left in doubt: by the judge, within the budget, or as the settings say where
 * there is no judge. The budget is taken before the question is sent, and given back if it was not.
 */
export async function askJudge(deps: JudgeDeps, claimed: ClaimedRow, signal: AbortSignal): Promise<void> {
  const db = deps.database.forOrg(claimed.orgId)
  const waiting = await readWaiting(db, claimed)
  if (!waiting) return
  const asked = await decide(deps, claimed, waiting, signal)
  if (asked.kind === 'again') return postponeVerdict(db, claimed, patience.waitMs)
  await settle(deps, claimed, waiting, asked)
}

async function readWaiting(db: Db, { orgId, id }: ClaimedRow): Promise<Waiting | null> {
  const verdict = await readVerdict(db, orgId, id)
  if (verdict?.status !== 'pending') return null
  const version = await readVersion(db, orgId, verdict.version_id)
  const facts = (await readEventFacts(db, orgId, [verdict.event_id])).get(verdict.event_id)
  const subject = await readJudgementSubject(db, orgId, verdict.event_id)
  // Each is held by a foreign key of the verdict.
  if (!version || !facts || !subject) throw new Error(`what the verdict ${id} is about is not there`)
  return { verdict, version, facts, subject }
}

async function decide(
  deps: JudgeDeps,
  claimed: ClaimedRow,
  waiting: Waiting,
  signal: AbortSignal,
): Promise<Asked> {
  const { orgId } = claimed
  const db = deps.database.forOrg(orgId)
  const { verdict, version, subject } = waiting
  const settings = await readBudget(db, orgId)
  const without = (cause: 'budget' | 'unavailable', why: string): Asked => ({
    kind: 'decided',
    decision: decidedWithoutJudge(
      cause,
      cause === 'budget' ? settings.when_spent : settings.when_unavailable,
      version,
      why,
    ),
    confidence: verdict.confidence,
  })

  const pointless = await whyPointless(db, orgId, waiting)
  if (pointless !== null) {
    const decision = { outcome: 'doubtful', decidedBy: 'unavailable', alert: false } as const
    const reason = `the judge was not asked: ${pointless}`
    return { kind: 'decided', decision: { ...decision, reason }, confidence: verdict.confidence }
  }
  if (subject.ai_analysis_mode === 'disabled')
    return without('unavailable', 'the analysis of this camera is disabled')
  const camera = { provider: subject.ai_provider_override, model: subject.ai_model_override }
  const model = await deps.models.choose(orgId, camera)
  if (model.kind === 'none') return without('unavailable', model.reason)

  const taken = await takeJudgeQuestion(deps, orgId)
  if (!taken) {
    deps.metrics.judgeQuestions.inc({ outcome: 'budget_spent' })
    return without('budget', `the daily budget of ${settings.daily_limit} questions is spent`)
  }
  let calls = 0
  try {
    const question = await questionAbout(deps, claimed, waiting)
    const outcome = await deps.models.ask(orgId, model, question, signal)
    calls = outcome.usage.calls
    deps.metrics.judgeQuestions.inc({ outcome: outcome.kind })
    if (outcome.kind === 'answered') {
      const { matches, confidence, reason } = outcome.value
      return {
        kind: 'decided',
        decision: decidedByJudge({ matches, reason: shownReason(reason, question) }),
        confidence,
      }
    }
    signal.throwIfAborted()
    if (outcome.again && claimed.attempt < patience.asks) return { kind: 'again' }
    return without('unavailable', `the judge gave no answer: ${outcome.reason}`)
  } finally {
    if (calls === 0) await taken.giveBack()
  }
}

/** Why no answer is wanted any more, or null. */
async function whyPointless(db: Db, orgId: string, { verdict, subject }: Waiting): Promise<string | null> {
  if (!subject.is_listed) return 'the event was deleted'
  const rule = (await findRulesById(db, orgId, [verdict.rule_id])).get(verdict.rule_id)
  if (!rule?.enabled) return 'the rule was disabled or deleted'
  const isOvertaken = await hasLaterJudgement(db, orgId, verdict.event_id, verdict.run)
  return isOvertaken ? 'a later analysis of the event is judged instead' : null
}

async function questionAbout(
  { pictures }: JudgeDeps,
  { orgId }: ClaimedRow,
  { verdict, version, facts }: Waiting,
): Promise<ModelQuestion<JudgeAnswer>> {
  const findings = KeptFindings.parse(verdict.conditions)
  const shown = await pictures(orgId, facts.event_id, picturesShown)
  return judgeQuestion({
    // A version that uses the judge has a sentence (protocol: CompiledVersionCreate).
    sentence: version.sentence ?? '',
    facts,
    findings: findings.map(({ held, why }) => `${held}: ${why}`),
    pictures: shown,
  })
}

async function settle(
  { database, metrics }: JudgeDeps,
  claimed: ClaimedRow,
  { verdict, version, facts, subject }: Waiting,
  { decision, confidence }: Extract<Asked, { kind: 'decided' }>,
): Promise<void> {
  const { orgId } = claimed
  const settled = await database.inOrg(orgId, async (tx) => {
    const decided = {
      outcome: decision.outcome,
      decided_by: decision.decidedBy,
      reason: decision.reason,
      confidence,
      ...noAlert,
    }
    // Whoever lost the row meanwhile writes nothing.
    if (!(await finishVerdict(tx, claimed, decided))) return false
    if (!decision.alert) return true
    const severity = version.severity ?? facts.severity
    const matches = [{ ruleId: verdict.rule_id, severity, confidence }]
    const outcomes = await createCompiledAlerts(tx, orgId, toCompiledEvent(facts, subject), matches)
    await saveVerdict(tx, orgId, verdict.id, followUpOf(outcomes.get(verdict.rule_id), decision.reason))
    return true
  })
  if (settled) metrics.verdicts.inc({ decided_by: decision.decidedBy, outcome: decision.outcome })
}
