import { type CompiledTrial, type CompiledTrialResult, Predicate, type TriedEvent } from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import type { Caller } from '../../../platform/caller.js'
import { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { invalid, missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { dateRange } from '../../../platform/time/date-range.js'
import { readEventFacts } from '../../../understanding/analysis/facts/event-facts.service.js'
import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import type { AlertRuleRow } from '../../rules/alert-rule.table.js'
import {
  findRulesById,
  requireCameraEvent,
  requireCamerasAndSites,
} from '../../rules/camera-event-rule.service.js'
import { mismatchAfterAnalysis } from '../../rules/rule-match.service.js'
import { evaluate } from '../predicate/evaluate.js'
import { findingsOf } from '../predicate/findings.js'
import { findVersion } from '../versions/compiled-version.repository.js'
import { requireNamed } from '../versions/require-named.js'
import { explainAll } from '../versions/show-version.js'
import { listSnapshots, listTrialEvents } from './trial.repository.js'
import { isNearMiss, matchesInCooldown, type TriedFacts } from './trial-count.js'

interface TrialDeps extends Pick<Platform, 'database' | 'clock'> {
  readonly mediaLinks: Pick<MediaLinks, 'urlOf'>
}

/** How far back a trial goes that names no beginning. */
const usualSpanMs = 7 * 24 * 60 * 60 * 1000

/** Facts that are read in one statement. */
const batch = 250

/** A trial computes so long at most, milliseconds. Two thousand events take a rule of some conditions a tenth of it. */
const mostWorkMs = 2_000

/** Trials of an organisation a minute: somebody who changes a rule and tries it, each time in a few steps, and no more. */
const perMinute = 60

/** The cooldown of a rule that sets none. */
const usualCooldownSec = 300

/**
 * Says what a predicate, or a version of a rule, says of past events at the caller's sites. Nothing is stored, nobody is
 * notified, and no budget is used: what is doubtful is shown as doubtful.
 * @throws AppError missing for a version, rule, camera or site that is not there; invalid for an empty stretch of time,
 *   or a rule of the system; rate_limited
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
  const db = deps.database.serving('reads').forOrg(orgId)
  const { predicate, rule } = await readTried(db, orgId, body)
  await requireCamerasAndSites(db, orgId, { cameras: given(body.camera_id), sites: given(body.site_id) })
  const range = dateRange(body.date_from, body.date_to, await timezoneOf(db, orgId))
  const from = range.from ?? new Date((range.before?.getTime() ?? deps.clock.now()) - usualSpanMs)
  if (range.before && from >= range.before) throw invalid('date_from is after date_to')
  const filter = { from, before: range.before, cameraId: body.camera_id, siteId: body.site_id }
  const ids = await listTrialEvents(db, caller, filter, body.events + 1)
  const looked = ids.slice(0, body.events)
  const { tried, isWhole } = await tryAll({ db, clock: deps.clock }, orgId, { predicate, rule, ids: looked })
  const [explanation = ''] = await explainAll(db, caller, [predicate])
  const result = resultOf(tried, isWhole && ids.length <= body.events, rule, body.limit)
  const withPictures = await picturesOf(db, deps.mediaLinks, orgId, result)
  return { explanation, ...result, ...withPictures }
}

type Heaps = Pick<CompiledTrialResult, 'matches' | 'doubtful' | 'near_misses'>

/** The events that are shown, with their pictures. */
async function picturesOf(
  db: Db,
  mediaLinks: Pick<MediaLinks, 'urlOf'>,
  orgId: string,
  { matches, doubtful, near_misses }: Heaps,
): Promise<Heaps> {
  const ids = [...matches, ...doubtful, ...near_misses].map(({ event_id: id }) => id)
  const snapshots = await listSnapshots(db, orgId, ids)
  const shown = (events: readonly TriedEvent[]): TriedEvent[] =>
    events.map((event) => {
      const id = snapshots.get(event.event_id)
      return { ...event, snapshot_url: id === undefined ? null : mediaLinks.urlOf(orgId, id) }
    })
  return { matches: shown(matches), doubtful: shown(doubtful), near_misses: shown(near_misses) }
}

const given = (id: string | undefined): string[] => (id === undefined ? [] : [id])

async function readTried(
  db: Db,
  orgId: string,
  { predicate, version_id: versionId, rule_id: ruleId }: CompiledTrial,
): Promise<{ predicate: Predicate; rule: AlertRuleRow | null }> {
  if (predicate !== undefined) {
    await requireNamed(db, orgId, predicate)
    return { predicate, rule: ruleId === undefined ? null : await readRule(db, orgId, ruleId) }
  }
  const version = versionId === undefined ? undefined : await findVersion(db, orgId, versionId)
  const rule = version && (await findRulesById(db, orgId, [version.rule_id])).get(version.rule_id)
  if (!version || !rule) throw missing('compiled version')
  return { predicate: Predicate.parse(version.predicate), rule }
}

async function readRule(db: Db, orgId: string, id: string): Promise<AlertRuleRow> {
  const rule = (await findRulesById(db, orgId, [id])).get(id)
  if (!rule) throw missing('alert rule')
  requireCameraEvent(rule)
  return rule
}

/** The events in their order, until all are tried or the time is over. Others have their turn meanwhile. */
async function tryAll(
  { db, clock }: { db: Db; clock: Platform['clock'] },
  orgId: string,
  { predicate, rule, ids }: { predicate: Predicate; rule: AlertRuleRow | null; ids: readonly string[] },
): Promise<{ tried: TriedFacts[]; isWhole: boolean }> {
  const tried: TriedFacts[] = []
  const timeSlice = new TimeSlice(clock)
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch)
    const facts = await timeSlice.wait(readEventFacts(db, orgId, some))
    for (const id of some) {
      if (timeSlice.workedMs > mostWorkMs) return { tried, isWhole: false }
      await timeSlice.yieldIfSpent()
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
  tried: readonly TriedFacts[],
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
  const shown = (some: readonly TriedFacts[]) =>
    some.slice(0, limit).map((one) => toTriedEvent(one, inCooldown))
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
  { facts, evaluation, outsideRule }: TriedFacts,
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
    missing: [...evaluation.missing],
    snapshot_url: null,
  }
}
