import { type Database, openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'
import type { TestDatabase } from './test-database.js'

/** A PostgreSQL whose clock can be wrong. */
export interface DatabaseClock {
  /** Connections that see its time. Close it. */
  readonly database: Database
  /** Sets it so far ahead of the true time, or behind. */
  set(aheadMs: number): Promise<void>
}

/**
 * Lets a database of tests tell another time: functions of its own stand before PostgreSQL's on the search path of
 * every connection that begins from now on. Defaults of columns go by the true time still.
 */
export async function setDatabaseClock(test: TestDatabase): Promise<DatabaseClock> {
  const name = new URL(test.address.url).pathname.slice(1)
  await test.query(`create table database_clock (ahead interval not null)`)
  await test.query(`insert into database_clock values ('0')`)
  await test.query(`grant select on database_clock to public`)
  for (const reads of ['now', 'statement_timestamp', 'clock_timestamp']) {
    await test.query(
      `create function public.${reads}() returns timestamptz language sql stable
       as $$ select pg_catalog.${reads}() + ahead from public.database_clock $$`,
    )
  }
  await test.query(`alter database ${name} set search_path = public, pg_catalog`)
  return {
    database: openDatabase(test.address, { log: silentLog, checkTransactions: true }),
    set: async (aheadMs) => {
      await test.query(`update database_clock set ahead = make_interval(secs => $1)`, [aheadMs / 1000])
    },
  }
}
