import type { GatewayStatus } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import { systemActor } from '../../../platform/caller.js'
import type { Database } from '../../../platform/database/database.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { prefixOfApiKey } from '../../../platform/secrets/api-key.js'
import { isSecret } from '../../../platform/secrets/secret-token.js'
import { markCamerasOffline } from '../../cameras/condition/camera-report.service.js'
import { findGateway, lockGateway } from '../gateway.repository.js'
import { onSessionBegun, onSilence } from '../gateway.status.js'
import { findKey, lookUpKey } from '../pairing/pairing.repository.js'
import {
  type SessionFacts,
  saveDiagnostic,
  saveSessionBegun,
  saveStatus,
} from './gateway-presence.repository.js'

export {
  type HeartbeatFacts,
  type SessionFacts,
  saveHeartbeat,
  saveTelemetry,
} from './gateway-presence.repository.js'

/** A gateway that proved itself by its key. */
export interface GatewayIdentity {
  orgId: string
  gatewayId: string
  keyId: string
}

/** The gateway of a key, or null for an unknown or revoked one. */
export async function authenticateGateway(
  database: Database,
  key: string,
): Promise<(GatewayIdentity & { status: GatewayStatus }) | null> {
  const prefix = prefixOfApiKey('gw', key)
  const found = prefix === null ? undefined : await lookUpKey(database.lookup, prefix)
  if (!found) return null
  const db = database.forOrg(found.org_id)
  const row = await findKey(db, found.org_id, found.key_id)
  if (!row || !isSecret(key, row.sha256)) return null
  const gateway = await findGateway(db, found.org_id, row.gateway_id)
  return gateway
    ? { orgId: found.org_id, gatewayId: gateway.id, keyId: row.id, status: gateway.status }
    : null
}

/** True while a session that this key opened may go on. */
export async function isAdmitted(db: Db, { orgId, gatewayId, keyId }: GatewayIdentity): Promise<boolean> {
  const gateway = await findGateway(db, orgId, gatewayId)
  if (!gateway || gateway.status === 'disabled') return false
  return (await findKey(db, orgId, keyId)) !== undefined
}

/** True if the gateway said in its newest session that it can do this. */
export async function hasCapability(
  db: Db,
  orgId: string,
  gatewayId: string,
  capability: string,
): Promise<boolean> {
  const gateway = await findGateway(db, orgId, gatewayId)
  return gateway?.capabilities.includes(capability) ?? false
}

/** The gateway is on line. Answers its newest revision, or null if it may not have a session. */
export async function beginPresence(
  tx: Tx,
  { orgId, gatewayId, keyId }: GatewayIdentity,
  facts: SessionFacts,
): Promise<{ configRevision: number } | null> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway || gateway.status === 'disabled' || !(await findKey(tx, orgId, keyId))) return null
  await saveSessionBegun(tx, { orgId, gatewayId }, onSessionBegun(gateway.status), facts)
  return { configRevision: gateway.config_revision }
}

/** Nothing was heard for the grace period: the gateway and its cameras are off line. */
export async function endPresence(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway || onSilence(gateway.status) === gateway.status) return
  await saveStatus(tx, orgId, gatewayId, onSilence(gateway.status))
  await markCamerasOffline(tx, orgId, gatewayId)
}

/** Two machines hold the key of one gateway: said to people, who pair one of the two anew. */
export async function noteDuplicateIdentity(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  bootIds: readonly string[],
): Promise<void> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway || 'duplicate_identity' in gateway.diagnostics) return
  await saveDiagnostic(tx, { orgId, gatewayId }, 'duplicate_identity', { boot_ids: bootIds })
  await recordAudit(tx, { orgId, actor: systemActor }, 'gateway.duplicate_identity_noted', {
    target: { kind: 'gateway', id: gatewayId },
    data: { boot_ids: bootIds },
  })
}
