import {
  isAtLeast,
  type WebhookDetail,
  type WebhookPatch,
  type WebhookSecretRotation,
} from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { forbidden, invalid, missing } from '../../platform/errors.js'
import { SecretError } from '../../platform/secrets/secret-box.js'
import { endDeliveries } from './deliveries/delivery-log.repository.js'
import { toWebhookDetail } from './show-webhook.js'
import { lockWebhook, saveWebhook, type WebhookRow } from './webhook.repository.js'
import type { WebhookDeps } from './webhook-deps.js'
import { makeWebhookSecret, secretContext } from './webhook-secret.js'

/** How long the secret before a rotation signs beside the new one. */
const overlapMs = 24 * 60 * 60 * 1000

/**
 * Changes some fields. Enabling forgets the failures before; what the service disabled itself an admin enables again
 * (interface: Flags).
 * @throws AppError invalid if the address may not be reached, or without a field; missing; forbidden
 */
export async function updateWebhook(
  deps: WebhookDeps,
  caller: Caller,
  id: string,
  patch: WebhookPatch,
): Promise<WebhookDetail> {
  const { orgId } = caller
  const fields = Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (fields.length === 0) throw invalid('no field to change')
  const refusal = patch.url === undefined ? null : await deps.outbound.refusal(patch.url)
  return deps.database.inOrg(orgId, async (tx) => {
    const before = await lockWebhook(tx, orgId, id)
    if (!before) throw missing('webhook')
    if (refusal) throw invalid(`url: ${refusal}`)
    const enables = patch.enabled === true && !before.enabled
    if (enables) requireMayEnable(caller, before)
    const after = await saveWebhook(tx, orgId, id, {
      ...patch,
      ...(patch.event_types && { event_types: [...new Set(patch.event_types)] }),
      ...(enables && { consecutive_failures: 0, disabled_reason: null, disabled_at: null }),
    })
    await recordAudit(tx, caller, 'webhook.updated', { target: { kind: 'webhook', id }, data: { fields } })
    return toWebhookDetail(after)
  })
}

function requireMayEnable(caller: Caller, { disabled_reason: reason }: WebhookRow): void {
  if (reason !== null && !isAtLeast(caller.role, 'admin'))
    throw forbidden(`this webhook was disabled because ${reason}: an admin enables it again`)
}

/** Deletes a webhook: its secrets are forgotten, and nothing more is sent. @throws AppError missing */
export async function deleteWebhook(deps: WebhookDeps, caller: Caller, id: string): Promise<void> {
  const { orgId } = caller
  await deps.database.inOrg(orgId, async (tx) => {
    if (!(await lockWebhook(tx, orgId, id))) throw missing('webhook')
    await saveWebhook(tx, orgId, id, {
      deleted_at: new Date(deps.clock.now()),
      enabled: false,
      secret: Buffer.alloc(0),
      ...withoutPrevious,
    })
    await endDeliveries(tx, orgId, id)
    await recordAudit(tx, caller, 'webhook.deleted', { target: { kind: 'webhook', id } })
  })
}

const withoutPrevious = {
  previous_secret: null,
  previous_secret_key_id: null,
  previous_secret_until: null,
}

/**
 * Makes a new signing secret and shows it, this once. For 24 h the one before signs as well; one before that, if its
 * day is not over, signs no more.
 * @throws AppError missing
 */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  caller: Caller,
  id: string,
): Promise<WebhookSecretRotation> {
  const { orgId } = caller
  const secret = makeWebhookSecret()
  const sealed = deps.secretBox.seal(secret, secretContext(orgId, id))
  return deps.database.inOrg(orgId, async (tx) => {
    const before = await lockWebhook(tx, orgId, id)
    if (!before) throw missing('webhook')
    const after = await saveWebhook(tx, orgId, id, {
      secret: sealed.bytes,
      secret_key_id: sealed.keyId,
      secret_since: new Date(deps.clock.now()),
      ...previousOf(deps, before),
    })
    await recordAudit(tx, caller, 'webhook.secret_rotated', { target: { kind: 'webhook', id } })
    return { ...toWebhookDetail(after), secret }
  })
}

/** The secret so far, for its last day; nothing if it does not open, for it could not sign. */
function previousOf({ secretBox, clock }: WebhookDeps, before: WebhookRow) {
  try {
    secretBox.open(
      { bytes: before.secret, keyId: before.secret_key_id },
      secretContext(before.org_id, before.id),
    )
  } catch (error) {
    if (error instanceof SecretError) return withoutPrevious
    throw error
  }
  return {
    previous_secret: before.secret,
    previous_secret_key_id: before.secret_key_id,
    previous_secret_until: new Date(clock.now() + overlapMs),
  }
}
