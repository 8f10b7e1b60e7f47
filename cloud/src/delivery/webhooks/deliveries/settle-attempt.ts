import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import { systemActor } from '../../../platform/caller.js'
import type { Database } from '../../../platform/database/database.js'
import type { Tx } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'
import type { Log } from '../../../platform/log.js'
import type { Metrics } from '../../../platform/metrics.js'
import type { Clock } from '../../../platform/time/clock.js'
import { lockWebhook, saveWebhook } from '../webhook.repository.js'
import { type DeliveryRow, saveAttempt } from './delivery.repository.js'
import type { NextStep } from './retry-schedule.js'
import { type TellDeps, tellOfDisabled } from './tell-of-disabled.js'

export interface SettleDeps extends TellDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'deliveries'>
  /** Deliveries given up in a row after which a webhook is disabled. */
  readonly disableAfter: number
}

/** One try of a delivery, ended. */
export interface Attempt {
  /** From 1. */
  readonly number: number
  /** Milliseconds since the epoch. */
  readonly started: number
  readonly durationMs: number
  /** What the receiver answered, or null. */
  readonly status: number | null
  readonly error: string | null
  readonly excerpt?: string
}

interface Settlement {
  /** Who holds the delivery. */
  readonly worker: string
  readonly delivery: DeliveryRow
  readonly attempt: Attempt
  readonly next: NextStep
  /** False if it failed for a reason that is not the receiver's. */
  readonly isReceivers: boolean
  /** Where it was sent; null if nowhere. */
  readonly url: string | null
}

/** Writes the attempt and what follows from it in one transaction. */
export async function settleAttempt(deps: SettleDeps, settlement: Settlement): Promise<void> {
  const { worker, delivery, attempt, next } = settlement
  const now = new Date(deps.clock.now())
  const held = await deps.database.inOrg(delivery.org_id, async (tx) => {
    const saved = await saveAttempt(tx, delivery, {
      worker,
      attempt: attemptRow(delivery, attempt),
      change: changeAfter(next, now),
    })
    if (saved && counts(settlement)) await countOutcome(deps, tx, settlement)
    return saved
  })
  if (held) deps.metrics.deliveries.inc({ outcome: next.kind })
  const { org_id: orgId, webhook_id: webhookId, id: deliveryId } = delivery
  const { number, status, error, durationMs } = attempt
  deps.log.info(
    { orgId, webhookId, deliveryId, attempt: number, next: next.kind, held, status, error, durationMs },
    'webhook.attempt',
  )
}

function attemptRow(delivery: DeliveryRow, attempt: Attempt) {
  return {
    org_id: delivery.org_id,
    id: uuidv7(),
    delivery_id: delivery.id,
    number: attempt.number,
    started_at: new Date(attempt.started),
    duration_ms: attempt.durationMs,
    status_code: attempt.status,
    error: attempt.error,
    response_excerpt: attempt.excerpt ?? null,
  }
}

function changeAfter(next: NextStep, now: Date) {
  switch (next.kind) {
    case 'delivered':
      return { status: 'delivered' as const, finished_at: now }
    case 'retry':
      return { next_at: fromNow(next.afterMs) }
    case 'refused':
    case 'gone':
    case 'exhausted':
      return { status: 'failed' as const, finished_at: now }
  }
}

/** Success always speaks for the webhook; failure only once a delivery, and only where it is the receiver's. A test disables nothing. */
function counts({ delivery, next, isReceivers }: Settlement): boolean {
  if (delivery.is_test || next.kind === 'retry') return false
  if (next.kind === 'delivered' || next.kind === 'gone') return true
  return isReceivers && delivery.redeliveries === 0
}

/**
 * Success resets the count of deliveries given up in a row; the last one too many disables the webhook, and so does a receiver that
 * says it is gone, unless the webhook leads elsewhere by now.
 */
async function countOutcome(deps: SettleDeps, tx: Tx, { delivery, next, url }: Settlement): Promise<void> {
  const webhook = await lockWebhook(tx, delivery.org_id, delivery.webhook_id)
  if (!webhook?.enabled) return
  const isGone = next.kind === 'gone'
  if (isGone && webhook.url !== url) return
  const failures = next.kind === 'delivered' ? 0 : webhook.consecutive_failures + 1
  if (failures === webhook.consecutive_failures) return
  const disabled = isGone || failures >= deps.disableAfter
  const reason = isGone
    ? 'the receiver answered 410: nothing is there any more'
    : `${failures} deliveries in a row failed`
  await saveWebhook(tx, webhook.org_id, webhook.id, {
    consecutive_failures: failures,
    ...(disabled && { enabled: false, disabled_reason: reason, disabled_at: new Date(deps.clock.now()) }),
  })
  if (!disabled) return
  const target = { kind: 'webhook', id: webhook.id }
  await recordAudit(tx, { orgId: webhook.org_id, actor: systemActor }, 'webhook.disabled', {
    target,
    data: { reason },
  })
  await tellOfDisabled(deps, tx, webhook, reason)
}
