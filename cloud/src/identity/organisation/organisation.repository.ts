import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx, WorkerDb } from '../../platform/database/handles.js'
import type { SiteTable } from '../sites/site.table.js'
import type { UserTable } from '../users/user.table.js'
import type { AiProviderKeyTable, OrganisationTable } from './organisation.table.js'

export type OrganisationRow = Selectable<OrganisationTable>

export async function insertOrganisation(tx: Tx, row: Insertable<OrganisationTable>): Promise<void> {
  await tx.insertInto('organisations').values(row).execute()
}

export async function insertSite(tx: Tx, row: Insertable<SiteTable>): Promise<void> {
  await tx.insertInto('sites').values(row).execute()
}

/** An account together with the entry by which its address is found. */
export async function insertOwner(tx: Tx, row: Insertable<UserTable>): Promise<void> {
  await tx.insertInto('users').values(row).execute()
  await tx
    .insertInto('user_email_lookup')
    .values({ email: row.email, org_id: row.org_id, user_id: row.id })
    .execute()
}

/** All organisations, for work that goes through them one by one. */
export async function listOrganisationIds(worker: WorkerDb): Promise<string[]> {
  const rows = await worker.selectFrom('organisations').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** True if there is any organisation yet. */
export async function hasOrganisation(worker: WorkerDb): Promise<boolean> {
  return (await worker.selectFrom('organisations').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findTimezone(db: Db, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organisations')
    .select('timezone')
    .where('id', '=', orgId)
    .executeTakeFirst()
  return row?.timezone
}

export function findOrganisation(db: Db, orgId: string): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisations').selectAll().where('id', '=', orgId).executeTakeFirst()
}

/** The organisation, locked against other changes until the transaction ends. What refers to it goes on. */
export function lockOrganisationRow(tx: Tx, orgId: string): Promise<OrganisationRow | undefined> {
  return tx
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function saveOrganisation(
  tx: Tx,
  orgId: string,
  change: Updateable<OrganisationTable>,
): Promise<OrganisationRow> {
  return tx
    .updateTable('organisations')
    .set(change)
    .where('id', '=', orgId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Bytes of all its media, those under way and those that are being removed too. */
export async function findStoredBytes(db: Db, orgId: string): Promise<number> {
  const row = await db
    .selectFrom('stored_bytes')
    .select('bytes')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Providers for which the organisation has stored a key, by name. */
export async function listProvidersWithKey(db: Db, orgId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ai_provider_keys')
    .select('provider')
    .where('org_id', '=', orgId)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}

/** The sealed key for a provider, with the id of its row, in whose context it opens. */
export function findProviderKey(
  db: Db,
  orgId: string,
  provider: string,
): Promise<Pick<Selectable<AiProviderKeyTable>, 'id' | 'secret' | 'secret_key_id'> | undefined> {
  return db
    .selectFrom('ai_provider_keys')
    .select(['id', 'secret', 'secret_key_id'])
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Stores a key. The provider must have none. */
export async function insertProviderKey(tx: Tx, row: Insertable<AiProviderKeyTable>): Promise<void> {
  await tx.insertInto('ai_provider_keys').values(row).execute()
}

export async function deleteProviderKey(tx: Tx, orgId: string, provider: string): Promise<void> {
  await tx
    .deleteFrom('ai_provider_keys')
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .execute()
}
