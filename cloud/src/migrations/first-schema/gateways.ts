import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/** Gateways: how they come in (codes, keys), how they are held (sessions, commands), what they report. */
export async function createGateways(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table gateways (
      org_id uuid not null references organisations (id),
      id uuid not null,
      site_id uuid not null,
      name text not null default '',
      status text not null default 'registered'
        check (status in ('registered', 'online', 'offline', 'disabled')),
      version text,
      local_ip text,
      last_heartbeat_at timestamptz,
      public_key jsonb,
      capabilities text[] not null default '{}',
      clock_offset_ms double precision,
      clock_synced boolean,
      config_revision bigint not null default 1,
      paired_at timestamptz,
      commissioning_until timestamptz,
      commissioned_by_kind text,
      commissioned_by_id uuid,
      commissioned_by_name text,
      diagnostics jsonb not null default '{}',
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz,
      storage jsonb,
      losses jsonb,
      primary key (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id)
    );
    create index gateways_alive on gateways (org_id, created_at, id) where deleted_at is null;
    create index gateways_by_site on gateways (org_id, site_id);

    create table pairing_codes (
      org_id uuid not null,
      id uuid not null,
      gateway_id uuid not null,
      code_hash bytea not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      redeemed_at timestamptz,
      attempt_id uuid,
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      primary key (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );
    create index pairing_codes_by_gateway on pairing_codes (org_id, gateway_id);
    create index pairing_codes_open on pairing_codes (org_id, expires_at) where redeemed_at is null;

    create table pairing_code_lookup (
      code_hash bytea primary key,
      org_id uuid not null,
      pairing_code_id uuid not null,
      foreign key (org_id, pairing_code_id) references pairing_codes (org_id, id) on delete cascade
    );

    create table gateway_keys (
      org_id uuid not null,
      id uuid not null,
      gateway_id uuid not null,
      prefix text not null,
      sha256 bytea not null,
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );
    create index gateway_keys_by_gateway on gateway_keys (org_id, gateway_id);

    -- One row a gateway. The epoch grows with each connection; the newest epoch is the live session.
    create table gateway_sessions (
      org_id uuid not null,
      gateway_id uuid not null,
      epoch bigint not null default 0,
      node_id text,
      boot_id uuid,
      connected_at timestamptz,
      seen_at timestamptz,
      closed_at timestamptz,
      acked_seq bigint not null default 0,
      recent_boots jsonb not null default '[]',
      primary key (org_id, gateway_id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );
    create index gateway_sessions_open on gateway_sessions (seen_at) where closed_at is null;

    create table gateway_telemetry (
      org_id uuid not null,
      gateway_id uuid not null,
      cpu_percent double precision,
      memory_mb double precision,
      disk_free_mb double precision,
      upstream_mbps double precision,
      downstream_mbps double precision,
      camera_recording_status jsonb not null default '{}',
      reported_at timestamptz not null,
      primary key (org_id, gateway_id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );

    create table gateway_discoveries (
      org_id uuid not null,
      gateway_id uuid not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      error text,
      devices jsonb not null default '[]',
      primary key (org_id, gateway_id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );

    -- A command whose gateway is held by another node than the one that took the request.
    create table gateway_commands (
      org_id uuid not null,
      id uuid not null,
      gateway_id uuid,
      node_id text not null,
      type text not null,
      body jsonb not null,
      status text not null default 'pending' check (status in ('pending', 'sent', 'done', 'expired')),
      deadline timestamptz not null,
      result jsonb,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz,
      relay_id uuid,
      lease jsonb,
      primary key (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade,
      check ((gateway_id is null) <> (relay_id is null))
    );
    create index gateway_commands_waiting on gateway_commands (node_id, created_at) where status = 'pending';
    create index gateway_commands_by_age on gateway_commands (org_id, created_at);
    grant select, insert, update, delete on pairing_code_lookup to sightline_app;

    -- A node looks for silent gateways and for commands addressed to it over all organisations.
    create policy watched_by_workers on gateway_sessions for select to sightline_worker using (true);
    grant select (org_id, gateway_id, epoch, node_id, seen_at, closed_at) on gateway_sessions to sightline_worker;
    create policy fetched_by_workers on gateway_commands for select to sightline_worker using (true);
    grant select (org_id, id, gateway_id, relay_id, node_id, status, deadline, created_at) on gateway_commands
      to sightline_worker;`,
  )
  for (const table of [
    'gateways',
    'pairing_codes',
    'gateway_keys',
    'gateway_sessions',
    'gateway_telemetry',
    'gateway_discoveries',
    'gateway_commands',
  ]) {
    await protectTenantTable(db, table)
  }
}
