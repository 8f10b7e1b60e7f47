begin;

set local check_function_bodies = off;

do $$
declare
  name text;
begin
  foreach name in array array['sightline_app', 'sightline_worker'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I noinherit', name);
    end if;
  end loop;
end $$;

create extension if not exists btree_gin;

create extension if not exists citext;

create extension if not exists pg_trgm;

CREATE OR REPLACE FUNCTION public.keep_placements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update camera_placements set until_at = now()
      where org_id = new.org_id and camera_id = new.id and until_at is null;
      insert into camera_placements (org_id, camera_id, from_at, gateway_id, site_id)
      values (new.org_id, new.id, now(), new.gateway_id, new.site_id)
      -- Moved twice in one transaction: nobody saw the place between.
      on conflict (org_id, camera_id, from_at) do update
      set gateway_id = excluded.gateway_id, site_id = excluded.site_id, until_at = null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.words_of(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (to_tsvector('simple'::regconfig, "left"(given, 20000)) || to_tsvector('english'::regconfig, "left"(given, 20000)));

CREATE OR REPLACE FUNCTION public.document_of(summary text, narrative text, tags text[], notes text, category text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((setweight(words_of(COALESCE(array_to_string(tags, ' , '::text), ''::text)), 'A'::"char") || setweight(words_of(((COALESCE(summary, ''::text) || '
'::text) || COALESCE(notes, ''::text))), 'B'::"char")) || setweight(words_of(COALESCE(narrative, ''::text)), 'C'::"char")) || setweight(words_of(replace(category, '_'::text, ' '::text)), 'D'::"char"));

CREATE OR REPLACE FUNCTION public.keep_event_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.deleted_at is not null or not new.visible
        or (new.summary is null and new.narrative is null and new.tags = '{}' and new.notes is null) then
        delete from event_texts where org_id = new.org_id and event_id = new.id;
      else
        insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document)
        values (new.org_id, new.id, new.site_id, new.camera_id, new.event_category, new.triggered_at,
          document_of(new.summary, new.narrative, new.tags, new.notes, new.event_category))
        on conflict (org_id, event_id) do update set document = excluded.document;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.revise_alert_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into alert_rule_revisions (org_id, revision)
      values (coalesce(new.org_id, old.org_id), gen_random_uuid())
      on conflict (org_id) do update set revision = excluded.revision;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.watch_outages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      is_up boolean := new.deleted_at is null and new.status = 'online';
      -- A camera in error gives no picture either. A disabled one is neither up nor down.
      is_down boolean := new.deleted_at is null and new.status in ('offline', 'error');
    begin
      if is_up then
        insert into outage_watch (org_id, id, kind, up_since) values (new.org_id, new.id, tg_argv[0], now())
        on conflict (org_id, id) do update set up_since = now(), down_since = null, status = 'pending', next_at = now(), lease_until = null, worker = null;
      elsif is_down then
        update outage_watch set down_since = now(), status = 'pending', next_at = now(), lease_until = null, worker = null
        where org_id = new.org_id and id = new.id and down_since is null;
      else
        update outage_watch set down_since = null, status = 'pending', next_at = now(), lease_until = null, worker = null
        where org_id = new.org_id and id = new.id and down_since is not null;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_stored_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into stored_bytes (org_id, bytes)
      select org_id, case tg_op when 'INSERT' then sum(bytes) else -sum(bytes) end
      from changed group by org_id order by org_id
      on conflict (org_id) do update set bytes = stored_bytes.bytes + excluded.bytes;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.hide_by_visible()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.visible := false;
      new.deleted_at := nullif(new.deleted_at, new.triggered_at);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.show_by_visible()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.visible := true;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.change_of(was boolean, is_now boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (was AND is_now) THEN 'updated'::text WHEN is_now THEN 'created'::text WHEN was THEN 'removed'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.note_camera_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told constant text := change_of(tg_op = 'UPDATE' and old.deleted_at is null, new.deleted_at is null);
      unseen constant text[] := array['config_revision', 'last_trigger_at', 'reported_at', 'diagnostics', 'identity',
        'credentials', 'credentials_key_id', 'observed_status'];
    begin
      if told = 'updated' then
        if to_jsonb(old) - unseen = to_jsonb(new) - unseen then
          return null;
        end if;
        if old.site_id <> new.site_id then
          insert into changes (org_id, kind, change, id, site_id, camera_id, moved_to)
          values (new.org_id, 'camera', 'removed', new.id, old.site_id, new.id, new.site_id);
        end if;
      end if;
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select new.org_id, 'camera', told, new.id, new.site_id, new.id where told is not null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_gateway_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told constant text := change_of(tg_op = 'UPDATE' and old.deleted_at is null, new.deleted_at is null);
    begin
      if told = 'updated' and old.site_id <> new.site_id then
        insert into changes (org_id, kind, change, id, site_id, moved_to)
        values (new.org_id, 'gateway', 'removed', new.id, old.site_id, new.site_id);
      end if;
      insert into changes (org_id, kind, change, id, site_id)
      select new.org_id, 'gateway', told, new.id, new.site_id where told is not null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_sites_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, site_id, gained)
      select org_id, 'user', user_id, 'sites', site_id, tg_op = 'INSERT' from changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_sites_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, site_id, gained)
      select org_id, 'service_account', service_account_id, 'sites', site_id, tg_op = 'INSERT' from changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_role_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, gained)
      values (new.org_id, 'user', new.id, 'sites', old.role = 'viewer');
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_new_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select org_id, 'event', 'created', id, site_id, camera_id from changed where visible and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told constant text := change_of(old.visible and old.deleted_at is null, new.visible and new.deleted_at is null);
      -- The event before, with the clip of the event after.
      with_clip events := old;
    begin
      with_clip.clip_status := new.clip_status;
      with_clip.clip_error := new.clip_error;
      with_clip.clip_note := new.clip_note;
      with_clip.clip_start_at := new.clip_start_at;
      with_clip.clip_end_at := new.clip_end_at;
      with_clip.clip_codec := new.clip_codec;
      with_clip.duration_sec := new.duration_sec;
      with_clip.closed_at := new.closed_at;
      if told = 'updated' and old is distinct from with_clip then
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (new.org_id, 'clip', 'updated', new.id, new.site_id, new.camera_id);
        if new is not distinct from with_clip then
          return null;
        end if;
      end if;
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      values (new.org_id, 'event', told, new.id, new.site_id, new.camera_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_removed_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      values (old.org_id, 'event', 'removed', old.id, old.site_id, old.camera_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_analysis()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select new.org_id, 'analysis', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, camera_id
      from events where org_id = new.org_id and id = new.event_id and visible and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'DELETE' then
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (old.org_id, 'alert', 'removed', old.id, old.site_id, old.camera_id);
      else
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (new.org_id, 'alert', case tg_op when 'INSERT' then 'created' else 'updated' end,
          new.id, new.site_id, new.camera_id);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_camera_outage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      began constant timestamptz(3) := greatest(old.status_changed_at, (
        select max(end_at) from camera_outages where org_id = old.org_id and camera_id = old.id));
      ended constant timestamptz(3) := case
        when new.status_changed_at > old.status_changed_at then new.status_changed_at else now() end;
    begin
      if ended <= began then
        return null;
      end if;
      -- A status may become another of these without a picture between them, and a bad line comes and goes.
      update camera_outages set end_at = ended
      where org_id = old.org_id and camera_id = old.id and site_id = old.site_id
        and end_at >= began - interval '10 seconds';
      if not found then
        insert into camera_outages (org_id, camera_id, site_id, start_at, end_at)
        values (old.org_id, old.id, old.site_id, began, ended);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_discovery_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      select org_id, 'gateway', 'updated', id, site_id from gateways
      where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_gateway_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      select org_id, 'gateway', 'updated', id, site_id from gateways
      where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_gateway_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      values (new.org_id, 'gateway', 'updated', new.id, new.site_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_pairing_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into restricted_changes (org_id, kind, change, id, site_id, at_least)
      select org_id, 'pairing', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, 'operator'
      from gateways where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_scan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into restricted_changes (org_id, kind, change, id, site_id, at_least)
      select org_id, 'discovery', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, 'operator'
      from gateways where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_new_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into restricted_changes (org_id, kind, change, id, at_least)
      select org_id, 'delivery', 'created', id, 'operator' from changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_delivery_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into restricted_changes (org_id, kind, change, id, at_least)
      values (new.org_id, 'delivery', 'updated', new.id, 'operator');
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_inboxes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into restricted_changes (org_id, kind, change, id, user_id)
      select org_id, 'inbox', case tg_op when 'INSERT' then 'created' else 'updated' end, id, user_id
      from (select org_id, id, user_id, row_number() over (partition by user_id order by created_at desc, id) as place
        from changed) as told
      where place <= 20;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_gateway_outage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      began constant timestamptz(3) := greatest(old.last_heartbeat_at, (
        select max(end_at) from gateway_outages where org_id = old.org_id and gateway_id = old.id));
    begin
      if new.last_heartbeat_at > began then
        insert into gateway_outages (org_id, gateway_id, start_at, end_at)
        values (new.org_id, new.id, began, new.last_heartbeat_at);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_cut_of_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_cuts as known (org_id, xid)
      select org_id, max(xid) from removed group by org_id
      on conflict (org_id) do update set xid = excluded.xid where known.xid < excluded.xid;
      return null;
    end $function$;

create table access_changes (
  org_id uuid not null,
  xid xid8 default pg_current_xact_id() not null,
  seq bigint generated always as identity not null,
  principal_kind text not null,
  principal_id uuid not null,
  what text not null,
  site_id uuid,
  gained boolean,
  at timestamp(3) with time zone default clock_timestamp() not null
);

create table ai_provider_keys (
  org_id uuid not null,
  id uuid not null,
  provider text not null,
  secret bytea not null,
  secret_key_id text not null,
  created_at timestamp(3) with time zone default now() not null
);

create table alert_rule_cooldowns (
  org_id uuid not null,
  rule_id uuid not null,
  subject_id uuid not null,
  last_fired_at timestamp with time zone not null
);

create table alert_rule_recipients (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  channels text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone default now() not null
);

create table alert_rule_revisions (
  org_id uuid not null,
  revision uuid not null
);

create table alert_rules (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  rule_kind text not null,
  event_category text,
  trigger_topic_pattern text,
  source_filter text[],
  system_trigger text,
  custom_tags text[] default '{}'::text[] not null,
  min_confidence double precision,
  scope_type text default 'all_cameras'::text not null,
  site_ids uuid[] default '{}'::uuid[] not null,
  camera_ids uuid[] default '{}'::uuid[] not null,
  zones_filter text[] default '{}'::text[] not null,
  schedule_type text default 'always'::text not null,
  cooldown_sec integer default 300 not null,
  aggregation_window_seconds integer default 0 not null,
  delay_seconds integer default 0 not null,
  conditions_json jsonb default '{}'::jsonb not null,
  severity text default 'medium'::text not null,
  enabled boolean default true not null,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp with time zone,
  compiled_version_id uuid,
  notification_window_sec integer
);

create table alert_timeline (
  org_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  at timestamp(3) with time zone default now() not null,
  action text not null,
  to_status text,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null
);

create table alerts (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  event_id uuid,
  camera_id uuid,
  gateway_id uuid,
  site_id uuid not null,
  status text default 'new'::text not null,
  severity text default 'medium'::text not null,
  description text default ''::text not null,
  confidence double precision,
  late boolean default false not null,
  triggered_at timestamp with time zone not null,
  fired_at timestamp(3) with time zone default now() not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by_kind text,
  acknowledged_by_id uuid,
  acknowledged_by_name text,
  resolved_at timestamp with time zone,
  outage_lasts boolean default false not null,
  kind text
);

create table analysis_focus_versions (
  org_id uuid not null,
  camera_id uuid not null,
  version integer not null,
  focus_text text not null,
  ignore_guidance text not null,
  monitoring_schedule jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null
);

create table api_key_lookup (
  prefix text not null,
  kind text not null,
  org_id uuid not null,
  key_id uuid not null
);

create table audit_log (
  org_id uuid not null,
  id uuid not null,
  at timestamp(3) with time zone default now() not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id uuid,
  address text,
  user_agent text,
  data jsonb default '{}'::jsonb not null
);

create table camera_leases (
  org_id uuid not null,
  camera_id uuid not null,
  relay_id uuid,
  epoch bigint default 0 not null,
  lease_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null
);

create table camera_outages (
  org_id uuid not null,
  camera_id uuid not null,
  site_id uuid not null,
  start_at timestamp(3) with time zone not null,
  end_at timestamp(3) with time zone not null
);

create table camera_placements (
  org_id uuid not null,
  camera_id uuid not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  gateway_id uuid,
  site_id uuid not null
);

create table camera_streams (
  org_id uuid not null,
  camera_id uuid not null,
  role text not null,
  url text not null,
  codec text,
  width integer,
  height integer,
  fps double precision
);

create table cameras (
  org_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  gateway_id uuid,
  name text not null,
  connection_mode text default 'gateway'::text not null,
  type text not null,
  status text default 'pending'::text not null,
  observed_status text default 'connecting'::text not null,
  status_cause text,
  status_message text,
  status_changed_at timestamp(3) with time zone default now() not null,
  enabled boolean default true not null,
  host text,
  port integer default 80 not null,
  credentials bytea,
  credentials_key_id text,
  identity jsonb default '{}'::jsonb not null,
  stream_transport text default 'tcp'::text not null,
  stream_mode text default 'single'::text not null,
  active_tier text default 'main'::text not null,
  recording_duration_sec integer default 15 not null,
  pre_event_buffer_sec integer default 5 not null,
  post_event_buffer_sec integer default 5 not null,
  ai_analysis_mode text default 'multi_frame'::text not null,
  ai_pass_mode text default 'one_pass'::text not null,
  prompt_pack_id uuid,
  ai_provider_override text,
  ai_model_override text,
  motion_sensitivity text default 'medium'::text not null,
  detection_stream text default 'sub'::text not null,
  recording_stream text default 'main'::text not null,
  motion_zones_json jsonb default '[]'::jsonb not null,
  diagnostics jsonb default '{}'::jsonb not null,
  config_revision bigint default 1 not null,
  last_trigger_at timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp with time zone,
  reported_at timestamp(3) with time zone,
  onvif_channel text
);

create table change_cuts (
  org_id uuid not null,
  xid xid8 not null
);

create table change_lineage (
  id uuid default gen_random_uuid() not null
);

create table changes (
  org_id uuid not null,
  xid xid8 default pg_current_xact_id() not null,
  seq bigint generated always as identity not null,
  kind text not null,
  change text not null,
  id uuid not null,
  site_id uuid not null,
  camera_id uuid,
  moved_to uuid,
  at timestamp(3) with time zone default clock_timestamp() not null
);

create table compiled_rule_versions (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  number integer not null,
  sentence text,
  predicate jsonb not null,
  judge_use text not null,
  in_doubt text default 'alert'::text not null,
  severity text,
  note text,
  needs_cameras uuid[],
  needs_sites uuid[],
  needs_categories text[],
  needs_labels text[],
  labels_known text not null,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null,
  created_at timestamp(3) with time zone default now() not null,
  activated_at timestamp(3) with time zone,
  deleted_at timestamp with time zone
);

create table event_analyses (
  org_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  version integer not null,
  cause text not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  mode text not null,
  pass_mode text not null,
  provider text,
  model text,
  prompt_version text,
  pictures jsonb default '[]'::jsonb not null,
  depth text,
  calls integer default 0 not null,
  input_tokens integer,
  output_tokens integer,
  cost double precision,
  model_ms integer,
  pictures_ms integer,
  own_ms integer,
  result jsonb,
  reason text,
  note text,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text
);

create table event_counts (
  org_id uuid not null,
  site_id uuid not null,
  event_category text not null,
  count bigint default 0 not null
);

create table event_feedback (
  org_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  rule_id uuid,
  alert_id uuid,
  verdict text not null,
  comment text,
  camera_id uuid not null,
  event_category text not null,
  given_by_kind text not null,
  given_by_id uuid not null,
  given_by_name text not null,
  given_at timestamp(3) with time zone default now() not null,
  changed_at timestamp(3) with time zone default now() not null
);

create table event_shares (
  org_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  token_hash bytea not null,
  password_hash text,
  failed_attempts integer default 0 not null,
  locked_until timestamp with time zone,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  view_count integer default 0 not null,
  last_viewed_at timestamp with time zone
);

create table event_texts (
  org_id uuid not null,
  event_id uuid not null,
  site_id uuid not null,
  camera_id uuid not null,
  event_category text not null,
  triggered_at timestamp with time zone not null,
  document tsvector not null
);

create table events (
  org_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  site_id uuid not null,
  gateway_id uuid,
  event_category text not null,
  trigger_topic text default ''::text not null,
  trigger_source text not null,
  raw_source text default ''::text not null,
  raw_data jsonb default '{}'::jsonb not null,
  triggered_at timestamp with time zone not null,
  received_at timestamp(3) with time zone default now() not null,
  gateway_clock_offset_ms double precision,
  clock_synced boolean,
  late boolean default false not null,
  request_id text,
  absorbed_by uuid,
  awaiting_answer boolean default false not null,
  recording_source text default 'gateway'::text not null,
  expected_duration_sec integer,
  clip_status text default 'recording'::text not null,
  clip_error text,
  clip_start_at timestamp with time zone,
  clip_end_at timestamp with time zone,
  duration_sec integer,
  clip_codec text,
  closed_at timestamp with time zone,
  summary text,
  narrative text,
  tags text[] default '{}'::text[] not null,
  ai_status text default 'pending'::text not null,
  ai_severity text,
  ai_confidence double precision,
  ai_error text,
  ai_completed_at timestamp with time zone,
  acknowledged boolean default false not null,
  acknowledged_by_kind text,
  acknowledged_by uuid,
  acknowledged_by_name text,
  acknowledged_at timestamp with time zone,
  starred boolean default false not null,
  notes text,
  triggered_by_kind text default 'system'::text not null,
  triggered_by_id uuid,
  triggered_by_name text default ''::text not null,
  deleted_at timestamp with time zone,
  snapshot_id uuid,
  visible boolean default true not null,
  clip_note text,
  happened_at timestamp with time zone
);

create table gateway_commands (
  org_id uuid not null,
  id uuid not null,
  gateway_id uuid,
  node_id text not null,
  type text not null,
  body jsonb not null,
  status text default 'pending'::text not null,
  deadline timestamp with time zone not null,
  result jsonb,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp with time zone,
  relay_id uuid,
  lease jsonb
);

create table gateway_discoveries (
  org_id uuid not null,
  gateway_id uuid not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  error text,
  devices jsonb default '[]'::jsonb not null,
  seen jsonb default '[]'::jsonb not null
);

create table gateway_history (
  org_id uuid not null,
  gateway_id uuid not null,
  place smallint not null,
  at timestamp with time zone not null,
  cpu_percent real,
  waiting_clips integer,
  waiting_mb real,
  upstream_mbps real
);

create table gateway_keys (
  org_id uuid not null,
  id uuid not null,
  gateway_id uuid not null,
  prefix text not null,
  sha256 bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp with time zone
);

create table gateway_outages (
  org_id uuid not null,
  gateway_id uuid not null,
  start_at timestamp(3) with time zone not null,
  end_at timestamp(3) with time zone not null
);

create table gateway_sessions (
  org_id uuid not null,
  gateway_id uuid not null,
  epoch bigint default 0 not null,
  node_id text,
  boot_id uuid,
  connected_at timestamp with time zone,
  seen_at timestamp with time zone,
  closed_at timestamp with time zone,
  acked_seq bigint default 0 not null,
  recent_boots jsonb default '[]'::jsonb not null
);

create table gateway_telemetry (
  org_id uuid not null,
  gateway_id uuid not null,
  cpu_percent double precision,
  memory_mb double precision,
  disk_free_mb double precision,
  upstream_mbps double precision,
  downstream_mbps double precision,
  camera_recording_status jsonb default '{}'::jsonb not null,
  reported_at timestamp with time zone not null,
  cpu_count integer,
  waiting_clips integer,
  waiting_mb double precision,
  waiting_oldest_at timestamp with time zone,
  recorded_mb double precision,
  recorded_sec double precision,
  upload_obstacle jsonb
);

create table gateways (
  org_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  name text default ''::text not null,
  status text default 'registered'::text not null,
  version text,
  local_ip text,
  last_heartbeat_at timestamp with time zone,
  public_key jsonb,
  capabilities text[] default '{}'::text[] not null,
  clock_offset_ms double precision,
  clock_synced boolean,
  config_revision bigint default 1 not null,
  paired_at timestamp with time zone,
  commissioning_until timestamp with time zone,
  commissioned_by_kind text,
  commissioned_by_id uuid,
  commissioned_by_name text,
  diagnostics jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp with time zone,
  storage jsonb,
  losses jsonb,
  scans_until timestamp with time zone,
  away_sec double precision,
  back_at timestamp(3) with time zone
);

create table held_back_alerts (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  event_id uuid not null,
  camera_id uuid not null,
  site_id uuid not null,
  knob text not null,
  value jsonb not null,
  origin text not null,
  reason text not null,
  severity text not null,
  confidence double precision,
  category text not null,
  tags text[] not null,
  kind text not null,
  triggered_at timestamp with time zone not null,
  held_back_at timestamp(3) with time zone default now() not null
);

create table idempotency_keys (
  org_id uuid not null,
  actor_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  status_code integer,
  response jsonb,
  created_at timestamp(3) with time zone default now() not null,
  attempt uuid,
  took_effect boolean default false not null,
  ended_at timestamp(3) with time zone
);

create table judge_budgets (
  org_id uuid not null,
  daily_limit integer default 200 not null,
  when_spent text default 'predicate_decides'::text not null,
  when_unavailable text default 'predicate_decides'::text not null,
  day text default '1970-01-01'::text not null,
  used integer default 0 not null
);

create table live_streams (
  org_id uuid not null,
  camera_id uuid not null,
  stream text not null,
  rendition text not null,
  node_id text not null,
  live_id uuid not null
);

create table live_token_lookup (
  token_hash bytea not null,
  org_id uuid not null,
  token_id uuid not null
);

create table live_tokens (
  org_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  token_hash bytea not null,
  label text,
  origins text[] not null,
  ttl_sec integer not null,
  credential_kind text not null,
  credential_id uuid not null,
  maker_id uuid not null,
  maker_name text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  renewable_until timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone
);

create table live_watchings (
  org_id uuid not null,
  principal_kind text not null,
  principal_id uuid not null,
  camera_id uuid not null,
  node_id text not null,
  open integer not null,
  began_at timestamp(3) with time zone default now() not null,
  changed_at timestamp(3) with time zone default now() not null,
  watched_ms bigint default 0 not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  address text,
  user_agent text,
  data jsonb default '{}'::jsonb not null
);

create table login_failures (
  email_sha256 bytea not null,
  failures integer default 0 not null,
  window_started_at timestamp(3) with time zone default now() not null,
  locked_until timestamp with time zone
);

create table media (
  org_id uuid not null,
  id uuid not null,
  event_id uuid,
  camera_id uuid not null,
  site_id uuid not null,
  kind text not null,
  state text default 'pending'::text not null,
  key text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  codec text,
  width integer,
  height integer,
  created_at timestamp(3) with time zone default now() not null,
  ready_at timestamp with time zone,
  deleted_at timestamp with time zone,
  run_id uuid,
  taken_at timestamp with time zone,
  offsets_ms integer[]
);

create table model_calls (
  org_id uuid not null,
  id uuid not null,
  at timestamp(3) with time zone default now() not null,
  purpose text not null,
  event_id uuid,
  provider text not null,
  model text not null,
  account text not null,
  input_tokens integer,
  output_tokens integer,
  cost_usd numeric(14,8),
  latency_ms integer not null,
  outcome text not null
);

create table nbd_camera_overrides (
  org_id uuid not null,
  camera_id uuid not null,
  knobs jsonb not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table nbd_rule_knobs (
  org_id uuid not null,
  rule_id uuid not null,
  knobs jsonb not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table nbd_suggestion_events (
  org_id uuid not null,
  suggestion_id uuid not null,
  event_id uuid not null
);

create table nbd_suggestions (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  camera_id uuid not null,
  kind text not null,
  knob text not null,
  value jsonb not null,
  reason text not null,
  no_big_deal integer not null,
  useful integer not null,
  status text not null,
  before_value jsonb,
  after_value jsonb,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  decided_by_kind text,
  decided_by_id uuid,
  decided_by_name text
);

create table nodes (
  node_id text not null,
  started_at timestamp(3) with time zone default now() not null,
  seen_at timestamp(3) with time zone default now() not null,
  key_ids text[] default '{}'::text[] not null,
  clock_offset_ms double precision default 0 not null,
  url text
);

create table notification_decisions (
  org_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  alert_id uuid,
  event_id uuid,
  user_id uuid,
  user_name text,
  channel text,
  outcome text not null,
  reason text not null,
  setting_name text not null,
  setting_value jsonb,
  setting_origin text not null,
  mail_id uuid,
  decided_at timestamp(3) with time zone default now() not null,
  told_at timestamp(3) with time zone,
  push_id uuid
);

create table notification_groups (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  subject_id uuid not null,
  camera_id uuid,
  camera_name text,
  gateway_id uuid,
  gateway_name text,
  site_id uuid not null,
  site_name text not null,
  late boolean not null,
  window_sec integer not null,
  window_origin text not null,
  is_current boolean not null,
  opened_at timestamp(3) with time zone default now() not null,
  closes_at timestamp(3) with time zone not null,
  alert_count integer default 0 not null,
  first_alert_at timestamp with time zone,
  last_alert_at timestamp with time zone,
  latest jsonb default '[]'::jsonb not null
);

create table notifications (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  title text not null,
  body text default ''::text not null,
  alert_id uuid,
  event_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  read_at timestamp with time zone,
  group_id uuid,
  alert_count integer default 1 not null,
  updated_at timestamp(3) with time zone
);

create table organisations (
  id uuid not null,
  name text not null,
  timezone text default 'UTC'::text not null,
  clip_retention_days integer default 30 not null,
  event_retention_days integer default 365 not null,
  ai_settings jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  notification_window_sec integer default 300 not null,
  require_second_factor boolean default false not null
);

create table outage_watch (
  org_id uuid not null,
  id uuid not null,
  status text default 'settled'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  kind text not null,
  up_since timestamp(3) with time zone,
  down_since timestamp(3) with time zone
);

create table outgoing_mail (
  org_id uuid not null,
  id uuid not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  recipient text,
  subject text,
  body_text text,
  dedupe_key text,
  last_error text,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp with time zone,
  purpose text default 'message'::text not null,
  user_id uuid,
  rule_id uuid,
  sealed_at timestamp with time zone,
  sealed_text bytea,
  sealed_text_key_id text,
  group_id uuid
);

create table outgoing_mail_alerts (
  org_id uuid not null,
  mail_id uuid not null,
  alert_id uuid not null
);

create table outgoing_pushes (
  org_id uuid not null,
  id uuid not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  purpose text not null,
  user_id uuid not null,
  rule_id uuid,
  group_id uuid,
  subscription_id uuid,
  sealed_at timestamp(3) with time zone,
  dedupe_key text,
  reached uuid[] default '{}'::uuid[] not null,
  taken integer default 0 not null,
  last_error text,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone
);

create table pairing_code_lookup (
  code_hash bytea not null,
  org_id uuid not null,
  pairing_code_id uuid not null
);

create table pairing_codes (
  org_id uuid not null,
  id uuid not null,
  gateway_id uuid not null,
  code_hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp with time zone not null,
  redeemed_at timestamp with time zone,
  attempt_id uuid,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null
);

create table passkey_challenges (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  challenge text not null,
  expires_at timestamp(3) with time zone not null
);

create table passkeys (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone
);

create table password_requests (
  id uuid not null,
  email citext not null,
  address text not null,
  user_agent text not null,
  created_at timestamp(3) with time zone default now() not null,
  next_at timestamp(3) with time zone default now() not null
);

create table password_token_lookup (
  token_hash bytea not null,
  org_id uuid not null,
  password_token_id uuid not null
);

create table password_tokens (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table periodic_tasks (
  name text not null,
  next_at timestamp(3) with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  attempt integer default 0 not null,
  last_started_at timestamp with time zone,
  last_finished_at timestamp with time zone,
  last_error text
);

create table presence_watch (
  one boolean default true not null,
  node_id text,
  beat_at timestamp with time zone,
  steady_since timestamp with time zone
);

create table probe_turns (
  org_id uuid not null,
  line uuid not null,
  place smallint not null,
  holder uuid not null,
  held_until timestamp with time zone not null,
  addresses text[] default '{}'::text[] not null
);

create table prompt_packs (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  instructions text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table push_keys (
  org_id uuid not null,
  id uuid not null,
  public_key text not null,
  private_key bytea not null,
  private_key_key_id text not null,
  created_at timestamp(3) with time zone default now() not null
);

create table push_subscriptions (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  service text not null,
  secret bytea not null,
  secret_key_id text not null,
  language text not null,
  user_agent text default ''::text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_sent_at timestamp(3) with time zone,
  failure text
);

create table quarantined_frames (
  org_id uuid not null,
  id uuid not null,
  gateway_id uuid,
  camera_id uuid not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  digest bytea not null,
  reason text not null,
  tries integer default 0 not null,
  received_at timestamp with time zone not null,
  created_at timestamp(3) with time zone default now() not null
);

create unlogged table rate_buckets (
  key text not null,
  tokens double precision not null,
  refilled_at timestamp(3) with time zone default now() not null
);

create table recovery_codes (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  code_sha256 bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  used_at timestamp(3) with time zone
);

create table refresh_token_lookup (
  token_hash bytea not null,
  org_id uuid not null,
  session_id uuid not null,
  created_at timestamp(3) with time zone default now() not null
);

create table relays (
  relay_id uuid not null,
  epoch bigint default 1 not null,
  node_id text not null,
  boot_id uuid not null,
  version text default ''::text not null,
  public_key jsonb not null,
  capacity integer not null,
  connected_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  capabilities text[] default '{}'::text[] not null
);

create table restricted_changes (
  org_id uuid not null,
  xid xid8 default pg_current_xact_id() not null,
  seq bigint generated always as identity not null,
  kind text not null,
  change text not null,
  id uuid not null,
  site_id uuid,
  at_least text,
  user_id uuid,
  at timestamp(3) with time zone default clock_timestamp() not null
);

create table retention_clock (
  one boolean default true not null,
  believed_at timestamp with time zone,
  doubted_since timestamp with time zone,
  agreed_since timestamp with time zone,
  looked_at timestamp with time zone
);

create table rule_judgements (
  org_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  run integer not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  created_at timestamp(3) with time zone default now() not null
);

create table rule_verdicts (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  version_id uuid not null,
  version_number integer not null,
  event_id uuid not null,
  run integer not null,
  camera_id uuid not null,
  site_id uuid not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  outcome text not null,
  decided_by text not null,
  conditions jsonb not null,
  reason text not null,
  confidence double precision,
  followed text not null,
  held_back_by text,
  alert_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone
);

create table schema_migrations (
  name character varying(255) not null,
  "timestamp" character varying(255) not null
);

create table service_account_keys (
  org_id uuid not null,
  id uuid not null,
  service_account_id uuid not null,
  prefix text not null,
  sha256 bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp with time zone
);

create table service_account_sites (
  org_id uuid not null,
  service_account_id uuid not null,
  site_id uuid not null
);

create table service_accounts (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp with time zone,
  disabled_at timestamp with time zone,
  bucket_tokens double precision default 600 not null,
  bucket_at timestamp(3) with time zone default now() not null
);

create table sessions (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  client_type text not null,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  refresh_rotated_at timestamp(3) with time zone default now() not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  only_to_set_up boolean default false not null
);

create table share_token_lookup (
  token_hash bytea not null,
  org_id uuid not null,
  share_id uuid not null
);

create table single_sign_on (
  org_id uuid not null,
  id uuid not null,
  enabled boolean not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  client_secret_key_id text,
  scopes text[] not null,
  groups_claim text not null,
  create_users boolean not null,
  link_users boolean not null,
  updated_at timestamp(3) with time zone not null
);

create table single_sign_on_attempts (
  org_id uuid not null,
  id uuid not null,
  state_sha256 bytea not null,
  return_to text not null,
  expires_at timestamp(3) with time zone not null
);

create table single_sign_on_group_sites (
  org_id uuid not null,
  group_id uuid not null,
  site_id uuid not null
);

create table single_sign_on_groups (
  org_id uuid not null,
  id uuid not null,
  "position" integer not null,
  name text not null,
  role text not null
);

create table single_sign_on_identities (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone not null
);

create table sites (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  timezone text default 'UTC'::text not null,
  address text,
  created_at timestamp(3) with time zone default now() not null
);

create table stored_bytes (
  org_id uuid not null,
  bytes bigint default 0 not null
);

create table totp_secrets (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  secret bytea not null,
  secret_key_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  confirmed_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  used_period bigint default 0 not null,
  refused_period bigint default 0 not null
);

create table unknown_logins (
  id uuid not null,
  at timestamp(3) with time zone default now() not null,
  email_sha256 bytea not null,
  address text not null,
  user_agent text not null,
  data jsonb default '{}'::jsonb not null
);

create table upload_parts (
  org_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  bytes integer not null,
  etag text default ''::text not null,
  received_at timestamp(3) with time zone default now() not null
);

create table uploads (
  org_id uuid not null,
  id uuid not null,
  media_id uuid not null,
  gateway_id uuid,
  part_size integer not null,
  part_count integer not null,
  adapter_upload_id text,
  state text default 'open'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  completed_at timestamp with time zone
);

create table user_email_lookup (
  email citext not null,
  org_id uuid not null,
  user_id uuid not null
);

create table user_sites (
  org_id uuid not null,
  user_id uuid not null,
  site_id uuid not null
);

create table users (
  org_id uuid not null,
  id uuid not null,
  email citext not null,
  display_name text not null,
  role text not null,
  enabled boolean default true not null,
  password_hash text,
  preferences jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp with time zone
);

create table view_cameras (
  org_id uuid not null,
  view_id uuid not null,
  place integer not null,
  camera_id uuid not null,
  size integer not null
);

create table views (
  org_id uuid not null,
  id uuid not null,
  user_id uuid,
  name text not null,
  layout text not null,
  rotate_sec integer,
  "position" integer not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table webhook_attempts (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text
);

create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  worker text,
  event_type text not null,
  alert_id uuid,
  payload jsonb not null,
  is_test boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp with time zone,
  redeliveries integer default 0 not null,
  attempts_before integer default 0 not null
);

create table webhooks (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  event_types text[] not null,
  enabled boolean default true not null,
  disabled_reason text,
  consecutive_failures integer default 0 not null,
  secret bytea not null,
  secret_key_id text not null,
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamp with time zone,
  created_by_kind text not null,
  created_by_id uuid,
  created_by_name text not null,
  created_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp with time zone,
  disabled_at timestamp with time zone,
  secret_since timestamp with time zone default now()
);

insert into access_changes (org_id, xid, seq, principal_kind, principal_id, what, site_id, gained, at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '962', '1', 'user', '01a21b77-2727-7ccd-b3e9-942629504894', 'standing', NULL, NULL, '2026-11-27 05:25:26.019+00');

insert into alert_rule_cooldowns (org_id, rule_id, subject_id, last_fired_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-31a8-7640-aee4-43178abe0cac', '01a21b77-3859-742a-8008-8a3147a1ac0d', '2026-11-27 05:25:31.307+00');

insert into alert_rule_revisions (org_id, revision) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', 'c5741aff-f7b8-4f5a-be33-4b067694d612');

insert into alert_rules (org_id, id, name, rule_kind, event_category, trigger_topic_pattern, source_filter, system_trigger, custom_tags, min_confidence, scope_type, site_ids, camera_ids, zones_filter, schedule_type, cooldown_sec, aggregation_window_seconds, delay_seconds, conditions_json, severity, enabled, created_by_kind, created_by_id, created_by_name, created_at, updated_at, deleted_at, compiled_version_id, notification_window_sec) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-31a8-7640-aee4-43178abe0cac', 'Everything', 'camera_event', NULL, NULL, NULL, NULL, '{}', NULL, 'all_cameras', '{}', '{}', '{}', 'always', '3600', '0', '0', '{}', 'medium', 'true', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', '2026-11-27 05:25:26.049+00', '2026-11-27 05:25:26.057+00', NULL, NULL, NULL);

insert into alert_timeline (org_id, id, alert_id, at, action, to_status, actor_kind, actor_id, actor_name) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-46b0-76ab-8719-40b0ecf3dbb0', '01a21b77-46aa-72e0-b2fa-342034babd4a', '2026-11-27 05:25:31.414+00', 'fired', NULL, 'system', NULL, 'Sightline');

insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, gateway_id, site_id, status, severity, description, confidence, late, triggered_at, fired_at, acknowledged_at, acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name, resolved_at, outage_lasts, kind) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-46aa-72e0-b2fa-342034babd4a', '01a21b77-31a8-7640-aee4-43178abe0cac', 'Everything', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '01a21b77-144d-7315-8847-8d4501891ccb', 'new', 'medium', 'Motion at Gate', NULL, 'false', '2026-11-27 05:25:31.307+00', '2026-11-27 05:25:31.414+00', NULL, NULL, NULL, NULL, NULL, 'false', 'motion');

insert into api_key_lookup (prefix, kind, org_id, key_id) overriding system value values
  ('4d941ad726ba1f4f', 'gateway', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2543-7ddb-8ba7-3ec6c1ff2bdb');

insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, address, user_agent, data) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1467-7862-bb8e-3c66dd56a025', '2026-11-27 05:25:18.556+00', 'system', NULL, 'Sightline', 'organisation.created', 'organisation', '01a21b77-144d-7315-8847-8d43210d58a7', NULL, NULL, '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1b98-7e64-b239-beca5ac28e8b', '2026-11-27 05:25:20.074+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'auth.login', 'session', '01a21b77-1b8d-785e-b402-240c0d86e8df', '127.0.0.1', '', '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d91-7bb3-893b-73296877eab9', '2026-11-27 05:25:20.821+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'gateway.pairing_code_generated', 'gateway', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '127.0.0.1', '', '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2553-7a54-a3ae-3d62179da3ad', '2026-11-27 05:25:22.875+00', 'gateway', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'Cupboard', 'gateway.paired', 'gateway', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '127.0.0.1', '', '{"version": "0.1.0", "local_ip": "192.0.2.2", "key_prefix": "4d941ad726ba1f4f"}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-26c1-78b3-9848-9447a0b386c6', '2026-11-27 05:25:23.252+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'organisation.updated', 'organisation', '01a21b77-144d-7315-8847-8d43210d58a7', '127.0.0.1', '', '{"clip_retention_days": 3650, "event_retention_days": 3650}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2733-7684-8c34-5aefaa6d3eb0', '2026-11-27 05:25:23.365+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'user.created', 'user', '01a21b77-2727-7ccd-b3e9-942629504894', '127.0.0.1', '', '{"role": "operator", "email": "guard@example.com", "site_ids": []}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3126-7745-959b-5bd0ff0e1d8b', '2026-11-27 05:25:25.883+00', 'operator', NULL, 'cloud user invite-link', 'user.password_link_made', 'user', '01a21b77-2727-7ccd-b3e9-942629504894', NULL, NULL, '{"purpose": "invitation"}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3184-7626-8462-89d0de765deb', '2026-11-27 05:25:26.01+00', 'user', '01a21b77-2727-7ccd-b3e9-942629504894', 'Guard', 'auth.invitation_accepted', 'user', '01a21b77-2727-7ccd-b3e9-942629504894', '127.0.0.1', '', '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-31b4-7cbe-89f9-5705d97c6bdd', '2026-11-27 05:25:26.049+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'alert_rule.created', 'alert_rule', '01a21b77-31a8-7640-aee4-43178abe0cac', '127.0.0.1', '', '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-31db-7c96-ab8b-7c2e864b963e', '2026-11-27 05:25:26.103+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'webhook.created', 'webhook', '01a21b77-31d5-7211-bd23-b34f8d1776e2', '127.0.0.1', '', '{}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3869-7691-ba49-8ae0ba7ebb4c', '2026-11-27 05:25:27.761+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'camera.created', 'camera', '01a21b77-3859-742a-8008-8a3147a1ac0d', '127.0.0.1', '', '{"name": "Gate", "type": "onvif", "gateway_id": "01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b"}'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6512-78c7-b867-336fb06e500f', '2026-11-27 05:25:39.14+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', 'camera.manual_trigger', 'camera', '01a21b77-3859-742a-8008-8a3147a1ac0d', '127.0.0.1', '', '{"event_id": "01a21b77-6478-7f8a-ab36-21bd2a4ce25f", "request_id": "8de5cf1c243c3e444f6d524afcef6a04"}');

insert into camera_placements (org_id, camera_id, from_at, until_at, gateway_id, site_id) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3859-742a-8008-8a3147a1ac0d', '2026-11-27 05:25:27.760823+00', NULL, '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb');

insert into camera_streams (org_id, camera_id, role, url, codec, width, height, fps) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'main', 'rtsp://127.0.0.1:34411/main', 'h264', '160', '90', '5');

insert into cameras (org_id, id, site_id, gateway_id, name, connection_mode, type, status, observed_status, status_cause, status_message, status_changed_at, enabled, host, port, credentials, credentials_key_id, identity, stream_transport, stream_mode, active_tier, recording_duration_sec, pre_event_buffer_sec, post_event_buffer_sec, ai_analysis_mode, ai_pass_mode, prompt_pack_id, ai_provider_override, ai_model_override, motion_sensitivity, detection_stream, recording_stream, motion_zones_json, diagnostics, config_revision, last_trigger_at, created_at, deleted_at, reported_at, onvif_channel) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'Gate', 'gateway', 'onvif', 'online', 'online', NULL, NULL, '2026-11-27 05:25:28.502+00', 'true', '127.0.0.1', '43619', E'\\x01b55181f4914c9d2952c9d404a4852374fecd8b142a597dc828549c4370a3012f07f22da70b52732d21e2b791e1e81c3228e018046aa9dbba9751c3f64aec0224a9b49ea4b15953be96260fa0de', '9e7af091', '{"serial": "000151910746"}', 'tcp', 'single', 'main', '5', '2', '0', 'multi_frame', 'one_pass', NULL, NULL, NULL, 'medium', 'sub', 'main', '[{"kind": "exclude", "name": "Everything", "points": [[0, 0], [1, 0], [1, 1], [0, 1]]}]', '{"events": {"state": "subscribed", "message": null, "motion_seen": true, "last_event_at": "2026-11-27T05:25:44.263Z", "last_renew_at": "2026-11-27T05:25:30.748Z"}, "motion": {"state": "off", "stream": null, "message": "the zones leave nothing to watch", "last_motion_at": null}, "stream": {"fps": 5, "role": "main", "codec": "h264", "width": 160, "height": 90, "gop_sec": 1.001, "bitrate_kbps": 25}, "streams": [{"role": "main", "fault": null, "state": "online", "received": {"fps": 5, "audio": null, "codec": "h264", "width": 160, "height": 90, "gop_sec": 1.001, "transport": "tcp", "bitrate_kbps": 25}, "used_for": ["recording"]}], "warnings": [], "clock_skew_sec": 0, "breaks_by_reason": {}, "breaks_last_hour": 0, "stalls_last_hour": 0, "pre_roll_shortened": false, "reconnects_last_hour": 0, "broken_frames_last_hour": 0}', '3', '2026-11-27 05:25:39.039818+00', '2026-11-27 05:25:27.761+00', NULL, '2026-11-27 05:25:44.278+00', NULL);

insert into change_lineage (id) overriding system value values
  ('a2ca84f1-b1bd-4a8d-a170-3bd10091219a');

insert into changes (org_id, xid, seq, kind, change, id, site_id, camera_id, moved_to, at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1007', '11', 'event', 'created', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:31.425+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1007', '12', 'alert', 'created', '01a21b77-46aa-72e0-b2fa-342034babd4a', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:31.439+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1039', '13', 'clip', 'updated', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.002+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1046', '14', 'event', 'created', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.147+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1049', '15', 'event', 'updated', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.339+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1055', '16', 'event', 'updated', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.461+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1062', '17', 'clip', 'updated', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.759+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1062', '18', 'analysis', 'created', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.814+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1062', '19', 'event', 'updated', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:39.839+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1068', '20', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:42.231+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1075', '21', 'clip', 'updated', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.254+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1078', '22', 'event', 'created', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.337+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1085', '23', 'event', 'updated', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.461+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1091', '24', 'clip', 'updated', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.57+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1091', '25', 'analysis', 'created', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.615+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1091', '26', 'event', 'updated', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:44.618+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1110', '27', 'clip', 'updated', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:49.519+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1117', '28', 'event', 'updated', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:49.838+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1127', '29', 'clip', 'updated', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:49.943+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1127', '30', 'analysis', 'created', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:49.972+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1127', '31', 'event', 'updated', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:49.996+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '941', '1', 'gateway', 'created', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:20.861+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '947', '2', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:22.893+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '947', '3', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:22.897+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '968', '4', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:26.275+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '968', '5', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:26.275+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '970', '6', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:26.358+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '975', '7', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:26.43+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '980', '8', 'gateway', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', NULL, NULL, '2026-11-27 05:25:27.238+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '986', '9', 'camera', 'created', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:27.776+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '993', '10', 'camera', 'updated', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', NULL, '2026-11-27 05:25:28.516+00');

insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_id, actor_name, mode, pass_mode, provider, model, prompt_version, pictures, depth, calls, input_tokens, output_tokens, cost, model_ms, pictures_ms, own_ms, result, reason, note, created_at, started_at, finished_at, status, attempt, next_at, lease_until, worker) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-673c-7aaa-8f88-18ee2b62a2a1', '01a21b77-4634-7626-92c0-8062f38501c5', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-27 05:25:39.745+00', NULL, '2026-11-27 05:25:39.745+00', 'skipped', '0', '2026-11-27 05:25:39.744975+00', NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-7a1c-76c8-9964-148befc5f58d', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-27 05:25:44.536+00', NULL, '2026-11-27 05:25:44.536+00', 'skipped', '0', '2026-11-27 05:25:44.536365+00', NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8efb-71d4-b93c-0d5222a08f71', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-27 05:25:49.932+00', NULL, '2026-11-27 05:25:49.932+00', 'skipped', '0', '2026-11-27 05:25:49.932007+00', NULL, NULL);

insert into event_counts (org_id, site_id, event_category, count) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-144d-7315-8847-8d4501891ccb', 'motion', '2'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-144d-7315-8847-8d4501891ccb', 'other', '1');

insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'motion', '2026-11-27 05:25:31.307+00', '''10'':4B,9B ''at'':2B ''gate'':3B,8B ''motion'':1B,6B,10,11 ''s'':5B'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'other', '2026-11-27 05:25:39.064+00', '''8'':5B,13B ''at'':3B ''by'':7B ''gate'':4B,12B ''hand'':8B,16B ''manual'':1B,9B ''other'':17 ''s'':6B ''trigger'':2B,10B'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'motion', '2026-11-27 05:25:44.263+00', '''8'':4B,9B ''at'':2B ''gate'':3B,8B ''motion'':1B,6B,10,11 ''s'':5B');

insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_topic, trigger_source, raw_source, raw_data, triggered_at, received_at, gateway_clock_offset_ms, clock_synced, late, request_id, absorbed_by, awaiting_answer, recording_source, expected_duration_sec, clip_status, clip_error, clip_start_at, clip_end_at, duration_sec, clip_codec, closed_at, summary, narrative, tags, ai_status, ai_severity, ai_confidence, ai_error, ai_completed_at, acknowledged, acknowledged_by_kind, acknowledged_by, acknowledged_by_name, acknowledged_at, starred, notes, triggered_by_kind, triggered_by_id, triggered_by_name, deleted_at, snapshot_id, visible, clip_note, happened_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'motion', 'tns1:RuleEngine/CellMotionDetector/Motion', 'onvif', 'VideoSourceConfigurationToken=vsc0, Rule=MyMotionRule', '{"data": {"IsMotion": "true"}, "source": {"Rule": "MyMotionRule", "VideoSourceConfigurationToken": "vsc0"}, "utc_time": "2026-11-27T05:25:30.978Z", "operation": "changed"}', '2026-11-27 05:25:31.307+00', '2026-11-27 05:25:31.414+00', '12.560546875', NULL, 'false', NULL, NULL, 'false', 'gateway', NULL, 'ready', NULL, '2026-11-27 05:25:28.476+00', '2026-11-27 05:25:38.678+00', '10', 'h264', '2026-11-27 05:25:38.995+00', 'Motion at Gate, 10 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', NULL, 'gateway', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '', NULL, '01a21b77-648e-7e70-84d6-63dfb1a572c8', 'true', NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'other', '', 'manual', 'manual', '{"note": "By hand", "request_id": "8de5cf1c243c3e444f6d524afcef6a04"}', '2026-11-27 05:25:39.064+00', '2026-11-27 05:25:39.04+00', '12.84814453125', NULL, 'false', '8de5cf1c243c3e444f6d524afcef6a04', NULL, 'false', 'gateway', '5', 'ready', NULL, '2026-11-27 05:25:36.479+00', '2026-11-27 05:25:44.279+00', '8', 'h264', '2026-11-27 05:25:44.251+00', 'Manual trigger at Gate, 8 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', 'By hand', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', NULL, '01a21b77-7923-7388-a305-eccae309c0e4', 'true', NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'motion', 'tns1:RuleEngine/CellMotionDetector/Motion', 'onvif', 'VideoSourceConfigurationToken=vsc0, Rule=MyMotionRule', '{"data": {"IsMotion": "true"}, "source": {"Rule": "MyMotionRule", "VideoSourceConfigurationToken": "vsc0"}, "utc_time": "2026-11-27T05:25:44.258Z", "operation": "changed"}', '2026-11-27 05:25:44.263+00', '2026-11-27 05:25:44.308+00', '13.323974609375', NULL, 'false', NULL, NULL, 'false', 'gateway', NULL, 'ready', NULL, '2026-11-27 05:25:41.479+00', '2026-11-27 05:25:49.479+00', '8', 'h264', '2026-11-27 05:25:49.517+00', 'Motion at Gate, 8 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', NULL, 'gateway', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '', NULL, '01a21b77-8d8e-7e66-8cb2-18e74ad47e07', 'true', NULL, NULL);

insert into gateway_history (org_id, gateway_id, place, at, cpu_percent, waiting_clips, waiting_mb, upstream_mbps) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '65', '2026-11-27 05:25:00+00', '100', '0', '0', '0');

insert into gateway_keys (org_id, id, gateway_id, prefix, sha256, created_at, revoked_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2543-7ddb-8ba7-3ec6c1ff2bdb', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '4d941ad726ba1f4f', E'\\xe5fb0d3e57170952eaf9aabaf9863347e58e97fb00b460b17ae36982a91cbf4d', '2026-11-27 05:25:22.875+00', NULL);

insert into gateway_sessions (org_id, gateway_id, epoch, node_id, boot_id, connected_at, seen_at, closed_at, acked_seq, recent_boots) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '1', '01a21b77-1372-7448-b2ba-a10c78c6ce08', '9bc2ac17-cb59-4011-9cbb-a80b6889d6b6', '2026-11-27 05:25:26.247685+00', '2026-11-27 05:25:56.337177+00', NULL, '0', '[{"at": "2026-11-27T05:25:26.279Z", "boot_id": "9bc2ac17-cb59-4011-9cbb-a80b6889d6b6"}]');

insert into gateway_telemetry (org_id, gateway_id, cpu_percent, memory_mb, disk_free_mb, upstream_mbps, downstream_mbps, camera_recording_status, reported_at, cpu_count, waiting_clips, waiting_mb, waiting_oldest_at, recorded_mb, recorded_sec, upload_obstacle) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '100', '3777.73', '77104.14', '0', '1.85', '{"01a21b77-3859-742a-8008-8a3147a1ac0d": "idle"}', '2026-11-27 05:25:50.394261+00', '2', '0', '0', NULL, '0', '16', NULL);

insert into gateways (org_id, id, site_id, name, status, version, local_ip, last_heartbeat_at, public_key, capabilities, clock_offset_ms, clock_synced, config_revision, paired_at, commissioning_until, commissioned_by_kind, commissioned_by_id, commissioned_by_name, diagnostics, created_at, deleted_at, storage, losses, scans_until, away_sec, back_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', 'Cupboard', 'online', '0.1.0', '192.0.2.2', '2026-11-27 05:25:56.342925+00', '{"x": "j0B6TI4PppvkP8L1XqgGLAJLHOftSLBAucZGL0ncxig", "crv": "X25519", "kty": "OKP"}', '{live,probe.picture}', '3.092041015625', NULL, '3', '2026-11-27 05:25:22.874931+00', '2026-11-28 05:25:22.874931+00', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', '{}', '2026-11-27 05:25:20.821+00', NULL, '{"level": "ok", "free_mb": 77103.8, "size_mb": 258019.6, "used_mb": 0, "quota_mb": null, "reserve_mb": 2048}', '{"clips": 0, "events": 0, "snapshots": 0}', NULL, '0', '2026-11-27 05:25:26.248+00');

insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, codec, width, height, created_at, ready_at, deleted_at, run_id, taken_at, offsets_ms) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-648e-7e70-84d6-63dfb1a572c8', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'snapshot', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/c8/01a21b77-648e-7e70-84d6-63dfb1a572c8', 'image/jpeg', '2656', '307cf6e3b187b12ccee2ec5c4cd6e0bf8bce9229076ca29cc5405902f62d5bbc', NULL, '160', '90', '2026-11-27 05:25:39.081+00', '2026-11-27 05:25:39.451+00', NULL, NULL, NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6692-7e8e-8c31-cb5f24b4850a', '01a21b77-4634-7626-92c0-8062f38501c5', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'clip', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/0a/01a21b77-6692-7e8e-8c31-cb5f24b4850a', 'video/mp4', '43751', '080f4ab09a9a0607b88eb36e459d5f5aac12954a25258d242cd4c5fc3d54c41f', 'h264', '160', '90', '2026-11-27 05:25:39.579+00', '2026-11-27 05:25:39.748+00', NULL, NULL, NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-7923-7388-a305-eccae309c0e4', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'snapshot', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/e4/01a21b77-7923-7388-a305-eccae309c0e4', 'image/jpeg', '2314', '6608c417e8e151bd54cf1bafd81fa55569c24024b6d8bc655b470b2aace73ee8', NULL, '160', '90', '2026-11-27 05:25:44.337+00', '2026-11-27 05:25:44.457+00', NULL, NULL, NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-799d-7798-9559-2ffffbac43bd', '01a21b77-6478-7f8a-ab36-21bd2a4ce25f', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'clip', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/bd/01a21b77-799d-7798-9559-2ffffbac43bd', 'video/mp4', '32100', 'bcb0c43e4b04c0f789da31aa8a0c080cddfc4850cfa4553e564e1dfc95dff67a', 'h264', '160', '90', '2026-11-27 05:25:44.475+00', '2026-11-27 05:25:44.562+00', NULL, NULL, NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8d8e-7e66-8cb2-18e74ad47e07', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'snapshot', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/07/01a21b77-8d8e-7e66-8cb2-18e74ad47e07', 'image/jpeg', '2304', 'e634ed254d2bd4b244922f72b43ef486805d6e926e65867e6f19b858ceab491f', NULL, '160', '90', '2026-11-27 05:25:49.55+00', '2026-11-27 05:25:49.835+00', NULL, NULL, NULL, NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8ea8-7af9-87d9-2cdee8c6ae9f', '01a21b77-78c7-7c55-900f-bd67a2b917d0', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-144d-7315-8847-8d4501891ccb', 'clip', 'ready', '01a21b77-144d-7315-8847-8d43210d58a7/9f/01a21b77-8ea8-7af9-87d9-2cdee8c6ae9f', 'video/mp4', '34556', 'b07a5c508f3180b1c71bfbda359326015ca907fd127fd1bd63a92e3a866e41ef', 'h264', '160', '90', '2026-11-27 05:25:49.861+00', '2026-11-27 05:25:49.934+00', NULL, NULL, NULL, NULL);

insert into nodes (node_id, started_at, seen_at, key_ids, clock_offset_ms, url) overriding system value values
  ('01a21b77-1372-7448-b2ba-a10c78c6ce08', '2026-11-27 05:25:18.579+00', '2026-11-27 05:25:59.878+00', '{9e7af091}', '-4.125', NULL);

insert into notification_decisions (org_id, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome, reason, setting_name, setting_value, setting_origin, mail_id, decided_at, told_at, push_id) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-46ee-705d-a7ed-a26cbc7aa822', '01a21b77-46e1-735c-84f0-37ea1b7da10a', '01a21b77-46aa-72e0-b2fa-342034babd4a', NULL, NULL, NULL, NULL, 'held_back', 'the rule has no recipients', 'recipients', '[]', 'rule', NULL, '2026-11-27 05:25:31.414+00', NULL, NULL);

insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, camera_id, camera_name, gateway_id, gateway_name, site_id, site_name, late, window_sec, window_origin, is_current, opened_at, closes_at, alert_count, first_alert_at, last_alert_at, latest) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-46e1-735c-84f0-37ea1b7da10a', '01a21b77-31a8-7640-aee4-43178abe0cac', 'Everything', '01a21b77-3859-742a-8008-8a3147a1ac0d', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'Gate', NULL, NULL, '01a21b77-144d-7315-8847-8d4501891ccb', 'Main site', 'false', '300', 'organisation', 'true', '2026-11-27 05:25:31.414+00', '2026-11-27 05:30:31.414+00', '1', '2026-11-27 05:25:31.307+00', '2026-11-27 05:25:31.307+00', '[{"at": "2026-11-27T05:25:31.307Z", "description": "Motion at Gate"}]');

insert into organisations (id, name, timezone, clip_retention_days, event_retention_days, ai_settings, created_at, notification_window_sec, require_second_factor) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', 'Landed organisation', 'UTC', '3650', '3650', '{}', '2026-11-27 05:25:18.556+00', '300', 'false');

insert into outage_watch (org_id, id, status, attempt, next_at, lease_until, worker, kind, up_since, down_since) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', 'settled', '0', '2026-11-27 05:25:26.247685+00', NULL, NULL, 'gateway', '2026-11-27 05:25:26.248+00', NULL),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-3859-742a-8008-8a3147a1ac0d', 'settled', '0', '2026-11-27 05:25:28.502213+00', NULL, NULL, 'camera', '2026-11-27 05:25:28.502+00', NULL);

insert into pairing_code_lookup (code_hash, org_id, pairing_code_id) overriding system value values
  (E'\\x5d0ef8eacb6054c94f4a4b702d39e5fe25e374d5f20984e65ca5e1cd052f6d23', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d6f-77f0-848d-2ebd6bf14c00');

insert into pairing_codes (org_id, id, gateway_id, code_hash, created_at, expires_at, redeemed_at, attempt_id, created_by_kind, created_by_id, created_by_name) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1d6f-77f0-848d-2ebd6bf14c00', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', E'\\x5d0ef8eacb6054c94f4a4b702d39e5fe25e374d5f20984e65ca5e1cd052f6d23', '2026-11-27 05:25:20.821+00', '2026-11-27 05:35:20.82145+00', '2026-11-27 05:25:22.874931+00', 'dd81af70-94d3-42ae-a81b-7efb773b90cf', 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner');

insert into password_token_lookup (token_hash, org_id, password_token_id) overriding system value values
  (E'\\x293bfd8faea69413bedb6e866fc4803ec7fbd25b8e8431adcf6e9e5abf135479', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-310e-7ba9-984f-4e7faf410389');

insert into password_tokens (org_id, id, user_id, purpose, token_hash, created_at, expires_at, used_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-310e-7ba9-984f-4e7faf410389', '01a21b77-2727-7ccd-b3e9-942629504894', 'invitation', E'\\x293bfd8faea69413bedb6e866fc4803ec7fbd25b8e8431adcf6e9e5abf135479', '2026-11-27 05:25:25.902+00', '2026-12-04 05:25:25.902+00', '2026-11-27 05:25:25.967+00');

insert into periodic_tasks (name, next_at, lease_until, worker, attempt, last_started_at, last_finished_at, last_error) overriding system value values
  ('analysis_leftovers', '2026-11-27 05:35:19.761+00', NULL, NULL, '0', '2026-11-27 05:25:19.760664+00', '2026-11-27 05:25:20.046055+00', NULL),
  ('end_live_watchings', '2026-11-27 05:26:20.018+00', NULL, NULL, '0', '2026-11-27 05:25:50.018154+00', '2026-11-27 05:25:50.037183+00', NULL),
  ('forget_old_changes', '2026-11-27 06:25:19.758+00', NULL, NULL, '0', '2026-11-27 05:25:19.75816+00', '2026-11-27 05:25:20.0708+00', NULL),
  ('forget_old_sessions', '2026-11-28 05:25:19.732+00', NULL, NULL, '0', '2026-11-27 05:25:19.731544+00', '2026-11-27 05:25:20.059428+00', NULL),
  ('media_leftovers', '2026-11-28 05:25:19.711+00', NULL, NULL, '0', '2026-11-27 05:25:19.710598+00', '2026-11-27 05:25:19.883837+00', NULL),
  ('quarantine', '2026-11-27 05:35:19.713+00', NULL, NULL, '0', '2026-11-27 05:25:19.713238+00', '2026-11-27 05:25:19.906683+00', NULL),
  ('retention', '2026-11-28 05:25:19.701+00', NULL, NULL, '0', '2026-11-27 05:25:19.700679+00', '2026-11-27 05:25:20.440188+00', NULL),
  ('retention_clock', '2026-11-27 06:25:19.703+00', NULL, NULL, '0', '2026-11-27 05:25:19.703311+00', '2026-11-27 05:25:19.936144+00', NULL),
  ('sweep_login_limits', '2026-11-27 05:35:19.732+00', NULL, NULL, '0', '2026-11-27 05:25:19.732134+00', '2026-11-27 05:25:19.948804+00', NULL);

insert into presence_watch (one, node_id, beat_at, steady_since) overriding system value values
  ('true', '01a21b77-1372-7448-b2ba-a10c78c6ce08', '2026-11-27 05:26:01.385725+00', '2026-11-27 05:25:19.701808+00');

insert into rate_buckets (key, tokens, refilled_at) overriding system value values
  ('login-failure:127.0.0.1', '60', '2026-11-27 05:25:19.839+00'),
  ('login:127.0.0.1', '299', '2026-11-27 05:25:19.81+00'),
  ('pairing', '300', '2026-11-27 05:25:22.872+00'),
  ('pairing:127.0.0.1', '10', '2026-11-27 05:25:22.869+00');

insert into refresh_token_lookup (token_hash, org_id, session_id, created_at) overriding system value values
  (E'\\xedef97d9923bb7ed7542d1f4b640f4e48efc3ad1ac08b1a7cd440e0ffeaa3d90', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1b8d-785e-b402-240c0d86e8df', '2026-11-27 05:25:20.074+00');

insert into relays (relay_id, epoch, node_id, boot_id, version, public_key, capacity, connected_at, seen_at, closed_at, capabilities) overriding system value values
  ('f7d90e71-667d-44f1-9e05-646d859050a4', '1', '01a21b77-1372-7448-b2ba-a10c78c6ce08', '24fc6137-ca2d-4223-95b7-c65207a47d88', '0.1.0', '{"x": "V8WxekyxCgO2la_n77bb85q4e9BUs44jF7-B_lf5TE0", "crv": "X25519", "kty": "OKP"}', '50', '2026-11-27 05:25:23.544993+00', '2026-11-27 05:25:59.146865+00', NULL, '{live,probe.picture}');

insert into restricted_changes (org_id, xid, seq, kind, change, id, site_id, at_least, user_id, at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1007', '3', 'delivery', 'created', '01a21b77-46ca-76a0-b2d0-eab741835357', NULL, 'operator', NULL, '2026-11-27 05:25:31.469+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '1010', '4', 'delivery', 'updated', '01a21b77-46ca-76a0-b2d0-eab741835357', NULL, 'operator', NULL, '2026-11-27 05:25:31.681+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '941', '1', 'pairing', 'created', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', 'operator', NULL, '2026-11-27 05:25:20.882+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '947', '2', 'pairing', 'updated', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '01a21b77-144d-7315-8847-8d4501891ccb', 'operator', NULL, '2026-11-27 05:25:22.877+00');

insert into retention_clock (one, believed_at, doubted_since, agreed_since, looked_at) overriding system value values
  ('true', '2026-11-27 05:25:19.895+00', NULL, NULL, '2026-11-27 05:25:19.895+00');

insert into schema_migrations (name, "timestamp") overriding system value values
  ('0001-first-schema', '2026-11-27T05:25:17.146Z'),
  ('0042-clocks-and-quarantine', '2026-11-27T05:25:17.208Z'),
  ('0043-ages-and-stored-bytes', '2026-11-27T05:25:17.294Z'),
  ('0044-visible-events', '2026-11-27T05:25:17.531Z'),
  ('0045-live-tokens', '2026-11-27T05:25:17.544Z'),
  ('0046-live-streams', '2026-11-27T05:25:17.552Z'),
  ('0047-changes', '2026-11-27T05:25:17.578Z'),
  ('0048-changes-of-events', '2026-11-27T05:25:17.625Z'),
  ('0049-views', '2026-11-27T05:25:17.648Z'),
  ('0050-clip-previews', '2026-11-27T05:25:17.672Z'),
  ('0051-push', '2026-11-27T05:25:17.715Z'),
  ('0052-decisions-on-pushes', '2026-11-27T05:25:17.834Z'),
  ('0053-changes-of-verdicts', '2026-11-27T05:25:17.842Z'),
  ('0054-second-factors', '2026-11-27T05:25:17.870Z'),
  ('0055-passkeys', '2026-11-27T05:25:17.912Z'),
  ('0056-camera-outages', '2026-11-27T05:25:17.931Z'),
  ('0057-webhooks-since', '2026-11-27T05:25:17.944Z'),
  ('0058-scans-by-operators', '2026-11-27T05:25:17.992Z'),
  ('0059-single-sign-on', '2026-11-27T05:25:18.082Z'),
  ('0060-waiting-uploads', '2026-11-27T05:25:18.100Z'),
  ('0061-gateway-history', '2026-11-27T05:25:18.120Z'),
  ('0062-timezones-read-alike', '2026-11-27T05:25:18.139Z'),
  ('0063-continued-events', '2026-11-27T05:25:18.152Z'),
  ('0064-notes-of-clips', '2026-11-27T05:25:18.162Z'),
  ('0065-age-of-events', '2026-11-27T05:25:18.184Z'),
  ('0066-addresses-and-obstacles', '2026-11-27T05:25:18.191Z'),
  ('0067-restricted-changes', '2026-11-27T05:25:18.212Z'),
  ('0068-changes-of-deliveries', '2026-11-27T05:25:18.252Z'),
  ('0069-gateway-outages', '2026-11-27T05:25:18.262Z'),
  ('0070-change-cuts', '2026-11-27T05:25:18.271Z');

insert into sessions (org_id, id, user_id, client_type, user_agent, address, refresh_hash, previous_refresh_hash, refresh_rotated_at, created_at, last_used_at, expires_at, revoked_at, revoked_reason, only_to_set_up) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-1b8d-785e-b402-240c0d86e8df', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'web', '', '127.0.0.1', E'\\xedef97d9923bb7ed7542d1f4b640f4e48efc3ad1ac08b1a7cd440e0ffeaa3d90', NULL, '2026-11-27 05:25:19.851+00', '2026-11-27 05:25:19.851+00', '2026-11-27 05:25:19.851+00', '2026-12-04 05:25:19.851+00', NULL, NULL, 'false');

insert into sites (org_id, id, name, timezone, address, created_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-144d-7315-8847-8d4501891ccb', 'Main site', 'UTC', NULL, '2026-11-27 05:25:18.556+00');

insert into stored_bytes (org_id, bytes) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '117681');

insert into upload_parts (org_id, upload_id, number, bytes, etag, received_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-648e-7e70-84d6-63e0af2b8f09', '1', '2656', '', '2026-11-27 05:25:39.169+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6692-7e8e-8c31-cb60e9d5a0ab', '1', '43751', '', '2026-11-27 05:25:39.711+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-7923-7388-a305-eccb66659c2d', '1', '2314', '', '2026-11-27 05:25:44.428+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-799d-7798-9559-30002fa09ed6', '1', '32100', '', '2026-11-27 05:25:44.498+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8d8e-7e66-8cb2-18e8b4331cc0', '1', '2304', '', '2026-11-27 05:25:49.694+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8ea8-7af9-87d9-2cdfb2dda130', '1', '34556', '', '2026-11-27 05:25:49.899+00');

insert into uploads (org_id, id, media_id, gateway_id, part_size, part_count, adapter_upload_id, state, created_at, completed_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-648e-7e70-84d6-63e0af2b8f09', '01a21b77-648e-7e70-84d6-63dfb1a572c8', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:39.081+00', '2026-11-27 05:25:39.451+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-6692-7e8e-8c31-cb60e9d5a0ab', '01a21b77-6692-7e8e-8c31-cb5f24b4850a', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:39.579+00', '2026-11-27 05:25:39.748+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-7923-7388-a305-eccb66659c2d', '01a21b77-7923-7388-a305-eccae309c0e4', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:44.337+00', '2026-11-27 05:25:44.457+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-799d-7798-9559-30002fa09ed6', '01a21b77-799d-7798-9559-2ffffbac43bd', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:44.475+00', '2026-11-27 05:25:44.562+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8d8e-7e66-8cb2-18e8b4331cc0', '01a21b77-8d8e-7e66-8cb2-18e74ad47e07', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:49.55+00', '2026-11-27 05:25:49.835+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-8ea8-7af9-87d9-2cdfb2dda130', '01a21b77-8ea8-7af9-87d9-2cdee8c6ae9f', '01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b', '8388608', '1', NULL, 'complete', '2026-11-27 05:25:49.861+00', '2026-11-27 05:25:49.934+00');

insert into user_email_lookup (email, org_id, user_id) overriding system value values
  ('guard@example.com', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2727-7ccd-b3e9-942629504894'),
  ('owner@example.com', '01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-144d-7315-8847-8d44e3bc27ad');

insert into users (org_id, id, email, display_name, role, enabled, password_hash, preferences, created_at, last_used_at) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner@example.com', 'owner', 'owner', 'true', '$argon2id$v=19$m=19456,t=2,p=1$ed6ufVUCJS7MyqBmaeSp/A$P+n+rKeNLKRLiW5pe96JzEj9sVqGZlawXN5nqoveW1o', '{}', '2026-11-27 05:25:18.556+00', '2026-11-27 05:25:19.851+00'),
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-2727-7ccd-b3e9-942629504894', 'guard@example.com', 'Guard', 'operator', 'true', '$argon2id$v=19$m=19456,t=2,p=1$oHB+TEYjVHRrQslxslW3rA$7NH3kw/aQCAqyL0hTfDZ337Hwexspy6Bd8mzbyZwkeY', '{}', '2026-11-27 05:25:23.365+00', NULL);

insert into webhook_attempts (org_id, id, delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-479b-7e33-9e39-5b656778505a', '01a21b77-46ca-76a0-b2d0-eab741835357', '1', '2026-11-27 05:25:31.575+00', '90', '204', NULL, '');

insert into webhook_deliveries (org_id, id, webhook_id, status, attempt, next_at, lease_until, worker, event_type, alert_id, payload, is_test, created_at, finished_at, redeliveries, attempts_before) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-46ca-76a0-b2d0-eab741835357', '01a21b77-31d5-7211-bd23-b34f8d1776e2', 'delivered', '1', '2026-11-27 05:25:31.414092+00', NULL, NULL, 'alert', '01a21b77-46aa-72e0-b2fa-342034babd4a', '{"late": false, "action": "fired", "rule_id": "01a21b77-31a8-7640-aee4-43178abe0cac", "site_id": "01a21b77-144d-7315-8847-8d4501891ccb", "alert_id": "01a21b77-46aa-72e0-b2fa-342034babd4a", "event_id": "01a21b77-4634-7626-92c0-8062f38501c5", "severity": "medium", "camera_id": "01a21b77-3859-742a-8008-8a3147a1ac0d", "rule_name": "Everything", "site_name": "Main site", "confidence": null, "gateway_id": "01a21b77-1d5a-733b-bdf3-7d20eeb3bb9b", "camera_name": "Gate", "description": "Motion at Gate", "gateway_name": "Cupboard", "recovered_at": null, "triggered_at": "2026-11-27T05:25:31.307Z"}', 'false', '2026-11-27 05:25:31.414+00', '2026-11-27 05:25:31.665+00', '0', '0');

insert into webhooks (org_id, id, name, url, event_types, enabled, disabled_reason, consecutive_failures, secret, secret_key_id, previous_secret, previous_secret_key_id, previous_secret_until, created_by_kind, created_by_id, created_by_name, created_at, deleted_at, disabled_at, secret_since) overriding system value values
  ('01a21b77-144d-7315-8847-8d43210d58a7', '01a21b77-31d5-7211-bd23-b34f8d1776e2', 'Receiver', 'https://127.0.0.1:44399/hook', '{alert}', 'true', NULL, '0', E'\\x01aa87d92cc709c3e71b7160d7ded87cdf4ed172f548cd27521a5e17c1b1240c3b25b331b72a35bb211a751e48c6f29bbf407da9892f73a5ee2d19c6f6311f8617f68cda602597fc8b1b0a73d4781c', '9e7af091', NULL, NULL, NULL, 'user', '01a21b77-144d-7315-8847-8d44e3bc27ad', 'owner', '2026-11-27 05:25:26.103+00', NULL, NULL, '2026-11-27 05:25:26.103117+00');

CREATE OR REPLACE FUNCTION public.change_lineage()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (((SELECT (change_lineage.id)::text AS id FROM change_lineage) || '.'::text) || "left"(pg_walfile_name(pg_current_wal_lsn()), 8));

CREATE OR REPLACE FUNCTION public.told_of_figures(one gateway_telemetry)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY[(floor(log((2)::numeric, ((COALESCE((one).waiting_clips, 0) + 1))::numeric)))::integer, (((one).cpu_percent >= (90)::double precision))::integer, (one).cpu_count];

CREATE OR REPLACE FUNCTION public.told_of_state(one gateways)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY[((one).storage ->> 'level'::text), (floor((((((one).storage ->> 'free_mb'::text))::numeric * (20)::numeric) / NULLIF((((one).storage ->> 'size_mb'::text))::numeric, (0)::numeric))))::text, ((one).clock_synced)::text, ((abs((one).clock_offset_ms) >= (5000)::double precision))::text, (((one).diagnostics ? 'duplicate_identity'::text))::text];

alter table access_changes add constraint access_changes_pkey PRIMARY KEY (org_id, xid, seq);

alter table ai_provider_keys add constraint ai_provider_keys_org_id_provider_key UNIQUE (org_id, provider);

alter table ai_provider_keys add constraint ai_provider_keys_pkey PRIMARY KEY (org_id, id);

alter table alert_rule_cooldowns add constraint alert_rule_cooldowns_pkey PRIMARY KEY (org_id, rule_id, subject_id);

alter table alert_rule_recipients add constraint alert_rule_recipients_org_id_rule_id_user_id_key UNIQUE (org_id, rule_id, user_id);

alter table alert_rule_recipients add constraint alert_rule_recipients_pkey PRIMARY KEY (org_id, id);

alter table alert_rule_revisions add constraint alert_rule_revisions_pkey PRIMARY KEY (org_id);

alter table alert_rules add constraint alert_rules_pkey PRIMARY KEY (org_id, id);

alter table alert_timeline add constraint alert_timeline_pkey PRIMARY KEY (org_id, id);

alter table alerts add constraint alerts_org_id_rule_id_event_id_key UNIQUE (org_id, rule_id, event_id);

alter table alerts add constraint alerts_pkey PRIMARY KEY (org_id, id);

alter table analysis_focus_versions add constraint analysis_focus_versions_pkey PRIMARY KEY (org_id, camera_id, version);

alter table api_key_lookup add constraint api_key_lookup_pkey PRIMARY KEY (prefix);

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (org_id, id);

alter table camera_leases add constraint camera_leases_pkey PRIMARY KEY (org_id, camera_id);

alter table camera_outages add constraint camera_outages_pkey PRIMARY KEY (org_id, camera_id, start_at);

alter table camera_placements add constraint camera_placements_pkey PRIMARY KEY (org_id, camera_id, from_at);

alter table camera_streams add constraint camera_streams_pkey PRIMARY KEY (org_id, camera_id, role);

alter table cameras add constraint cameras_pkey PRIMARY KEY (org_id, id);

alter table change_cuts add constraint change_cuts_pkey PRIMARY KEY (org_id);

alter table changes add constraint changes_pkey PRIMARY KEY (org_id, xid, seq);

alter table compiled_rule_versions add constraint compiled_rule_versions_org_id_rule_id_number_key UNIQUE (org_id, rule_id, number);

alter table compiled_rule_versions add constraint compiled_rule_versions_pkey PRIMARY KEY (org_id, id);

alter table event_analyses add constraint event_analyses_org_id_event_id_version_key UNIQUE (org_id, event_id, version);

alter table event_analyses add constraint event_analyses_pkey PRIMARY KEY (org_id, id);

alter table event_counts add constraint event_counts_pkey PRIMARY KEY (org_id, site_id, event_category);

alter table event_feedback add constraint event_feedback_org_id_event_id_given_by_kind_given_by_id_ru_key UNIQUE NULLS NOT DISTINCT (org_id, event_id, given_by_kind, given_by_id, rule_id);

alter table event_feedback add constraint event_feedback_pkey PRIMARY KEY (org_id, id);

alter table event_shares add constraint event_shares_pkey PRIMARY KEY (org_id, id);

alter table event_texts add constraint event_texts_pkey PRIMARY KEY (org_id, event_id);

alter table events add constraint events_pkey PRIMARY KEY (org_id, id);

alter table gateway_commands add constraint gateway_commands_pkey PRIMARY KEY (org_id, id);

alter table gateway_discoveries add constraint gateway_discoveries_pkey PRIMARY KEY (org_id, gateway_id);

alter table gateway_history add constraint gateway_history_pkey PRIMARY KEY (org_id, gateway_id, place);

alter table gateway_keys add constraint gateway_keys_pkey PRIMARY KEY (org_id, id);

alter table gateway_outages add constraint gateway_outages_pkey PRIMARY KEY (org_id, gateway_id, start_at);

alter table gateway_sessions add constraint gateway_sessions_pkey PRIMARY KEY (org_id, gateway_id);

alter table gateway_telemetry add constraint gateway_telemetry_pkey PRIMARY KEY (org_id, gateway_id);

alter table gateways add constraint gateways_pkey PRIMARY KEY (org_id, id);

alter table held_back_alerts add constraint held_back_alerts_org_id_rule_id_event_id_knob_key UNIQUE (org_id, rule_id, event_id, knob);

alter table held_back_alerts add constraint held_back_alerts_pkey PRIMARY KEY (org_id, id);

alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (org_id, actor_id, key);

alter table judge_budgets add constraint judge_budgets_pkey PRIMARY KEY (org_id);

alter table live_streams add constraint live_streams_pkey PRIMARY KEY (org_id, camera_id, stream, rendition);

alter table live_token_lookup add constraint live_token_lookup_pkey PRIMARY KEY (token_hash);

alter table live_tokens add constraint live_tokens_pkey PRIMARY KEY (org_id, id);

alter table live_watchings add constraint live_watchings_pkey PRIMARY KEY (org_id, principal_kind, principal_id, camera_id, node_id);

alter table login_failures add constraint login_failures_pkey PRIMARY KEY (email_sha256);

alter table media add constraint media_org_id_key_key UNIQUE (org_id, key);

alter table media add constraint media_pkey PRIMARY KEY (org_id, id);

alter table model_calls add constraint model_calls_pkey PRIMARY KEY (org_id, id);

alter table nbd_camera_overrides add constraint nbd_camera_overrides_pkey PRIMARY KEY (org_id, camera_id);

alter table nbd_rule_knobs add constraint nbd_rule_knobs_pkey PRIMARY KEY (org_id, rule_id);

alter table nbd_suggestion_events add constraint nbd_suggestion_events_pkey PRIMARY KEY (org_id, suggestion_id, event_id);

alter table nbd_suggestions add constraint nbd_suggestions_pkey PRIMARY KEY (org_id, id);

alter table nodes add constraint nodes_pkey PRIMARY KEY (node_id);

alter table notification_decisions add constraint notification_decisions_pkey PRIMARY KEY (org_id, id);

alter table notification_groups add constraint notification_groups_pkey PRIMARY KEY (org_id, id);

alter table notifications add constraint notifications_pkey PRIMARY KEY (org_id, id);

alter table organisations add constraint organisations_pkey PRIMARY KEY (id);

alter table outage_watch add constraint outage_watch_pkey PRIMARY KEY (org_id, id);

alter table outgoing_mail add constraint outgoing_mail_org_id_dedupe_key_key UNIQUE (org_id, dedupe_key);

alter table outgoing_mail add constraint outgoing_mail_pkey PRIMARY KEY (org_id, id);

alter table outgoing_mail_alerts add constraint outgoing_mail_alerts_pkey PRIMARY KEY (org_id, mail_id, alert_id);

alter table outgoing_pushes add constraint outgoing_pushes_org_id_dedupe_key_key UNIQUE (org_id, dedupe_key);

alter table outgoing_pushes add constraint outgoing_pushes_pkey PRIMARY KEY (org_id, id);

alter table pairing_code_lookup add constraint pairing_code_lookup_pkey PRIMARY KEY (code_hash);

alter table pairing_codes add constraint pairing_codes_pkey PRIMARY KEY (org_id, id);

alter table passkey_challenges add constraint passkey_challenges_org_id_user_id_challenge_key UNIQUE (org_id, user_id, challenge);

alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (org_id, id);

alter table passkeys add constraint passkeys_org_id_user_id_credential_id_key UNIQUE (org_id, user_id, credential_id);

alter table passkeys add constraint passkeys_pkey PRIMARY KEY (org_id, id);

alter table password_requests add constraint password_requests_pkey PRIMARY KEY (id);

alter table password_token_lookup add constraint password_token_lookup_pkey PRIMARY KEY (token_hash);

alter table password_tokens add constraint password_tokens_pkey PRIMARY KEY (org_id, id);

alter table periodic_tasks add constraint periodic_tasks_pkey PRIMARY KEY (name);

alter table presence_watch add constraint presence_watch_pkey PRIMARY KEY (one);

alter table probe_turns add constraint probe_turns_pkey PRIMARY KEY (org_id, line, place);

alter table prompt_packs add constraint prompt_packs_pkey PRIMARY KEY (org_id, id);

alter table push_keys add constraint push_keys_org_id_key UNIQUE (org_id);

alter table push_keys add constraint push_keys_pkey PRIMARY KEY (org_id, id);

alter table push_subscriptions add constraint push_subscriptions_org_id_endpoint_hash_key UNIQUE (org_id, endpoint_hash);

alter table push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (org_id, id);

alter table quarantined_frames add constraint quarantined_frames_org_id_event_id_digest_key UNIQUE (org_id, event_id, digest);

alter table quarantined_frames add constraint quarantined_frames_pkey PRIMARY KEY (org_id, id);

alter table rate_buckets add constraint rate_buckets_pkey PRIMARY KEY (key);

alter table recovery_codes add constraint recovery_codes_org_id_user_id_code_sha256_key UNIQUE (org_id, user_id, code_sha256);

alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (org_id, id);

alter table refresh_token_lookup add constraint refresh_token_lookup_pkey PRIMARY KEY (token_hash);

alter table relays add constraint relays_pkey PRIMARY KEY (relay_id);

alter table restricted_changes add constraint restricted_changes_pkey PRIMARY KEY (org_id, xid, seq);

alter table retention_clock add constraint retention_clock_pkey PRIMARY KEY (one);

alter table rule_judgements add constraint rule_judgements_org_id_event_id_run_key UNIQUE (org_id, event_id, run);

alter table rule_judgements add constraint rule_judgements_pkey PRIMARY KEY (org_id, id);

alter table rule_verdicts add constraint rule_verdicts_org_id_event_id_version_id_run_key UNIQUE (org_id, event_id, version_id, run);

alter table rule_verdicts add constraint rule_verdicts_pkey PRIMARY KEY (org_id, id);

alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (name);

alter table service_account_keys add constraint service_account_keys_pkey PRIMARY KEY (org_id, id);

alter table service_account_sites add constraint service_account_sites_pkey PRIMARY KEY (org_id, service_account_id, site_id);

alter table service_accounts add constraint service_accounts_pkey PRIMARY KEY (org_id, id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (org_id, id);

alter table share_token_lookup add constraint share_token_lookup_pkey PRIMARY KEY (token_hash);

alter table single_sign_on add constraint single_sign_on_org_id_key UNIQUE (org_id);

alter table single_sign_on add constraint single_sign_on_pkey PRIMARY KEY (org_id, id);

alter table single_sign_on_attempts add constraint single_sign_on_attempts_org_id_state_sha256_key UNIQUE (org_id, state_sha256);

alter table single_sign_on_attempts add constraint single_sign_on_attempts_pkey PRIMARY KEY (org_id, id);

alter table single_sign_on_group_sites add constraint single_sign_on_group_sites_pkey PRIMARY KEY (org_id, group_id, site_id);

alter table single_sign_on_groups add constraint single_sign_on_groups_org_id_name_key UNIQUE (org_id, name);

alter table single_sign_on_groups add constraint single_sign_on_groups_pkey PRIMARY KEY (org_id, id);

alter table single_sign_on_identities add constraint single_sign_on_identities_org_id_issuer_subject_key UNIQUE (org_id, issuer, subject);

alter table single_sign_on_identities add constraint single_sign_on_identities_pkey PRIMARY KEY (org_id, id);

alter table sites add constraint sites_pkey PRIMARY KEY (org_id, id);

alter table stored_bytes add constraint stored_bytes_pkey PRIMARY KEY (org_id);

alter table totp_secrets add constraint totp_secrets_pkey PRIMARY KEY (org_id, id);

alter table unknown_logins add constraint unknown_logins_pkey PRIMARY KEY (id);

alter table upload_parts add constraint upload_parts_pkey PRIMARY KEY (org_id, upload_id, number);

alter table uploads add constraint uploads_pkey PRIMARY KEY (org_id, id);

alter table user_email_lookup add constraint user_email_lookup_pkey PRIMARY KEY (email, org_id);

alter table user_sites add constraint user_sites_pkey PRIMARY KEY (org_id, user_id, site_id);

alter table users add constraint users_org_id_email_key UNIQUE (org_id, email);

alter table users add constraint users_pkey PRIMARY KEY (org_id, id);

alter table view_cameras add constraint view_cameras_pkey PRIMARY KEY (org_id, view_id, place);

alter table views add constraint views_pkey PRIMARY KEY (org_id, id);

alter table webhook_attempts add constraint webhook_attempts_pkey PRIMARY KEY (org_id, id);

alter table webhook_deliveries add constraint webhook_deliveries_org_id_webhook_id_alert_id_key UNIQUE (org_id, webhook_id, alert_id);

alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (org_id, id);

alter table webhooks add constraint webhooks_pkey PRIMARY KEY (org_id, id);

alter table access_changes add constraint access_changes_check CHECK (((what = 'sites'::text) = (gained IS NOT NULL)));

alter table access_changes add constraint access_changes_principal_kind_check CHECK ((principal_kind = ANY (ARRAY['user'::text, 'service_account'::text])));

alter table access_changes add constraint access_changes_what_check CHECK ((what = ANY (ARRAY['standing'::text, 'sites'::text])));

alter table alert_rules add constraint alert_rules_cooldown_sec_check CHECK (((cooldown_sec >= 60) AND (cooldown_sec <= 3600)));

alter table alert_rules add constraint alert_rules_min_confidence_check CHECK (((min_confidence >= (0)::double precision) AND (min_confidence <= (1)::double precision)));

alter table alert_rules add constraint alert_rules_notification_window_sec_check CHECK (((notification_window_sec >= 0) AND (notification_window_sec <= 86400)));

alter table alert_rules add constraint alert_rules_rule_kind_check CHECK ((rule_kind = ANY (ARRAY['camera_event'::text, 'system_event'::text])));

alter table alert_rules add constraint alert_rules_schedule_type_check CHECK ((schedule_type = ANY (ARRAY['always'::text, 'business_hours'::text])));

alter table alert_rules add constraint alert_rules_scope_type_check CHECK ((scope_type = ANY (ARRAY['all_cameras'::text, 'site'::text, 'cameras'::text])));

alter table alert_rules add constraint alert_rules_system_trigger_check CHECK ((system_trigger = ANY (ARRAY['camera_offline'::text, 'gateway_offline'::text])));

alter table alerts add constraint alerts_status_check CHECK ((status = ANY (ARRAY['new'::text, 'acknowledged'::text, 'resolved'::text])));

alter table analysis_focus_versions add constraint analysis_focus_versions_version_check CHECK ((version > 0));

alter table api_key_lookup add constraint api_key_lookup_kind_check CHECK ((kind = ANY (ARRAY['service_account'::text, 'gateway'::text])));

alter table camera_leases add constraint camera_leases_check CHECK (((relay_id IS NULL) OR (epoch >= 1)));

alter table camera_outages add constraint camera_outages_check CHECK ((end_at > start_at));

alter table camera_streams add constraint camera_streams_role_check CHECK ((role = ANY (ARRAY['main'::text, 'sub'::text])));

alter table cameras add constraint cameras_active_tier_check CHECK ((active_tier = ANY (ARRAY['main'::text, 'sub'::text])));

alter table cameras add constraint cameras_ai_analysis_mode_check CHECK ((ai_analysis_mode = ANY (ARRAY['snapshot_only'::text, 'multi_frame'::text, 'full_video'::text, 'disabled'::text])));

alter table cameras add constraint cameras_ai_pass_mode_check CHECK ((ai_pass_mode = ANY (ARRAY['one_pass'::text, 'two_pass'::text])));

alter table cameras add constraint cameras_connection_mode_check CHECK ((connection_mode = ANY (ARRAY['gateway'::text, 'direct'::text])));

alter table cameras add constraint cameras_detection_stream_check CHECK ((detection_stream = ANY (ARRAY['sub'::text, 'main'::text])));

alter table cameras add constraint cameras_motion_sensitivity_check CHECK ((motion_sensitivity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])));

alter table cameras add constraint cameras_port_check CHECK (((port >= 1) AND (port <= 65535)));

alter table cameras add constraint cameras_post_event_buffer_sec_check CHECK (((post_event_buffer_sec >= 0) AND (post_event_buffer_sec <= 10)));

alter table cameras add constraint cameras_pre_event_buffer_sec_check CHECK (((pre_event_buffer_sec >= 0) AND (pre_event_buffer_sec <= 10)));

alter table cameras add constraint cameras_recording_duration_sec_check CHECK (((recording_duration_sec >= 5) AND (recording_duration_sec <= 120)));

alter table cameras add constraint cameras_recording_stream_check CHECK ((recording_stream = ANY (ARRAY['main'::text, 'sub'::text])));

alter table cameras add constraint cameras_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'online'::text, 'offline'::text, 'error'::text, 'disabled'::text])));

alter table cameras add constraint cameras_stream_mode_check CHECK ((stream_mode = ANY (ARRAY['single'::text, 'dual'::text])));

alter table cameras add constraint cameras_stream_transport_check CHECK ((stream_transport = ANY (ARRAY['tcp'::text, 'udp'::text])));

alter table cameras add constraint cameras_type_check CHECK ((type = ANY (ARRAY['rtsp'::text, 'onvif'::text])));

alter table changes add constraint changes_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'removed'::text])));

