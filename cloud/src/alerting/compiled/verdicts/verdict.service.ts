import type { Predicate, RuleVerdict, RuleVerdictQuery } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import type { Page } from '../../../platform/pagination/page.js'
import { pageByTime } from '../../../platform/pagination/page-by-time.js'
import type { Platform } from '../../../platform/platform.js'
import { requireCameraEvent, requireRuleInScope } from '../../rules/camera-event-rule.service.js'
import { KeptFindings, shownFindings } from '../predicate/findings.js'
import { nearestWay } from '../predicate/near-miss.js'
import { readableOf } from '../predicate/stored-predicate.js'
import { readVersions } from '../versions/compiled-version.repository.js'
import {
  countVerdicts,
  lastVerdictsOfEvent,
  pageOfVerdicts,
  type RuleVerdictRow,
  type VerdictFilter,
} from './verdict.repository.js'

/**
 * What the compiled versions of a rule said of events at the caller's sites, newest first.
 * @throws AppError missing; forbidden if the rule concerns none of the caller's sites; invalid for a foreign cursor
 */
export async function listVerdicts(
  deps: Pick<Platform, 'database' | 'keys'>,
  caller: Caller,
  ruleId: string,
  { cursor, limit, outcome, event_id }: RuleVerdictQuery,
): Promise<Page<RuleVerdict>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  requireCameraEvent(await requireRuleInScope(db, caller, ruleId))
  const filter: VerdictFilter = { ruleId, outcome, event_id }
  return pageByTime({
    keys: deps.keys,
    list: `verdicts ${caller.orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: async (after, most) =>
      withPredicates(db, caller.orgId, await pageOfVerdicts(db, caller, filter, { after, limit: most })),
    count: () => countVerdicts(db, caller, filter),
    timeOf: (row) => row.created_at,
    toItem: toVerdict,
  })
}

/** A verdict with how far the event was from a match. */
export interface VerdictOfEvent {
  readonly verdict: RuleVerdict
  /** Conditions on the nearest way to a match, and the paths of those that were missing, doubtful ones among them. */
  readonly of: number
  readonly missing: readonly string[]
}

/** What each rule said of an event, of its last run, by the rule's id. Whether the caller may see the event is asked before. */
export async function listVerdictsOfEvent(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<Map<string, VerdictOfEvent>> {
  const rows = await withPredicates(db, orgId, await lastVerdictsOfEvent(db, orgId, eventId))
  return new Map(rows.map((row) => [row.rule_id, withDistance(row)]))
}

function withDistance(row: VerdictOfVersion): VerdictOfEvent {
  const verdict = toVerdict(row)
  if (!row.ofVersion) return { verdict, of: 0, missing: [] }
  const heldAt = new Map(
    verdict.conditions.map(({ path, held }) => [path, held === 'doubtful' ? held : held === 'yes'] as const),
  )
  const { of, missing } = nearestWay(row.ofVersion.where, heldAt)
  return { verdict, of, missing }
}

/** A verdict with the predicate of its version, which a foreign key holds. */
type VerdictOfVersion = RuleVerdictRow & { readonly ofVersion: Predicate | undefined }

async function withPredicates(
  db: Db,
  orgId: string,
  rows: readonly RuleVerdictRow[],
): Promise<VerdictOfVersion[]> {
  const versions = await readVersions(db, orgId, [...new Set(rows.map((row) => row.version_id))])
  const predicates = new Map([...versions].map(([id, { predicate }]) => [id, readableOf(predicate)]))
  return rows.map((row) => ({ ...row, ofVersion: predicates.get(row.version_id) }))
}

function toVerdict({ ofVersion: predicate, ...row }: VerdictOfVersion): RuleVerdict {
  return {
    id: row.id,
    rule_id: row.rule_id,
    version_id: row.version_id,
    version_number: row.version_number,
    event_id: row.event_id,
    run: row.run,
    camera_id: row.camera_id,
    site_id: row.site_id,
    status: row.status,
    outcome: row.outcome,
    decided_by: row.decided_by,
    conditions: predicate ? shownFindings(KeptFindings.parse(row.conditions), predicate) : [],
    reason: row.reason,
    confidence: row.confidence,
    followed: row.followed,
    held_back_by: row.held_back_by,
    alert_id: row.alert_id,
    created_at: toTimestamp(row.created_at),
    decided_at: toTimestampOrNull(row.decided_at),
  }
}
