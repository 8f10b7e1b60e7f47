import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { inBatches } from '../../../platform/database/in-batches.js'
import { heldBy, type RowChange } from '../../../platform/work/held-row.js'
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../webhook.table.js'

export type DeliveryRow = Selectable<WebhookDeliveryTable>
export type AttemptRow = Selectable<WebhookAttemptTable>

/** Stores deliveries; one that stands already for the same webhook and alert is left as it is. */
export async function insertDeliveries(tx: Tx, rows: Insertable<WebhookDeliveryTable>[]): Promise<void> {
  await inBatches(rows, (batch) =>
    tx
      .insertInto('webhook_deliveries')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['org_id', 'webhook_id', 'alert_id']).doNothing())
      .execute(),
  )
}

export function findDelivery(db: Db, orgId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How many attempts of the delivery are written down. A claim that a death cut short is none. */
export async function countAttempts(db: Db, orgId: string, deliveryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Ends one attempt: writes it down and moves the delivery, if `worker` still holds it. False if it does not,
 * because its lease ran out and another worker took over; then nothing is written.
 */
export async function saveAttempt(
  tx: Tx,
  delivery: DeliveryRow,
  {
    worker,
    attempt,
    change,
  }: {
    worker: string
    attempt: Insertable<WebhookAttemptTable>
    change: RowChange<WebhookDeliveryTable>
  },
): Promise<boolean> {
  const moved = await tx
    .updateTable('webhook_deliveries')
    .set({ ...change, lease_until: null, worker: null })
    .where((is) => is.and(heldBy({ orgId: delivery.org_id, id: delivery.id, worker })))
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  await tx.insertInto('webhook_attempts').values(attempt).execute()
  return true
}