alter table changes add constraint changes_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'clip'::text, 'analysis'::text, 'alert'::text, 'camera'::text, 'gateway'::text])));

alter table compiled_rule_versions add constraint compiled_rule_versions_in_doubt_check CHECK ((in_doubt = ANY (ARRAY['alert'::text, 'no_alert'::text])));

alter table compiled_rule_versions add constraint compiled_rule_versions_judge_use_check CHECK ((judge_use = ANY (ARRAY['never'::text, 'doubtful'::text])));

alter table compiled_rule_versions add constraint compiled_rule_versions_number_check CHECK ((number > 0));

alter table compiled_rule_versions add constraint compiled_rule_versions_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'low'::text, 'medium'::text, 'high'::text, 'critical'::text])));

alter table event_analyses add constraint event_analyses_cause_check CHECK ((cause = ANY (ARRAY['clip_stored'::text, 'clip_failed'::text, 'clip_given_up'::text, 'requested'::text])));

alter table event_analyses add constraint event_analyses_depth_check CHECK ((depth = ANY (ARRAY['triage'::text, 'full'::text])));

alter table event_analyses add constraint event_analyses_mode_check CHECK ((mode = ANY (ARRAY['snapshot_only'::text, 'multi_frame'::text, 'full_video'::text, 'disabled'::text])));

