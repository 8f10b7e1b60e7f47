import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/** What every area stands on: nodes, periodic work, limits, repeated requests. */
export async function createPlatform(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table nodes (
      node_id text primary key,
      started_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now(),
      key_ids text[] not null default '{}'
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
      primary key (org_id, actor_id, key)
    );
    create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);
    grant select, insert, update, delete on nodes to sightline_app, sightline_worker;
    grant select, insert, update, delete on periodic_tasks to sightline_worker;
    grant select, insert, update, delete on rate_buckets to sightline_app;`,
  )
  await protectTenantTable(db, 'idempotency_keys')
}
