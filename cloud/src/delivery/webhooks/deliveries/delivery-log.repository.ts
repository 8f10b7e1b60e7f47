import type { WebhookDeliveryQuery } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { TimePosition } from '../../../platform/pagination/page-by-time.js'
import type { AttemptRow, DeliveryRow } from './delivery.repository.js'

/** Which deliveries of a webhook are asked for. */
interface DeliveryFilter extends Pick<WebhookDeliveryQuery, 'status'> {
  readonly webhookId: string
}

export function pageOfDeliveries(
  db: Db,
  orgId: string,
  filter: DeliveryFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<DeliveryRow[]> {
  let query = matching(db, orgId, filter).selectAll()
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countDeliveries(db: Db, orgId: string, filter: DeliveryFilter): Promise<number> {
  const { count } = await matching(db, orgId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(db: Db, orgId: string, { webhookId, status }: DeliveryFilter) {
  const ofWebhook = db
    .selectFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
  return status === undefined ? ofWebhook : ofWebhook.where('status', '=', status)
}

/** The attempts of the deliveries, each delivery's in their order. */
export function listAttempts(db: Db, orgId: string, deliveryIds: string[]): Promise<AttemptRow[]> {
  if (deliveryIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
}

export function lockDelivery(tx: Tx, orgId: string, id: string): Promise<DeliveryRow | undefined> {
  return tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Puts a finished delivery on its way again, with all its repeats before it. */
export function beginAgain(tx: Tx, delivery: DeliveryRow, attemptsBefore: number): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      next_at: sql<Date>`now()`,
      finished_at: null,
      lease_until: null,
      worker: null,
      redeliveries: delivery.redeliveries + 1,
      attempts_before: attemptsBefore,
    })
    .where('org_id', '=', delivery.org_id)
    .where('id', '=', delivery.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Puts up to `most` deliveries on their way again that were given up, the oldest first, each with all its repeats before it. One
 * that somebody else is at just now is left alone.
 * @returns how many
 */
export async function beginFailedAgain(
  tx: Tx,
  orgId: string,
  webhookId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries again
    set status = 'pending', next_at = now(), finished_at = null, lease_until = null, worker = null,
      redeliveries = redeliveries + 1,
      attempts_before = (select count(*) from webhook_attempts where org_id = ${orgId} and delivery_id = again.id)
    where org_id = ${orgId} and id in (
      select id from webhook_deliveries
      where org_id = ${orgId} and webhook_id = ${webhookId} and status = 'failed'
      order by created_at, id limit ${most} for update skip locked)
    returning id`.execute(tx)
  return rows.length
}

/** Ends the deliveries of a webhook that are still on their way. What a worker holds of them it can no longer save. */
export async function endDeliveries(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', finished_at: sql<Date>`now()`, lease_until: null, worker: null })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
}
