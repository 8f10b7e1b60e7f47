import {
  type CompiledTrial,
  type CompiledTrialResult,
  maxTrialEvents,
  Predicate,
  type TriedEvent,
} from '@sightline/protocol'
import {
  type AlertRuleRow,
  listRulesById,
  mismatchAfterAnalysis,
  requireCameraAndSite,
} from '../alerts/judged-rules.service.js'
import { type EventFacts, readEventFacts } from '../analysis/event-facts.service.js'
import { timezoneOf } from '../organisation/organisation.service.js'
import { Breather } from '../platform/breather.js'
import type { Caller } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { dateRange } from '../platform/date-range.js'
import { invalid, missing } from '../platform/errors.js'
import type { Platform } from '../platform/platform.js'
import { requireToken } from '../platform/rate-bucket.js'
import { findVersion } from './compiled-version.repository.js'
import { findingsOf } from './conditions.js'
import { evaluate } from './predicate/evaluate.js'
import { requireNamed } from './require-named.js'
import { explainAll } from './show-version.js'
import { listTrialEvents } from './trial.repository.js'
import { isNearMiss, matchesInCooldown, type Tried } from './trial-count.js'

type TrialDeps = Pick<Platform, 'database' | 'clock'>

/** How far back a trial looks that names no beginning. */
const usualSpanMs = 7 * 24 * 60 * 60 * 1000

/** Facts that are read in one statement. */
const batch = 250

/** A trial computes so long at most, milliseconds. Two thousand events take a rule of some conditions a tenth of it. */
const mostWorkMs = 2_000

/** Trials of an organisation a minute: somebody who changes a rule and looks, and no more. */
const perMinute = 30

/** The cooldown of a rule that sets none. */
const usualCooldownSec = 300

/**
 * Says what a predicate, or a version of a rule, says of past events at the caller's sites. Nothing is stored, nobody is
 * told, and no budget is used: what is doubtful is shown as doubtful.
 * @throws AppError missing for a version, camera or site that is not there; invalid for an empty stretch of time;
 *   rate_limited
 */
export async function tryPredicate(
  deps: TrialDeps,
  caller: Caller,
  body: CompiledTrial,
): Promise<CompiledTrialResult> {
  const { orgId } = caller
  await requireToken(
    deps.database.lookup,
    { key: `rule-trial:${orgId}`, perMinute },
    'too many trials of rules in this organisation; wait a moment',
  )
  const db = deps.database.forOrg(orgId)
  const { predicate, rule } = await readTried(db, orgId, body)
  await requireCameraAndSite(db, orgId, body)
  const range = dateRange(body.date_from, body.date_to, await timezoneOf(db, orgId))
  const from = range.from ?? new Date((range.before?.getTime() ?? deps.clock.now()) - usualSpanMs)
  if (range.before && from >= range.before) throw invalid('date_from is after date_to')
  const filter = { from, before: range.before, cameraId: body.camera_id, siteId: body.site_id }
  const ids = await listTrialEvents(db, caller, filter, maxTrialEvents + 1)
  const looked = ids.slice(0, maxTrialEvents)
  const { tried, isWhole } = await tryAll({ db, clock: deps.clock }, orgId, predicate, rule, looked)
  const [explanation = ''] = await explainAll(db, caller, [predicate])
  return { explanation, ...resultOf(tried, isWhole && ids.length <= maxTrialEvents, rule, body.limit) }
}

async function readTried(
  db: Db,
  orgId: string,
  { predicate, version_id: versionId }: CompiledTrial,
): Promise<{ predicate: Predicate; rule: AlertRuleRow | null }> {
  if (predicate !== undefined) {
    await requireNamed(db, orgId, predicate)
    return { predicate, rule: null }
  }
  const version = versionId === undefined ? undefined : await findVersion(db, orgId, versionId)
  const [rule] = version ? await listRulesById(db, orgId, [version.rule_id]) : []
  if (!version || !rule) throw missing('compiled version')
  return { predicate: Predicate.parse(version.predicate), rule }
}