alter table event_analyses add constraint event_analyses_pass_mode_check CHECK ((pass_mode = ANY (ARRAY['one_pass'::text, 'two_pass'::text])));

alter table event_analyses add constraint event_analyses_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'skipped'::text, 'failed'::text])));

alter table event_analyses add constraint event_analyses_version_check CHECK ((version > 0));

alter table event_counts add constraint event_counts_count_check CHECK ((count >= 0));

alter table event_feedback add constraint event_feedback_comment_check CHECK ((length(comment) <= 1000));

alter table event_feedback add constraint event_feedback_verdict_check CHECK ((verdict = ANY (ARRAY['useful'::text, 'no_big_deal'::text, 'wrong'::text])));

alter table event_shares add constraint event_shares_view_count_check CHECK ((view_count >= 0));

alter table events add constraint events_ai_status_check CHECK ((ai_status = ANY (ARRAY['pending'::text, 'completed'::text, 'skipped'::text, 'failed'::text])));

alter table events add constraint events_clip_status_check CHECK ((clip_status = ANY (ARRAY['recording'::text, 'uploading'::text, 'ready'::text, 'failed'::text, 'expired'::text])));

alter table events add constraint events_notes_check CHECK ((length(notes) <= 2000));

alter table events add constraint events_recording_source_check CHECK ((recording_source = ANY (ARRAY['gateway'::text, 'relay'::text])));

