import type { HeldBackAlert, HeldBackQuery } from '@sightline/protocol'
import { z } from 'zod'
import { getAlertRule } from '../alerts/alert-rule.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { missing } from '../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import { countHeldBack, findSiteOfEvent, type HeldBackRow, listHeldBackRows } from './held-back.repository.js'
import type { NoBigDealDeps } from './no-big-deal-deps.js'

/** A place in the list and the total that the first page counted. */
const Place = z.object({ at: z.iso.datetime(), id: z.uuid(), total: z.number() })

/**
 * Alerts of a rule that were held back, at the caller's sites, newest first.
 * @throws AppError missing; forbidden if the rule concerns none of the caller's sites; invalid for a foreign cursor
 */
export async function listHeldBack(
  deps: NoBigDealDeps,
  caller: Caller,
  ruleId: string,
  { cursor, limit, camera_id: cameraId }: HeldBackQuery,
): Promise<Page<HeldBackAlert>> {
  await getAlertRule(deps, caller, ruleId)
  const db = deps.database.forOrg(caller.orgId)
  const filter = { ruleId, cameraId }
  const list = `held back ${caller.orgId} ${JSON.stringify(filter)}`
  const place = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, Place)
  const after = place && { at: new Date(place.at), id: place.id }
  const total = place?.total ?? (await countHeldBack(db, caller, filter))
  return toPage(await listHeldBackRows(db, caller, filter, { after, limit: limit + 1 }), {
    limit,
    total,
    keys: deps.keys,
    list,
    placeOf: (row) => ({ at: toTimestamp(row.held_back_at), id: row.id, total }),
    toItem: toHeldBack,
  })
}

/** Of one event; a rule holds an event back once for each of its knobs, so they are few. */
const mostOfEvent = 1_000

/** The alerts that any rule would have made of an event. @throws AppError missing, or forbidden outside the caller's sites */
export async function listHeldBackOfEvent(deps: NoBigDealDeps, caller: Caller, eventId: string) {
  const db = deps.database.forOrg(caller.orgId)
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
