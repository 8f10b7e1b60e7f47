import { retryAfterMs } from '../../../platform/outbound-http/retry-after.js'
import { findWebhook, type WebhookRow } from '../webhook.repository.js'
import { countAttempts, type DeliveryRow, findDelivery } from './delivery.repository.js'
import { afterAttempt, isTaken } from './retry-schedule.js'
import { type AttemptDeps, type AttemptResult, sendAttempt } from './send-attempt.js'
import { type Attempt, type SettleDeps, settleAttempt } from './settle-attempt.js'

/** What the delivery of webhooks needs. */
interface DeliverDeps extends AttemptDeps, SettleDeps {
  /** Between 0 (included) and 1 (excluded). */
  readonly random: () => number
}

/** A delivery that this worker holds. */
interface ClaimedDelivery {
  readonly orgId: string
  readonly id: string
  /** The name under which the row is leased. */
  readonly worker: string
}

/**
 * Makes one attempt of a claimed delivery and writes down what came of it. What the receiver does is an outcome, and so
 * is a delivery that cannot be put together; only a failing database throws, and then the lease runs out and the row is
 * claimed again.
 */
export async function attemptDelivery(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { orgId } = claimed
  const db = deps.database.forOrg(orgId)
  const delivery = await findDelivery(db, orgId, claimed.id)
  if (delivery?.status !== 'pending') return
  const webhook = await findWebhook(db, orgId, delivery.webhook_id)
  if (!webhook || (!webhook.enabled && !delivery.is_test))
    return abandon(deps, claimed, delivery, webhook ? 'the webhook is disabled' : 'the webhook was deleted')
  await attemptOnce(deps, { worker: claimed.worker, delivery, webhook }, signal)
}

async function attemptOnce(
  deps: DeliverDeps,
  { worker, delivery, webhook }: { worker: string; delivery: DeliveryRow; webhook: WebhookRow },
  signal: AbortSignal,
): Promise<void> {
  const past = await countAttempts(deps.database.forOrg(delivery.org_id), delivery.org_id, delivery.id)
  const started = deps.clock.now()
  const since = deps.clock.monotonic()
  const sent = await sendAttempt(deps, { delivery, webhook, startedMs: started }, signal)
  const result = resultOf(sent)
  // What was taken is not sent again, though its lease has passed, or the node stops; the rest is given back.
  if (!isTaken(result.status)) signal.throwIfAborted()
  const durationMs = Math.round(deps.clock.monotonic() - since)
  const attempt = { number: past + 1, started, durationMs, ...result }
  const outcome = { status: attempt.status, askedMs: askedBy(sent, deps.clock.now()) }
  const next = afterAttempt(attempt.number - delivery.attempts_before, outcome, deps.random())
  // What we cannot put together is no failure of the receiver.
  const isReceivers = sent.kind !== 'unsendable'
  await settleAttempt(deps, { worker, delivery, attempt, next, isReceivers, url: webhook.url })
}

/** Gives up a delivery that has nowhere to go. */
async function abandon(
  deps: DeliverDeps,
  { worker }: ClaimedDelivery,
  delivery: DeliveryRow,
  error: string,
): Promise<void> {
  const past = await countAttempts(deps.database.forOrg(delivery.org_id), delivery.org_id, delivery.id)
  const attempt = { number: past + 1, started: deps.clock.now(), durationMs: 0, status: null, error }
  await settleAttempt(deps, {
    worker,
    delivery,
    attempt,
    next: { kind: 'refused' },
    isReceivers: false,
    url: null,
  })
}

/** A status that is no request to wait is none with the header either. */
function askedBy(sent: AttemptResult, now: number): number | null {
  if (sent.kind !== 'answered' || (sent.status !== 429 && sent.status < 500)) return null
  return retryAfterMs(sent.retryAfter, now)
}

function resultOf(sent: AttemptResult): Pick<Attempt, 'status' | 'error' | 'excerpt'> {
  switch (sent.kind) {
    case 'answered':
      return { status: sent.status, error: null, excerpt: sent.excerpt }
    case 'failed':
      return { status: null, error: `${sent.stage}: ${sent.reason}` }
    case 'unsendable':
      return { status: null, error: sent.reason }
  }
}
