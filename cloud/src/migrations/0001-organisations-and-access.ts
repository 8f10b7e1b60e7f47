import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Organisations, sites, people, service accounts, sessions, and what is looked up without an organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create extension if not exists citext;

    create table organisations (
      id uuid primary key,
      name text not null check (length(name) between 1 and 100),
      timezone text not null default 'UTC',
      clip_retention_days integer not null default 30 check (clip_retention_days between 1 and 3650),
      event_retention_days integer not null default 365 check (event_retention_days between 1 and 3650),
      ai_settings jsonb not null default '{}',
      created_at timestamptz(3) not null default now()
    );

    create table sites (
      org_id uuid not null references organisations (id),
      id uuid not null,
      name text not null,
      timezone text not null default 'UTC',
      address text,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id)
    );

    create table users (
      org_id uuid not null references organisations (id),
      id uuid not null,
      email citext not null,
      display_name text not null,
      role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
      enabled boolean not null default true,
      password_hash text,
      preferences jsonb not null default '{}',
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz,
      primary key (org_id, id),
      unique (org_id, email)
    );

    create table user_sites (
      org_id uuid not null,
      user_id uuid not null,
      site_id uuid not null,
      primary key (org_id, user_id, site_id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade
    );
    create index user_sites_by_site on user_sites (org_id, site_id);

    create table sessions (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      client_type text not null check (client_type in ('web', 'mobile')),
      user_agent text not null default '',
      address text not null default '',
      refresh_hash bytea not null,
      previous_refresh_hash bytea,
      refresh_rotated_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text,
      primary key (org_id, id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );
    create index sessions_by_user on sessions (org_id, user_id) where revoked_at is null;
    create index sessions_by_end on sessions (org_id, expires_at);

    create table password_tokens (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      purpose text not null check (purpose in ('reset', 'invitation')),
      token_hash bytea not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );

    create table service_accounts (
      org_id uuid not null references organisations (id),
      id uuid not null,
      name text not null,
      role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz,
      disabled_at timestamptz,
      bucket_tokens double precision not null default 600,
      bucket_at timestamptz(3) not null default now(),
      primary key (org_id, id)
    );

    create table service_account_keys (
      org_id uuid not null,
      id uuid not null,
      service_account_id uuid not null,
      prefix text not null,
      sha256 bytea not null,
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, service_account_id) references service_accounts (org_id, id) on delete cascade
    );
    create index service_account_keys_by_account on service_account_keys (org_id, service_account_id);

    create table service_account_sites (
      org_id uuid not null,
      service_account_id uuid not null,
      site_id uuid not null,
      primary key (org_id, service_account_id, site_id),
      foreign key (org_id, service_account_id) references service_accounts (org_id, id) on delete cascade,
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade
    );`,
  )

  for (const table of [
    'sites',
    'users',
    'user_sites',
    'sessions',
    'password_tokens',
    'service_accounts',
    'service_account_keys',
    'service_account_sites',
  ]) {
    await protectTenantTable(db, table)
  }
  await protectTenantTable(db, 'organisations', { orgColumn: 'id' })
  // Periodic work walks all organisations; it learns their ids and nothing else.
  await run(
    db,
    `create policy listed_by_workers on organisations for select to sightline_worker using (true);
     grant select (id) on organisations to sightline_worker;`,
  )
  await createLookups(db)
}

/**
 * What must be found before the organisation is known. These tables hold hashes, prefixes and ids only;
 * whoever finds a row goes on inside the organisation that it names.
 */
async function createLookups(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table user_email_lookup (
      email citext not null,
      org_id uuid not null,
      user_id uuid not null,
      primary key (email, org_id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );

    create table refresh_token_lookup (
      token_hash bytea primary key,
      org_id uuid not null,
      session_id uuid not null,
      created_at timestamptz(3) not null default now(),
      foreign key (org_id, session_id) references sessions (org_id, id) on delete cascade
    );
    create index refresh_token_lookup_by_session on refresh_token_lookup (org_id, session_id);

    create table password_token_lookup (
      token_hash bytea primary key,
      org_id uuid not null,
      password_token_id uuid not null,
      foreign key (org_id, password_token_id) references password_tokens (org_id, id) on delete cascade
    );

    create table api_key_lookup (
      prefix text primary key,
      kind text not null check (kind in ('service_account', 'gateway')),
      org_id uuid not null,
      key_id uuid not null
    );

    create table login_failures (
      email citext primary key,
      failures integer not null default 0,
      window_started_at timestamptz(3) not null default now(),
      locked_until timestamptz
    );

    create unlogged table rate_buckets (
      key text primary key,
      tokens double precision not null,
      refilled_at timestamptz(3) not null default now()
    );

    grant select, insert, update, delete on user_email_lookup, refresh_token_lookup, password_token_lookup,
      api_key_lookup, login_failures, rate_buckets to sightline_app;`,
  )
}