alter table events add constraint events_trigger_source_check CHECK ((trigger_source = ANY (ARRAY['onvif'::text, 'software'::text, 'manual'::text, 'scheduled'::text, 'ai'::text])));

alter table events add constraint events_visible_known CHECK ((visible = ((NOT awaiting_answer) AND (absorbed_by IS NULL))));

alter table gateway_commands add constraint gateway_commands_check CHECK (((gateway_id IS NULL) <> (relay_id IS NULL)));

alter table gateway_commands add constraint gateway_commands_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'done'::text, 'expired'::text])));

alter table gateway_history add constraint gateway_history_place_check CHECK (((place >= 0) AND (place <= 575)));

alter table gateway_outages add constraint gateway_outages_check CHECK ((end_at > start_at));

alter table gateways add constraint gateways_status_check CHECK ((status = ANY (ARRAY['registered'::text, 'online'::text, 'offline'::text, 'disabled'::text])));

alter table held_back_alerts add constraint held_back_alerts_origin_check CHECK ((origin = ANY (ARRAY['default'::text, 'rule'::text, 'camera'::text])));

alter table idempotency_keys add constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)));

alter table judge_budgets add constraint judge_budgets_daily_limit_check CHECK (((daily_limit >= 0) AND (daily_limit <= 100000)));

