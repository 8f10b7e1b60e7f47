import { sql } from 'kysely'
import type { Db } from '../database/handles.js'
import { isSqlState } from '../database/sqlstate.js'
import { invalidField } from '../errors.js'

/*
 * PostgreSQL has zones of its own, of its release or of its machine, and JavaScript has others: a zone that is new to the world is known
 * to one of them for years before it is to the other.
 */

/** Reads what PostgreSQL tells by the clocks of a zone; by UTC where it does not know the zone, as with a stored name that is none. */
export async function readInZone<T>(timezone: string, read: (timezone: string) => Promise<T>): Promise<T> {
  try {
    return await read(timezone)
  } catch (error) {
    if (timezone === 'UTC' || !isSqlState(error, 'badParameter')) throw error
    return read('UTC')
  }
}

/** @throws AppError invalid for a zone that PostgreSQL does not know */
export async function requireDatabaseZone(db: Db, timezone: string | null | undefined): Promise<void> {
  if (timezone === null || timezone === undefined || timezone === 'UTC') return
  const { rows } = await sql`select from pg_timezone_names where name = ${timezone}`.execute(db)
  if (rows.length === 0)
    throw invalidField(
      'timezone',
      `the database of this service does not know ${timezone} yet: choose another zone with the same clocks`,
    )
}
