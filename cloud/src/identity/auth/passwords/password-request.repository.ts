import { type Selectable, sql } from 'kysely'
import type { LookupDb } from '../../../platform/database/handles.js'
import type { PasswordRequestTable } from '../auth.table.js'

export type PasswordRequest = Pick<
  Selectable<PasswordRequestTable>,
  'id' | 'email' | 'address' | 'user_agent'
>

/** Due at once: the column keeps whole milliseconds and would round its default up, into the future. */
export async function insertPasswordRequest(lookup: LookupDb, request: PasswordRequest): Promise<void> {
  const next_at = sql<Date>`date_trunc('milliseconds', now())`
  await lookup
    .insertInto('password_requests')
    .values({ ...request, next_at })
    .execute()
}

/**
 * Does `work` with the request that waits longest and that nobody else works on, then forgets it. If the process dies or
 * `work` fails, the request waits again a minute later, so that the others do not wait behind it. No transaction is open
 * meanwhile: `work` needs clients of its own.
 * @returns false if none waits
 * @throws whatever `work` throws
 */
export async function workOffPasswordRequest(
  lookup: LookupDb,
  work: (request: PasswordRequest) => Promise<void>,
): Promise<boolean> {
  const taken = await takePasswordRequest(lookup)
  if (!taken) return false
  await work(taken)
  await lookup.deleteFrom('password_requests').where('id', '=', taken.id).execute()
  return true
}

/** The one that waits longest; for a minute nobody else takes it. */
async function takePasswordRequest(lookup: LookupDb): Promise<PasswordRequest | undefined> {
  const longest = lookup
    .selectFrom('password_requests')
    .select('id')
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return lookup
    .updateTable('password_requests')
    .set({ next_at: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', longest)
    .returning(['id', 'email', 'address', 'user_agent'])
    .executeTakeFirst()
}

/** Forgets requests that came before that moment and could not be answered. */
export async function sweepPasswordRequests(lookup: LookupDb, before: Date): Promise<void> {
  await lookup.deleteFrom('password_requests').where('created_at', '<', before).execute()
}