alter table judge_budgets add constraint judge_budgets_used_check CHECK ((used >= 0));

alter table judge_budgets add constraint judge_budgets_when_spent_check CHECK ((when_spent = ANY (ARRAY['predicate_decides'::text, 'no_alert'::text])));

alter table judge_budgets add constraint judge_budgets_when_unavailable_check CHECK ((when_unavailable = ANY (ARRAY['predicate_decides'::text, 'no_alert'::text])));

alter table live_streams add constraint live_streams_rendition_check CHECK ((rendition = ANY (ARRAY['source'::text, 'mpeg1'::text, 'jpeg'::text])));

alter table live_streams add constraint live_streams_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])));

alter table live_tokens add constraint live_tokens_credential_kind_check CHECK ((credential_kind = ANY (ARRAY['session'::text, 'key'::text])));

alter table live_watchings add constraint live_watchings_principal_kind_check CHECK ((principal_kind = ANY (ARRAY['user'::text, 'service_account'::text, 'live_token'::text])));

alter table media add constraint media_frame_check CHECK (((kind = 'frame'::text) = ((run_id IS NOT NULL) AND (taken_at IS NOT NULL))));

alter table media add constraint media_kind_known CHECK ((kind = ANY (ARRAY['clip'::text, 'snapshot'::text, 'frame'::text, 'preview'::text])));

alter table media add constraint media_preview_has_offsets CHECK (((kind = 'preview'::text) = (offsets_ms IS NOT NULL)));

alter table media add constraint media_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));

alter table media add constraint media_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'ready'::text, 'deleted'::text])));

alter table model_calls add constraint model_calls_account_check CHECK ((account = ANY (ARRAY['organisation'::text, 'operator'::text])));

alter table model_calls add constraint model_calls_cost_usd_check CHECK ((cost_usd >= (0)::numeric));

alter table model_calls add constraint model_calls_input_tokens_check CHECK ((input_tokens >= 0));

alter table model_calls add constraint model_calls_latency_ms_check CHECK ((latency_ms >= 0));

alter table model_calls add constraint model_calls_output_tokens_check CHECK ((output_tokens >= 0));

alter table model_calls add constraint model_calls_purpose_check CHECK ((purpose = ANY (ARRAY['analysis'::text, 'triage'::text, 'compile'::text, 'judge'::text, 'chat'::text])));

alter table nbd_camera_overrides add constraint nbd_camera_overrides_knobs_check CHECK ((knobs <> '{}'::jsonb));

alter table nbd_rule_knobs add constraint nbd_rule_knobs_knobs_check CHECK ((knobs <> '{}'::jsonb));

alter table nbd_suggestions add constraint nbd_suggestions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'applied'::text, 'dismissed'::text, 'withdrawn'::text])));

