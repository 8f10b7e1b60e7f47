import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Relays, and the leases by which they hold the cameras that have no gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `-- One row a relay; they belong to the operator, not to an organisation. The newest epoch is the live session.
    create table relays (
      relay_id uuid primary key,
      epoch bigint not null default 1,
      node_id text not null,
      boot_id uuid not null,
      version text not null default '',
      public_key jsonb not null,
      capacity integer not null check (capacity between 1 and 50),
      connected_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create index relays_open on relays (seen_at) where closed_at is null;
    grant select, insert, update, delete on relays to sightline_worker;
    grant select on relays to sightline_app;

    -- One row for each camera that was ever in direct mode. The epoch grows only. When a lease ends, relay_id and
    -- epoch stay: what was recorded under it is taken until another relay takes the camera over.
    create table camera_leases (
      org_id uuid not null,
      camera_id uuid not null,
      relay_id uuid,
      epoch bigint not null default 0,
      lease_until timestamptz,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, camera_id),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade,
      check (relay_id is null or epoch >= 1)
    );
    create index camera_leases_of_relay on camera_leases (relay_id, lease_until);
    create index camera_leases_ending on camera_leases (lease_until nulls first);

    -- A command goes to a gateway, or to a relay.
    alter table gateway_commands alter column gateway_id drop not null;
    alter table gateway_commands add column relay_id uuid;
    alter table gateway_commands add column lease jsonb;
    alter table gateway_commands add check ((gateway_id is null) <> (relay_id is null));`,
  )
  await protectTenantTable(db, 'camera_leases')
  await run(
    db,
    `create policy claimed_by_workers on camera_leases to sightline_worker using (true);
     grant select (org_id, camera_id, relay_id, epoch, lease_until, created_at) on camera_leases
       to sightline_worker;
     grant update (relay_id, epoch, lease_until) on camera_leases to sightline_worker;
     create policy shared_out_by_workers on cameras for select to sightline_worker
       using (connection_mode = 'direct');
     grant select (org_id, id, connection_mode, enabled, deleted_at, config_revision, observed_status) on cameras
       to sightline_worker;
     grant select (relay_id) on gateway_commands to sightline_worker;`,
  )
}
