import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { systemActor } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import type { Log } from '../platform/log.js'
import type { Outcome } from '../platform/outbound-http/outbound-http.js'
import {
  countAttempts,
  type DeliveryRow,
  findDelivery,
  postponeDelivery,
  saveAttempt,
} from './delivery.repository.js'
import { DeliveryFacts, deliveryBody } from './delivery-body.js'
import type { EndpointCap } from './endpoint-cap.js'
import { afterAttempt, type NextStep } from './retry-schedule.js'
import { deliveryHeaders, type SigningSecrets } from './sign-delivery.js'
import { findWebhook, lockWebhook, saveWebhook, type WebhookRow } from './webhook.repository.js'
import type { WebhookDeps } from './webhook.service.js'

/** What the delivery of webhooks needs beside the use cases. */
export interface DeliverDeps extends WebhookDeps {
  readonly log: Log
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: () => string
  /** Between 0 (included) and 1 (excluded). */
  readonly random: () => number
  /** Deliveries given up in a row after which a webhook is disabled. */
  readonly disableAfter: number
  readonly cap: EndpointCap
}

/** A delivery that this worker holds. */
export interface ClaimedDelivery {
  readonly orgId: string
  readonly id: string
  /** The name under which the row is leased. */
  readonly worker: string
}

/** How long a delivery waits whose endpoint has no place left, milliseconds. */
const crowdedWaitMs = 1_000

/**
 * Makes one attempt of a claimed delivery and writes down what came of it. What the receiver does is an
 * outcome; only a failing database throws, and then the lease runs out and the row is claimed again.
 */
export async function attemptDelivery(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const db = deps.database.forOrg(claimed.orgId)
  const delivery = await findDelivery(db, claimed.orgId, claimed.id)
  if (delivery?.status !== 'pending') return
  const webhook = await findWebhook(db, claimed.orgId, delivery.webhook_id)
  if (!webhook || (!webhook.enabled && !delivery.is_test))
    return abandon(deps, claimed, delivery, webhook ? 'the webhook is disabled' : 'the webhook was deleted')
  const admitted = await deps.cap.run(webhook.id, () =>
    attemptOnce(deps, claimed.worker, delivery, webhook, signal),
  )
  if (!admitted)
    await postponeDelivery(db, delivery, claimed.worker, new Date(deps.clock.now() + crowdedWaitMs))
}

async function attemptOnce(
  deps: DeliverDeps,
  worker: string,
  delivery: DeliveryRow,
  webhook: WebhookRow,
  signal: AbortSignal,
): Promise<void> {
  const past = await countAttempts(deps.database.forOrg(delivery.org_id), delivery.org_id, delivery.id)
  const started = deps.clock.now()
  const since = deps.clock.monotonic()
  const outcome = await send(deps, delivery, webhook, started, signal)
  if (signal.aborted) return
  const durationMs = Math.round(deps.clock.monotonic() - since)
  const status = outcome.kind === 'answered' ? outcome.status : null
  const next = afterAttempt(past + 1, { status }, deps.random())
  await settle(deps, worker, delivery, { number: past + 1, started, durationMs, ...resultOf(outcome) }, next)
}

/** Gives up a delivery that has nowhere to go. */
async function abandon(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  delivery: DeliveryRow,
  error: string,
): Promise<void> {
  const past = await countAttempts(deps.database.forOrg(delivery.org_id), delivery.org_id, delivery.id)
  const nothing = { number: past + 1, started: deps.clock.now(), durationMs: 0, status: null, error }
  await settle(deps, claimed.worker, delivery, nothing, { kind: 'refused' })
}

async function send(
  deps: DeliverDeps,
  delivery: DeliveryRow,
  webhook: WebhookRow,
  started: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const timestamp = toTimestamp(new Date(started))
  const body = deliveryBody(DeliveryFacts.parse(delivery.payload), {
    webhookId: webhook.id,
    orgId: webhook.org_id,
    isTest: delivery.is_test,
    attemptedAt: timestamp,
    publicUrl: deps.publicUrl(),
  })
  const headers = deliveryHeaders(
    { webhookId: webhook.id, deliveryId: delivery.id, eventType: 'alert', timestamp, body },
    secretsOf(deps, webhook, started),
  )
  return deps.outbound.post(webhook.url, headers, body, signal)
}

function secretsOf(deps: DeliverDeps, webhook: WebhookRow, now: number): SigningSecrets {
  const place = { orgId: webhook.org_id, rowId: webhook.id, field: 'webhook.secret' }
  const current = deps.secretBox.open({ bytes: webhook.secret, keyId: webhook.secret_key_id }, place)
  const { previous_secret: bytes, previous_secret_key_id: keyId, previous_secret_until: until } = webhook
  const overlaps = bytes !== null && keyId !== null && until !== null && until.getTime() > now
  return { current, previous: overlaps ? deps.secretBox.open({ bytes, keyId }, place) : null }
}

interface Attempt {
  /** From 1. */
  readonly number: number
  readonly started: number
  readonly durationMs: number
  readonly status: number | null
  readonly error: string | null
  readonly excerpt?: string
}

function resultOf(outcome: Outcome): Pick<Attempt, 'status' | 'error' | 'excerpt'> {
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status, error: null, excerpt: outcome.excerpt }
    case 'failed':
      return { status: null, error: `${outcome.stage}: ${outcome.reason}` }
  }
}

/** Writes the attempt and what follows from it in one transaction. */
async function settle(
  deps: DeliverDeps,
  worker: string,
  delivery: DeliveryRow,
  attempt: Attempt,
  next: NextStep,
): Promise<void> {
  const now = new Date(deps.clock.now())
  const held = await deps.database.inOrg(delivery.org_id, async (tx) => {
    const saved = await saveAttempt(tx, delivery, worker, attemptRow(delivery, attempt), change(next, now))
    if (saved && !delivery.is_test) await countOutcome(deps, tx, delivery, next)
    return saved
  })
  const { org_id: orgId, webhook_id: webhookId, id: deliveryId } = delivery
  deps.log.info(
    { orgId, webhookId, deliveryId, attempt: attempt.number, next: next.kind, held, ...logged(attempt) },
    'webhook.attempt',
  )
}

const logged = ({ status, error, durationMs }: Attempt) => ({ status, error, durationMs })

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

function change(next: NextStep, now: Date) {
  switch (next.kind) {
    case 'delivered':
      return { status: 'delivered' as const, finished_at: now }
    case 'retry':
      return { next_at: new Date(now.getTime() + next.afterMs) }
    case 'refused':
    case 'exhausted':
      return { status: 'failed' as const, finished_at: now }
  }
}

/** Success resets the count of deliveries given up in a row; the last one too many disables the webhook. */
async function countOutcome(deps: DeliverDeps, tx: Tx, delivery: DeliveryRow, next: NextStep): Promise<void> {
  if (next.kind === 'retry') return
  const webhook = await lockWebhook(tx, delivery.org_id, delivery.webhook_id)
  if (!webhook?.enabled) return
  const failures = next.kind === 'delivered' ? 0 : webhook.consecutive_failures + 1
  if (failures === webhook.consecutive_failures) return
  const disabled = failures >= deps.disableAfter
  await saveWebhook(tx, webhook.org_id, webhook.id, {
    consecutive_failures: failures,
    ...(disabled && { enabled: false, disabled_reason: `${failures} deliveries in a row failed` }),
  })
  if (disabled)
    await recordAudit(tx, webhook.org_id, systemActor, 'webhook.disabled', {
      kind: 'webhook',
      id: webhook.id,
    })
}