alter table notification_decisions add constraint notification_decisions_channel_known CHECK ((channel = ANY (ARRAY['in_app'::text, 'email'::text, 'push'::text])));

alter table notification_decisions add constraint notification_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'waiting'::text, 'merged'::text, 'held_back'::text, 'failed'::text])));

alter table notification_decisions add constraint notification_decisions_setting_origin_check CHECK ((setting_origin = ANY (ARRAY['service'::text, 'organisation'::text, 'rule'::text, 'camera'::text, 'user'::text])));

alter table notification_groups add constraint notification_groups_window_origin_check CHECK ((window_origin = ANY (ARRAY['organisation'::text, 'rule'::text])));

alter table organisations add constraint organisations_clip_retention_days_check CHECK (((clip_retention_days >= 1) AND (clip_retention_days <= 3650)));

alter table organisations add constraint organisations_event_retention_days_check CHECK (((event_retention_days >= 1) AND (event_retention_days <= 3650)));

alter table organisations add constraint organisations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table organisations add constraint organisations_notification_window_sec_check CHECK (((notification_window_sec >= 0) AND (notification_window_sec <= 86400)));

alter table outage_watch add constraint outage_watch_kind_check CHECK ((kind = ANY (ARRAY['camera'::text, 'gateway'::text])));

alter table outage_watch add constraint outage_watch_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'settled'::text])));

alter table outgoing_mail add constraint outgoing_mail_check CHECK (
CASE
    WHEN (purpose = 'message'::text) THEN ((recipient IS NOT NULL) AND (subject IS NOT NULL) AND (body_text IS NOT NULL))
    ELSE ((user_id IS NOT NULL) AND (rule_id IS NOT NULL))
END);

alter table outgoing_mail add constraint outgoing_mail_check1 CHECK (((sealed_text IS NULL) = (sealed_text_key_id IS NULL)));

alter table outgoing_mail add constraint outgoing_mail_purpose_check CHECK ((purpose = ANY (ARRAY['message'::text, 'alert'::text, 'digest'::text, 'group_digest'::text])));

alter table outgoing_mail add constraint outgoing_mail_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text])));

alter table outgoing_pushes add constraint outgoing_pushes_check CHECK (((purpose = 'test'::text) OR (rule_id IS NOT NULL)));

alter table outgoing_pushes add constraint outgoing_pushes_purpose_check CHECK ((purpose = ANY (ARRAY['alert'::text, 'digest'::text, 'group_digest'::text, 'test'::text])));

alter table outgoing_pushes add constraint outgoing_pushes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text])));

alter table passkey_challenges add constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign_in'::text])));

alter table password_tokens add constraint password_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text])));

alter table presence_watch add constraint presence_watch_one_check CHECK (one);

alter table quarantined_frames add constraint quarantined_frames_type_check CHECK ((type = ANY (ARRAY['event.opened'::text, 'event.extended'::text, 'event.closed'::text])));

alter table relays add constraint relays_capacity_check CHECK (((capacity >= 1) AND (capacity <= 50)));

alter table restricted_changes add constraint restricted_changes_at_least_check CHECK ((at_least = ANY (ARRAY['operator'::text, 'admin'::text, 'owner'::text])));

alter table restricted_changes add constraint restricted_changes_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'removed'::text])));

alter table restricted_changes add constraint restricted_changes_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'pairing'::text, 'discovery'::text, 'inbox'::text])));

alter table retention_clock add constraint retention_clock_one_check CHECK (one);

alter table rule_judgements add constraint rule_judgements_run_check CHECK ((run >= 0));

alter table rule_judgements add constraint rule_judgements_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'judged'::text, 'superseded'::text])));

alter table rule_verdicts add constraint rule_verdicts_decided_by_check CHECK ((decided_by = ANY (ARRAY['predicate'::text, 'judge'::text, 'budget'::text, 'unavailable'::text])));

alter table rule_verdicts add constraint rule_verdicts_followed_check CHECK ((followed = ANY (ARRAY['pending'::text, 'alert'::text, 'alert_stands'::text, 'cooldown'::text, 'held_back'::text, 'no_alert'::text])));

alter table rule_verdicts add constraint rule_verdicts_outcome_check CHECK ((outcome = ANY (ARRAY['match'::text, 'no_match'::text, 'doubtful'::text])));

alter table rule_verdicts add constraint rule_verdicts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'decided'::text])));

alter table service_accounts add constraint service_accounts_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text, 'owner'::text])));

alter table sessions add constraint sessions_client_type_check CHECK ((client_type = ANY (ARRAY['web'::text, 'mobile'::text])));

alter table single_sign_on add constraint single_sign_on_check CHECK (((client_secret IS NULL) = (client_secret_key_id IS NULL)));

alter table single_sign_on_groups add constraint single_sign_on_groups_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text])));

alter table upload_parts add constraint upload_parts_number_check CHECK ((number > 0));

alter table uploads add constraint uploads_part_count_check CHECK ((part_count > 0));

alter table uploads add constraint uploads_part_size_check CHECK ((part_size > 0));

alter table uploads add constraint uploads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'complete'::text, 'abandoned'::text])));

alter table users add constraint users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text, 'owner'::text])));

alter table view_cameras add constraint view_cameras_size_check CHECK (((size >= 1) AND (size <= 3)));

alter table views add constraint views_layout_check CHECK ((layout = ANY (ARRAY['even'::text, 'one_large'::text, 'two_large'::text, 'by_hand'::text])));

alter table views add constraint views_rotate_sec_check CHECK (((rotate_sec >= 10) AND (rotate_sec <= 60)));

alter table webhook_deliveries add constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));

CREATE INDEX access_changes_by_transaction ON public.access_changes USING btree (xid);

CREATE INDEX access_changes_of_principal ON public.access_changes USING btree (org_id, principal_id, xid, seq);

CREATE INDEX alert_rules_active ON public.alert_rules USING btree (org_id, rule_kind) WHERE ((deleted_at IS NULL) AND enabled);

CREATE INDEX alert_rules_compiled ON public.alert_rules USING btree (org_id, compiled_version_id) WHERE ((deleted_at IS NULL) AND enabled AND (compiled_version_id IS NOT NULL));

CREATE INDEX alert_timeline_of_alert ON public.alert_timeline USING btree (org_id, alert_id, at, id);

CREATE INDEX alerts_newest ON public.alerts USING btree (org_id, fired_at DESC, id DESC);

CREATE INDEX alerts_of_event ON public.alerts USING btree (org_id, event_id);

CREATE INDEX alerts_of_outages ON public.alerts USING btree (org_id, COALESCE(camera_id, gateway_id)) WHERE outage_lasts;

CREATE INDEX alerts_of_rule ON public.alerts USING btree (org_id, rule_id, triggered_at DESC);

CREATE INDEX alerts_of_rule_and_camera ON public.alerts USING btree (org_id, rule_id, camera_id, triggered_at) WHERE (kind IS NOT NULL);

CREATE INDEX audit_log_newest ON public.audit_log USING btree (org_id, at DESC, id DESC);

CREATE INDEX audit_log_of_action ON public.audit_log USING btree (org_id, action, at DESC, id DESC);

CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (org_id, actor_id, at DESC, id DESC);

CREATE INDEX audit_log_of_target ON public.audit_log USING btree (org_id, target_kind, target_id, at DESC, id DESC);

CREATE INDEX camera_leases_ending ON public.camera_leases USING btree (lease_until NULLS FIRST);

CREATE INDEX camera_leases_of_relay ON public.camera_leases USING btree (relay_id, lease_until);

CREATE INDEX camera_outages_by_end ON public.camera_outages USING btree (org_id, camera_id, end_at);

CREATE INDEX cameras_alive ON public.cameras USING btree (org_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX cameras_by_gateway ON public.cameras USING btree (org_id, gateway_id) WHERE (deleted_at IS NULL);

CREATE INDEX cameras_by_prompt_pack ON public.cameras USING btree (org_id, prompt_pack_id) WHERE (prompt_pack_id IS NOT NULL);

CREATE INDEX cameras_by_site ON public.cameras USING btree (org_id, site_id);

CREATE INDEX changes_by_transaction ON public.changes USING btree (xid) INCLUDE (org_id);

CREATE INDEX event_analyses_due ON public.event_analyses USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX event_analyses_under_way ON public.event_analyses USING btree (org_id, event_id) WHERE (status = 'pending'::text);

CREATE INDEX event_feedback_newest ON public.event_feedback USING btree (org_id, event_id, changed_at DESC, id DESC);

CREATE INDEX event_feedback_of_alert ON public.event_feedback USING btree (org_id, alert_id) WHERE (alert_id IS NOT NULL);

CREATE INDEX event_feedback_of_camera ON public.event_feedback USING btree (org_id, camera_id, event_category, rule_id, verdict, changed_at DESC);

CREATE INDEX event_feedback_of_rule ON public.event_feedback USING btree (org_id, rule_id) WHERE (rule_id IS NOT NULL);

CREATE INDEX event_shares_newest ON public.event_shares USING btree (org_id, event_id, created_at DESC, id DESC);

CREATE INDEX event_texts_newest ON public.event_texts USING btree (org_id, triggered_at DESC, event_id DESC);

CREATE INDEX event_texts_of_camera ON public.event_texts USING btree (org_id, camera_id, triggered_at DESC, event_id DESC);

CREATE INDEX event_texts_of_site ON public.event_texts USING btree (org_id, site_id, triggered_at DESC, event_id DESC);

CREATE INDEX event_texts_words ON public.event_texts USING gin (org_id, document);

CREATE INDEX events_by_happening ON public.events USING btree (org_id, happened_at, id) WHERE (happened_at IS NOT NULL);

CREATE INDEX events_by_receipt ON public.events USING btree (org_id, received_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX events_continuing ON public.events USING btree (org_id, ((raw_data ->> 'continues'::text))) WHERE ((raw_data ->> 'continues'::text) IS NOT NULL);

CREATE INDEX events_deleted ON public.events USING btree (org_id, triggered_at, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX events_deleted_by_receipt ON public.events USING btree (org_id, received_at, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX events_listed ON public.events USING btree (org_id, triggered_at DESC, id DESC) INCLUDE (site_id, camera_id, event_category, trigger_source, ai_status, starred, visible) WHERE (deleted_at IS NULL);

CREATE INDEX events_listed_of_camera ON public.events USING btree (org_id, camera_id, triggered_at DESC, id DESC) INCLUDE (visible) WHERE (deleted_at IS NULL);

CREATE INDEX events_listed_of_category ON public.events USING btree (org_id, event_category, triggered_at DESC, id DESC) INCLUDE (visible) WHERE (deleted_at IS NULL);

CREATE INDEX events_listed_of_site ON public.events USING btree (org_id, site_id, triggered_at DESC, id DESC) INCLUDE (visible) WHERE (deleted_at IS NULL);

CREATE INDEX events_listed_starred ON public.events USING btree (org_id, triggered_at DESC, id DESC) INCLUDE (site_id, camera_id, event_category, trigger_source, ai_status, visible) WHERE ((deleted_at IS NULL) AND starred);

CREATE INDEX events_unanalysed ON public.events USING btree (org_id, received_at) WHERE ((ai_status = 'pending'::text) AND (deleted_at IS NULL));

CREATE INDEX events_unlisted_by_receipt ON public.events USING btree (org_id, received_at, id) WHERE (NOT ((deleted_at IS NULL) AND visible));

CREATE INDEX events_with_clip ON public.events USING btree (org_id, triggered_at, id) WHERE (clip_status = 'ready'::text);

CREATE INDEX events_with_clip_by_receipt ON public.events USING btree (org_id, received_at, id) WHERE (clip_status = 'ready'::text);

CREATE INDEX gateway_commands_by_age ON public.gateway_commands USING btree (org_id, created_at);

CREATE INDEX gateway_commands_waiting ON public.gateway_commands USING btree (node_id, created_at) WHERE (status = 'pending'::text);

CREATE INDEX gateway_keys_by_gateway ON public.gateway_keys USING btree (org_id, gateway_id);

CREATE INDEX gateway_outages_by_end ON public.gateway_outages USING btree (org_id, gateway_id, end_at);

CREATE INDEX gateway_sessions_open ON public.gateway_sessions USING btree (seen_at) WHERE (closed_at IS NULL);

CREATE INDEX gateways_alive ON public.gateways USING btree (org_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX gateways_by_site ON public.gateways USING btree (org_id, site_id);

CREATE INDEX held_back_alerts_by_time ON public.held_back_alerts USING btree (org_id, rule_id, camera_id, triggered_at);

CREATE INDEX held_back_alerts_newest ON public.held_back_alerts USING btree (org_id, rule_id, held_back_at DESC, id DESC);

CREATE INDEX held_back_alerts_of_event ON public.held_back_alerts USING btree (org_id, event_id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (org_id, created_at);

CREATE INDEX live_streams_by_live_id ON public.live_streams USING btree (live_id);

CREATE INDEX live_token_lookup_by_token ON public.live_token_lookup USING btree (org_id, token_id);

CREATE INDEX live_tokens_by_end ON public.live_tokens USING btree (org_id, expires_at);

CREATE INDEX live_tokens_newest ON public.live_tokens USING btree (org_id, camera_id, created_at DESC, id DESC);

CREATE INDEX media_of_camera ON public.media USING btree (org_id, camera_id, kind, created_at DESC);

CREATE INDEX media_of_event ON public.media USING btree (org_id, event_id, kind);

CREATE INDEX media_of_no_event ON public.media USING btree (org_id, created_at) WHERE (event_id IS NULL);

CREATE INDEX media_previews ON public.media USING btree (org_id, created_at) WHERE (kind = 'preview'::text);

CREATE INDEX media_to_remove ON public.media USING btree (org_id, deleted_at) WHERE (state = 'deleted'::text);

CREATE INDEX media_unfinished_frames ON public.media USING btree (org_id, created_at) WHERE ((kind = 'frame'::text) AND (state = 'pending'::text));

CREATE INDEX model_calls_by_time ON public.model_calls USING btree (org_id, at);

CREATE INDEX model_calls_of_event ON public.model_calls USING btree (org_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX model_calls_of_operator ON public.model_calls USING btree (org_id, at) INCLUDE (input_tokens, output_tokens, cost_usd) WHERE (account = 'operator'::text);

CREATE INDEX nbd_suggestion_events_of_event ON public.nbd_suggestion_events USING btree (org_id, event_id);

CREATE INDEX nbd_suggestions_newest ON public.nbd_suggestions USING btree (org_id, rule_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX nbd_suggestions_open ON public.nbd_suggestions USING btree (org_id, rule_id, camera_id, kind) WHERE (status = 'open'::text);

CREATE INDEX notification_decisions_by_push ON public.notification_decisions USING btree (org_id, push_id) WHERE (push_id IS NOT NULL);

CREATE INDEX notification_decisions_of_event ON public.notification_decisions USING btree (org_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX notification_decisions_of_group ON public.notification_decisions USING btree (org_id, group_id, id) INCLUDE (outcome);

CREATE INDEX notification_decisions_of_mail ON public.notification_decisions USING btree (org_id, mail_id) WHERE (mail_id IS NOT NULL);

CREATE UNIQUE INDEX notification_decisions_once ON public.notification_decisions USING btree (org_id, alert_id, user_id, channel) NULLS NOT DISTINCT WHERE (alert_id IS NOT NULL);

CREATE UNIQUE INDEX notification_groups_current ON public.notification_groups USING btree (org_id, rule_id, subject_id, site_id, late) WHERE is_current;

CREATE INDEX notification_groups_newest ON public.notification_groups USING btree (org_id, opened_at DESC, id DESC);

CREATE INDEX notification_groups_of_camera ON public.notification_groups USING btree (org_id, camera_id, opened_at DESC, id DESC) WHERE (camera_id IS NOT NULL);

CREATE INDEX notification_groups_of_rule ON public.notification_groups USING btree (org_id, rule_id, opened_at DESC, id DESC);

CREATE INDEX notifications_by_age ON public.notifications USING btree (org_id, created_at);

CREATE INDEX notifications_of_event ON public.notifications USING btree (org_id, event_id) WHERE (event_id IS NOT NULL);

CREATE UNIQUE INDEX notifications_of_group ON public.notifications USING btree (org_id, group_id, user_id) WHERE (group_id IS NOT NULL);

CREATE INDEX notifications_of_user ON public.notifications USING btree (org_id, user_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (org_id, user_id, alert_id) WHERE (alert_id IS NOT NULL);

CREATE INDEX notifications_unread ON public.notifications USING btree (org_id, user_id, created_at DESC, id DESC) WHERE (read_at IS NULL);

CREATE INDEX outage_watch_waiting ON public.outage_watch USING btree (next_at) WHERE (status = 'pending'::text);

CREATE INDEX outgoing_mail_alerts_of_alert ON public.outgoing_mail_alerts USING btree (org_id, alert_id);

CREATE INDEX outgoing_mail_by_end ON public.outgoing_mail USING btree (org_id, finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX outgoing_mail_of_group ON public.outgoing_mail USING btree (org_id, group_id) WHERE (group_id IS NOT NULL);

CREATE UNIQUE INDEX outgoing_mail_open_digest ON public.outgoing_mail USING btree (org_id, rule_id, user_id) WHERE ((purpose = 'digest'::text) AND (sealed_at IS NULL) AND (status = 'pending'::text));

CREATE UNIQUE INDEX outgoing_mail_open_group_digest ON public.outgoing_mail USING btree (org_id, group_id, user_id) WHERE ((purpose = 'group_digest'::text) AND (sealed_at IS NULL) AND (status = 'pending'::text));

CREATE INDEX outgoing_pushes_by_end ON public.outgoing_pushes USING btree (org_id, finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX outgoing_pushes_due ON public.outgoing_pushes USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX outgoing_pushes_of_group ON public.outgoing_pushes USING btree (org_id, group_id) WHERE (group_id IS NOT NULL);

CREATE UNIQUE INDEX outgoing_pushes_open_digest ON public.outgoing_pushes USING btree (org_id, rule_id, user_id) WHERE ((purpose = 'digest'::text) AND (sealed_at IS NULL) AND (status = 'pending'::text));

CREATE UNIQUE INDEX outgoing_pushes_open_group_digest ON public.outgoing_pushes USING btree (org_id, group_id, user_id) WHERE ((purpose = 'group_digest'::text) AND (sealed_at IS NULL) AND (status = 'pending'::text));

CREATE INDEX pairing_codes_by_gateway ON public.pairing_codes USING btree (org_id, gateway_id);

CREATE INDEX pairing_codes_open ON public.pairing_codes USING btree (org_id, expires_at) WHERE (redeemed_at IS NULL);

CREATE INDEX password_requests_due ON public.password_requests USING btree (next_at, id);

CREATE INDEX prompt_packs_newest ON public.prompt_packs USING btree (org_id, created_at, id);

CREATE INDEX push_subscriptions_of_session ON public.push_subscriptions USING btree (org_id, session_id);

CREATE INDEX push_subscriptions_of_user ON public.push_subscriptions USING btree (org_id, user_id, created_at, id);

CREATE INDEX refresh_token_lookup_by_session ON public.refresh_token_lookup USING btree (org_id, session_id);

CREATE INDEX relays_open ON public.relays USING btree (seen_at) WHERE (closed_at IS NULL);

CREATE INDEX restricted_changes_by_transaction ON public.restricted_changes USING btree (xid) INCLUDE (org_id);

CREATE INDEX rule_judgements_waiting ON public.rule_judgements USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX rule_verdicts_of_alert ON public.rule_verdicts USING btree (org_id, alert_id) WHERE (alert_id IS NOT NULL);

CREATE INDEX rule_verdicts_of_rule ON public.rule_verdicts USING btree (org_id, rule_id, created_at DESC, id DESC);

CREATE INDEX rule_verdicts_of_version ON public.rule_verdicts USING btree (org_id, version_id);

CREATE INDEX rule_verdicts_waiting ON public.rule_verdicts USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX service_account_keys_by_account ON public.service_account_keys USING btree (org_id, service_account_id);

CREATE INDEX sessions_by_end ON public.sessions USING btree (org_id, expires_at);

CREATE INDEX sessions_by_user ON public.sessions USING btree (org_id, user_id) WHERE (revoked_at IS NULL);

CREATE INDEX single_sign_on_attempts_by_end ON public.single_sign_on_attempts USING btree (org_id, expires_at);

CREATE INDEX single_sign_on_group_sites_of_site ON public.single_sign_on_group_sites USING btree (org_id, site_id);

CREATE INDEX single_sign_on_identities_of_user ON public.single_sign_on_identities USING btree (org_id, user_id);

CREATE INDEX totp_secrets_of_user ON public.totp_secrets USING btree (org_id, user_id, created_at, id);

CREATE INDEX unknown_logins_newest ON public.unknown_logins USING btree (at DESC, id DESC);

CREATE INDEX unknown_logins_of_email ON public.unknown_logins USING btree (email_sha256, at DESC, id DESC);

CREATE INDEX uploads_by_age ON public.uploads USING btree (org_id, created_at);

CREATE INDEX uploads_of_medium ON public.uploads USING btree (org_id, media_id);

CREATE UNIQUE INDEX uploads_open ON public.uploads USING btree (org_id, media_id) WHERE (state = 'open'::text);

CREATE INDEX user_sites_by_site ON public.user_sites USING btree (org_id, site_id);

CREATE INDEX users_by_age ON public.users USING btree (org_id, created_at, id);

CREATE INDEX view_cameras_by_camera ON public.view_cameras USING btree (org_id, camera_id);

CREATE INDEX views_in_order ON public.views USING btree (org_id, user_id, "position");

CREATE INDEX webhook_attempts_of_delivery ON public.webhook_attempts USING btree (org_id, delivery_id, number);

CREATE INDEX webhook_deliveries_by_end ON public.webhook_deliveries USING btree (org_id, finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (org_id, webhook_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (org_id, webhook_id, created_at DESC, id DESC);

CREATE INDEX webhooks_alive ON public.webhooks USING btree (org_id, created_at, id) WHERE (deleted_at IS NULL);

alter table ai_provider_keys add constraint ai_provider_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table alert_rule_cooldowns add constraint alert_rule_cooldowns_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table alert_rule_recipients add constraint alert_rule_recipients_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table alert_rule_recipients add constraint alert_rule_recipients_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table alert_rule_revisions add constraint alert_rule_revisions_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE CASCADE;

alter table alert_rules add constraint alert_rules_org_id_compiled_version_id_fkey FOREIGN KEY (org_id, compiled_version_id) REFERENCES compiled_rule_versions(org_id, id) ON DELETE SET NULL (compiled_version_id);

alter table alert_rules add constraint alert_rules_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table alert_timeline add constraint alert_timeline_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id) ON DELETE CASCADE;

alter table alerts add constraint alerts_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id);

alter table alerts add constraint alerts_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE SET NULL (event_id);

alter table alerts add constraint alerts_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table alerts add constraint alerts_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id);

alter table alerts add constraint alerts_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id);

alter table alerts add constraint alerts_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id);

alter table analysis_focus_versions add constraint analysis_focus_versions_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table audit_log add constraint audit_log_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table camera_leases add constraint camera_leases_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table camera_outages add constraint camera_outages_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table camera_placements add constraint camera_placements_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table camera_streams add constraint camera_streams_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table cameras add constraint cameras_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table cameras add constraint cameras_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id);

alter table cameras add constraint cameras_org_id_prompt_pack_id_fkey FOREIGN KEY (org_id, prompt_pack_id) REFERENCES prompt_packs(org_id, id) ON DELETE SET NULL (prompt_pack_id);

alter table cameras add constraint cameras_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id);

alter table compiled_rule_versions add constraint compiled_rule_versions_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table event_analyses add constraint event_analyses_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table event_counts add constraint event_counts_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table event_counts add constraint event_counts_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table event_feedback add constraint event_feedback_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id) ON DELETE SET NULL (alert_id);

alter table event_feedback add constraint event_feedback_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table event_feedback add constraint event_feedback_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table event_shares add constraint event_shares_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table event_texts add constraint event_texts_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table events add constraint events_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id);

alter table events add constraint events_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table events add constraint events_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id);

alter table gateway_commands add constraint gateway_commands_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_discoveries add constraint gateway_discoveries_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_history add constraint gateway_history_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_keys add constraint gateway_keys_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_outages add constraint gateway_outages_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_sessions add constraint gateway_sessions_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateway_telemetry add constraint gateway_telemetry_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table gateways add constraint gateways_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table gateways add constraint gateways_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id);

alter table held_back_alerts add constraint held_back_alerts_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table held_back_alerts add constraint held_back_alerts_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table held_back_alerts add constraint held_back_alerts_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table held_back_alerts add constraint held_back_alerts_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table idempotency_keys add constraint idempotency_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table judge_budgets add constraint judge_budgets_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table live_streams add constraint live_streams_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table live_token_lookup add constraint live_token_lookup_org_id_token_id_fkey FOREIGN KEY (org_id, token_id) REFERENCES live_tokens(org_id, id) ON DELETE CASCADE;

alter table live_tokens add constraint live_tokens_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table live_watchings add constraint live_watchings_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table media add constraint media_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id);

alter table media add constraint media_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id);

alter table media add constraint media_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table media add constraint media_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id);

