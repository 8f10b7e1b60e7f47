import type { Insertable, Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { AccountRef } from '../auth.repository.js'
import type { TotpSecretTable } from './second-factor.table.js'

export type TotpSecretRow = Selectable<TotpSecretTable>

/** Secrets of the person that count, oldest first. */
export function listTotpSecrets(db: Db, { orgId, userId }: AccountRef): Promise<TotpSecretRow[]> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A secret that does not count yet and was made after that moment. */
export function findUnconfirmed(
  db: Db,
  { orgId, userId }: AccountRef,
  { id, after }: { id: string; after: Date },
): Promise<TotpSecretRow | undefined> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', after)
    .executeTakeFirst()
}

export async function insertTotpSecret(tx: Tx, row: Insertable<TotpSecretTable>): Promise<void> {
  await tx.insertInto('totp_secrets').values(row).execute()
}

/** From now on it counts, and the code that proved it is taken. */
export function confirmTotpSecret(
  tx: Tx,
  { orgId, userId }: AccountRef,
  { id, period, at }: { id: string; period: number; at: Date },
): Promise<TotpSecretRow> {
  return tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: at, last_used_at: at, used_period: period })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes the code of a period, if neither it nor a later one was taken before, on whichever node. @returns false if so */
export async function takePeriod(
  tx: Tx,
  orgId: string,
  id: string,
  { period, at }: { period: number; at: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('totp_secrets')
    .set({ used_period: period, last_used_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('used_period', '<', period)
    .where('refused_period', '!=', period)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** The code of this period is not taken any more. */
export async function refusePeriod(tx: Tx, orgId: string, id: string, period: number): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ refused_period: period })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** @returns whether there was one that counts */
export async function deleteTotpSecret(tx: Tx, { orgId, userId }: AccountRef, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('totp_secrets')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Forgets those that were never confirmed. */
export async function deleteUnconfirmed(tx: Tx, { orgId, userId }: AccountRef): Promise<void> {
  await tx
    .deleteFrom('totp_secrets')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Forgets every authenticator app of the person. @returns how many counted */
export async function deleteTotpSecrets(tx: Tx, account: AccountRef): Promise<number> {
  const { orgId, userId } = account
  await deleteUnconfirmed(tx, account)
  const deleted = await tx
    .deleteFrom('totp_secrets')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Recovery codes of the person that are not used. */
export async function countRecoveryCodes(db: Db, { orgId, userId }: AccountRef): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Puts these in place of those that the person had. */
export async function replaceRecoveryCodes(
  tx: Tx,
  account: AccountRef,
  hashes: readonly Buffer[],
): Promise<void> {
  const { orgId: org_id, userId: user_id } = account
  await deleteRecoveryCodes(tx, account)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_sha256) => ({ org_id, id: uuidv7(), user_id, code_sha256 })))
    .execute()
}

export async function deleteRecoveryCodes(tx: Tx, { orgId, userId }: AccountRef): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
}

/** Uses a code up: of parallel callers one gets it. @returns false if there is none, or it was used */
export async function takeRecoveryCode(
  tx: Tx,
  { orgId, userId }: AccountRef,
  { hash, at }: { hash: Buffer; at: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('code_sha256', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
