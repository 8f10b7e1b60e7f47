import type { WebhookFailedRedelivered } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import { notify } from '../../../platform/database/notify.js'
import { conflict, missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { limitTests } from '../limit-tests.js'
import { findWebhook } from '../webhook.repository.js'
import { beginFailedAgain, countDeliveries } from './delivery-log.repository.js'

/** Deliveries that one request sends anew at most: a receiver that is back is not buried. */
export const mostAtOnce = 1_000

/**
 * Sends all deliveries of a webhook anew that were given up, the oldest first: each as `redeliver` does.
 * @throws AppError missing; conflict for a disabled webhook; rate_limited
 */
export async function redeliverFailed(
  deps: Pick<Platform, 'database' | 'config'>,
  caller: Caller,
  webhookId: string,
): Promise<WebhookFailedRedelivered> {
  const { orgId } = caller
  await limitTests(deps, caller)
  return deps.database.inOrg(orgId, async (tx) => {
    const webhook = await findWebhook(tx, orgId, webhookId)
    if (!webhook) throw missing('webhook')
    if (!webhook.enabled) throw conflict('the webhook is disabled: enable it first')
    const redelivered = await beginFailedAgain(tx, orgId, webhookId, mostAtOnce)
    const left = await countDeliveries(tx, orgId, { webhookId, status: 'failed' })
    if (redelivered > 0) {
      const target = { kind: 'webhook', id: webhookId }
      await recordAudit(tx, caller, 'webhook.redelivered', { target, data: { deliveries: redelivered } })
      await notify(tx, 'work', 'webhook_deliveries')
    }
    return { redelivered, left }
  })
}
