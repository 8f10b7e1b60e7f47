import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from './tenant-table.js'

/** Webhook endpoints, deliveries as work rows, and the record of each attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table webhooks (
      org_id uuid not null references organisations (id),
      id uuid not null,
      name text not null,
      url text not null,
      event_types text[] not null,
      enabled boolean not null default true,
      disabled_reason text,
      consecutive_failures integer not null default 0,
      secret bytea not null,
      secret_key_id text not null,
      previous_secret bytea,
      previous_secret_key_id text,
      previous_secret_until timestamptz,
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz,
      primary key (org_id, id)
    );
    create index webhooks_alive on webhooks (org_id, created_at, id) where deleted_at is null;

    create table webhook_deliveries (
      org_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      ${workColumns},
      event_type text not null,
      alert_id uuid,
      payload jsonb not null,
      is_test boolean not null default false,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz,
      primary key (org_id, id),
      unique (org_id, webhook_id, alert_id),
      check (status in ('pending', 'delivered', 'failed')),
      foreign key (org_id, webhook_id) references webhooks (org_id, id),
      foreign key (org_id, alert_id) references alerts (org_id, id)
    );
    create index webhook_deliveries_waiting on webhook_deliveries (next_at) where status = 'pending';
    create index webhook_deliveries_of_webhook on webhook_deliveries
      (org_id, webhook_id, created_at desc, id desc);

    create table webhook_attempts (
      org_id uuid not null,
      id uuid not null,
      delivery_id uuid not null,
      number integer not null,
      started_at timestamptz not null,
      duration_ms integer not null,
      status_code integer,
      error text,
      response_excerpt text,
      primary key (org_id, id),
      foreign key (org_id, delivery_id) references webhook_deliveries (org_id, id) on delete cascade
    );
    create index webhook_attempts_of_delivery on webhook_attempts (org_id, delivery_id, number);`,
  )
  for (const table of ['webhooks', 'webhook_deliveries', 'webhook_attempts']) {
    await protectTenantTable(db, table)
  }
  await openToWorkers(db, 'webhook_deliveries')
}
