import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * What the service needs to be right where a clock is wrong, a frame cannot be taken, an answer was lost, or many look at
 * cameras at once; and which channel of a device a camera is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createClocks(db)
  await createQuarantine(db)
  await createProbeTurns(db)
  await run(
    db,
    `alter table cameras add column onvif_channel text;

    -- Drawn by each request that takes the key.
    alter table idempotency_keys add column attempt uuid;
    -- Written by each transaction of the request that writes, as the last thing before its COMMIT.
    alter table idempotency_keys add column took_effect boolean not null default false;
    -- It failed, and the node that carried it out is done with it.
    alter table idempotency_keys add column ended_at timestamptz(3);`,
  )
}

async function createClocks(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `-- How far the clock of the node is ahead of PostgreSQL's.
    alter table nodes add column clock_offset_ms double precision not null default 0;

    create table presence_watch (
      -- One row for the service.
      one boolean primary key default true check (one),
      -- The node that looks for silence, and when it last did.
      node_id text,
      beat_at timestamptz,
      -- Since when PostgreSQL could be told of signs of life, without a gap.
      steady_since timestamptz
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
    insert into retention_clock default values;
    insert into presence_watch default values;
    grant select, update on retention_clock, presence_watch to sightline_worker;

    -- What gateways say of their clocks, and no more.
    create policy timed_by_workers on gateways for select to sightline_worker using (true);
    grant select (clock_offset_ms, clock_synced, last_heartbeat_at, deleted_at) on gateways to sightline_worker;`,
  )
}

async function createQuarantine(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table quarantined_frames (
      org_id uuid not null references organisations (id),
      -- Time-ordered: frames of one event are taken in the order in which they came.
      id uuid not null,
      gateway_id uuid,
      camera_id uuid not null,
      event_id uuid not null,
      type text not null check (type in ('event.opened', 'event.extended', 'event.closed')),
      -- As it came: jsonb takes less than JSON.
      body text not null,
      -- SHA-256 of sender, type and body: a frame that is sent again is here once.
      digest bytea not null,
      reason text not null,
      tries integer not null default 0,
      received_at timestamptz not null,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id, event_id, digest)
    );
    create policy counted_by_workers on quarantined_frames for select to sightline_worker using (true);
    grant select (org_id, reason, created_at) on quarantined_frames to sightline_worker;`,
  )
  await protectTenantTable(db, 'quarantined_frames')
}

async function createProbeTurns(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table probe_turns (
      org_id uuid not null references organisations (id) on delete cascade,
      -- A gateway's id; for cameras in direct mode, which any relay looks at, that of the organisation.
      line uuid not null,
      place smallint not null,
      holder uuid not null,
      -- A node that died leaves its place to others then.
      held_until timestamptz not null,
      primary key (org_id, line, place)
    );`,
  )
  await protectTenantTable(db, 'probe_turns')
}
