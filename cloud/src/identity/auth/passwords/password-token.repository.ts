import { type Insertable, type Selectable } from 'kysely'
import type { Db, LookupDb, Tx } from '../../../platform/database/handles.js'
import type { PasswordTokenTable } from '../auth.table.js'

export async function insertPasswordToken(tx: Tx, row: Insertable<PasswordTokenTable>): Promise<void> {
  await tx.insertInto('password_tokens').values(row).execute()
  await tx
    .insertInto('password_token_lookup')
    .values({ token_hash: row.token_hash, org_id: row.org_id, password_token_id: row.id })
    .execute()
}

/** Where the token with this hash is. */
export async function findPasswordToken(
  lookup: LookupDb,
  tokenHash: Buffer,
): Promise<{ orgId: string; tokenId: string } | undefined> {
  const row = await lookup
    .selectFrom('password_token_lookup')
    .select(['org_id', 'password_token_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && { orgId: row.org_id, tokenId: row.password_token_id }
}

/** True if the token is unused and unexpired. */
export async function isPasswordTokenLive(db: Db, orgId: string, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_tokens')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** How many tokens for a reset the person was given from that moment on, used or not. */
export async function countResetTokens(tx: Tx, orgId: string, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('password_tokens')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Uses the token up, if it is unused and unexpired: of parallel callers one gets it. */
export function takePasswordToken(
  tx: Tx,
  orgId: string,
  id: string,
  now: Date,
): Promise<Pick<Selectable<PasswordTokenTable>, 'user_id' | 'purpose'> | undefined> {
  return tx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'purpose'])
    .executeTakeFirst()
}

/** Uses up whatever tokens of the person are left. */
export async function useUpPasswordTokens(tx: Tx, orgId: string, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