alter table model_calls add constraint model_calls_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE SET NULL (event_id);

alter table model_calls add constraint model_calls_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table nbd_camera_overrides add constraint nbd_camera_overrides_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table nbd_rule_knobs add constraint nbd_rule_knobs_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table nbd_suggestion_events add constraint nbd_suggestion_events_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table nbd_suggestion_events add constraint nbd_suggestion_events_org_id_suggestion_id_fkey FOREIGN KEY (org_id, suggestion_id) REFERENCES nbd_suggestions(org_id, id) ON DELETE CASCADE;

alter table nbd_suggestions add constraint nbd_suggestions_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table nbd_suggestions add constraint nbd_suggestions_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table notification_decisions add constraint notification_decisions_of_push FOREIGN KEY (org_id, push_id) REFERENCES outgoing_pushes(org_id, id) ON DELETE SET NULL (push_id);

alter table notification_decisions add constraint notification_decisions_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id) ON DELETE CASCADE;

alter table notification_decisions add constraint notification_decisions_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE SET NULL (event_id);

alter table notification_decisions add constraint notification_decisions_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES notification_groups(org_id, id) ON DELETE CASCADE;

alter table notification_decisions add constraint notification_decisions_org_id_mail_id_fkey FOREIGN KEY (org_id, mail_id) REFERENCES outgoing_mail(org_id, id) ON DELETE SET NULL (mail_id);

alter table notification_groups add constraint notification_groups_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE SET NULL (camera_id);

alter table notification_groups add constraint notification_groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table notification_groups add constraint notification_groups_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE SET NULL (gateway_id);

alter table notification_groups add constraint notification_groups_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table notification_groups add constraint notification_groups_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table notifications add constraint notifications_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE SET NULL (event_id);

alter table notifications add constraint notifications_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES notification_groups(org_id, id) ON DELETE SET NULL (group_id);

alter table notifications add constraint notifications_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table outage_watch add constraint outage_watch_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table outgoing_mail add constraint outgoing_mail_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table outgoing_mail add constraint outgoing_mail_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES notification_groups(org_id, id) ON DELETE SET NULL (group_id);

alter table outgoing_mail add constraint outgoing_mail_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table outgoing_mail add constraint outgoing_mail_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table outgoing_mail_alerts add constraint outgoing_mail_alerts_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id) ON DELETE CASCADE;

alter table outgoing_mail_alerts add constraint outgoing_mail_alerts_org_id_mail_id_fkey FOREIGN KEY (org_id, mail_id) REFERENCES outgoing_mail(org_id, id) ON DELETE CASCADE;

alter table outgoing_pushes add constraint outgoing_pushes_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table outgoing_pushes add constraint outgoing_pushes_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES notification_groups(org_id, id) ON DELETE SET NULL (group_id);

alter table outgoing_pushes add constraint outgoing_pushes_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table outgoing_pushes add constraint outgoing_pushes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table pairing_code_lookup add constraint pairing_code_lookup_org_id_pairing_code_id_fkey FOREIGN KEY (org_id, pairing_code_id) REFERENCES pairing_codes(org_id, id) ON DELETE CASCADE;

alter table pairing_codes add constraint pairing_codes_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table passkey_challenges add constraint passkey_challenges_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table passkeys add constraint passkeys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table password_token_lookup add constraint password_token_lookup_org_id_password_token_id_fkey FOREIGN KEY (org_id, password_token_id) REFERENCES password_tokens(org_id, id) ON DELETE CASCADE;

alter table password_tokens add constraint password_tokens_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table probe_turns add constraint probe_turns_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE CASCADE;

alter table prompt_packs add constraint prompt_packs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table push_keys add constraint push_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table push_subscriptions add constraint push_subscriptions_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES sessions(org_id, id) ON DELETE CASCADE;

alter table push_subscriptions add constraint push_subscriptions_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table quarantined_frames add constraint quarantined_frames_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table recovery_codes add constraint recovery_codes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table refresh_token_lookup add constraint refresh_token_lookup_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES sessions(org_id, id) ON DELETE CASCADE;

alter table rule_judgements add constraint rule_judgements_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table rule_verdicts add constraint rule_verdicts_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id) ON DELETE SET NULL (alert_id);

alter table rule_verdicts add constraint rule_verdicts_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES events(org_id, id) ON DELETE CASCADE;

alter table rule_verdicts add constraint rule_verdicts_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;

alter table rule_verdicts add constraint rule_verdicts_org_id_version_id_fkey FOREIGN KEY (org_id, version_id) REFERENCES compiled_rule_versions(org_id, id) ON DELETE CASCADE;

alter table service_account_keys add constraint service_account_keys_org_id_service_account_id_fkey FOREIGN KEY (org_id, service_account_id) REFERENCES service_accounts(org_id, id) ON DELETE CASCADE;

alter table service_account_sites add constraint service_account_sites_org_id_service_account_id_fkey FOREIGN KEY (org_id, service_account_id) REFERENCES service_accounts(org_id, id) ON DELETE CASCADE;

alter table service_account_sites add constraint service_account_sites_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table service_accounts add constraint service_accounts_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table sessions add constraint sessions_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table share_token_lookup add constraint share_token_lookup_org_id_share_id_fkey FOREIGN KEY (org_id, share_id) REFERENCES event_shares(org_id, id) ON DELETE CASCADE;

alter table single_sign_on add constraint single_sign_on_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE CASCADE;

alter table single_sign_on_attempts add constraint single_sign_on_attempts_org_id_fkey FOREIGN KEY (org_id) REFERENCES single_sign_on(org_id) ON DELETE CASCADE;

alter table single_sign_on_group_sites add constraint single_sign_on_group_sites_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES single_sign_on_groups(org_id, id) ON DELETE CASCADE;

alter table single_sign_on_group_sites add constraint single_sign_on_group_sites_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table single_sign_on_groups add constraint single_sign_on_groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES single_sign_on(org_id) ON DELETE CASCADE;

alter table single_sign_on_identities add constraint single_sign_on_identities_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table sites add constraint sites_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table stored_bytes add constraint stored_bytes_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE CASCADE;

alter table totp_secrets add constraint totp_secrets_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table upload_parts add constraint upload_parts_org_id_upload_id_fkey FOREIGN KEY (org_id, upload_id) REFERENCES uploads(org_id, id) ON DELETE CASCADE;

alter table uploads add constraint uploads_org_id_media_id_fkey FOREIGN KEY (org_id, media_id) REFERENCES media(org_id, id) ON DELETE CASCADE;

alter table user_email_lookup add constraint user_email_lookup_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table user_sites add constraint user_sites_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table user_sites add constraint user_sites_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table users add constraint users_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table view_cameras add constraint view_cameras_org_id_camera_id_fkey FOREIGN KEY (org_id, camera_id) REFERENCES cameras(org_id, id) ON DELETE CASCADE;

alter table view_cameras add constraint view_cameras_org_id_view_id_fkey FOREIGN KEY (org_id, view_id) REFERENCES views(org_id, id) ON DELETE CASCADE;

alter table views add constraint views_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE CASCADE;

alter table views add constraint views_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table webhook_attempts add constraint webhook_attempts_org_id_delivery_id_fkey FOREIGN KEY (org_id, delivery_id) REFERENCES webhook_deliveries(org_id, id) ON DELETE CASCADE;

alter table webhook_deliveries add constraint webhook_deliveries_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id);

alter table webhook_deliveries add constraint webhook_deliveries_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id);

alter table webhooks add constraint webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

CREATE TRIGGER access_changes_cut AFTER DELETE ON access_changes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_cut_of_changes();

CREATE TRIGGER alert_rules_revised AFTER INSERT OR DELETE OR UPDATE ON alert_rules FOR EACH ROW EXECUTE FUNCTION revise_alert_rules();

CREATE TRIGGER alert_change_noted AFTER UPDATE ON alerts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION note_alert();

CREATE TRIGGER alert_noted AFTER INSERT OR DELETE ON alerts FOR EACH ROW EXECUTE FUNCTION note_alert();

CREATE TRIGGER camera_change_noted AFTER INSERT ON cameras FOR EACH ROW EXECUTE FUNCTION note_camera_change();

CREATE TRIGGER camera_change_noted_of_changed AFTER UPDATE ON cameras FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION note_camera_change();

CREATE TRIGGER camera_outage_kept AFTER UPDATE OF status, enabled, deleted_at, site_id ON cameras FOR EACH ROW WHEN ((old.status = ANY (ARRAY['offline'::text, 'error'::text])) AND old.enabled AND old.deleted_at IS NULL AND (old.status IS DISTINCT FROM new.status OR old.enabled IS DISTINCT FROM new.enabled OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.site_id IS DISTINCT FROM new.site_id)) EXECUTE FUNCTION keep_camera_outage();

CREATE TRIGGER keep_placements AFTER UPDATE OF gateway_id, site_id ON cameras FOR EACH ROW WHEN (old.gateway_id IS DISTINCT FROM new.gateway_id OR old.site_id IS DISTINCT FROM new.site_id) EXECUTE FUNCTION keep_placements();

CREATE TRIGGER keep_placements_of_new AFTER INSERT ON cameras FOR EACH ROW EXECUTE FUNCTION keep_placements();

CREATE TRIGGER watch_outages AFTER UPDATE OF status, deleted_at ON cameras FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION watch_outages('camera');

CREATE TRIGGER watch_outages_of_new AFTER INSERT ON cameras FOR EACH ROW WHEN (new.status = 'online'::text) EXECUTE FUNCTION watch_outages('camera');

CREATE TRIGGER changes_cut AFTER DELETE ON changes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_cut_of_changes();

CREATE TRIGGER analysis_change_noted AFTER UPDATE ON event_analyses FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION note_analysis();

CREATE TRIGGER analysis_noted AFTER INSERT ON event_analyses FOR EACH ROW EXECUTE FUNCTION note_analysis();

CREATE TRIGGER event_change_noted AFTER UPDATE ON events FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.* AND (old.visible AND old.deleted_at IS NULL OR new.visible AND new.deleted_at IS NULL)) EXECUTE FUNCTION note_event_change();

CREATE TRIGGER event_hidden_by_release_before BEFORE INSERT ON events FOR EACH ROW WHEN (new.awaiting_answer AND new.visible) EXECUTE FUNCTION hide_by_visible();

CREATE TRIGGER event_noted AFTER INSERT ON events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_events();

CREATE TRIGGER event_removal_noted AFTER DELETE ON events FOR EACH ROW WHEN (old.visible AND old.deleted_at IS NULL) EXECUTE FUNCTION note_removed_event();

CREATE TRIGGER event_shown_by_release_before BEFORE UPDATE OF awaiting_answer ON events FOR EACH ROW WHEN (old.awaiting_answer AND NOT new.awaiting_answer AND new.absorbed_by IS NULL AND NOT new.visible) EXECUTE FUNCTION show_by_visible();

CREATE TRIGGER event_text_of_changed AFTER UPDATE OF summary, narrative, tags, notes, deleted_at, visible ON events FOR EACH ROW WHEN (old.summary IS DISTINCT FROM new.summary OR old.narrative IS DISTINCT FROM new.narrative OR old.tags IS DISTINCT FROM new.tags OR old.notes IS DISTINCT FROM new.notes OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.visible IS DISTINCT FROM new.visible) EXECUTE FUNCTION keep_event_text();

CREATE TRIGGER event_text_of_new AFTER INSERT ON events FOR EACH ROW WHEN (new.deleted_at IS NULL AND new.visible AND (new.summary IS NOT NULL OR new.narrative IS NOT NULL OR new.tags <> '{}'::text[] OR new.notes IS NOT NULL)) EXECUTE FUNCTION keep_event_text();

CREATE TRIGGER discovery_change_noted AFTER INSERT OR UPDATE ON gateway_discoveries FOR EACH ROW EXECUTE FUNCTION note_discovery_change();

CREATE TRIGGER scan_change_noted AFTER UPDATE ON gateway_discoveries FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION note_scan();

CREATE TRIGGER scan_noted AFTER INSERT ON gateway_discoveries FOR EACH ROW EXECUTE FUNCTION note_scan();

CREATE TRIGGER gateway_figures_noted AFTER INSERT ON gateway_telemetry FOR EACH ROW EXECUTE FUNCTION note_gateway_figures();

CREATE TRIGGER gateway_figures_noted_of_changed AFTER UPDATE ON gateway_telemetry FOR EACH ROW WHEN (told_of_figures(old.*) IS DISTINCT FROM told_of_figures(new.*) OR old.reported_at < (new.reported_at - '00:02:00'::interval)) EXECUTE FUNCTION note_gateway_figures();

CREATE TRIGGER gateway_change_noted AFTER INSERT ON gateways FOR EACH ROW EXECUTE FUNCTION note_gateway_change();

