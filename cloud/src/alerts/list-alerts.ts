import type { Alert, AlertDetail, AlertListQuery } from '@sightline/protocol'
import { timezoneOf } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { dateRange } from '../platform/date-range.js'
import { pageByTime } from '../platform/page-by-time.js'
import type { Page } from '../platform/pagination.js'
import { type AlertFilter, type AlertRow, countAlerts, pageOfAlerts } from './alert.repository.js'
import type { AlertDeps } from './alert-deps.js'

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
  return pageByTime({
    keys: deps.keys,
    list: `alerts ${caller.orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: (after, most) => pageOfAlerts(db, caller, filter, after, most),
    count: () => countAlerts(db, caller, filter),
    timeOf: (row) => row.fired_at,
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
