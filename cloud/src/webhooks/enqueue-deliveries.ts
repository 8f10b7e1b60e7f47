import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { notify } from '../platform/notify.js'
import { insertDeliveries } from './delivery.repository.js'
import type { DeliveryFacts } from './delivery-body.js'
import { listEnabledWebhooks } from './webhook.repository.js'

/** An alert as webhooks tell it. */
export type AlertDelivery = Omit<DeliveryFacts, 'triggered_at'> & { triggered_at: Date }

/**
 * Writes one delivery for each alert and enabled webhook, and wakes the workers when the transaction
 * commits. Repeats make no second delivery.
 */
export async function enqueueAlertDeliveries(
  tx: Tx,
  orgId: string,
  alerts: readonly AlertDelivery[],
): Promise<void> {
  const webhooks = await listEnabledWebhooks(tx, orgId)
  const rows = alerts.flatMap((alert) =>
    webhooks.map((webhook) => ({
      org_id: orgId,
      id: uuidv7(),
      webhook_id: webhook.id,
      event_type: 'alert',
      alert_id: alert.alert_id,
      payload: JSON.stringify({ ...alert, triggered_at: toTimestamp(alert.triggered_at) }),
    })),
  )
  if (rows.length === 0) return
  await insertDeliveries(tx, rows)
  await notify(tx, 'work', 'webhook_deliveries')
}
