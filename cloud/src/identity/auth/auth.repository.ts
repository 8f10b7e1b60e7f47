import type { Actor } from '../../platform/caller.js'
import type { Db, LookupDb, Tx } from '../../platform/database/handles.js'
import type { Origin } from '../../platform/http/authenticator.js'
import type { UserRow } from '../users/user.table.js'

/** Where an account is. */
export interface AccountRef {
  readonly orgId: string
  readonly userId: string
}

/** Accounts that have this address, in any organisation. */
export async function listAccountsOf(lookup: LookupDb, email: string): Promise<AccountRef[]> {
  const rows = await lookup
    .selectFrom('user_email_lookup')
    .select(['org_id', 'user_id'])
    .where('email', '=', email)
    .orderBy('org_id')
    .execute()
  return rows.map(({ org_id: orgId, user_id: userId }) => ({ orgId, userId }))
}

export function findUser(db: Db, orgId: string, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the account, so that parallel changes of it come one by one. */
export function lockUser(tx: Tx, orgId: string, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Notes that the account is used, if it is enabled and has still this password. @returns false if it has not */
export async function noteUse(tx: Tx, user: UserRow, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('users')
    .set({ last_used_at: at })
    .where('org_id', '=', user.org_id)
    .where('id', '=', user.id)
    .where('enabled', '=', true)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Notes that the account is used, by somebody who did not come in by its password. */
export async function noteSignIn(tx: Tx, { orgId, userId }: AccountRef, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_used_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .execute()
}

/** @param known the hash that it replaces, or undefined for whichever. @returns false if it was another */
export async function setPassword(
  tx: Tx,
  { orgId, userId }: AccountRef,
  hash: string,
  known?: string,
): Promise<boolean> {
  let update = tx
    .updateTable('users')
    .set({ password_hash: hash })
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
  if (known !== undefined) update = update.where('password_hash', '=', known)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export async function saveProfile(
  tx: Tx,
  orgId: string,
  id: string,
  change: { display_name?: string; preferences?: Record<string, unknown> },
): Promise<void> {
  const { preferences, ...columns } = change
  await tx
    .updateTable('users')
    .set({ ...columns, ...(preferences && { preferences: JSON.stringify(preferences) }) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** A person as who does something. */
export function actorOf({ id, display_name: name }: UserRow, origin: Origin): Actor {
  return { kind: 'user', id, name, ...origin }
}
