import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { LookupDb, Tx } from '../../../platform/database/handles.js'
import type { LoginFailureTable } from '../auth.table.js'
import type { LoginFailures } from './lockout.js'

const hashOf = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest()

/** By what wrong second factors of a person are counted. No address begins so: blanks around one are cut off. */
export const codesOf = (userId: string): string => ` second factor of ${userId}`

export async function findFailures(lookup: LookupDb, email: string): Promise<LoginFailures | undefined> {
  const row = await lookup
    .selectFrom('login_failures')
    .selectAll()
    .where('email_sha256', '=', hashOf(email))
    .executeTakeFirst()
  return row && asFailures(row)
}

/** The same, and nobody else counts until the transaction ends. */
export async function lockFailures(tx: Tx, email: string): Promise<LoginFailures | undefined> {
  const row = await tx
    .selectFrom('login_failures')
    .selectAll()
    .where('email_sha256', '=', hashOf(email))
    .forUpdate()
    .executeTakeFirst()
  return row && asFailures(row)
}

/** The same where there may be no row yet: from now on there is one, so that everybody waits. */
export async function holdFailures(tx: Tx, email: string, now: Date): Promise<LoginFailures | undefined> {
  await tx
    .insertInto('login_failures')
    .values({ email_sha256: hashOf(email), failures: 0, window_started_at: now })
    .onConflict((conflict) => conflict.column('email_sha256').doNothing())
    .execute()
  const known = await lockFailures(tx, email)
  return known?.failures === 0 ? undefined : known
}

/** Reads, decides and writes under a lock of the address's row, so that parallel failures all count. */
export async function moveFailures(
  tx: Tx,
  email: string,
  decide: (known: LoginFailures | undefined) => LoginFailures,
  now: Date,
): Promise<LoginFailures> {
  const next = decide(await holdFailures(tx, email, now))
  const { failures, windowStartedAt, lockedUntil } = next
  await tx
    .updateTable('login_failures')
    .set({ failures, window_started_at: windowStartedAt, locked_until: lockedUntil })
    .where('email_sha256', '=', hashOf(email))
    .execute()
  return next
}

/** Counts from nothing again. The row stays, so that who waits for it goes on one by one. */
export async function forgiveFailures(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ failures: 0, locked_until: null })
    .where('email_sha256', '=', hashOf(email))
    .execute()
}

/** Forgets the failures of an address: whoever reads its mail has proved it. */
export async function clearFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('email_sha256', '=', hashOf(email)).execute()
}

/**
 * Forgets the failures of an address after its right password, if it has this one account. With accounts in several
 * organisations the password of one must not make room for more guesses at another's: there they end with the window.
 */
export async function clearFailuresOfOnly(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where('email_sha256', '=', hashOf(email))
    .where(
      (of) =>
        of
          .selectFrom('user_email_lookup')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('user_email_lookup.email', '=', email),
      '<',
      2,
    )
    .execute()
}

/** A failed login of an address that nobody has, written as the audit of one that somebody has. */
export async function insertUnknownLogin(
  tx: Tx,
  email: string,
  from: { address: string; userAgent: string },
  data: Record<string, unknown>,
): Promise<void> {
  await tx
    .insertInto('unknown_logins')
    .values({
      id: uuidv7(),
      email_sha256: hashOf(email),
      address: from.address,
      user_agent: from.userAgent.slice(0, 512),
      data: JSON.stringify(data),
    })
    .execute()
}

/** Forgets failures whose window and lock are over. */
export async function sweepOldFailures(lookup: LookupDb, now: Date, windowMs: number): Promise<void> {
  await lookup
    .deleteFrom('login_failures')
    .where('window_started_at', '<', new Date(now.getTime() - windowMs))
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<', now)]))
    .execute()
}

/** Forgets failed logins of unknown addresses from before that moment. */
export async function sweepUnknownLogins(lookup: LookupDb, before: Date): Promise<void> {
  await lookup.deleteFrom('unknown_logins').where('at', '<', before).execute()
}

function asFailures(row: Selectable<LoginFailureTable>): LoginFailures {
  return { failures: row.failures, windowStartedAt: row.window_started_at, lockedUntil: row.locked_until }
}
