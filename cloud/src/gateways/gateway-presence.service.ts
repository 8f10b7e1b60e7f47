import type { GatewayStatus, Telemetry } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import { camerasWentOffline } from '../cameras/camera-report.service.js'
import { prefixOfApiKey } from '../platform/api-key.js'
import { systemActor } from '../platform/caller.js'
import type { Database, Db, Tx } from '../platform/database/database.js'
import { isSecret } from '../platform/secret-token.js'
import { findGateway, lockGateway } from './gateway.repository.js'
import { onSessionBegun, onSilence } from './gateway.status.js'
import {
  type HeartbeatFacts,
  type SessionFacts,
  saveDiagnostic,
  saveHeartbeat,
  saveSessionBegun,
  saveStatus,
  saveTelemetry,
} from './gateway-presence.repository.js'
import { findKey, lookUpKey } from './pairing.repository.js'

export type { HeartbeatFacts, SessionFacts } from './gateway-presence.repository.js'

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

/** The gateway is on line. Answers its newest revision, or null if it may not have a session. */
export async function beginPresence(
  tx: Tx,
  { orgId, gatewayId, keyId }: GatewayIdentity,
  facts: SessionFacts,
): Promise<{ configRevision: number } | null> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway || gateway.status === 'disabled' || !(await findKey(tx, orgId, keyId))) return null
  await saveSessionBegun(tx, orgId, gatewayId, onSessionBegun(gateway.status), facts)
  return { configRevision: gateway.config_revision }
}

/** Nothing was heard for the grace period: the gateway and its cameras are off line. */
export async function endPresence(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway || onSilence(gateway.status) === gateway.status) return
  await saveStatus(tx, orgId, gatewayId, onSilence(gateway.status))
  await camerasWentOffline(tx, orgId, gatewayId)
}

/** @returns what the session must know; undefined if the gateway is gone */
export async function takeHeartbeat(
  db: Db,
  orgId: string,
  gatewayId: string,
  facts: HeartbeatFacts,
): Promise<{ status: GatewayStatus; configRevision: number } | undefined> {
  return saveHeartbeat(db, orgId, gatewayId, facts)
}

export async function takeTelemetry(
  db: Db,
  orgId: string,
  gatewayId: string,
  report: Telemetry,
): Promise<void> {
  await saveTelemetry(db, orgId, gatewayId, report)
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
  await saveDiagnostic(tx, orgId, gatewayId, 'duplicate_identity', { boot_ids: bootIds })
  await recordAudit(
    tx,
    orgId,
    systemActor,
    'gateway.duplicate_identity_noted',
    { kind: 'gateway', id: gatewayId },
    { boot_ids: bootIds },
  )
}
