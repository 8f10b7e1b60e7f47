import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/** What every area stands on: nodes, periodic work, the clock that retention believes, limits, repeated requests. */
export async function createPlatform(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table nodes (
      node_id text primary key,
      started_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now(),
      key_ids text[] not null default '{}',
      -- How far the clock of the node is ahead of PostgreSQL's.
      clock_offset_ms double precision not null default 0
    );

    create table presence_watch (
      -- One row for the service.
      one boolean primary key default true check (one),
      -- The node that looks for silence, and when it last did.
      node_id text,
      beat_at timestamptz,
      -- Since when PostgreSQL could be told of signs of life, without a gap.
      steady_since timestamptz
    );

    create table periodic_tasks (
      name text primary key,
      next_at timestamptz(3) not null default now(),
      lease_until timestamptz,
      worker text,
      attempt integer not null default 0,
      last_started_at timestamptz,
      last_finished_at timestamptz,
      last_error text
    );

    create table retention_clock (
      -- One row for the service.
      one boolean primary key default true check (one),
      -- The last time at which PostgreSQL's clock was believed, by itself; null: it was not looked at yet.
      believed_at timestamptz,
      -- Since when it is not, and since when the gateways have agreed with it all the while.
      doubted_since timestamptz,
      agreed_since timestamptz,
      looked_at timestamptz
    );

    create unlogged table rate_buckets (
      key text primary key,
      tokens double precision not null,
      refilled_at timestamptz(3) not null default now()
    );

    create table idempotency_keys (
      org_id uuid not null references organisations (id),
      actor_id uuid not null,
      key text not null check (length(key) between 1 and 255),
      request_sha256 bytea not null,
      status_code integer,
      response jsonb,
      created_at timestamptz(3) not null default now(),
      -- Drawn by each request that takes the key.
      attempt uuid,
      -- Written by each transaction of the request that writes, as the last thing before its COMMIT.
      took_effect boolean not null default false,
      -- It failed, and the node that carried it out is done with it.
      ended_at timestamptz(3),
      primary key (org_id, actor_id, key)
    );
    create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);
    insert into retention_clock default values;
    insert into presence_watch default values;
    grant select, insert, update, delete on nodes to sightline_app, sightline_worker;
    grant select, insert, update, delete on periodic_tasks to sightline_worker;
    grant select, update on retention_clock, presence_watch to sightline_worker;
    grant select, insert, update, delete on rate_buckets to sightline_app;`,
  )
  await protectTenantTable(db, 'idempotency_keys')
}
