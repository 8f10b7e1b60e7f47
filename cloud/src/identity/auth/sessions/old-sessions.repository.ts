import type { Db } from '../../../platform/database/handles.js'

/** Rows a statement; a session takes its refresh tokens along, some hundreds a week. */
const batch = 50

/** Forgets some of the sessions that ended before that moment. @returns false if none is left */
export async function deleteSomeOldSessions(db: Db, orgId: string, before: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('org_id', '=', orgId)
    .where('id', 'in', (old) =>
      old
        .selectFrom('sessions')
        .select('id')
        .where('org_id', '=', orgId)
        .where((row) => row.or([row('expires_at', '<', before), row('revoked_at', '<', before)]))
        .limit(batch),
    )
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Forgets the password tokens that expired before that moment. */
export async function deleteOldPasswordTokens(db: Db, orgId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('password_tokens')
    .where('org_id', '=', orgId)
    .where('expires_at', '<', before)
    .execute()
}
