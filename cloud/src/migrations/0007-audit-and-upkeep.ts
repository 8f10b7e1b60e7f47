import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** The audit log, answers kept for repeated requests, and periodic work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table audit_log (
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
    grant select, insert, update, delete on periodic_tasks to sightline_worker;`,
  )
  // Insert-only: the application can neither change nor remove what it wrote.
  await protectTenantTable(db, 'audit_log', { grants: ['select', 'insert'] })
  await protectTenantTable(db, 'idempotency_keys')
}
