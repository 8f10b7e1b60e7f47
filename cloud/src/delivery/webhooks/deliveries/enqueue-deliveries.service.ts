import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { notify } from '../../../platform/database/notify.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { listEnabledWebhooks } from '../webhook.repository.js'
import { insertDeliveries } from './delivery.repository.js'
import type { DeliveryFacts } from './delivery-body.js'

/** An alert as webhooks are sent it. */
export type AlertDelivery = Omit<DeliveryFacts, 'triggered_at' | 'recovered_at'> & {
  triggered_at: Date
  recovered_at: Date | null
}

/**
 * Writes one delivery for each alert, fired or recovered, and enabled webhook, and wakes the workers when the transaction
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
      // By it a repeat is known. A recovery is sent in the transaction that ends the outage, which happens once.
      alert_id: alert.action === 'fired' ? alert.alert_id : null,
      payload: JSON.stringify({
        ...alert,
        triggered_at: toTimestamp(alert.triggered_at),
        recovered_at: toTimestampOrNull(alert.recovered_at),
      }),
    })),
  )
  if (rows.length === 0) return
  await insertDeliveries(tx, rows)
  await notify(tx, 'work', 'webhook_deliveries')
}
