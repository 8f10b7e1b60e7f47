import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/** Events with the site at trigger time, their media, uploads under way, shares, and the counters of totals. */
export async function createEvents(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table events (
      org_id uuid not null references organisations (id),
      id uuid not null,
      camera_id uuid not null,
      site_id uuid not null,
      gateway_id uuid,
      event_category text not null,
      trigger_topic text not null default '',
      trigger_source text not null
        check (trigger_source in ('onvif', 'software', 'manual', 'scheduled', 'ai')),
      raw_source text not null default '',
      raw_data jsonb not null default '{}',
      triggered_at timestamptz not null,
      received_at timestamptz(3) not null default now(),
      gateway_clock_offset_ms double precision,
      clock_synced boolean,
      late boolean not null default false,
      request_id text,
      absorbed_by uuid,
      awaiting_answer boolean not null default false,
      recording_source text not null default 'gateway' check (recording_source in ('gateway', 'relay')),
      expected_duration_sec integer,
      clip_status text not null default 'recording'
        check (clip_status in ('recording', 'uploading', 'ready', 'failed', 'expired')),
      clip_error text,
      clip_start_at timestamptz,
      clip_end_at timestamptz,
      duration_sec integer,
      clip_codec text,
      closed_at timestamptz,
      summary text,
      narrative text,
      tags text[] not null default '{}',
      ai_status text not null default 'pending'
        check (ai_status in ('pending', 'completed', 'skipped', 'failed')),
      ai_severity text,
      ai_confidence double precision,
      ai_error text,
      ai_completed_at timestamptz,
      acknowledged boolean not null default false,
      acknowledged_by_kind text,
      acknowledged_by uuid,
      acknowledged_by_name text,
      acknowledged_at timestamptz,
      starred boolean not null default false,
      notes text check (length(notes) <= 2000),
      triggered_by_kind text not null default 'system',
      triggered_by_id uuid,
      triggered_by_name text not null default '',
      deleted_at timestamptz,
      snapshot_id uuid,
      primary key (org_id, id),
      foreign key (org_id, camera_id) references cameras (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id)
    );
    -- Covers the columns that lists filter by, so that their exact totals are counted without the rows.
    create index events_newest on events (org_id, triggered_at desc, id desc)
      include (site_id, camera_id, event_category, trigger_source, ai_status, starred)
      where deleted_at is null;
    create index events_of_camera on events (org_id, camera_id, triggered_at desc, id desc)
      where deleted_at is null;
    create index events_of_site on events (org_id, site_id, triggered_at desc, id desc)
      where deleted_at is null;
    create index events_of_category on events (org_id, event_category, triggered_at desc, id desc)
      where deleted_at is null;
    create index events_with_clip on events (org_id, triggered_at, id) where clip_status = 'ready';
    create index events_deleted on events (org_id, triggered_at, id) where deleted_at is not null;
    create index events_starred on events (org_id, triggered_at desc, id desc)
      include (site_id, camera_id, event_category, trigger_source, ai_status)
      where deleted_at is null and starred;
    -- What the watch over events that wait for ever goes through.
    create index events_unanalysed on events (org_id, received_at)
      where ai_status = 'pending' and deleted_at is null;

    -- Totals per site and category of events that are not deleted, moved once per batch of inserts.
    create table event_counts (
      org_id uuid not null references organisations (id),
      site_id uuid not null,
      event_category text not null,
      count bigint not null default 0 check (count >= 0),
      primary key (org_id, site_id, event_category),
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade
    );

    create table event_shares (
      org_id uuid not null,
      id uuid not null,
      event_id uuid not null,
      token_hash bytea not null,
      password_hash text,
      failed_attempts integer not null default 0,
      locked_until timestamptz,
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      view_count integer not null default 0 check (view_count >= 0),
      last_viewed_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade
    );
    create index event_shares_newest on event_shares (org_id, event_id, created_at desc, id desc);

    create table share_token_lookup (
      token_hash bytea primary key,
      org_id uuid not null,
      share_id uuid not null,
      foreign key (org_id, share_id) references event_shares (org_id, id) on delete cascade
    );

    create table media (
      org_id uuid not null references organisations (id),
      id uuid not null,
      event_id uuid,
      camera_id uuid not null,
      site_id uuid not null,
      kind text not null check (kind in ('clip', 'snapshot', 'frame')),
      state text not null default 'pending' check (state in ('pending', 'ready', 'deleted')),
      key text not null,
      content_type text not null,
      bytes bigint not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      codec text,
      width integer,
      height integer,
      created_at timestamptz(3) not null default now(),
      ready_at timestamptz,
      deleted_at timestamptz,
      run_id uuid,
      taken_at timestamptz,
      primary key (org_id, id),
      unique (org_id, key),
      foreign key (org_id, event_id) references events (org_id, id),
      foreign key (org_id, camera_id) references cameras (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id),
      constraint media_frame_check check ((kind = 'frame') = (run_id is not null and taken_at is not null))
    );
    create index media_of_event on media (org_id, event_id, kind);
    create index media_of_camera on media (org_id, camera_id, kind, created_at desc);
    create index media_to_remove on media (org_id, deleted_at) where state = 'deleted';
    create index media_of_no_event on media (org_id, created_at) where event_id is null;
    -- Frames whose bytes never came: few at any time.
    create index media_unfinished_frames on media (org_id, created_at) where kind = 'frame' and state = 'pending';

    create table uploads (
      org_id uuid not null,
      id uuid not null,
      media_id uuid not null,
      gateway_id uuid,
      part_size integer not null check (part_size > 0),
      part_count integer not null check (part_count > 0),
      adapter_upload_id text,
      state text not null default 'open' check (state in ('open', 'complete', 'abandoned')),
      created_at timestamptz(3) not null default now(),
      completed_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, media_id) references media (org_id, id) on delete cascade
    );
    create unique index uploads_open on uploads (org_id, media_id) where state = 'open';
    create index uploads_by_age on uploads (org_id, created_at);
    create index uploads_of_medium on uploads (org_id, media_id);

    create table upload_parts (
      org_id uuid not null,
      upload_id uuid not null,
      number integer not null check (number > 0),
      bytes integer not null,
      etag text not null default '',
      received_at timestamptz(3) not null default now(),
      primary key (org_id, upload_id, number),
      foreign key (org_id, upload_id) references uploads (org_id, id) on delete cascade
    );
    grant select, insert, update, delete on share_token_lookup to sightline_app;`,
  )
  for (const table of ['events', 'event_counts', 'event_shares', 'media', 'uploads', 'upload_parts']) {
    await protectTenantTable(db, table)
  }
}
