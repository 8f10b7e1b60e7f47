import { Predicate, type RuleVerdict, type RuleVerdictQuery } from '@sightline/protocol'
import { z } from 'zod'
import { requireJudged, requireRuleInScope } from '../alerts/judged-rules.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import { readVersions } from './compiled-version.repository.js'
import { KeptFindings, shownFindings } from './conditions.js'
import {
  countVerdicts,
  pageOfVerdicts,
  type RuleVerdictRow,
  type VerdictFilter,
} from './verdict.repository.js'

/** A place in the list and the total that the first page counted. */
const Place = z.object({ at: z.iso.datetime(), id: z.uuid(), total: z.number() })

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
  const db = deps.database.forOrg(caller.orgId)
  requireJudged(await requireRuleInScope(db, caller, ruleId))
  const filter: VerdictFilter = { ruleId, outcome, event_id }
  const list = `verdicts ${caller.orgId} ${JSON.stringify(filter)}`
  const place = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, Place)
  const after = place && { createdAt: new Date(place.at), id: place.id }
  const rows = await pageOfVerdicts(db, caller, filter, after, limit + 1)
  const total = place?.total ?? (await countVerdicts(db, caller, filter))
  const versions = await readVersions(db, caller.orgId, [...new Set(rows.map((row) => row.version_id))])
  const predicates = new Map([...versions].map(([id, { predicate }]) => [id, Predicate.parse(predicate)]))
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    placeOf: (row) => ({ at: toTimestamp(row.created_at), id: row.id, total }),
    toItem: (row) => toVerdict(row, predicates.get(row.version_id)),
  })
}

/** @param predicate of the verdict's version, which a foreign key holds */
function toVerdict(row: RuleVerdictRow, predicate: Predicate | undefined): RuleVerdict {
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
