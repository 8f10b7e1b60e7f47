import { Predicate } from '@sightline/protocol'
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  type CompiledMatch,
  fireCompiled,
  listRulesById,
  mismatchAfterAnalysis,
} from '../alerts/judged-rules.service.js'
import { type EventFacts, readEventFacts } from '../analysis/event-facts.service.js'
import { Breather } from '../platform/breather.js'
import type { ClaimedRow } from '../platform/claim.js'
import type { Db } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import type { Platform } from '../platform/platform.js'
import type { RuleVerdictTable } from './compiled-rule.table.js'
import { type CompiledVersionRow, listVersionsConcerning } from './compiled-version.repository.js'
import { keptFindings, reasonOf } from './conditions.js'
import { type Decision, decidedByPredicate } from './decide.js'
import { followUpOf, noAlert, toCompiledEvent } from './follow-up.js'
import { finishJudgement, readJudgement, readToldEvent, type ToldEvent } from './judgement.repository.js'
import { labelsKnown } from './needs.js'
import { evaluate } from './predicate/evaluate.js'
import { lookupLabels } from './predicate/necessary.js'
import { insertVerdicts } from './verdict.repository.js'

export type JudgementDeps = Pick<Platform, 'database' | 'clock' | 'metrics'>

/** A version with what its predicate said of the event. */
interface Judged {
  readonly version: CompiledVersionRow
  /** Null: the judge is to be asked. */
  readonly decision: Decision | null
  readonly row: Insertable<RuleVerdictTable>
}

/**
 * Judges an event by the active versions that it could concern: what their predicates decide is stored with the alerts
 * that follow, in one transaction, and what they leave in doubt waits for the judge. Nothing here asks a model, so that
 * what is certain waits for none.
 */
export async function judgeWaitingEvent(
  { database, clock, metrics }: JudgementDeps,
  claimed: ClaimedRow,
  worker: string,
): Promise<void> {
  const { orgId } = claimed
  const db = database.forOrg(orgId)
  const judgement = await readJudgement(db, orgId, claimed.id)
  if (judgement?.status !== 'pending') return
  const { event_id: eventId, run } = judgement
  const facts = (await readEventFacts(db, orgId, [eventId])).get(eventId)
  const told = await readToldEvent(db, orgId, eventId)
  const judged =
    facts && told && !told.deleted
      ? await judgeFacts({ db, clock }, facts, told, { orgId, run, at: new Date(clock.now()) })
      : []
  const stored = await database.inOrg(orgId, async (tx) => {
    // One judge alone gets past this: whoever lost the row meanwhile, or comes a second time, writes nothing.
    if (!(await finishJudgement(tx, claimed, worker))) return []
    if (!facts || !told || judged.length === 0) return []
    const matches = judged
      .filter(({ decision }) => decision?.alert)
      .map(({ version }) => matchOf(version, facts))
    const outcomes = await fireCompiled(tx, orgId, toCompiledEvent(facts, told), matches)
    await insertVerdicts(
      tx,
      judged.map(({ row, version }) => {
        const outcome = outcomes.get(version.rule_id)
        return outcome ? { ...row, ...followUpOf(outcome) } : row
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
  readonly at: Date
}

async function judgeFacts(
  { db, clock }: { db: Db; clock: Platform['clock'] },
  facts: EventFacts,
  told: ToldEvent,
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
  const rules = await listRulesById(
    db,
    orgId,
    versions.map((version) => version.rule_id),
  )
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const event = toCompiledEvent(facts, told)
  const judged: Judged[] = []
  const breather = new Breather(clock)
  for (const version of versions) {
    // A thousand rules of sixty conditions are more than what others wait for.
    await breather.breathe()
    const rule = ruleOf.get(version.rule_id)
    if (!rule || mismatchAfterAnalysis(rule, event) !== null) continue
    judged.push(judgeByVersion(version, facts, occasion))
  }
  return judged
}

function judgeByVersion(version: CompiledVersionRow, facts: EventFacts, { run, at }: Occasion): Judged {
  const evaluation = evaluate(Predicate.parse(version.predicate), facts)
  const why = reasonOf(evaluation)
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
  return { version, decision, row }
}

function matchOf(version: CompiledVersionRow, facts: EventFacts): CompiledMatch {
  return {
    ruleId: version.rule_id,
    severity: version.severity ?? facts.severity,
    confidence: facts.confidence,
  }
}
