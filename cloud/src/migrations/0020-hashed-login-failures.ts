import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/**
 * Failed logins are counted by the hash of what was typed as address: people type their password there at times. The
 * counts of the moment are lost; they would have ended within the quarter of an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `drop table login_failures;
    create table login_failures (
      email_sha256 bytea primary key,
      failures integer not null default 0,
      window_started_at timestamptz(3) not null default now(),
      locked_until timestamptz
    );
    grant select, insert, update, delete on login_failures to sightline_app;`,
  )
}
