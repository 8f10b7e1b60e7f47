import type { WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryQuery } from '@sightline/protocol'
import { z } from 'zod'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import { notify } from '../../../platform/database/notify.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { conflict, missing } from '../../../platform/errors.js'
import type { Page } from '../../../platform/pagination/page.js'
import { pageByTime } from '../../../platform/pagination/page-by-time.js'
import type { Platform } from '../../../platform/platform.js'
import { limitTests } from '../limit-tests.js'
import { findWebhook } from '../webhook.repository.js'
import { type AttemptRow, countAttempts, type DeliveryRow, findDelivery } from './delivery.repository.js'
import {
  beginAgain,
  countDeliveries,
  listAttempts,
  lockDelivery,
  pageOfDeliveries,
} from './delivery-log.repository.js'
import { requestOf } from './last-request.js'

type LogDeps = Pick<Platform, 'database' | 'keys' | 'config' | 'publicUrl'>

/** The deliveries of a webhook with their attempts, newest first. @throws AppError missing; invalid cursor */
export async function listDeliveries(
  deps: LogDeps,
  caller: Caller,
  webhookId: string,
  { cursor, limit, status }: WebhookDeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  if (!(await findWebhook(db, orgId, webhookId))) throw missing('webhook')
  const filter = { webhookId, status }
  return pageByTime({
    keys: deps.keys,
    list: `webhook deliveries ${orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: async (after, most) => {
      const rows = await pageOfDeliveries(db, orgId, filter, { after, limit: most })
      const ids = rows.map(({ id }) => id)
      const attempts = await listAttempts(db, orgId, ids)
      return rows.map((row) => ({ ...row, attempts }))
    },
    count: () => countDeliveries(db, orgId, filter),
    timeOf: (row) => row.created_at,
    toItem: ({ attempts, ...row }) => toDelivery(row, attempts),
  })
}

/** A delivery with its attempts and what the last of them sent. @throws AppError missing */
export async function getDelivery(
  deps: LogDeps,
  caller: Caller,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryDetail> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  const webhook = await findWebhook(db, orgId, webhookId)
  const row = await findDelivery(db, orgId, id)
  if (!webhook || row?.webhook_id !== webhookId) throw missing('delivery')
  const attempts = await listAttempts(db, orgId, [id])
  const last = attempts.at(-1)
  return {
    ...toDelivery(row, attempts),
    last_request: last ? requestOf(row, last, deps.publicUrl()) : null,
  }
}

/**
 * Sends a finished delivery anew: the same id, the same facts, all repeats. Its failure counts no second time.
 * @throws AppError missing; conflict while it is still on its way, or for a disabled webhook; rate_limited
 */
export async function redeliver(
  deps: LogDeps,
  caller: Caller,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  const { orgId } = caller
  await limitTests(deps, caller)
  return deps.database.inOrg(orgId, async (tx) => {
    const webhook = await findWebhook(tx, orgId, webhookId)
    const before = await lockDelivery(tx, orgId, id)
    if (!webhook || before?.webhook_id !== webhookId) throw missing('delivery')
    if (before.status === 'pending') throw conflict('this delivery is still on its way')
    if (!webhook.enabled && !before.is_test) throw conflict('the webhook is disabled: enable it first')
    const after = await beginAgain(tx, before, await countAttempts(tx, orgId, id))
    const target = { kind: 'webhook', id: webhookId }
    await recordAudit(tx, caller, 'webhook.redelivered', { target, data: { delivery_id: id } })
    await notify(tx, 'work', 'webhook_deliveries')
    return toDelivery(after, await listAttempts(tx, orgId, [id]))
  })
}

const Named = z.object({
  alert_id: z.uuid().optional(),
  event_id: z.uuid(),
  rule_name: z.string().default(''),
  camera_name: z.string().default(''),
})

function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookDelivery {
  const { alert_id: alertId, event_id: eventId, rule_name, camera_name } = Named.parse(row.payload)
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_type: row.event_type,
    status: row.status,
    is_test: row.is_test,
    // That of a recovery stands in its facts alone: the row of the alert is the key of its first delivery.
    alert_id: row.alert_id ?? (row.is_test ? null : (alertId ?? null)),
    event_id: eventId,
    rule_name,
    camera_name,
    redeliveries: row.redeliveries,
    created_at: toTimestamp(row.created_at),
    next_attempt_at: row.status === 'pending' ? toTimestamp(row.next_at) : null,
    finished_at: toTimestampOrNull(row.finished_at),
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(toAttempt),
  }
}

function toAttempt(row: AttemptRow): WebhookDelivery['attempts'][number] {
  return {
    number: row.number,
    started_at: toTimestamp(row.started_at),
    duration_ms: row.duration_ms,
    status_code: row.status_code,
    response_excerpt: row.response_excerpt,
    error: row.error,
  }
}
