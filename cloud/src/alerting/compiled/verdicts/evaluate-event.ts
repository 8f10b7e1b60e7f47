import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import { notify } from '../../../platform/database/notify.js'
import type { Platform } from '../../../platform/platform.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import { readEventFacts } from '../../../understanding/analysis/facts/event-facts.service.js'
import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import { type CompiledMatch, createCompiledAlerts } from '../../alerts/compiled-alerts.service.js'
import { findRulesById } from '../../rules/camera-event-rule.service.js'
import { mismatchAfterAnalysis } from '../../rules/rule-match.service.js'
import type { RuleVerdictTable } from '../compiled-rule.table.js'
import { evaluate } from '../predicate/evaluate.js'
import { keptFindings, reasonOf } from '../predicate/findings.js'
import { lookupLabels } from '../predicate/necessary.js'
import { labelsKnown } from '../predicate/needs.js'
import { readPredicate, unreadableEvaluation } from '../predicate/stored-predicate.js'
import { type CompiledVersionRow, listVersionsConcerning } from '../versions/compiled-version.repository.js'
import { type Decision, decidedByPredicate } from './decide.js'
import { followUpOf, noAlert, toCompiledEvent } from './follow-up.js'
import {
  finishJudgement,
  type JudgementSubject,
  postponeJudgement,
  readJudgement,
  readJudgementSubject,
} from './judgement.repository.js'
import { unreadWaitMs, waitsForOtherNode } from './unread-yet.js'
import { insertVerdicts, rulesThatJudged } from './verdict.repository.js'

type JudgementDeps = Pick<Platform, 'database' | 'clock' | 'metrics'>

/** A version with what its predicate said of the event. */
interface Judged {
  readonly version: CompiledVersionRow
  /** Null: the judge is to be asked. */
  readonly decision: Decision | null
  readonly row: Insertable<RuleVerdictTable>
  /** It cannot be read here, and perhaps by a node of a newer release. */
  readonly waits: boolean
}

/**
 * Judges an event by the active versions that it could concern: what their predicates decide is stored with the alerts
 * that follow, in one transaction, and what they leave in doubt waits for the judge. Nothing here asks a model, so that
 * what is certain waits for none. A version that cannot be read yet is asked again, the others not.
 */
export async function evaluateEvent(
  { database, clock, metrics }: JudgementDeps,
  claimed: ClaimedRow,
): Promise<void> {
  const { orgId } = claimed
  const db = database.forOrg(orgId)
  const judgement = await readJudgement(db, orgId, claimed.id)
  if (judgement?.status !== 'pending') return
  const { event_id: eventId, run } = judgement
  const facts = (await readEventFacts(db, orgId, [eventId])).get(eventId)
  const subject = await readJudgementSubject(db, orgId, eventId)
  const occasion = { orgId, run, attempt: claimed.attempt, at: new Date(clock.now()) }
  const known =
    facts && subject?.is_listed ? await evaluateVersions({ db, clock }, facts, subject, occasion) : []
  const judged = known.filter(({ waits }) => !waits)
  const isWhole = judged.length === known.length
  const stored = await database.inOrg(orgId, async (tx) => {
    // One judge alone gets past this: whoever lost the row meanwhile, or comes a second time, writes nothing.
    const isOurs = isWhole
      ? await finishJudgement(tx, claimed)
      : await postponeJudgement(tx, claimed, unreadWaitMs)
    if (!isOurs) return []
    if (!facts || !subject || judged.length === 0) return []
    const matches = judged
      .filter(({ decision }) => decision?.alert)
      .map(({ version }) => matchOf(version, facts))
    const outcomes = await createCompiledAlerts(tx, orgId, toCompiledEvent(facts, subject), matches)
    await insertVerdicts(
      tx,
      judged.map(({ row, version }) => {
        const outcome = outcomes.get(version.rule_id)
        return outcome ? { ...row, ...followUpOf(outcome, row.reason) } : row
      }),
    )
    if (judged.some(({ decision }) => decision === null)) await notify(tx, 'work', 'rule_verdicts')
    return judged
  })
  for (const { decision } of stored)
    if (decision) metrics.verdicts.inc({ decided_by: decision.decidedBy, outcome: decision.outcome })
}

/** Which judgement it is. */
interface Occasion {
  readonly orgId: string
  readonly run: number
  readonly attempt: number
  readonly at: Date
}

async function evaluateVersions(
  { db, clock }: { db: Db; clock: Platform['clock'] },
  facts: EventFacts,
  subject: JudgementSubject,
  occasion: Occasion,
): Promise<Judged[]> {
  const { orgId } = occasion
  const versions = await listVersionsConcerning(db, orgId, {
    cameraId: facts.camera_id,
    siteId: facts.site_id,
    category: facts.category,
    labelKeys: facts.analysed ? lookupLabels(facts) : null,
    labelsKnown,
  })
  const before =
    occasion.attempt > 1 ? await rulesThatJudged(db, orgId, facts.event_id, occasion.run) : new Set<string>()
  const rules = await findRulesById(
    db,
    orgId,
    versions.map((version) => version.rule_id).filter((id) => !before.has(id)),
  )
  const event = toCompiledEvent(facts, subject)
  const judged: Judged[] = []
  const timeSlice = new TimeSlice(clock)
  for (const version of versions) {
    // A thousand rules of sixty conditions are more than what others wait for.
    await timeSlice.yieldIfSpent()
    const rule = rules.get(version.rule_id)
    if (!rule || mismatchAfterAnalysis(rule, event) !== null) continue
    judged.push(evaluateVersion(version, facts, occasion))
  }
  return judged
}

function evaluateVersion(version: CompiledVersionRow, facts: EventFacts, occasion: Occasion): Judged {
  const { run, at } = occasion
  const read = readPredicate(version.predicate)
  const evaluation = read.kind === 'read' ? evaluate(read.predicate, facts) : unreadableEvaluation
  const why = read.kind === 'read' ? reasonOf(evaluation) : read.flaw
  const decision = decidedByPredicate(evaluation.outcome, version, why)
  const row = {
    org_id: version.org_id,
    id: uuidv7(),
    rule_id: version.rule_id,
    version_id: version.id,
    version_number: version.number,
    event_id: facts.event_id,
    run,
    camera_id: facts.camera_id,
    site_id: facts.site_id,
    status: decision ? ('decided' as const) : ('pending' as const),
    outcome: evaluation.outcome,
    decided_by: decision?.decidedBy ?? ('judge' as const),
    conditions: JSON.stringify(keptFindings(evaluation)),
    reason: decision?.reason ?? `${why}; the judge is asked`,
    confidence: facts.confidence,
    ...(decision ? { ...noAlert, decided_at: at } : { followed: 'pending' as const }),
  }
  return { version, decision, row, waits: read.kind === 'unreadable' && waitsForOtherNode(version, occasion) }
}

function matchOf(version: CompiledVersionRow, facts: EventFacts): CompiledMatch {
  return {
    ruleId: version.rule_id,
    severity: version.severity ?? facts.severity,
    confidence: facts.confidence,
  }
}
