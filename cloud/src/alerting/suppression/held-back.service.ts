import type { HeldBackAlert, HeldBackQuery } from '@sightline/protocol'
import { type Caller, requireSite } from '../../platform/caller.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { missing } from '../../platform/errors.js'
import type { Page } from '../../platform/pagination/page.js'
import { pageByTime } from '../../platform/pagination/page-by-time.js'
import type { Platform } from '../../platform/platform.js'
import { requireAlertRule } from '../rules/alert-rule.service.js'
import { countHeldBack, findSiteOfEvent, type HeldBackRow, listHeldBackRows } from './held-back.repository.js'

type SuppressionDeps = Pick<Platform, 'database' | 'keys'>

/**
 * Alerts of a rule that were held back, at the caller's sites, newest first.
 * @throws AppError missing; forbidden if the rule concerns none of the caller's sites; invalid for a foreign cursor
 */
export async function listHeldBack(
  deps: SuppressionDeps,
  caller: Caller,
  ruleId: string,
  { cursor, limit, camera_id: cameraId }: HeldBackQuery,
): Promise<Page<HeldBackAlert>> {
  await requireAlertRule(deps, caller, ruleId)
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const filter = { ruleId, cameraId }
  return pageByTime({
    keys: deps.keys,
    list: `held back ${caller.orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: (after, most) => listHeldBackRows(db, caller, filter, { after, limit: most }),
    count: () => countHeldBack(db, caller, filter),
    timeOf: (row) => row.held_back_at,
    toItem: toHeldBack,
  })
}

/** Of one event; a rule holds an event back once for each of its knobs, so they are few. */
const mostOfEvent = 1_000

/** The alerts that any rule would have made of an event. @throws AppError missing, or forbidden outside the caller's sites */
export async function listHeldBackOfEvent(deps: SuppressionDeps, caller: Caller, eventId: string) {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const siteId = await findSiteOfEvent(db, caller.orgId, eventId)
  if (siteId === undefined) throw missing('event')
  requireSite(caller, siteId, 'event')
  const rows = await listHeldBackRows(db, caller, { eventId }, { after: null, limit: mostOfEvent })
  return { data: rows.map(toHeldBack), total: rows.length }
}

function toHeldBack(row: HeldBackRow): HeldBackAlert {
  return {
    id: row.id,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    event_id: row.event_id,
    camera_id: row.camera_id,
    camera_name: row.camera_name,
    site_id: row.site_id,
    knob: row.knob,
    value: row.value,
    origin: row.origin,
    reason: row.reason,
    severity: row.severity,
    confidence: row.confidence,
    category: row.category,
    tags: row.tags,
    triggered_at: toTimestamp(row.triggered_at),
    held_back_at: toTimestamp(row.held_back_at),
  }
}
