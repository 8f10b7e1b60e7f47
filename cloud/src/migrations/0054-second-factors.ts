import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** What people prove beside their password: codes of an authenticator app, and codes for when it is lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table organisations add column require_second_factor boolean not null default false;
    alter table sessions add column only_to_set_up boolean not null default false;

    -- It counts once confirmed_at is set: a code of it was sent. Periods are counted from 1970, 30 seconds each.
    create table totp_secrets (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      name text not null,
      secret bytea not null,
      secret_key_id text not null,
      created_at timestamptz(3) not null default now(),
      confirmed_at timestamptz(3),
      last_used_at timestamptz(3),
      used_period bigint not null default 0,
      refused_period bigint not null default 0,
      primary key (org_id, id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );
    create index totp_secrets_of_user on totp_secrets (org_id, user_id, created_at, id);

    create table recovery_codes (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      code_sha256 bytea not null,
      created_at timestamptz(3) not null default now(),
      used_at timestamptz(3),
      primary key (org_id, id),
      unique (org_id, user_id, code_sha256),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );`,
  )
  for (const table of ['totp_secrets', 'recovery_codes']) await protectTenantTable(db, table)
}
