import type { Selectable } from 'kysely'
import type { Db, LookupDb, Tx } from '../platform/database/database.js'
import type { UserTable } from '../users/user.table.js'
import type { LoginFailures } from './lockout.js'

export type UserRow = Selectable<UserTable>

/** Accounts that have this address, in any organisation. */
export function listAccountsOf(
  lookup: LookupDb,
  email: string,
): Promise<{ org_id: string; user_id: string }[]> {
  return lookup
    .selectFrom('user_email_lookup')
    .select(['org_id', 'user_id'])
    .where('email', '=', email)
    .orderBy('org_id')
    .execute()
}

export function findUser(db: Db, orgId: string, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function noteUse(tx: Tx, orgId: string, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_used_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .execute()
}

export async function findFailures(lookup: LookupDb, email: string): Promise<LoginFailures | undefined> {
  const row = await lookup
    .selectFrom('login_failures')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row) return undefined
  return { failures: row.failures, windowStartedAt: row.window_started_at, lockedUntil: row.locked_until }
}

/** Reads, decides and writes under a lock of the address's row, so that parallel failures all count. */
export function moveFailures(
  lookup: LookupDb,
  email: string,
  decide: (known: LoginFailures | undefined) => LoginFailures,
  now: Date,
): Promise<LoginFailures> {
  return lookup.transaction().execute(async (tx) => {
    await tx
      .insertInto('login_failures')
      .values({ email, failures: 0, window_started_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    const row = await tx
      .selectFrom('login_failures')
      .selectAll()
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const known = {
      failures: row.failures,
      windowStartedAt: row.window_started_at,
      lockedUntil: row.locked_until,
    }
    const next = decide(row.failures === 0 ? undefined : known)
    await tx
      .updateTable('login_failures')
      .set({
        failures: next.failures,
        window_started_at: next.windowStartedAt,
        locked_until: next.lockedUntil,
      })
      .where('email', '=', email)
      .execute()
    return next
  })
}

export async function clearFailures(lookup: LookupDb, email: string): Promise<void> {
  await lookup.deleteFrom('login_failures').where('email', '=', email).execute()
}

/** Forgets failures whose window and lock are over. */
export async function sweepOldFailures(lookup: LookupDb, now: Date, windowMs: number): Promise<void> {
  await lookup
    .deleteFrom('login_failures')
    .where('window_started_at', '<', new Date(now.getTime() - windowMs))
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<', now)]))
    .execute()
}