CREATE TRIGGER gateway_change_noted_of_changed AFTER UPDATE ON gateways FOR EACH ROW WHEN (old.site_id IS DISTINCT FROM new.site_id OR old.name IS DISTINCT FROM new.name OR old.status IS DISTINCT FROM new.status OR old.version IS DISTINCT FROM new.version OR old.local_ip IS DISTINCT FROM new.local_ip OR old.paired_at IS DISTINCT FROM new.paired_at OR old.commissioning_until IS DISTINCT FROM new.commissioning_until OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION note_gateway_change();

CREATE TRIGGER gateway_outage_kept AFTER UPDATE OF status ON gateways FOR EACH ROW WHEN ((old.status = ANY (ARRAY['offline'::text, 'disabled'::text])) AND new.status = 'online'::text AND old.last_heartbeat_at IS NOT NULL) EXECUTE FUNCTION keep_gateway_outage();

CREATE TRIGGER gateway_state_noted AFTER UPDATE OF storage, clock_synced, clock_offset_ms, diagnostics ON gateways FOR EACH ROW WHEN (new.deleted_at IS NULL AND told_of_state(old.*) IS DISTINCT FROM told_of_state(new.*)) EXECUTE FUNCTION note_gateway_state();

CREATE TRIGGER watch_outages AFTER UPDATE OF status, deleted_at ON gateways FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION watch_outages('gateway');

CREATE TRIGGER watch_outages_of_new AFTER INSERT ON gateways FOR EACH ROW WHEN (new.status = 'online'::text) EXECUTE FUNCTION watch_outages('gateway');

CREATE TRIGGER media_counted AFTER INSERT ON media REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TRIGGER media_uncounted AFTER DELETE ON media REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TRIGGER inbox_changes_noted AFTER UPDATE ON notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_inboxes();

CREATE TRIGGER inboxes_noted AFTER INSERT ON notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_inboxes();

CREATE TRIGGER pairing_change_noted AFTER UPDATE ON pairing_codes FOR EACH ROW WHEN (old.redeemed_at IS DISTINCT FROM new.redeemed_at OR old.expires_at IS DISTINCT FROM new.expires_at) EXECUTE FUNCTION note_pairing_change();

CREATE TRIGGER pairing_noted AFTER INSERT ON pairing_codes FOR EACH ROW EXECUTE FUNCTION note_pairing_change();

CREATE TRIGGER restricted_changes_cut AFTER DELETE ON restricted_changes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_cut_of_changes();

CREATE TRIGGER judgement_noted AFTER UPDATE ON rule_judgements FOR EACH ROW WHEN (old.status = 'pending'::text AND new.status = 'judged'::text) EXECUTE FUNCTION note_analysis();

CREATE TRIGGER verdict_noted AFTER UPDATE ON rule_verdicts FOR EACH ROW WHEN (old.status = 'pending'::text AND new.status = 'decided'::text) EXECUTE FUNCTION note_analysis();

CREATE TRIGGER sites_of_account_noted AFTER INSERT ON service_account_sites REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sites_of_account();

CREATE TRIGGER sites_of_account_noted_of_removed AFTER DELETE ON service_account_sites REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sites_of_account();

CREATE TRIGGER sites_of_user_noted AFTER INSERT ON user_sites REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sites_of_user();

CREATE TRIGGER sites_of_user_noted_of_removed AFTER DELETE ON user_sites REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sites_of_user();

CREATE TRIGGER role_of_user_noted AFTER UPDATE OF role ON users FOR EACH ROW WHEN ((old.role = 'viewer'::text) IS DISTINCT FROM (new.role = 'viewer'::text)) EXECUTE FUNCTION note_role_of_user();

CREATE TRIGGER deliveries_noted AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_deliveries();

CREATE TRIGGER delivery_change_noted AFTER UPDATE ON webhook_deliveries FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.next_at IS DISTINCT FROM new.next_at OR old.finished_at IS DISTINCT FROM new.finished_at OR old.redeliveries IS DISTINCT FROM new.redeliveries) EXECUTE FUNCTION note_delivery_change();

alter table access_changes enable row level security;

alter table access_changes force row level security;

alter table ai_provider_keys enable row level security;

alter table ai_provider_keys force row level security;

alter table alert_rule_cooldowns enable row level security;

alter table alert_rule_cooldowns force row level security;

alter table alert_rule_recipients enable row level security;

alter table alert_rule_recipients force row level security;

alter table alert_rule_revisions enable row level security;

alter table alert_rule_revisions force row level security;

alter table alert_rules enable row level security;

alter table alert_rules force row level security;

alter table alert_timeline enable row level security;

alter table alert_timeline force row level security;

alter table alerts enable row level security;

alter table alerts force row level security;

alter table analysis_focus_versions enable row level security;

alter table analysis_focus_versions force row level security;

alter table audit_log enable row level security;

alter table audit_log force row level security;

alter table camera_leases enable row level security;

alter table camera_leases force row level security;

alter table camera_outages enable row level security;

alter table camera_outages force row level security;

alter table camera_placements enable row level security;

alter table camera_placements force row level security;

alter table camera_streams enable row level security;

alter table camera_streams force row level security;

alter table cameras enable row level security;

alter table cameras force row level security;

alter table change_cuts enable row level security;

alter table change_cuts force row level security;

alter table changes enable row level security;

alter table changes force row level security;

alter table compiled_rule_versions enable row level security;

alter table compiled_rule_versions force row level security;

alter table event_analyses enable row level security;

alter table event_analyses force row level security;

alter table event_counts enable row level security;

alter table event_counts force row level security;

alter table event_feedback enable row level security;

alter table event_feedback force row level security;

alter table event_shares enable row level security;

alter table event_shares force row level security;

alter table event_texts enable row level security;

alter table event_texts force row level security;

alter table events enable row level security;

alter table events force row level security;

alter table gateway_commands enable row level security;

alter table gateway_commands force row level security;

alter table gateway_discoveries enable row level security;

alter table gateway_discoveries force row level security;

alter table gateway_history enable row level security;

alter table gateway_history force row level security;

alter table gateway_keys enable row level security;

alter table gateway_keys force row level security;

alter table gateway_outages enable row level security;

alter table gateway_outages force row level security;

alter table gateway_sessions enable row level security;

alter table gateway_sessions force row level security;

alter table gateway_telemetry enable row level security;

alter table gateway_telemetry force row level security;

alter table gateways enable row level security;

alter table gateways force row level security;

alter table held_back_alerts enable row level security;

alter table held_back_alerts force row level security;

alter table idempotency_keys enable row level security;

alter table idempotency_keys force row level security;

alter table judge_budgets enable row level security;

alter table judge_budgets force row level security;

alter table live_streams enable row level security;

alter table live_streams force row level security;

alter table live_tokens enable row level security;

alter table live_tokens force row level security;

alter table live_watchings enable row level security;

alter table live_watchings force row level security;

alter table media enable row level security;

alter table media force row level security;

alter table model_calls enable row level security;

alter table model_calls force row level security;

alter table nbd_camera_overrides enable row level security;

alter table nbd_camera_overrides force row level security;

alter table nbd_rule_knobs enable row level security;

alter table nbd_rule_knobs force row level security;

alter table nbd_suggestion_events enable row level security;

alter table nbd_suggestion_events force row level security;

alter table nbd_suggestions enable row level security;

alter table nbd_suggestions force row level security;

alter table notification_decisions enable row level security;

alter table notification_decisions force row level security;

alter table notification_groups enable row level security;

alter table notification_groups force row level security;

alter table notifications enable row level security;

alter table notifications force row level security;

alter table organisations enable row level security;

alter table organisations force row level security;

alter table outage_watch enable row level security;

alter table outage_watch force row level security;

alter table outgoing_mail enable row level security;

alter table outgoing_mail force row level security;

alter table outgoing_mail_alerts enable row level security;

alter table outgoing_mail_alerts force row level security;

alter table outgoing_pushes enable row level security;

alter table outgoing_pushes force row level security;

alter table pairing_codes enable row level security;

alter table pairing_codes force row level security;

alter table passkey_challenges enable row level security;

alter table passkey_challenges force row level security;

alter table passkeys enable row level security;

alter table passkeys force row level security;

alter table password_tokens enable row level security;

alter table password_tokens force row level security;

alter table probe_turns enable row level security;

alter table probe_turns force row level security;

alter table prompt_packs enable row level security;

alter table prompt_packs force row level security;

alter table push_keys enable row level security;

alter table push_keys force row level security;

alter table push_subscriptions enable row level security;

alter table push_subscriptions force row level security;

alter table quarantined_frames enable row level security;

alter table quarantined_frames force row level security;

alter table recovery_codes enable row level security;

alter table recovery_codes force row level security;

alter table restricted_changes enable row level security;

alter table restricted_changes force row level security;

alter table rule_judgements enable row level security;

alter table rule_judgements force row level security;

alter table rule_verdicts enable row level security;

alter table rule_verdicts force row level security;

alter table service_account_keys enable row level security;

alter table service_account_keys force row level security;

alter table service_account_sites enable row level security;

alter table service_account_sites force row level security;

alter table service_accounts enable row level security;

alter table service_accounts force row level security;

alter table sessions enable row level security;

alter table sessions force row level security;

alter table single_sign_on enable row level security;

alter table single_sign_on force row level security;

alter table single_sign_on_attempts enable row level security;

alter table single_sign_on_attempts force row level security;

alter table single_sign_on_group_sites enable row level security;

alter table single_sign_on_group_sites force row level security;

alter table single_sign_on_groups enable row level security;

alter table single_sign_on_groups force row level security;

alter table single_sign_on_identities enable row level security;

alter table single_sign_on_identities force row level security;

alter table sites enable row level security;

alter table sites force row level security;

alter table stored_bytes enable row level security;

alter table stored_bytes force row level security;

alter table totp_secrets enable row level security;

alter table totp_secrets force row level security;

alter table upload_parts enable row level security;

alter table upload_parts force row level security;

alter table uploads enable row level security;

alter table uploads force row level security;

alter table user_sites enable row level security;

alter table user_sites force row level security;

alter table users enable row level security;

alter table users force row level security;

alter table view_cameras enable row level security;

alter table view_cameras force row level security;

alter table views enable row level security;

alter table views force row level security;

alter table webhook_attempts enable row level security;

alter table webhook_attempts force row level security;

alter table webhook_deliveries enable row level security;

alter table webhook_deliveries force row level security;

alter table webhooks enable row level security;

alter table webhooks force row level security;

create policy found_by_workers on access_changes as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on access_changes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation_by_foreign_keys on access_changes as PERMISSIVE for ALL to public using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on ai_provider_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_cooldowns as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_recipients as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_revisions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation_by_foreign_keys on alert_rule_revisions as PERMISSIVE for ALL to public using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rules as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_timeline as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alerts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on analysis_focus_versions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on audit_log as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on camera_leases as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on camera_leases as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on camera_outages as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on camera_placements as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on camera_streams as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on cameras as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy shared_out_by_workers on cameras as PERMISSIVE for SELECT to sightline_worker using ((connection_mode = 'direct'::text));

create policy of_the_organisation on change_cuts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy found_by_workers on changes as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on changes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation_by_foreign_keys on changes as PERMISSIVE for ALL to public using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on compiled_rule_versions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on event_analyses as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on event_analyses as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on event_counts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on event_feedback as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on event_shares as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on event_texts as PERMISSIVE for ALL to sightline_app using (((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid) AND (document @@ (COALESCE(NULLIF(current_setting('app.search'::text, true), ''::text), '!''*'''::text))::tsquery))) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on events as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy fetched_by_workers on gateway_commands as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on gateway_commands as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_discoveries as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_history as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_outages as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_sessions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy watched_by_workers on gateway_sessions as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on gateway_telemetry as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateways as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy timed_by_workers on gateways as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on held_back_alerts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on idempotency_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on judge_budgets as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy found_by_workers on live_streams as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on live_streams as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on live_tokens as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on live_watchings as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy swept_by_workers on live_watchings as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on media as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on model_calls as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on nbd_camera_overrides as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on nbd_rule_knobs as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on nbd_suggestion_events as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on nbd_suggestions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on notification_decisions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on notification_groups as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on notifications as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy listed_by_workers on organisations as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on organisations as PERMISSIVE for ALL to sightline_app using ((id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on outage_watch as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on outage_watch as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on outgoing_mail as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on outgoing_mail as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on outgoing_mail_alerts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on outgoing_pushes as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on outgoing_pushes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on pairing_codes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on passkey_challenges as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on passkeys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on password_tokens as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on probe_turns as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on prompt_packs as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on push_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on push_subscriptions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy counted_by_workers on quarantined_frames as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on quarantined_frames as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on recovery_codes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy found_by_workers on restricted_changes as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on restricted_changes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation_by_foreign_keys on restricted_changes as PERMISSIVE for ALL to public using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on rule_judgements as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on rule_judgements as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on rule_verdicts as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on rule_verdicts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_account_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_account_sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_accounts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on sessions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on single_sign_on as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on single_sign_on_attempts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on single_sign_on_group_sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on single_sign_on_groups as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on single_sign_on_identities as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on stored_bytes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on totp_secrets as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on upload_parts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on uploads as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on user_sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on users as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on view_cameras as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on views as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on webhook_attempts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on webhook_deliveries as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on webhook_deliveries as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on webhooks as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

grant delete, insert, select on access_changes to sightline_app;

grant delete, insert, select, update on ai_provider_keys to sightline_app;

grant delete, insert, select, update on alert_rule_cooldowns to sightline_app;

grant delete, insert, select, update on alert_rule_recipients to sightline_app;

grant delete, insert, select, update on alert_rule_revisions to sightline_app;

grant delete, insert, select, update on alert_rules to sightline_app;

grant delete, insert, select, update on alert_timeline to sightline_app;

grant delete, insert, select, update on alerts to sightline_app;

grant insert, select on analysis_focus_versions to sightline_app;

grant delete, insert, select, update on api_key_lookup to sightline_app;

grant insert, select on audit_log to sightline_app;

grant delete, insert, select, update on camera_leases to sightline_app;

grant delete, insert, select, update on camera_outages to sightline_app;

grant delete, insert, select, update on camera_placements to sightline_app;

grant delete, insert, select, update on camera_streams to sightline_app;

grant delete, insert, select, update on cameras to sightline_app;

grant insert, select, update on change_cuts to sightline_app;

grant select on change_lineage to sightline_app;

grant delete, insert, select on changes to sightline_app;

grant delete, insert, select, update on compiled_rule_versions to sightline_app;

grant delete, insert, select, update on event_analyses to sightline_app;

grant delete, insert, select, update on event_counts to sightline_app;

grant delete, insert, select, update on event_feedback to sightline_app;

grant delete, insert, select, update on event_shares to sightline_app;

grant delete, insert, select, update on event_texts to sightline_app;

grant delete, insert, select, update on events to sightline_app;

grant delete, insert, select, update on gateway_commands to sightline_app;

grant delete, insert, select, update on gateway_discoveries to sightline_app;

grant delete, insert, select, update on gateway_history to sightline_app;

grant delete, insert, select, update on gateway_keys to sightline_app;

grant delete, insert, select, update on gateway_outages to sightline_app;

grant delete, insert, select, update on gateway_sessions to sightline_app;

grant delete, insert, select, update on gateway_telemetry to sightline_app;

grant delete, insert, select, update on gateways to sightline_app;

grant delete, insert, select, update on held_back_alerts to sightline_app;

grant delete, insert, select, update on idempotency_keys to sightline_app;

grant delete, insert, select, update on judge_budgets to sightline_app;

grant delete, insert, select, update on live_streams to sightline_app;

grant delete, insert, select on live_token_lookup to sightline_app;

grant delete, insert, select, update on live_tokens to sightline_app;

grant delete, insert, select, update on live_watchings to sightline_app;

grant delete, insert, select, update on login_failures to sightline_app;

grant delete, insert, select, update on media to sightline_app;

grant delete, insert, select on model_calls to sightline_app;

grant delete, insert, select, update on nbd_camera_overrides to sightline_app;

grant delete, insert, select, update on nbd_rule_knobs to sightline_app;

grant delete, insert, select, update on nbd_suggestion_events to sightline_app;

grant delete, insert, select, update on nbd_suggestions to sightline_app;

grant delete, insert, select, update on nodes to sightline_app;

grant delete, insert, select, update on nodes to sightline_worker;

grant delete, insert, select, update on notification_decisions to sightline_app;

grant delete, insert, select, update on notification_groups to sightline_app;

grant delete, insert, select, update on notifications to sightline_app;

grant delete, insert, select, update on organisations to sightline_app;

grant delete, insert, select, update on outage_watch to sightline_app;

grant delete, insert, select, update on outgoing_mail to sightline_app;

grant delete, insert, select, update on outgoing_mail_alerts to sightline_app;

grant delete, insert, select, update on outgoing_pushes to sightline_app;

grant delete, insert, select, update on pairing_code_lookup to sightline_app;

grant delete, insert, select, update on pairing_codes to sightline_app;

grant delete, insert, select, update on passkey_challenges to sightline_app;

grant delete, insert, select, update on passkeys to sightline_app;

grant delete, insert, select, update on password_requests to sightline_app;

grant delete, insert, select, update on password_token_lookup to sightline_app;

grant delete, insert, select, update on password_tokens to sightline_app;

grant delete, insert, select, update on periodic_tasks to sightline_worker;

grant select, update on presence_watch to sightline_worker;

grant delete, insert, select, update on probe_turns to sightline_app;

grant delete, insert, select, update on prompt_packs to sightline_app;

grant delete, insert, select, update on push_keys to sightline_app;

grant delete, insert, select, update on push_subscriptions to sightline_app;

grant delete, insert, select, update on quarantined_frames to sightline_app;

grant delete, insert, select, update on rate_buckets to sightline_app;

grant delete, insert, select, update on recovery_codes to sightline_app;

grant delete, insert, select, update on refresh_token_lookup to sightline_app;

grant delete, insert, select, update on relays to sightline_worker;

grant select on relays to sightline_app;

grant delete, insert, select on restricted_changes to sightline_app;

grant select, update on retention_clock to sightline_worker;

grant delete, insert, select, update on rule_judgements to sightline_app;

grant delete, insert, select, update on rule_verdicts to sightline_app;

grant delete, insert, select, update on service_account_keys to sightline_app;

grant delete, insert, select, update on service_account_sites to sightline_app;

grant delete, insert, select, update on service_accounts to sightline_app;

grant delete, insert, select, update on sessions to sightline_app;

grant delete, insert, select, update on share_token_lookup to sightline_app;

grant delete, insert, select, update on single_sign_on to sightline_app;

grant delete, insert, select, update on single_sign_on_attempts to sightline_app;

grant delete, insert, select, update on single_sign_on_group_sites to sightline_app;

grant delete, insert, select, update on single_sign_on_groups to sightline_app;

grant delete, insert, select, update on single_sign_on_identities to sightline_app;

grant delete, insert, select, update on sites to sightline_app;

grant delete, insert, select, update on stored_bytes to sightline_app;

grant delete, insert, select, update on totp_secrets to sightline_app;

grant delete, insert, select on unknown_logins to sightline_app;

grant delete, insert, select, update on upload_parts to sightline_app;

grant delete, insert, select, update on uploads to sightline_app;

grant delete, insert, select, update on user_email_lookup to sightline_app;

grant delete, insert, select, update on user_sites to sightline_app;

grant delete, insert, select, update on users to sightline_app;

grant delete, insert, select, update on view_cameras to sightline_app;

grant delete, insert, select, update on views to sightline_app;

grant delete, insert, select, update on webhook_attempts to sightline_app;

grant delete, insert, select, update on webhook_deliveries to sightline_app;

grant delete, insert, select, update on webhooks to sightline_app;

grant select (org_id, principal_id, principal_kind, xid) on access_changes to sightline_worker;

grant select (camera_id, created_at, epoch, lease_until, org_id, relay_id) on camera_leases to sightline_worker;

grant update (epoch, lease_until, relay_id) on camera_leases to sightline_worker;

grant select (config_revision, connection_mode, deleted_at, enabled, id, observed_status, org_id) on cameras to sightline_worker;

grant select (org_id, xid) on changes to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on event_analyses to sightline_worker;

grant update (attempt, lease_until, worker) on event_analyses to sightline_worker;

grant select (created_at, deadline, gateway_id, id, node_id, org_id, relay_id, status) on gateway_commands to sightline_worker;

grant select (closed_at, epoch, gateway_id, node_id, org_id, seen_at) on gateway_sessions to sightline_worker;

grant select (clock_offset_ms, clock_synced, deleted_at, last_heartbeat_at) on gateways to sightline_worker;

grant select (live_id, node_id) on live_streams to sightline_worker;

grant select (camera_id, changed_at, node_id, open, org_id) on live_watchings to sightline_worker;

grant select (id) on organisations to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on outage_watch to sightline_worker;

grant update (attempt, lease_until, worker) on outage_watch to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on outgoing_mail to sightline_worker;

grant update (attempt, lease_until, worker) on outgoing_mail to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on outgoing_pushes to sightline_worker;

grant update (attempt, lease_until, worker) on outgoing_pushes to sightline_worker;

grant select (created_at, org_id, reason) on quarantined_frames to sightline_worker;

grant select (org_id, xid) on restricted_changes to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on rule_judgements to sightline_worker;

grant update (attempt, lease_until, worker) on rule_judgements to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on rule_verdicts to sightline_worker;

grant update (attempt, lease_until, worker) on rule_verdicts to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, webhook_id, worker) on webhook_deliveries to sightline_worker;

grant update (attempt, lease_until, worker) on webhook_deliveries to sightline_worker;

commit;
