import type { Insertable, Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../../../platform/database/handles.js'
import type { AccountRef } from '../../auth.repository.js'
import type { PasskeyTable } from '../second-factor.table.js'

export type PasskeyRow = Selectable<PasskeyTable>

/** Questions that one person may have open; the oldest gives way. */
const mostChallenges = 20

export function listPasskeys(db: Db, { orgId, userId }: AccountRef): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function insertPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<PasskeyRow> {
  return tx.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Notes a use of it. @returns false if its counter went on meanwhile, as that of a copy would */
export async function notePasskeyUse(
  tx: Tx,
  { org_id, id, counter }: PasskeyRow,
  used: { counter: number; at: Date },
): Promise<boolean> {
  const noted = await tx
    .updateTable('passkeys')
    .set({ counter: used.counter, last_used_at: used.at })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

export async function deletePasskey(tx: Tx, { orgId, userId }: AccountRef, id: string): Promise<void> {
  await tx
    .deleteFrom('passkeys')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** @returns how many there were */
export async function deletePasskeys(tx: Tx, { orgId, userId }: AccountRef): Promise<number> {
  await tx
    .deleteFrom('passkey_challenges')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute()
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** What a passkey is asked, and until when its answer is taken. */
interface Challenge {
  readonly purpose: 'add' | 'sign_in'
  readonly challenge: string
}

/** Remembers a question, and forgets those of the person that are over or too many. */
export async function insertChallenge(
  tx: Tx,
  { orgId, userId }: AccountRef,
  { purpose, challenge, now, expiresAt }: Challenge & { now: Date; expiresAt: Date },
): Promise<void> {
  const newest = tx
    .selectFrom('passkey_challenges')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(mostChallenges - 1)
  await tx
    .deleteFrom('passkey_challenges')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where((row) => row.or([row('expires_at', '<=', now), row('id', 'not in', newest)]))
    .execute()
  await tx
    .insertInto('passkey_challenges')
    .values({ org_id: orgId, id: uuidv7(), user_id: userId, purpose, challenge, expires_at: expiresAt })
    .execute()
}

/** Takes a question that is open: of several answers to it one is taken, on whichever node. */
export async function takeChallenge(
  tx: Tx,
  { orgId, userId }: AccountRef,
  { purpose, challenge, now }: Challenge & { now: Date },
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('challenge', '=', challenge)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
