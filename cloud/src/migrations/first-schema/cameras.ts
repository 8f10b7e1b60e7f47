import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/**
 * Cameras, whose addresses stand without userinfo and whose credentials only sealed, and the relays that hold those
 * without a gateway.
 */
export async function createCameras(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table cameras (
      org_id uuid not null references organisations (id),
      id uuid not null,
      site_id uuid not null,
      gateway_id uuid,
      name text not null,
      connection_mode text not null default 'gateway' check (connection_mode in ('gateway', 'direct')),
      type text not null check (type in ('rtsp', 'onvif')),
      status text not null default 'pending'
        check (status in ('pending', 'online', 'offline', 'error', 'disabled')),
      observed_status text not null default 'connecting',
      status_cause text,
      status_message text,
      status_changed_at timestamptz(3) not null default now(),
      enabled boolean not null default true,
      host text,
      port integer not null default 80 check (port between 1 and 65535),
      credentials bytea,
      credentials_key_id text,
      identity jsonb not null default '{}',
      stream_transport text not null default 'tcp' check (stream_transport in ('tcp', 'udp')),
      stream_mode text not null default 'single' check (stream_mode in ('single', 'dual')),
      active_tier text not null default 'main' check (active_tier in ('main', 'sub')),
      recording_duration_sec integer not null default 15 check (recording_duration_sec between 5 and 120),
      pre_event_buffer_sec integer not null default 5 check (pre_event_buffer_sec between 0 and 10),
      post_event_buffer_sec integer not null default 5 check (post_event_buffer_sec between 0 and 10),
      ai_analysis_mode text not null default 'multi_frame'
        check (ai_analysis_mode in ('snapshot_only', 'multi_frame', 'full_video', 'disabled')),
      ai_pass_mode text not null default 'one_pass' check (ai_pass_mode in ('one_pass', 'two_pass')),
      prompt_pack_id uuid,
      ai_provider_override text,
      ai_model_override text,
      motion_sensitivity text not null default 'medium'
        check (motion_sensitivity in ('low', 'medium', 'high')),
      detection_stream text not null default 'sub' check (detection_stream in ('sub', 'main')),
      recording_stream text not null default 'main' check (recording_stream in ('main', 'sub')),
      motion_zones_json jsonb not null default '[]',
      diagnostics jsonb not null default '{}',
      config_revision bigint not null default 1,
      last_trigger_at timestamptz,
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz,
      reported_at timestamptz(3),
      primary key (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id)
    );
    create index cameras_alive on cameras (org_id, created_at, id) where deleted_at is null;
    create index cameras_by_gateway on cameras (org_id, gateway_id) where deleted_at is null;
    create index cameras_by_site on cameras (org_id, site_id);
    create index cameras_by_prompt_pack on cameras (org_id, prompt_pack_id) where prompt_pack_id is not null;

    create table camera_streams (
      org_id uuid not null,
      camera_id uuid not null,
      role text not null check (role in ('main', 'sub')),
      url text not null,
      codec text,
      width integer,
      height integer,
      fps double precision,
      primary key (org_id, camera_id, role),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );

    create table camera_placements (
      org_id uuid not null,
      camera_id uuid not null,
      from_at timestamptz not null,
      until_at timestamptz,
      gateway_id uuid,
      site_id uuid not null,
      primary key (org_id, camera_id, from_at),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );

    -- One row a relay; they belong to the operator, not to an organisation. The newest epoch is the live session.
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

    create function keep_placements() returns trigger language plpgsql as $$
    begin
      update camera_placements set until_at = now()
      where org_id = new.org_id and camera_id = new.id and until_at is null;
      insert into camera_placements (org_id, camera_id, from_at, gateway_id, site_id)
      values (new.org_id, new.id, now(), new.gateway_id, new.site_id)
      -- Moved twice in one transaction: nobody saw the place between.
      on conflict (org_id, camera_id, from_at) do update
      set gateway_id = excluded.gateway_id, site_id = excluded.site_id, until_at = null;
      return null;
    end $$;
    create trigger keep_placements_of_new after insert on cameras
      for each row execute function keep_placements();
    create trigger keep_placements after update of gateway_id, site_id on cameras
      for each row when ((old.gateway_id, old.site_id) is distinct from (new.gateway_id, new.site_id))
      execute function keep_placements();
    grant select, insert, update, delete on relays to sightline_worker;
    grant select on relays to sightline_app;

    -- Relays share out the cameras of all organisations.
    create policy claimed_by_workers on camera_leases to sightline_worker using (true);
    grant select (org_id, camera_id, relay_id, epoch, lease_until, created_at) on camera_leases
      to sightline_worker;
    grant update (relay_id, epoch, lease_until) on camera_leases to sightline_worker;
    create policy shared_out_by_workers on cameras for select to sightline_worker
      using (connection_mode = 'direct');
    grant select (org_id, id, connection_mode, enabled, deleted_at, config_revision, observed_status) on cameras
      to sightline_worker;`,
  )
  for (const table of ['cameras', 'camera_streams', 'camera_placements', 'camera_leases']) {
    await protectTenantTable(db, table)
  }
}
