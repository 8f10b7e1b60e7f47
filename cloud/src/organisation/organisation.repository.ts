import type { Insertable } from 'kysely'
import type { Db, Tx, WorkerDb } from '../platform/database/database.js'
import type { SiteTable } from '../sites/site.table.js'
import type { UserTable } from '../users/user.table.js'
import type { OrganisationTable } from './organisation.table.js'

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
