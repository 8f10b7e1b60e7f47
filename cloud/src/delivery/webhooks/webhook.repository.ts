import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { WebhookTable } from './webhook.table.js'

export type WebhookRow = Selectable<WebhookTable>

export function insertWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The webhooks that are not deleted, oldest first. */
export function listWebhookRows(db: Db, orgId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** How many webhooks are not deleted. */
export async function countWebhooks(tx: Tx, orgId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The webhooks that receive alerts now. */
export function listEnabledWebhooks(tx: Tx, orgId: string): Promise<{ id: string }[]> {
  return tx
    .selectFrom('webhooks')
    .select('id')
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Where mail reaches those who may switch a webhook on again, owners first; fifty of them at most. */
export async function listAdminAddresses(tx: Tx, orgId: string): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where('role', 'in', ['owner', 'admin'])
    .where('enabled', '=', true)
    .orderBy('role', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return admins.map(({ email }) => email)
}

export function findWebhook(db: Db, orgId: string, id: string): Promise<WebhookRow | undefined> {
  return webhookById(db, orgId, id).executeTakeFirst()
}

export function lockWebhook(tx: Tx, orgId: string, id: string): Promise<WebhookRow | undefined> {
  return webhookById(tx, orgId, id).forUpdate().executeTakeFirst()
}

function webhookById(db: Db, orgId: string, id: string) {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
}

export function saveWebhook(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<WebhookTable>,
): Promise<WebhookRow> {
  return tx
    .updateTable('webhooks')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
