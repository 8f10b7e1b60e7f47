import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Log } from '../../../platform/log.js'
import type { OutboundHttp, Outcome } from '../../../platform/outbound-http/outbound-http.js'
import { type SecretBox, SecretError } from '../../../platform/secrets/secret-box.js'
import type { WebhookRow } from '../webhook.repository.js'
import { secretContext } from '../webhook-secret.js'
import type { DeliveryRow } from './delivery.repository.js'
import { DeliveryFacts, deliveryBody } from './delivery-body.js'
import { deliveryHeaders, type SigningSecrets } from './sign-delivery.js'

/** What composing and sending an attempt needs. */
export interface AttemptDeps {
  readonly secretBox: SecretBox
  readonly outbound: OutboundHttp
  readonly log: Log
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: () => string
}

interface AttemptToSend {
  readonly delivery: DeliveryRow
  readonly webhook: WebhookRow
  readonly startedMs: number
}

/** What became of an attempt; `unsendable`: nothing was sent, for a reason on our side. */
export type AttemptResult = Outcome | { readonly kind: 'unsendable'; readonly reason: string }

/** Signs and sends one attempt. Never throws. */
export async function sendAttempt(
  deps: AttemptDeps,
  attempt: AttemptToSend,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const request = composeRequest(deps, attempt)
  if ('reason' in request) return { kind: 'unsendable', reason: request.reason }
  return deps.outbound.post(attempt.webhook.url, request.headers, request.body, signal)
}

/** Headers and body of an attempt, or why there are none. */
function composeRequest(
  deps: AttemptDeps,
  { delivery, webhook, startedMs }: AttemptToSend,
): { headers: Record<string, string>; body: string } | { reason: string } {
  try {
    const timestamp = toTimestamp(new Date(startedMs))
    const body = deliveryBody(DeliveryFacts.parse(delivery.payload), {
      webhookId: webhook.id,
      orgId: webhook.org_id,
      isTest: delivery.is_test,
      attemptedAt: timestamp,
      publicUrl: deps.publicUrl(),
    })
    const headers = deliveryHeaders(
      { webhookId: webhook.id, deliveryId: delivery.id, eventType: 'alert', timestamp, body },
      secretsOf(deps.secretBox, webhook, startedMs),
    )
    return { headers, body }
  } catch (error) {
    deps.log.error({ err: error, orgId: delivery.org_id, deliveryId: delivery.id }, 'webhook.unsendable')
    return {
      reason:
        error instanceof SecretError
          ? 'the signing secret cannot be opened: rotate it'
          : 'the delivery cannot be put together',
    }
  }
}

function secretsOf(secretBox: SecretBox, webhook: WebhookRow, nowMs: number): SigningSecrets {
  const place = secretContext(webhook.org_id, webhook.id)
  const current = secretBox.open({ bytes: webhook.secret, keyId: webhook.secret_key_id }, place)
  const { previous_secret: bytes, previous_secret_key_id: keyId, previous_secret_until: until } = webhook
  const overlaps = bytes !== null && keyId !== null && until !== null && until.getTime() > nowMs
  return { current, previous: overlaps ? secretBox.open({ bytes, keyId }, place) : null }
}
