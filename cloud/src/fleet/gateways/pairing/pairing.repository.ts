import type { GatewayStatus, PairRequest } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/caller.js'
import type { Db, LookupDb, Tx } from '../../../platform/database/handles.js'
import type { NewApiKey } from '../../../platform/secrets/api-key.js'
import type { GatewayKeyTable, PairingCodeTable } from '../gateway.table.js'

export type PairingCodeRow = Selectable<PairingCodeTable>
type GatewayKeyRow = Selectable<GatewayKeyTable>

/** Makes concurrent requests for codes of one organisation wait for each other. */
export async function lockCodesOf(tx: Tx, orgId: string): Promise<void> {
  await tx.selectFrom('organisations').select('id').where('id', '=', orgId).forNoKeyUpdate().execute()
}

/** Open codes: neither redeemed nor expired, of gateways that are not deleted. */
export async function countOpenCodes(
  tx: Tx,
  orgId: string,
): Promise<{ open: number; secondsUntilOneExpires: number }> {
  const row = await tx
    .selectFrom('pairing_codes as c')
    .innerJoin('gateways as g', (join) =>
      join.onRef('g.org_id', '=', 'c.org_id').onRef('g.id', '=', 'c.gateway_id'),
    )
    .select([
      sql<number>`count(*)`.as('open'),
      sql<number>`coalesce(ceil(extract(epoch from min(c.expires_at) - now())), 0)::int`.as('wait'),
    ])
    .where('c.org_id', '=', orgId)
    .where('c.redeemed_at', 'is', null)
    .where('c.expires_at', '>', sql<Date>`now()`)
    .where('g.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { open: row.open, secondsUntilOneExpires: Math.max(1, row.wait) }
}

/** Codes that nobody will ask for any more. Their entry in the lookup goes with them. */
export async function deleteOldCodes(tx: Tx, orgId: string): Promise<void> {
  await tx
    .deleteFrom('pairing_codes')
    .where('org_id', '=', orgId)
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}

interface NewCode {
  orgId: string
  id: string
  gatewayId: string
  codeHash: Buffer
  actor: Actor
}

/** Stores a code for ten minutes. Answers when it expires, or null if this code is or was in use. */
export async function insertCode(tx: Tx, code: NewCode): Promise<Date | null> {
  const row = await tx
    .insertInto('pairing_codes')
    .values({
      org_id: code.orgId,
      id: code.id,
      gateway_id: code.gatewayId,
      code_hash: code.codeHash,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
      created_by_kind: code.actor.kind,
      created_by_id: code.actor.id,
      created_by_name: code.actor.name,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const found = await tx
    .insertInto('pairing_code_lookup')
    .values({ code_hash: code.codeHash, org_id: code.orgId, pairing_code_id: code.id })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('code_hash')
    .executeTakeFirst()
  if (found) return row.expires_at
  await tx.deleteFrom('pairing_codes').where('org_id', '=', code.orgId).where('id', '=', code.id).execute()
  return null
}

/** The organisation and id of a code. */
export async function lookUpCode(db: LookupDb, codeHash: Buffer) {
  return db
    .selectFrom('pairing_code_lookup')
    .select(['org_id', 'pairing_code_id'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

/** Redeems an open code: of any number of attempts at once exactly one gets the row. */
export async function redeemCode(
  tx: Tx,
  orgId: string,
  id: string,
  attemptId: string | null,
): Promise<PairingCodeRow | undefined> {
  return tx
    .updateTable('pairing_codes')
    .set({ redeemed_at: sql<Date>`now()`, attempt_id: attemptId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

/** A code with the answer whether its ten minutes are over. Locked, so that repeats take their turn. */
export async function lockCode(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<(PairingCodeRow & { expired: boolean }) | undefined> {
  return tx
    .selectFrom('pairing_codes')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Voids the keys of a gateway. They are found no more from COMMIT on. */
export async function revokeKeys(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  const revoked = await tx
    .updateTable('gateway_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('revoked_at', 'is', null)
    .returning('prefix')
    .execute()
  if (revoked.length === 0) return
  await tx
    .deleteFrom('api_key_lookup')
    .where('kind', '=', 'gateway')
    .where('prefix', '=', sql<string>`any(${revoked.map(({ prefix }) => prefix)}::text[])`)
    .execute()
}

/** As `revokeKeys`, of a gateway that has no machine from here on. */
export async function saveUnpaired(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  status: GatewayStatus,
): Promise<void> {
  await revokeKeys(tx, orgId, gatewayId)
  await tx
    .updateTable('gateways')
    .set({ status, paired_at: null, public_key: 'null', commissioning_until: null, scans_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .execute()
}

export async function insertKey(
  tx: Tx,
  { orgId, gatewayId, id }: { orgId: string; gatewayId: string; id: string },
  key: NewApiKey,
): Promise<void> {
  await tx
    .insertInto('gateway_keys')
    .values({ org_id: orgId, id, gateway_id: gatewayId, prefix: key.prefix, sha256: key.sha256 })
    .execute()
  await tx
    .insertInto('api_key_lookup')
    .values({ prefix: key.prefix, kind: 'gateway', org_id: orgId, key_id: id })
    .execute()
}

/** The organisation and id of a gateway's key. */
export async function lookUpKey(db: LookupDb, prefix: string) {
  return db
    .selectFrom('api_key_lookup')
    .select(['org_id', 'key_id'])
    .where('prefix', '=', prefix)
    .where('kind', '=', 'gateway')
    .executeTakeFirst()
}

/** A key that is not revoked. */
export async function findKey(db: Db, orgId: string, id: string): Promise<GatewayKeyRow | undefined> {
  return db
    .selectFrom('gateway_keys')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** What the machine said of itself when it was paired, and the revision from which it is sent everything anew. */
export async function savePairing(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  request: PairRequest,
): Promise<{ name: string; configRevision: number }> {
  const gateway = await tx
    .updateTable('gateways')
    .set((eb) => ({
      name: sql<string>`case when name = '' then ${request.name ?? ''} else name end`,
      version: request.version ?? null,
      local_ip: request.local_ip ?? null,
      public_key: JSON.stringify(request.public_key ?? null),
      paired_at: sql<Date>`now()`,
      diagnostics: sql<string>`diagnostics - 'duplicate_identity'`,
      config_revision: eb('config_revision', '+', 1),
    }))
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .returning(['name', 'config_revision'])
    .executeTakeFirstOrThrow()
  return { name: gateway.name, configRevision: gateway.config_revision }
}
