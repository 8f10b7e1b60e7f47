import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { notifyRecipients } from '../notifications/notification.service.js'
import { systemActor } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { type AlertDelivery, enqueueAlertDeliveries } from '../webhooks/webhook.service.js'
import { type AlertRow, insertAlerts, insertTimeline } from './alert.repository.js'
import type { AlertTable, AlertTimelineTable } from './alert.table.js'

/** An alert to be written. */
export interface NewAlert {
  readonly row: Insertable<AlertTable>
  /** At that time; empty for the alert of a gateway. */
  readonly cameraName: string
}

/**
 * Writes alerts with all that they cause: their timeline, deliveries and notifications. Part of the caller's
 * transaction, so that none of it can be there without the others.
 * @returns the alerts that are new
 */
export async function writeAlerts(tx: Tx, orgId: string, alerts: readonly NewAlert[]): Promise<AlertRow[]> {
  if (alerts.length === 0) return []
  const written = await insertAlerts(
    tx,
    alerts.map(({ row }) => row),
  )
  if (written.length === 0) return []
  await insertTimeline(tx, written.flatMap(beginningOf))
  const names = new Map(alerts.map(({ row, cameraName }) => [row.id, cameraName]))
  await enqueueAlertDeliveries(
    tx,
    orgId,
    written.map((alert) => deliveryOf(alert, names.get(alert.id) ?? '')),
  )
  await notifyRecipients(tx, orgId, written)
  return written
}

function beginningOf(alert: AlertRow): Insertable<AlertTimelineTable>[] {
  const fired = entryBySystem(alert, 'fired')
  return alert.late ? [fired, entryBySystem(alert, 'late')] : [fired]
}

/** What the service itself notes on an alert's timeline. */
export function entryBySystem(
  alert: Pick<AlertRow, 'org_id' | 'id'>,
  action: AlertTimelineTable['action'],
): Insertable<AlertTimelineTable> {
  return {
    org_id: alert.org_id,
    id: uuidv7(),
    alert_id: alert.id,
    action,
    actor_kind: systemActor.kind,
    actor_id: systemActor.id,
    actor_name: systemActor.name,
  }
}

function deliveryOf(alert: AlertRow, cameraName: string): AlertDelivery {
  return {
    alert_id: alert.id,
    rule_id: alert.rule_id,
    rule_name: alert.rule_name,
    camera_id: alert.camera_id,
    camera_name: cameraName,
    // Of a system alert receivers drop repeats by the alert's own id.
    event_id: alert.event_id ?? alert.id,
    severity: alert.severity,
    description: alert.description,
    confidence: alert.confidence,
    triggered_at: alert.triggered_at,
  }
}
