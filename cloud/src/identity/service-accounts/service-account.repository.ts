import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { NewApiKey } from '../../platform/secrets/api-key.js'
import type { ServiceAccountTable } from './service-account.table.js'

/** An account with the prefix of its key in force; of a disabled one, of the last key. */
export type ServiceAccountRow = Selectable<ServiceAccountTable> & { prefix: string | null }

function accounts(db: Db, orgId: string) {
  return db
    .selectFrom('service_accounts as a')
    .selectAll('a')
    .select((eb) =>
      eb
        .selectFrom('service_account_keys as k')
        .select('k.prefix')
        .where('k.org_id', '=', orgId)
        .whereRef('k.service_account_id', '=', 'a.id')
        .orderBy(sql`k.revoked_at is null`, 'desc')
        .orderBy('k.created_at', 'desc')
        .orderBy('k.id', 'desc')
        .limit(1)
        .as('prefix'),
    )
    .where('a.org_id', '=', orgId)
}

/** All accounts, disabled ones too, oldest first. */
export function listServiceAccountRows(db: Db, orgId: string): Promise<ServiceAccountRow[]> {
  return accounts(db, orgId).orderBy('a.created_at').orderBy('a.id').execute()
}

export function findServiceAccount(
  db: Db,
  orgId: string,
  id: string,
): Promise<ServiceAccountRow | undefined> {
  return accounts(db, orgId).where('a.id', '=', id).executeTakeFirst()
}

/** The account, locked against other changes until the transaction ends. */
export function lockServiceAccount(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<Selectable<ServiceAccountTable> | undefined> {
  return tx
    .selectFrom('service_accounts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertServiceAccount(
  tx: Tx,
  row: Insertable<ServiceAccountTable>,
): Promise<Selectable<ServiceAccountTable>> {
  return tx.insertInto('service_accounts').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function markDisabled(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('service_accounts')
    .set({ disabled_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Stores a key of the account, and where it is found. */
export async function insertKey(
  tx: Tx,
  orgId: string,
  accountId: string,
  { id, ...key }: NewApiKey & { id: string },
): Promise<void> {
  await tx
    .insertInto('service_account_keys')
    .values({
      org_id: orgId,
      id,
      service_account_id: accountId,
      prefix: key.prefix,
      sha256: key.sha256,
      // Of two rotations in one millisecond the second is the newer one all the same.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  await tx
    .insertInto('api_key_lookup')
    .values({ prefix: key.prefix, kind: 'service_account', org_id: orgId, key_id: id })
    .execute()
}

/** Voids the keys of an account. They are found no more from COMMIT on. */
export async function revokeKeys(tx: Tx, orgId: string, accountId: string): Promise<void> {
  const revoked = await tx
    .updateTable('service_account_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('service_account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('prefix')
    .execute()
  if (revoked.length === 0) return
  await tx
    .deleteFrom('api_key_lookup')
    .where('kind', '=', 'service_account')
    .where('prefix', '=', sql<string>`any(${revoked.map(({ prefix }) => prefix)}::text[])`)
    .execute()
}

export async function listAccountSites(db: Db, orgId: string, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_account_sites')
    .select('site_id')
    .where('org_id', '=', orgId)
    .where('service_account_id', '=', accountId)
    .orderBy('site_id')
    .execute()
  return rows.map(({ site_id }) => site_id)
}

/** Puts these sites in place of those that the account had. */
export async function replaceAccountSites(
  tx: Tx,
  orgId: string,
  accountId: string,
  siteIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('service_account_sites')
    .where('org_id', '=', orgId)
    .where('service_account_id', '=', accountId)
    .execute()
  if (siteIds.length === 0) return
  await tx
    .insertInto('service_account_sites')
    .values(siteIds.map((site_id) => ({ org_id: orgId, service_account_id: accountId, site_id })))
    .execute()
}
