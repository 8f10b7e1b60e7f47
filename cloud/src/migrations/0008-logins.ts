import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Failed logins of addresses that nobody has, and requests for a new password until their mail is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table unknown_logins (
      id uuid primary key,
      at timestamptz(3) not null default now(),
      email_sha256 bytea not null,
      address text not null,
      user_agent text not null,
      data jsonb not null default '{}'
    );
    create index unknown_logins_newest on unknown_logins (at desc, id desc);
    create index unknown_logins_of_email on unknown_logins (email_sha256, at desc, id desc);

    create table password_requests (
      id uuid primary key,
      email citext not null,
      address text not null,
      user_agent text not null,
      created_at timestamptz(3) not null default now(),
      next_at timestamptz(3) not null default now()
    );
    create index password_requests_due on password_requests (next_at, id);

    grant select, insert, delete on unknown_logins to sightline_app;
    grant select, insert, update, delete on password_requests to sightline_app;`,
  )
}
