import type { WebhookCreate, WebhookDetail, WebhookWithSecret } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { lockOrganisation } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { conflict, invalid, missing } from '../platform/errors.js'
import { notify } from '../platform/notify.js'
import { insertDeliveries } from './delivery.repository.js'
import type { DeliveryFacts } from './delivery-body.js'
import { limitTests } from './limit-tests.js'
import { toWebhook, toWebhookDetail } from './show-webhook.js'
import {
  countWebhooks,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  type WebhookRow,
} from './webhook.repository.js'
import type { WebhookDeps } from './webhook-deps.js'
import { makeWebhookSecret, secretPlace } from './webhook-secret.js'

export { deleteWebhook, rotateWebhookSecret, updateWebhook } from './change-webhook.js'
export { getDelivery, listDeliveries, redeliver } from './delivery-log.js'
export { createDeliveryLoop } from './delivery-loop.js'
export { type AlertDelivery, enqueueAlertDeliveries } from './enqueue-deliveries.js'
export type { WebhookDeps } from './webhook-deps.js'

/** Webhooks of an organisation at most: each alert is a delivery to every one of them. */
const mostWebhooks = 100

/**
 * Makes a webhook and shows its signing secret, this once.
 * @throws AppError invalid if the address is not https or may not be reached; conflict for one too many
 */
export async function createWebhook(
  deps: WebhookDeps,
  caller: Caller,
  body: WebhookCreate,
): Promise<WebhookWithSecret> {
  const refusal = await deps.outbound.refusal(body.url)
  if (refusal) throw invalid(`url: ${refusal}`)
  const id = uuidv7()
  const secret = makeWebhookSecret()
  const sealed = deps.secretBox.seal(secret, secretPlace(caller.orgId, id))
  return deps.database.inOrg(caller.orgId, async (tx) => {
    await lockOrganisation(tx, caller.orgId)
    if ((await countWebhooks(tx, caller.orgId)) >= mostWebhooks)
      throw conflict(`an organisation has at most ${mostWebhooks} webhooks: delete one first`)
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
  return { data: rows.map(toWebhookDetail), total: rows.length }
}

/** @throws AppError missing */
export async function getWebhook(deps: WebhookDeps, caller: Caller, id: string): Promise<WebhookDetail> {
  return toWebhookDetail(await requireWebhook(deps, caller, id))
}

/**
 * Puts a delivery with `is_test` on its way, whether or not the webhook is enabled.
 * @throws AppError missing; rate_limited
 */
export async function testWebhook(deps: WebhookDeps, caller: Caller, id: string) {
  const webhook = await requireWebhook(deps, caller, id)
  await limitTests(deps, caller)
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

async function requireWebhook(deps: WebhookDeps, caller: Caller, id: string): Promise<WebhookRow> {
  const row = await findWebhook(deps.database.forOrg(caller.orgId), caller.orgId, id)
  if (!row) throw missing('webhook')
  return row
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
