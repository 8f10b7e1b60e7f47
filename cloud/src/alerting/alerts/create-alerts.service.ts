import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { notifyRecipients } from '../../delivery/notifications/notify-recipients.service.js'
import {
  type AlertDelivery,
  enqueueAlertDeliveries,
} from '../../delivery/webhooks/deliveries/enqueue-deliveries.service.js'
import { systemActor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import {
  type AlertLocation,
  endOutage,
  insertAlerts,
  insertTimeline,
  listAlertLocations,
  saveLastFired,
} from './alert.repository.js'
import type { AlertRow, AlertTable, AlertTimelineTable } from './alert.table.js'

/** An alert to be written. */
export interface NewAlert {
  readonly row: Insertable<AlertTable>
  /** At that time; empty for the alert of a gateway. */
  readonly cameraName: string
  /** From when on its rule's cooldown runs; without it from its trigger time. */
  readonly cooldownFrom?: Date
}

/**
 * Writes alerts with all that they cause: their timeline, deliveries, notifications and cooldowns. Part of the caller's
 * transaction, so that none of it can be there without the others.
 * @returns the alerts that are new
 */
export async function createAlerts(tx: Tx, orgId: string, alerts: readonly NewAlert[]): Promise<AlertRow[]> {
  if (alerts.length === 0) return []
  const written = await insertAlerts(
    tx,
    alerts.map(({ row }) => row),
  )
  if (written.length === 0) return []
  await insertTimeline(tx, written.flatMap(beginningOf))
  const given = new Map(alerts.map((alert) => [alert.row.id, alert]))
  await enqueueDeliveries(tx, orgId, written, ({ id }) => ({
    cameraName: given.get(id)?.cameraName ?? '',
  }))
  await notifyRecipients(tx, orgId, written)
  for (const { id, rule_id: ruleId, camera_id, gateway_id, triggered_at } of written) {
    const subjectId = camera_id ?? gateway_id
    const at = given.get(id)?.cooldownFrom ?? triggered_at
    if (subjectId !== null) await saveLastFired(tx, orgId, { ruleId, subjectId }, at)
  }
  return written
}

/**
 * Ends an outage: its alerts are about the past from now on.
 * @param recoveredAt when the camera or gateway came back, which its alerts and the webhooks say; null: it did not, but
 *   was disabled or deleted
 */
export async function endOutageAlerts(
  tx: Tx,
  orgId: string,
  subjectId: string,
  recoveredAt: Date | null,
): Promise<void> {
  const alerts = await endOutage(tx, orgId, subjectId)
  if (recoveredAt === null || alerts.length === 0) return
  await insertTimeline(
    tx,
    alerts.map((alert) => entryBySystem(alert, 'recovered')),
  )
  await enqueueDeliveries(tx, orgId, alerts, (_, location) => ({
    cameraName: location?.camera_name ?? '',
    recoveredAt,
  }))
}

function beginningOf(alert: AlertRow): Insertable<AlertTimelineTable>[] {
  const fired = entryBySystem(alert, 'fired')
  return alert.late ? [fired, entryBySystem(alert, 'late')] : [fired]
}

/** What the service itself notes on an alert's timeline. */
function entryBySystem(
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

/** What a delivery says beside the alert itself. */
interface DeliveryFacts {
  readonly cameraName: string
  /** When its outage was over; without it the alert is new. */
  readonly recoveredAt?: Date
}

/** Writes the deliveries of alerts to webhooks. */
async function enqueueDeliveries(
  tx: Tx,
  orgId: string,
  alerts: readonly AlertRow[],
  factsOf: (alert: AlertRow, location: AlertLocation | undefined) => DeliveryFacts,
): Promise<void> {
  const ids = alerts.map(({ id }) => id)
  const locations = await listAlertLocations(tx, orgId, ids)
  const deliveries = alerts.map((alert) => {
    const location = locations.get(alert.id)
    return deliveryOf(alert, factsOf(alert, location), location)
  })
  await enqueueAlertDeliveries(tx, orgId, deliveries)
}

function deliveryOf(
  alert: AlertRow,
  { cameraName, recoveredAt }: DeliveryFacts,
  location: AlertLocation | undefined,
): AlertDelivery {
  return {
    alert_id: alert.id,
    rule_id: alert.rule_id,
    rule_name: alert.rule_name,
    camera_id: alert.camera_id,
    camera_name: cameraName,
    // Of a system alert receivers drop repeats by the alert's own id.
    event_id: alert.event_id ?? alert.id,
    severity: alert.severity,
    description: recoveredAt === undefined ? alert.description : `Over: ${alert.description}`,
    confidence: alert.confidence,
    triggered_at: alert.triggered_at,
    action: recoveredAt === undefined ? 'fired' : 'recovered',
    recovered_at: recoveredAt ?? null,
    late: alert.late,
    site_id: alert.site_id,
    site_name: location?.site_name ?? '',
    gateway_id: location?.gateway_id ?? null,
    gateway_name: location?.gateway_name ?? '',
  }
}