/** The events in their order, until all are tried or the time is over. Others have their turn meanwhile. */
async function tryAll(
  { db, clock }: { db: Db; clock: Platform['clock'] },
  orgId: string,
  predicate: Predicate,
  rule: AlertRuleRow | null,
  ids: readonly string[],
): Promise<{ tried: Tried[]; isWhole: boolean }> {
  const tried: Tried[] = []
  const breather = new Breather(clock)
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch)
    const facts = await breather.wait(readEventFacts(db, orgId, some))
    for (const id of some) {
      if (breather.workedMs > mostWorkMs) return { tried, isWhole: false }
      await breather.breathe()
      const found = facts.get(id)
      // Deleted since the list was read.
      if (!found) continue
      tried.push({
        facts: found,
        evaluation: evaluate(predicate, found),
        outsideRule: rule && outside(rule, found),
      })
    }
  }
  return { tried, isWhole: true }
}

/** A draft is tried as if it were enabled: that is what trying is for. */
function outside(rule: AlertRuleRow, facts: EventFacts): string | null {
  return mismatchAfterAnalysis({ ...rule, enabled: true }, { ...facts, event_category: facts.category })
}

function resultOf(
  tried: readonly Tried[],
  complete: boolean,
  rule: AlertRuleRow | null,
  limit: number,
): Omit<CompiledTrialResult, 'explanation'> {
  const cooldownSec = rule?.cooldown_sec ?? usualCooldownSec
  const inCooldown = matchesInCooldown(tried, cooldownSec)
  const inside = tried.filter(({ outsideRule }) => outsideRule === null)
  const outsideRule = tried.filter((one) => one.outsideRule !== null && one.evaluation.outcome === 'match')
  const of = (outcome: string) => inside.filter(({ evaluation }) => evaluation.outcome === outcome)
  const nearMisses = [...inside.filter(({ evaluation }) => isNearMiss(evaluation)), ...outsideRule].toSorted(
    (a, b) => b.facts.triggered_at.getTime() - a.facts.triggered_at.getTime(),
  )
  const shown = (some: readonly Tried[]) => some.slice(0, limit).map((one) => toTriedEvent(one, inCooldown))
  const counts = {
    match: of('match').length,
    doubtful: of('doubtful').length,
    no_match: tried.length - of('match').length - of('doubtful').length - outsideRule.length,
    near_miss: nearMisses.length - outsideRule.length,
    in_cooldown: inCooldown.size,
    outside_rule: outsideRule.length,
  }
  return {
    scanned: tried.length,
    complete,
    looked_back_to: toTimestampOrNull(tried.at(-1)?.facts.triggered_at ?? null),
    cooldown_sec: cooldownSec,
    counts,
    matches: shown(of('match')),
    doubtful: shown(of('doubtful')),
    near_misses: shown(nearMisses),
    message: messageOf(tried.length, complete, counts),
  }
}

function messageOf(scanned: number, complete: boolean, counts: CompiledTrialResult['counts']): string {
  const looked = complete
    ? `${scanned} events were looked at`
    : `the newest ${scanned} events of this time were looked at: narrow it to see older ones`
  const alerts = counts.match - counts.in_cooldown
  return `${looked}; ${counts.match} match and would make ${alerts} alerts, ${counts.doubtful} are in doubt`
}

function toTriedEvent(
  { facts, evaluation, outsideRule }: Tried,
  inCooldown: ReadonlySet<string>,
): TriedEvent {
  return {
    event_id: facts.event_id,
    camera_id: facts.camera_id,
    camera_name: facts.camera_name,
    site_id: facts.site_id,
    triggered_at: toTimestamp(facts.triggered_at),
    outcome: evaluation.outcome,
    met: evaluation.met,
    of: evaluation.of,
    conditions: findingsOf(evaluation),
    outside_rule: outsideRule,
    in_cooldown: inCooldown.has(facts.event_id),
  }
}
