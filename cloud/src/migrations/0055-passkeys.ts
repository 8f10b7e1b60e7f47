import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Keys of WebAuthn by which people sign in beside their password, and what browsers were asked for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table passkeys (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      name text not null,
      credential_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      primary key (org_id, id),
      unique (org_id, user_id, credential_id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );

    create table passkey_challenges (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      purpose text not null check (purpose in ('add', 'sign_in')),
      challenge text not null,
      expires_at timestamptz(3) not null,
      primary key (org_id, id),
      unique (org_id, user_id, challenge),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );`,
  )
  for (const table of ['passkeys', 'passkey_challenges']) await protectTenantTable(db, table)
}
