import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, LookupDb, Tx } from '../../../platform/database/handles.js'
import type { UserTable } from '../../users/user.table.js'
import type { SessionTable } from '../auth.table.js'

export type SessionRow = Selectable<SessionTable>

export async function insertSession(tx: Tx, row: Insertable<SessionTable>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
  await insertRefreshToken(tx, row.org_id, row.id, row.refresh_hash)
}

/** Remembers a refresh token of the session, so that it is found, and known again when it is old. */
export async function insertRefreshToken(
  tx: Tx,
  orgId: string,
  sessionId: string,
  tokenHash: Buffer,
): Promise<void> {
  await tx
    .insertInto('refresh_token_lookup')
    .values({ token_hash: tokenHash, org_id: orgId, session_id: sessionId })
    .execute()
}

/** The session that a refresh token belongs to, whether the token is in force or of the past. */
export async function findSessionOfRefreshToken(
  lookup: LookupDb,
  tokenHash: Buffer,
): Promise<{ orgId: string; sessionId: string } | undefined> {
  const row = await lookup
    .selectFrom('refresh_token_lookup')
    .select(['org_id', 'session_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && { orgId: row.org_id, sessionId: row.session_id }
}

/** Locks the session, so that parallel refreshes come one by one. */
export function lockSession(tx: Tx, orgId: string, id: string): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('sessions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveSession(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<SessionTable>,
): Promise<void> {
  await tx.updateTable('sessions').set(change).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** A session as its owner and administrators see it. */
export type LiveSessionRow = Pick<
  SessionRow,
  'id' | 'client_type' | 'user_agent' | 'address' | 'created_at' | 'last_used_at' | 'expires_at'
>

/** The sessions of a person that neither ended nor are over, the one used last first. */
export function listLiveSessions(
  db: Db,
  orgId: string,
  userId: string,
  now: Date,
): Promise<LiveSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'client_type', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends the sessions of a person that have not ended: all, one, or all but one. @returns how many */
export async function endSessions(
  tx: Tx,
  {
    orgId,
    userId,
    only,
    except,
    reason,
  }: { orgId: string; userId: string; only?: string; except?: string | undefined; reason: string },
): Promise<number> {
  let update = tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (only !== undefined) update = update.where('id', '=', only)
  if (except !== undefined) update = update.where('id', '!=', except)
  return (await update.returning('id').execute()).length
}

/** The person has a second factor now: sessions that were good for setting one up are good for everything. */
export async function admitSessions(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ only_to_set_up: false })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('only_to_set_up', '=', true)
    .execute()
}

/** What a request needs to know of the session that its token names. */
export interface ActiveSession {
  readonly user_id: string
  readonly role: Selectable<UserTable>['role']
  readonly display_name: string
  readonly site_ids: string[]
  readonly expires_at: Date
  readonly only_to_set_up: boolean
}

/** The session with its user, if it was not ended, is not over, and the user is enabled. One prepared statement. */
export async function findActiveSession(
  db: Db,
  orgId: string,
  sessionId: string,
  now: Date,
): Promise<ActiveSession | undefined> {
  const { rows } = await sql<ActiveSession>`/* name: live_session */
    select sessions.user_id, sessions.expires_at, sessions.only_to_set_up, users.role, users.display_name,
      array(select user_sites.site_id::text from user_sites
        where users.role = 'viewer' and user_sites.org_id = ${orgId} and user_sites.user_id = users.id
      ) as site_ids
    from sessions join users on users.org_id = sessions.org_id and users.id = sessions.user_id
    where sessions.org_id = ${orgId} and sessions.id = ${sessionId} and sessions.revoked_at is null
      and sessions.expires_at > ${now} and users.enabled`.execute(db)
  return rows[0]
}
