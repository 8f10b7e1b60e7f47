import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/**
 * Organisations, sites, people, service accounts, sessions and the audit. What is looked up without an organisation
 * holds hashes, prefixes and ids only; whoever finds a row goes on inside the organisation that it names.
 */
export async function createIdentity(db: Kysely<unknown>): Promise<void> {
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
      created_at timestamptz(3) not null default now(),
      notification_window_sec integer not null default 300
        check (notification_window_sec between 0 and 86400)
    );

    create table ai_provider_keys (
      org_id uuid not null references organisations (id),
      id uuid not null,
      provider text not null,
      secret bytea not null,
      secret_key_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id, provider)
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
    create index users_by_age on users (org_id, created_at, id);

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
    );

    create table user_email_lookup (
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
      email_sha256 bytea primary key,
      failures integer not null default 0,
      window_started_at timestamptz(3) not null default now(),
      locked_until timestamptz
    );

    create table unknown_logins (
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

    create table audit_log (
      org_id uuid not null references organisations (id),
      id uuid not null,
      at timestamptz(3) not null default now(),
      actor_kind text not null,
      actor_id uuid,
      actor_name text not null,
      action text not null,
      target_kind text,
      target_id uuid,
      address text,
      user_agent text,
      data jsonb not null default '{}',
      primary key (org_id, id)
    );
    create index audit_log_newest on audit_log (org_id, at desc, id desc);
    create index audit_log_of_target on audit_log (org_id, target_kind, target_id, at desc, id desc);
    create index audit_log_of_actor on audit_log (org_id, actor_id, at desc, id desc);
    create index audit_log_of_action on audit_log (org_id, action, at desc, id desc);
    grant select, insert, update, delete on user_email_lookup, refresh_token_lookup, password_token_lookup, api_key_lookup,
      login_failures, password_requests to sightline_app;
    grant select, insert, delete on unknown_logins to sightline_app;

    -- Periodic work walks all organisations; it learns their ids and nothing else.
    create policy listed_by_workers on organisations for select to sightline_worker using (true);
    grant select (id) on organisations to sightline_worker;`,
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
    'ai_provider_keys',
  ]) {
    await protectTenantTable(db, table)
  }
  await protectTenantTable(db, 'organisations', { orgColumn: 'id' })
  // Insert-only: the application can neither change nor remove what it wrote.
  await protectTenantTable(db, 'audit_log', { grants: ['select', 'insert'] })
}
