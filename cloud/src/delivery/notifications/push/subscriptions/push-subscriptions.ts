import {
  mostPushSubscriptions,
  type PushSettings,
  type PushSubscription,
  type PushSubscriptionCreate,
} from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../../identity/audit/audit.service.js'
import type { UserCaller } from '../../../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../../../platform/database/parsing.js'
import { conflict, invalidField, missing } from '../../../../platform/errors.js'
import type { OutboundHttp } from '../../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../../platform/platform.js'
import { deviceContext, hashOfEndpoint, isPointOfP256 } from './push-device.js'
import { openKeyOf, pushContact } from './push-key.js'
import {
  deleteByEndpoint,
  deleteEnded,
  deleteSubscription,
  listLiveSubscriptions,
  listPushingRules,
  lockSubscriber,
  type PushSubscriptionRow,
  putSubscription,
} from './push-subscription.repository.js'

export interface PushDeps extends Platform {
  readonly outbound: OutboundHttp
}

type Own<T extends keyof PushDeps> = Pick<PushDeps, T>

/** Whether browsers of the caller can be sent messages, by which key, and by which rules they are. */
export async function describePush(
  { database, secretBox, config, publicUrl }: Own<'database' | 'secretBox' | 'config' | 'publicUrl'>,
  caller: UserCaller,
): Promise<PushSettings> {
  const db = database.forOrg(caller.orgId)
  const isReachable = pushContact(config, publicUrl()) !== null
  const key = isReachable ? await openKeyOf({ db, secretBox }, caller.orgId) : null
  return {
    available: key !== null,
    public_key: key?.publicKey ?? null,
    rules: await listPushingRules(db, caller),
  }
}

/** The caller's own browsers, oldest first. */
export async function listPushSubscriptions(
  { database, clock }: Own<'database' | 'clock'>,
  caller: UserCaller,
): Promise<{ data: PushSubscription[]; total: number }> {
  const now = new Date(clock.now())
  const rows = await listLiveSubscriptions(database.forOrg(caller.orgId), caller, now)
  return { data: rows.map((row) => toSubscription(row, caller)), total: rows.length }
}

/**
 * Sends the caller's alerts to a browser from now on, as long as the session lasts in which it is asked for. A browser that is
 * known already has its entry replaced, also if somebody else used it before.
 * @throws AppError invalid for an endpoint that may not be reached or a key that is none; conflict where messages are not
 *   available, and for one too many
 */
export async function addPushSubscription(
  deps: Own<'database' | 'clock' | 'secretBox' | 'config' | 'publicUrl' | 'outbound'>,
  caller: UserCaller,
  { endpoint: given, keys, language }: PushSubscriptionCreate,
): Promise<PushSubscription> {
  if (pushContact(deps.config, deps.publicUrl()) === null)
    throw conflict('messages to browsers are not set up: the operator has to set VAPID_SUBJECT')
  const refusal = await deps.outbound.refusal(given)
  if (refusal) throw invalidField('endpoint', refusal)
  // One address is one browser's, however it is written.
  const { href: endpoint, host } = new URL(given)
  if (!isPointOfP256(keys.p256dh)) throw invalidField('keys.p256dh', 'this is not a point of P-256')
  const { orgId, userId, sessionId } = caller
  const id = uuidv7()
  const now = new Date(deps.clock.now())
  const sealed = deps.secretBox.seal(JSON.stringify({ endpoint, keys }), deviceContext(orgId, id))
  return deps.database.inOrg(orgId, async (tx) => {
    await lockSubscriber(tx, caller)
    await deleteEnded(tx, caller, now)
    await deleteByEndpoint(tx, orgId, hashOfEndpoint(endpoint))
    if ((await listLiveSubscriptions(tx, caller, now)).length >= mostPushSubscriptions)
      throw conflict(
        `a person has at most ${mostPushSubscriptions} browsers with messages: take one away first`,
      )
    const row = await putSubscription(tx, {
      org_id: orgId,
      id,
      user_id: userId,
      session_id: sessionId,
      endpoint_hash: hashOfEndpoint(endpoint),
      service: host,
      secret: sealed.bytes,
      secret_key_id: sealed.keyId,
      language,
      user_agent: caller.actor.userAgent?.slice(0, 512) ?? '',
    })
    await recordAudit(tx, caller, 'push_subscription.created', {
      target: { kind: 'push_subscription', id },
      data: { service: row.service },
    })
    return toSubscription(row, caller)
  })
}

/** @throws AppError missing if it is not the caller's own */
export async function removePushSubscription(
  { database }: Own<'database'>,
  caller: UserCaller,
  id: string,
): Promise<void> {
  await database.inOrg(caller.orgId, async (tx) => {
    if (!(await deleteSubscription(tx, caller, id))) throw missing('push subscription')
    await recordAudit(tx, caller, 'push_subscription.removed', {
      target: { kind: 'push_subscription', id },
    })
  })
}

function toSubscription(row: PushSubscriptionRow, caller: UserCaller): PushSubscription {
  return {
    id: row.id,
    service: row.service,
    user_agent: row.user_agent,
    language: row.language,
    current: row.session_id === caller.sessionId,
    created_at: toTimestamp(row.created_at),
    last_sent_at: toTimestampOrNull(row.last_sent_at),
    failure: row.failure,
  }
}
