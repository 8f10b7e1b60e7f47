import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Cameras and their streams. Addresses stand here without userinfo; credentials only sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
      primary key (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id)
    );
    create index cameras_alive on cameras (org_id, created_at, id) where deleted_at is null;
    create index cameras_by_gateway on cameras (org_id, gateway_id) where deleted_at is null;
    create index cameras_by_site on cameras (org_id, site_id);

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
    );`,
  )
  await protectTenantTable(db, 'cameras')
  await protectTenantTable(db, 'camera_streams')
}
