import type { PageWhenAskedQuery, WebhookCreate, WebhookDetail, WebhookWithSecret } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { lockOrganisation } from '../../identity/organisation/organisation.service.js'
import type { Caller } from '../../platform/caller.js'
import { notify } from '../../platform/database/notify.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { conflict, invalidField, missing } from '../../platform/errors.js'
import { pageWhenAsked } from '../../platform/pagination/page-when-asked.js'
import { insertDeliveries } from './deliveries/delivery.repository.js'
import type { DeliveryFacts } from './deliveries/delivery-body.js'
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
import { makeWebhookSecret, secretContext } from './webhook-secret.js'

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
  if (refusal) throw invalidField('url', refusal)
  const id = uuidv7()
  const secret = makeWebhookSecret()
  const sealed = deps.secretBox.seal(secret, secretContext(caller.orgId, id))
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
    await recordAudit(tx, caller, 'webhook.created', { target: { kind: 'webhook', id } })
    return { ...toWebhook(row), secret }
  })
}

/** Webhooks, oldest first; a page of them if it is asked for. @throws AppError invalid for a foreign cursor */
export async function listWebhooks(deps: WebhookDeps, caller: Caller, query: PageWhenAskedQuery) {
  const all = await listWebhookRows(deps.database.serving('reads').forOrg(caller.orgId), caller.orgId)
  const asked = { list: 'webhooks', scope: caller, query } as const
  const { rows, ...page } = pageWhenAsked(all, { ...asked, keys: deps.keys, order: 'oldest first' })
  return { data: rows.map(toWebhookDetail), ...page }
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
    await recordAudit(tx, caller, 'webhook.tested', { target: { kind: 'webhook', id } })
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
    action: 'fired',
    recovered_at: null,
    late: false,
    site_id: null,
    site_name: 'Test site',
    gateway_id: null,
    gateway_name: 'Test gateway',
  }
}
