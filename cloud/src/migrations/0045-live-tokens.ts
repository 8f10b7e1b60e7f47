import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Tokens with which a page watches one camera, and who watches which camera on which node. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table live_tokens (
      org_id uuid not null,
      id uuid not null,
      camera_id uuid not null,
      token_hash bytea not null,
      label text,
      origins text[] not null,
      ttl_sec integer not null,
      -- By what the maker called: nothing of it refers, for sessions and keys are forgotten before the audit is.
      credential_kind text not null check (credential_kind in ('session', 'key')),
      credential_id uuid not null,
      maker_id uuid not null,
      maker_name text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      renewable_until timestamptz(3) not null,
      revoked_at timestamptz(3),
      primary key (org_id, id),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    create index live_tokens_newest on live_tokens (org_id, camera_id, created_at desc, id desc);
    create index live_tokens_by_end on live_tokens (org_id, expires_at);

    create table live_token_lookup (
      token_hash bytea primary key,
      org_id uuid not null,
      token_id uuid not null,
      foreign key (org_id, token_id) references live_tokens (org_id, id) on delete cascade
    );
    create index live_token_lookup_by_token on live_token_lookup (org_id, token_id);
    grant select, insert, delete on live_token_lookup to sightline_app;

    create table live_watchings (
      org_id uuid not null,
      principal_kind text not null check (principal_kind in ('user', 'service_account', 'live_token')),
      principal_id uuid not null,
      camera_id uuid not null,
      node_id text not null,
      -- How many subscriptions; 0: the last ended at changed_at.
      open integer not null,
      began_at timestamptz(3) not null default now(),
      changed_at timestamptz(3) not null default now(),
      watched_ms bigint not null default 0,
      actor_kind text not null,
      actor_id uuid,
      actor_name text not null,
      address text,
      user_agent text,
      data jsonb not null default '{}',
      primary key (org_id, principal_kind, principal_id, camera_id, node_id),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    -- Its end is told, and its pictures are refreshed, by loops that walk all organisations.
    create policy swept_by_workers on live_watchings for select to sightline_worker using (true);
    grant select (org_id, camera_id, node_id, open, changed_at) on live_watchings to sightline_worker;`,
  )
  await protectTenantTable(db, 'live_tokens')
  await protectTenantTable(db, 'live_watchings')
}
