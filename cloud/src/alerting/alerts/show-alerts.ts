import type { Alert, AlertDetail, AlertListItem, AlertListQuery } from '@sightline/protocol'
import type { MediaLinks } from '../../events/media/links/media-links.service.js'
import type { Db } from '../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import type { AlertRow } from './alert.table.js'
import { type AlertDetailsRow, listAlertDetails } from './alert-details.repository.js'

/** Alerts as their list shows them, in the order of the rows: with details where the query asks for them. */
export async function showAlerts(
  { db, mediaLinks }: { readonly db: Db; readonly mediaLinks: Pick<MediaLinks, 'urlOf'> },
  orgId: string,
  rows: readonly AlertRow[],
  include: AlertListQuery['include'],
): Promise<AlertListItem[]> {
  if (!include?.includes('details') || rows.length === 0) return rows.map(toAlert)
  const ids = rows.map(({ id }) => id)
  const details = new Map((await listAlertDetails(db, orgId, ids)).map((row) => [row.id, row]))
  return rows.map((row) => {
    const of = details.get(row.id)
    return of ? { ...toAlert(row), ...detailsOf(row, of, mediaLinks) } : toAlert(row)
  })
}

function detailsOf(
  row: AlertRow,
  of: AlertDetailsRow,
  mediaLinks: Pick<MediaLinks, 'urlOf'>,
): Partial<AlertListItem> {
  return {
    severity: row.severity,
    description: row.description,
    triggered_at: toTimestamp(row.triggered_at),
    late: row.late,
    site_id: row.site_id,
    camera_name: of.camera_name,
    gateway_id: row.gateway_id,
    gateway_name: of.gateway_name,
    acknowledged_by_name: row.acknowledged_by_name,
    resolved_at: toTimestampOrNull(row.resolved_at),
    recovered_at: toTimestampOrNull(of.recovered_at),
    group_id: of.group_id,
    event: eventOf(row.org_id, of, mediaLinks),
  }
}

function eventOf(
  orgId: string,
  { event_category: category, trigger_source: source, clip_status: clip, ...of }: AlertDetailsRow,
  mediaLinks: Pick<MediaLinks, 'urlOf'>,
): NonNullable<AlertListItem['event']> | null {
  if (category === null || source === null || clip === null) return null
  return {
    event_category: category,
    trigger_source: source,
    summary: of.summary,
    tags: of.tags ?? [],
    duration_sec: of.duration_sec,
    clip_status: clip,
    snapshot_url: of.snapshot_id === null ? null : mediaLinks.urlOf(orgId, of.snapshot_id),
  }
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
