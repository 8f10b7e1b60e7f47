import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'
import type { SignInAttemptTable } from './single-sign-on.table.js'

/** Keeps an attempt, and forgets those of the organisation that are over. */
export async function insertAttempt(db: Db, row: Insertable<SignInAttemptTable>, now: Date): Promise<void> {
  await db
    .deleteFrom('single_sign_on_attempts')
    .where('org_id', '=', row.org_id)
    .where('expires_at', '<=', now)
    .execute()
  await db.insertInto('single_sign_on_attempts').values(row).execute()
}

/** Takes an attempt, once. @returns the page to come back to; undefined if there is none, or it is over */
export async function takeAttempt(
  db: Db,
  orgId: string,
  stateSha256: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('single_sign_on_attempts')
    .where('org_id', '=', orgId)
    .where('state_sha256', '=', stateSha256)
    .returning(['return_to', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.return_to : undefined
}
