import type { Alert, AlertDetail, AlertListQuery } from '@sightline/protocol'
import { z } from 'zod'
import { timezoneOf } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { dateRange } from '../platform/date-range.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import { type AlertFilter, type AlertRow, countAlerts, pageOfAlerts } from './alert.repository.js'
import type { AlertDeps } from './alert-deps.js'

/** A place in the list and the total that the first page counted. */
const Place = z.object({ at: z.iso.datetime(), id: z.uuid(), total: z.number() })

/** Alerts that the caller may see, newest first. @throws AppError invalid for a foreign cursor */
export async function listAlerts(
  deps: AlertDeps,
  caller: Caller,
  query: AlertListQuery,
): Promise<Page<Alert>> {
  const db = deps.database.forOrg(caller.orgId)
  const { cursor, limit, rule_id, status, date_from: dateFrom, date_to: dateTo } = query
  const range = dateRange(dateFrom, dateTo, await timezoneOf(db, caller.orgId))
  const filter: AlertFilter = { ...range, rule_id, status }
  const list = `alerts ${caller.orgId} ${JSON.stringify(filter)}`
  const place = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, Place)
  const after = place && { firedAt: new Date(place.at), id: place.id }
  const rows = await pageOfAlerts(db, caller, filter, after, limit + 1)
  const total = place?.total ?? (await countAlerts(db, caller, filter))
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    placeOf: (row) => ({ at: toTimestamp(row.fired_at), id: row.id, total }),
    toItem: toAlert,
  })
}

export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    event_id: row.event_id,
    camera_id: row.camera_id,
    status: row.status,
    fired_at: toTimestamp(row.fired_at),
    acknowledged_at: toTimestampOrNull(row.acknowledged_at),
  }
}

export function toAlertDetail(row: AlertRow): AlertDetail {
  return {
    ...toAlert(row),
    gateway_id: row.gateway_id,
    site_id: row.site_id,
    severity: row.severity,
    description: row.description,
    confidence: row.confidence,
    late: row.late,
    triggered_at: toTimestamp(row.triggered_at),
    acknowledged_by: row.acknowledged_by_id,
    resolved_at: toTimestampOrNull(row.resolved_at),
  }
}
