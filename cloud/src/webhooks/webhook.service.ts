import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookCreate, WebhookWithSecret } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import type { Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { invalid, missing } from '../platform/errors.js'
import { notify } from '../platform/notify.js'
import type { OutboundHttp } from '../platform/outbound-http/outbound-http.js'
import type { Platform } from '../platform/platform.js'
import { insertDeliveries } from './delivery.repository.js'
import type { DeliveryFacts } from './delivery-body.js'
import {
  findWebhook,
  insertWebhook,
  listEnabledWebhooks,
  listWebhookRows,
  type WebhookRow,
} from './webhook.repository.js'

export { createDeliveryLoop } from './delivery-loop.js'

/** What the webhook use cases need. */
export interface WebhookDeps extends Pick<Platform, 'database' | 'clock' | 'secretBox'> {
  readonly outbound: OutboundHttp
}

/** An alert as webhooks tell it. */
export type AlertDelivery = Omit<DeliveryFacts, 'triggered_at'> & { triggered_at: Date }

/**
 * Makes a webhook and shows its signing secret, this once.
 * @throws AppError invalid if the address is not https or may not be reached
 */
export async function createWebhook(
  deps: WebhookDeps,
  caller: Caller,
  body: WebhookCreate,
): Promise<WebhookWithSecret> {
  const refusal = await deps.outbound.refusal(body.url)
  if (refusal) throw invalid(`url: ${refusal}`)
  const id = uuidv7()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = deps.secretBox.seal(secret, { orgId: caller.orgId, rowId: id, field: 'webhook.secret' })
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const row = await insertWebhook(tx, {
      org_id: caller.orgId,
      id,
      name: body.name,
      url: body.url,
      event_types: [...new Set(body.event_types)],
      enabled: body.enabled,
      secret: sealed.bytes,
      secret_key_id: sealed.keyId,
      created_by_kind: caller.actor.kind,
      created_by_id: caller.actor.id,
      created_by_name: caller.actor.name,
    })
    await recordAudit(tx, caller.orgId, caller.actor, 'webhook.created', { kind: 'webhook', id })
    return { ...toWebhook(row), secret }
  })
}

export async function listWebhooks(deps: WebhookDeps, caller: Caller) {
  const rows = await listWebhookRows(deps.database.forOrg(caller.orgId), caller.orgId)
  return { data: rows.map(toWebhook), total: rows.length }
}

/** @throws AppError missing */
export async function getWebhook(deps: WebhookDeps, caller: Caller, id: string): Promise<Webhook> {
  return toWebhook(await requireWebhook(deps, caller, id))
}

/**
 * Puts a delivery with `is_test` on its way, whether or not the webhook is enabled.
 * @throws AppError missing
 */
export async function testWebhook(deps: WebhookDeps, caller: Caller, id: string) {
  const webhook = await requireWebhook(deps, caller, id)
  const deliveryId = uuidv7()
  const now = new Date(deps.clock.now())
  await deps.database.inOrg(caller.orgId, async (tx) => {
    await insertDeliveries(tx, [
      {
        org_id: caller.orgId,
        id: deliveryId,
        webhook_id: webhook.id,
        event_type: 'alert',
        is_test: true,
        payload: JSON.stringify(testFacts(now)),
      },
    ])
    await recordAudit(tx, caller.orgId, caller.actor, 'webhook.tested', { kind: 'webhook', id })
    await notify(tx, 'work', 'webhook_deliveries')
  })
  return { delivery_id: deliveryId, message: `a test delivery is on its way to ${new URL(webhook.url).host}` }
}

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

async function requireWebhook(deps: WebhookDeps, caller: Caller, id: string): Promise<WebhookRow> {
  const row = await findWebhook(deps.database.forOrg(caller.orgId), caller.orgId, id)
  if (!row) throw missing('webhook')
  return row
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    event_types: row.event_types,
    enabled: row.enabled,
    created_at: toTimestamp(row.created_at),
  }
}

/** A made-up alert that a receiver can take apart like a real one. */
function testFacts(now: Date): DeliveryFacts {
  return {
    alert_id: uuidv7(),
    rule_id: null,
    rule_name: 'Test delivery',
    camera_id: null,
    camera_name: 'Test camera',
    event_id: uuidv7(),
    severity: 'medium',
    description: 'This is a test delivery. No camera saw anything.',
    confidence: null,
    triggered_at: toTimestamp(now),
  }
}
