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
        if new.deleted_at is not null
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
  reported_at timestamp(3) with time zone
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
  snapshot_id uuid
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
  devices jsonb default '[]'::jsonb not null
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
  reported_at timestamp with time zone not null
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
  losses jsonb
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
  created_at timestamp(3) with time zone default now() not null
);

create table judge_budgets (
  org_id uuid not null,
  daily_limit integer default 200 not null,
  when_spent text default 'predicate_decides'::text not null,
  when_unavailable text default 'predicate_decides'::text not null,
  day text default '1970-01-01'::text not null,
  used integer default 0 not null
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
  taken_at timestamp with time zone
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
  key_ids text[] default '{}'::text[] not null
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
  told_at timestamp(3) with time zone
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
  notification_window_sec integer default 300 not null
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

create table prompt_packs (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  instructions text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create unlogged table rate_buckets (
  key text not null,
  tokens double precision not null,
  refilled_at timestamp(3) with time zone default now() not null
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
  closed_at timestamp with time zone
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

create table schema_migrations_lock (
  id character varying(255) not null,
  is_locked integer default 0 not null
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
  revoked_reason text
);

create table share_token_lookup (
  token_hash bytea not null,
  org_id uuid not null,
  share_id uuid not null
);

create table sites (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  timezone text default 'UTC'::text not null,
  address text,
  created_at timestamp(3) with time zone default now() not null
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
  deleted_at timestamp with time zone
);

insert into alert_rule_cooldowns (org_id, rule_id, subject_id, last_fired_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8dc6-735b-81ad-616332851e19', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '2026-11-26 17:30:33.137+00');

insert into alert_rule_revisions (org_id, revision) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '8cd88824-d0ea-4a6e-9c5c-83cc95f26d63');

insert into alert_rules (org_id, id, name, rule_kind, event_category, trigger_topic_pattern, source_filter, system_trigger, custom_tags, min_confidence, scope_type, site_ids, camera_ids, zones_filter, schedule_type, cooldown_sec, aggregation_window_seconds, delay_seconds, conditions_json, severity, enabled, created_by_kind, created_by_id, created_by_name, created_at, updated_at, deleted_at, compiled_version_id, notification_window_sec) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8dc6-735b-81ad-616332851e19', 'Everything', 'camera_event', NULL, NULL, NULL, NULL, '{}', NULL, 'all_cameras', '{}', '{}', '{}', 'always', '3600', '0', '0', '{}', 'medium', 'true', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', '2026-11-26 17:30:23.503+00', '2026-11-26 17:30:23.503+00', NULL, NULL, NULL);

insert into alert_timeline (org_id, id, alert_id, at, action, to_status, actor_kind, actor_id, actor_name) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b41b-76d7-ab5b-2f9e1e809977', '01a218e8-b405-7217-809e-e3c641920493', '2026-11-26 17:30:33.281+00', 'fired', NULL, 'system', NULL, 'Sightline');

insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, gateway_id, site_id, status, severity, description, confidence, late, triggered_at, fired_at, acknowledged_at, acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name, resolved_at, outage_lasts, kind) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b405-7217-809e-e3c641920493', '01a218e8-8dc6-735b-81ad-616332851e19', 'Everything', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', NULL, '01a218e8-452b-722e-92d3-5b17a690c09b', 'new', 'medium', 'Motion at Gate', NULL, 'false', '2026-11-26 17:30:33.137+00', '2026-11-26 17:30:33.281+00', NULL, NULL, NULL, NULL, NULL, 'false', 'motion');

insert into api_key_lookup (prefix, kind, org_id, key_id) overriding system value values
  ('f1211dfc18304ac0', 'gateway', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-64b1-76a7-8b07-0ed48d55cc63');

insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, address, user_agent, data) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-4550-72b7-99ce-864b7b39c06f', '2026-11-26 17:30:04.985+00', 'system', NULL, 'Sightline', 'organisation.created', 'organisation', '01a218e8-452b-722e-92d3-5b152e7c65f6', NULL, NULL, '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-4d49-7314-b342-d86829cde381', '2026-11-26 17:30:07.019+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'auth.login', 'session', '01a218e8-4d28-7356-9fc4-f1aaa95059c1', '127.0.0.1', '', '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-522e-793d-b2a4-9996b32e6c88', '2026-11-26 17:30:08.171+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'gateway.pairing_code_generated', 'gateway', '01a218e8-51f0-7f79-b35a-d75876687171', '127.0.0.1', '', '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-64d3-7338-a844-db5a9273b6e3', '2026-11-26 17:30:13.023+00', 'gateway', '01a218e8-51f0-7f79-b35a-d75876687171', 'Cupboard', 'gateway.paired', 'gateway', '01a218e8-51f0-7f79-b35a-d75876687171', '127.0.0.1', '', '{"version": "0.1.0", "local_ip": "192.0.2.2", "key_prefix": "f1211dfc18304ac0"}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-6a72-7d00-ad6e-352c597e2731', '2026-11-26 17:30:14.5+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'organisation.updated', 'organisation', '01a218e8-452b-722e-92d3-5b152e7c65f6', '127.0.0.1', '', '{"clip_retention_days": 3650, "event_retention_days": 3650}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-6b3e-7d38-8b77-5f4ae3d3677a', '2026-11-26 17:30:14.64+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'user.created', 'user', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', '127.0.0.1', '', '{"role": "operator", "email": "guard@example.com", "site_ids": []}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8b23-750e-826f-796829312226', '2026-11-26 17:30:22.844+00', 'operator', NULL, 'cloud user invite-link', 'user.password_link_made', 'user', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', NULL, NULL, '{"purpose": "invitation"}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8d0b-755e-bf6a-ea272cab8acb', '2026-11-26 17:30:23.329+00', 'user', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', 'Guard', 'auth.invitation_accepted', 'user', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', '127.0.0.1', '', '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8dea-7ce2-9193-96e4bc19c2ca', '2026-11-26 17:30:23.503+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'alert_rule.created', 'alert_rule', '01a218e8-8dc6-735b-81ad-616332851e19', '127.0.0.1', '', '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8e9d-7f58-a443-52ac2ace6bbf', '2026-11-26 17:30:23.721+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'webhook.created', 'webhook', '01a218e8-8e66-7f74-af60-32d42cda3d2a', '127.0.0.1', '', '{}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-a2f2-7e3f-bcce-92ea76035adb', '2026-11-26 17:30:28.954+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'camera.created', 'camera', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '127.0.0.1', '', '{"name": "Gate", "type": "onvif", "gateway_id": "01a218e8-51f0-7f79-b35a-d75876687171"}'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d12f-7806-917f-1b613ffe88f9', '2026-11-26 17:30:40.748+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', 'camera.manual_trigger', 'camera', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '127.0.0.1', '', '{"event_id": "01a218e8-d0b6-7d9f-9c9f-322d6b0afb90", "request_id": "f2f498c73e9c16235f685ae1cda88f55"}');

insert into camera_placements (org_id, camera_id, from_at, until_at, gateway_id, site_id) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '2026-11-26 17:30:28.954204+00', NULL, '01a218e8-51f0-7f79-b35a-d75876687171', '01a218e8-452b-722e-92d3-5b17a690c09b');

insert into camera_streams (org_id, camera_id, role, url, codec, width, height, fps) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'main', 'rtsp://127.0.0.1:36917/main', 'h264', '160', '90', '5');

insert into cameras (org_id, id, site_id, gateway_id, name, connection_mode, type, status, observed_status, status_cause, status_message, status_changed_at, enabled, host, port, credentials, credentials_key_id, identity, stream_transport, stream_mode, active_tier, recording_duration_sec, pre_event_buffer_sec, post_event_buffer_sec, ai_analysis_mode, ai_pass_mode, prompt_pack_id, ai_provider_override, ai_model_override, motion_sensitivity, detection_stream, recording_stream, motion_zones_json, diagnostics, config_revision, last_trigger_at, created_at, deleted_at, reported_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-51f0-7f79-b35a-d75876687171', 'Gate', 'gateway', 'onvif', 'online', 'online', NULL, NULL, '2026-11-26 17:30:30.533+00', 'true', '127.0.0.1', '43005', E'\\x015229b685cbfc77875482b141518f7a526a0361764147d4088f42b3bb1001605ed0628bdfa431f1f8f4cfe7282192c0f329e02527e523f19dca2628187eb3486138efef509bca3d2ef561471c1f', 'd0069fca', '{"serial": "002967102518"}', 'tcp', 'single', 'main', '5', '2', '0', 'multi_frame', 'one_pass', NULL, NULL, NULL, 'medium', 'sub', 'main', '[{"kind": "exclude", "name": "Everything", "points": [[0, 0], [1, 0], [1, 1], [0, 1]]}]', '{"events": {"state": "subscribed", "message": null, "motion_seen": true, "last_event_at": "2026-11-26T17:30:33.137Z", "last_renew_at": "2026-11-26T17:30:32.588Z"}, "motion": {"state": "off", "stream": null, "message": "the zones leave nothing to watch", "last_motion_at": null}, "stream": {"fps": 5, "role": "main", "codec": "h264", "width": 160, "height": 90, "gop_sec": 1, "bitrate_kbps": 28}, "streams": [{"role": "main", "fault": null, "state": "online", "received": {"fps": 5, "audio": null, "codec": "h264", "width": 160, "height": 90, "gop_sec": 1, "transport": "tcp", "bitrate_kbps": 28}, "used_for": ["recording"]}], "warnings": [], "clock_skew_sec": 0, "stalls_last_hour": 0, "pre_roll_shortened": false, "reconnects_last_hour": 0}', '3', '2026-11-26 17:30:40.675243+00', '2026-11-26 17:30:28.954+00', NULL, '2026-11-26 17:30:33.213+00');

insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_id, actor_name, mode, pass_mode, provider, model, prompt_version, pictures, depth, calls, input_tokens, output_tokens, cost, model_ms, pictures_ms, own_ms, result, reason, note, created_at, started_at, finished_at, status, attempt, next_at, lease_until, worker) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d490-7f22-aaa9-23aba386eb99', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-26 17:30:41.624+00', NULL, '2026-11-26 17:30:41.624+00', 'skipped', '0', '2026-11-26 17:30:41.623705+00', NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-ea37-74dd-aa1f-b7ff2818d288', '01a218e8-d0b6-7d9f-9c9f-322d6b0afb90', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-26 17:30:47.209+00', NULL, '2026-11-26 17:30:47.209+00', 'skipped', '0', '2026-11-26 17:30:47.208566+00', NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-fc22-7343-a222-4345d61f3bbb', '01a218e8-e64b-7123-9faa-75b01b24cd42', '1', 'clip_stored', 'system', NULL, 'Sightline', 'multi_frame', 'one_pass', NULL, NULL, NULL, '[]', NULL, '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, '2026-11-26 17:30:51.794+00', NULL, '2026-11-26 17:30:51.794+00', 'skipped', '0', '2026-11-26 17:30:51.793964+00', NULL, NULL);

insert into event_counts (org_id, site_id, event_category, count) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-452b-722e-92d3-5b17a690c09b', 'motion', '2'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-452b-722e-92d3-5b17a690c09b', 'other', '1');

insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'motion', '2026-11-26 17:30:33.137+00', '''10'':4B,9B ''at'':2B ''gate'':3B,8B ''motion'':1B,6B,10,11 ''s'':5B'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d0b6-7d9f-9c9f-322d6b0afb90', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'other', '2026-11-26 17:30:40.695+00', '''8'':5B,13B ''at'':3B ''by'':7B ''gate'':4B,12B ''hand'':8B,16B ''manual'':1B,9B ''other'':17 ''s'':6B ''trigger'':2B,10B'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e64b-7123-9faa-75b01b24cd42', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'motion', '2026-11-26 17:30:46.219+00', '''8'':4B,9B ''at'':2B ''gate'':3B,8B ''motion'':1B,6B,10,11 ''s'':5B');

insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_topic, trigger_source, raw_source, raw_data, triggered_at, received_at, gateway_clock_offset_ms, clock_synced, late, request_id, absorbed_by, awaiting_answer, recording_source, expected_duration_sec, clip_status, clip_error, clip_start_at, clip_end_at, duration_sec, clip_codec, closed_at, summary, narrative, tags, ai_status, ai_severity, ai_confidence, ai_error, ai_completed_at, acknowledged, acknowledged_by_kind, acknowledged_by, acknowledged_by_name, acknowledged_at, starred, notes, triggered_by_kind, triggered_by_id, triggered_by_name, deleted_at, snapshot_id) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-51f0-7f79-b35a-d75876687171', 'motion', 'tns1:RuleEngine/CellMotionDetector/Motion', 'onvif', 'VideoSourceConfigurationToken=vsc0, Rule=MyMotionRule', '{"data": {"IsMotion": "true"}, "source": {"Rule": "MyMotionRule", "VideoSourceConfigurationToken": "vsc0"}, "utc_time": "2026-11-26T17:30:32.758Z", "operation": "changed"}', '2026-11-26 17:30:33.137+00', '2026-11-26 17:30:33.279+00', '29.16162109375', NULL, 'false', NULL, NULL, 'false', 'gateway', NULL, 'ready', NULL, '2026-11-26 17:30:30.445+00', '2026-11-26 17:30:40.645+00', '10', 'h264', '2026-11-26 17:30:40.68+00', 'Motion at Gate, 10 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', NULL, 'gateway', '01a218e8-51f0-7f79-b35a-d75876687171', '', NULL, '01a218e8-d18f-72c6-9677-c55d11dc3958'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d0b6-7d9f-9c9f-322d6b0afb90', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-51f0-7f79-b35a-d75876687171', 'other', '', 'manual', 'manual', '{"note": "By hand", "request_id": "f2f498c73e9c16235f685ae1cda88f55"}', '2026-11-26 17:30:40.695+00', '2026-11-26 17:30:40.695+00', '29.2431640625', NULL, 'false', 'f2f498c73e9c16235f685ae1cda88f55', NULL, 'false', 'gateway', '5', 'ready', NULL, '2026-11-26 17:30:38.445+00', '2026-11-26 17:30:46.044+00', '8', 'h264', '2026-11-26 17:30:46.209+00', 'Manual trigger at Gate, 8 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', 'By hand', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', NULL, '01a218e8-e681-771c-b7b3-21f6ed0e8fe4'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e64b-7123-9faa-75b01b24cd42', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', '01a218e8-51f0-7f79-b35a-d75876687171', 'motion', 'tns1:RuleEngine/CellMotionDetector/Motion', 'onvif', 'VideoSourceConfigurationToken=vsc0, Rule=MyMotionRule', '{"data": {"IsMotion": "true"}, "source": {"Rule": "MyMotionRule", "VideoSourceConfigurationToken": "vsc0"}, "utc_time": "2026-11-26T17:30:46.215Z", "operation": "changed"}', '2026-11-26 17:30:46.219+00', '2026-11-26 17:30:46.268+00', '29.70556640625', NULL, 'false', NULL, NULL, 'false', 'gateway', NULL, 'ready', NULL, '2026-11-26 17:30:43.444+00', '2026-11-26 17:30:51.444+00', '8', 'h264', '2026-11-26 17:30:51.423+00', 'Motion at Gate, 8 s', NULL, '{}', 'skipped', NULL, NULL, 'No AI provider is set: an admin sets one for the organisation.', NULL, 'false', NULL, NULL, NULL, NULL, 'false', NULL, 'gateway', '01a218e8-51f0-7f79-b35a-d75876687171', '', NULL, '01a218e8-faae-7e2b-a91d-36c1c1d73193');

insert into gateway_keys (org_id, id, gateway_id, prefix, sha256, created_at, revoked_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-64b1-76a7-8b07-0ed48d55cc63', '01a218e8-51f0-7f79-b35a-d75876687171', 'f1211dfc18304ac0', E'\\xf875cb5ff963f45b1173e2fbfca3803cf73fdabeb7cebed3363d34f095844092', '2026-11-26 17:30:13.023+00', NULL);

insert into gateway_sessions (org_id, gateway_id, epoch, node_id, boot_id, connected_at, seen_at, closed_at, acked_seq, recent_boots) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-51f0-7f79-b35a-d75876687171', '1', '01a218e8-44b2-7550-bc62-823f2d6c4695', '7d1cf836-3932-458e-bd85-2c0a3f80814b', '2026-11-26 17:30:26.058175+00', '2026-11-26 17:30:56.376245+00', NULL, '0', '[{"at": "2026-11-26T17:30:26.134Z", "boot_id": "7d1cf836-3932-458e-bd85-2c0a3f80814b"}]');

insert into gateway_telemetry (org_id, gateway_id, cpu_percent, memory_mb, disk_free_mb, upstream_mbps, downstream_mbps, camera_recording_status, reported_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-51f0-7f79-b35a-d75876687171', '99.93', '4454.46', '78409.68', '0', '0', '{"01a218e8-a2e5-7842-8b11-05eff3ec1d28": "idle"}', '2026-11-26 17:30:56.188387+00');

insert into gateways (org_id, id, site_id, name, status, version, local_ip, last_heartbeat_at, public_key, capabilities, clock_offset_ms, clock_synced, config_revision, paired_at, commissioning_until, commissioned_by_kind, commissioned_by_id, commissioned_by_name, diagnostics, created_at, deleted_at, storage, losses) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-51f0-7f79-b35a-d75876687171', '01a218e8-452b-722e-92d3-5b17a690c09b', 'Cupboard', 'online', '0.1.0', '192.0.2.2', '2026-11-26 17:30:56.389664+00', '{"x": "fNP6ta89-pjbqwIs4ZkW7a6nAqKwIEkIw4TuSfERSFg", "crv": "X25519", "kty": "OKP"}', '{}', '29', NULL, '3', '2026-11-26 17:30:13.022666+00', '2026-11-27 17:30:13.022666+00', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', '{}', '2026-11-26 17:30:08.171+00', NULL, '{"level": "ok", "free_mb": 78409.7, "used_mb": 0, "quota_mb": null, "reserve_mb": 2048}', '{"clips": 0, "events": 0, "snapshots": 0}');

insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, codec, width, height, created_at, ready_at, deleted_at, run_id, taken_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d18f-72c6-9677-c55d11dc3958', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'snapshot', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/58/01a218e8-d18f-72c6-9677-c55d11dc3958', 'image/jpeg', '2314', 'e374b6b30fa4e52d5cb97b55f6c1c2742954dc8fe099a79ce828f7821951041e', NULL, '160', '90', '2026-11-26 17:30:40.883+00', '2026-11-26 17:30:41.05+00', NULL, NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d231-7dd6-93e7-4461b40e1b30', '01a218e8-b338-7ceb-b774-2b1ce94aaf1f', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'clip', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/30/01a218e8-d231-7dd6-93e7-4461b40e1b30', 'video/mp4', '43954', 'fae6f453d03ee2e2b094202dde1c1c1f2e75e9d00dda508d79550e0a3c36db64', 'h264', '160', '90', '2026-11-26 17:30:41.071+00', '2026-11-26 17:30:41.63+00', NULL, NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e681-771c-b7b3-21f6ed0e8fe4', '01a218e8-d0b6-7d9f-9c9f-322d6b0afb90', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'snapshot', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/e4/01a218e8-e681-771c-b7b3-21f6ed0e8fe4', 'image/jpeg', '2312', '4a41977fb6a8315e8e0248a7ad7c4617fbf5ecc6b7d93df022b5cbf7f2681e6d', NULL, '160', '90', '2026-11-26 17:30:46.27+00', '2026-11-26 17:30:46.418+00', NULL, NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e725-7d1a-85cc-71873c2280d4', '01a218e8-d0b6-7d9f-9c9f-322d6b0afb90', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'clip', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/d4/01a218e8-e725-7d1a-85cc-71873c2280d4', 'video/mp4', '31137', 'ef75b10d5a02575662bb972fd2b43a76a4c1d10ead07f286129203bf5d4b66a2', 'h264', '160', '90', '2026-11-26 17:30:46.435+00', '2026-11-26 17:30:47.211+00', NULL, NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-faae-7e2b-a91d-36c1c1d73193', '01a218e8-e64b-7123-9faa-75b01b24cd42', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'snapshot', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/93/01a218e8-faae-7e2b-a91d-36c1c1d73193', 'image/jpeg', '2315', '7143978a41a34e353229619a9962e717be0306ac4887622836bed14b6b2d1dd9', NULL, '160', '90', '2026-11-26 17:30:51.436+00', '2026-11-26 17:30:51.503+00', NULL, NULL, NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-fb09-77d5-bf70-9ed71f3910c2', '01a218e8-e64b-7123-9faa-75b01b24cd42', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-452b-722e-92d3-5b17a690c09b', 'clip', 'ready', '01a218e8-452b-722e-92d3-5b152e7c65f6/c2/01a218e8-fb09-77d5-bf70-9ed71f3910c2', 'video/mp4', '33837', '4826b1d44a700b1fcf8b4bc6369324874d956f39c750135d40048f5e30744f35', 'h264', '160', '90', '2026-11-26 17:30:51.528+00', '2026-11-26 17:30:51.798+00', NULL, NULL, NULL);

insert into nodes (node_id, started_at, seen_at, key_ids) overriding system value values
  ('01a218e8-44b2-7550-bc62-823f2d6c4695', '2026-11-26 17:30:05.022+00', '2026-11-26 17:31:01.79+00', '{d0069fca}');

insert into notification_decisions (org_id, id, group_id, alert_id, event_id, user_id, user_name, channel, outcome, reason, setting_name, setting_value, setting_origin, mail_id, decided_at, told_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b447-7a4c-bbd6-e9ef6c827aae', '01a218e8-b435-7d60-bf41-10c1c3130bb4', '01a218e8-b405-7217-809e-e3c641920493', NULL, NULL, NULL, NULL, 'held_back', 'the rule has no recipients', 'recipients', '[]', 'rule', NULL, '2026-11-26 17:30:33.281+00', NULL);

insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, camera_id, camera_name, gateway_id, gateway_name, site_id, site_name, late, window_sec, window_origin, is_current, opened_at, closes_at, alert_count, first_alert_at, last_alert_at, latest) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b435-7d60-bf41-10c1c3130bb4', '01a218e8-8dc6-735b-81ad-616332851e19', 'Everything', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'Gate', NULL, NULL, '01a218e8-452b-722e-92d3-5b17a690c09b', 'Main site', 'false', '300', 'organisation', 'true', '2026-11-26 17:30:33.281+00', '2026-11-26 17:35:33.281+00', '1', '2026-11-26 17:30:33.137+00', '2026-11-26 17:30:33.137+00', '[{"at": "2026-11-26T17:30:33.137Z", "description": "Motion at Gate"}]');

insert into organisations (id, name, timezone, clip_retention_days, event_retention_days, ai_settings, created_at, notification_window_sec) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', 'Landed organisation', 'UTC', '3650', '3650', '{}', '2026-11-26 17:30:04.985+00', '300');

insert into outage_watch (org_id, id, status, attempt, next_at, lease_until, worker, kind, up_since, down_since) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-51f0-7f79-b35a-d75876687171', 'settled', '0', '2026-11-26 17:30:26.058175+00', NULL, NULL, 'gateway', '2026-11-26 17:30:26.058+00', NULL),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-a2e5-7842-8b11-05eff3ec1d28', 'settled', '0', '2026-11-26 17:30:30.53271+00', NULL, NULL, 'camera', '2026-11-26 17:30:30.533+00', NULL);

insert into pairing_code_lookup (code_hash, org_id, pairing_code_id) overriding system value values
  (E'\\x06cae27f6a76a031e46943622450ac57e51fd4bd54af5ff57381b3dd54c175d2', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-520e-7956-9cfd-9233411cb2f6');

insert into pairing_codes (org_id, id, gateway_id, code_hash, created_at, expires_at, redeemed_at, attempt_id, created_by_kind, created_by_id, created_by_name) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-520e-7956-9cfd-9233411cb2f6', '01a218e8-51f0-7f79-b35a-d75876687171', E'\\x06cae27f6a76a031e46943622450ac57e51fd4bd54af5ff57381b3dd54c175d2', '2026-11-26 17:30:08.171+00', '2026-11-26 17:40:08.171499+00', '2026-11-26 17:30:13.022666+00', '943e10b4-9e7b-4078-a1c2-cf3c63f14623', 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner');

insert into password_token_lookup (token_hash, org_id, password_token_id) overriding system value values
  (E'\\xc7ad1654a2742d4bafe1d7e89e6a38bb9964a4b28218b97ca24717159441ca12', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8b0b-7c50-9e7c-ab7d4dae25bb');

insert into password_tokens (org_id, id, user_id, purpose, token_hash, created_at, expires_at, used_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8b0b-7c50-9e7c-ab7d4dae25bb', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', 'invitation', E'\\xc7ad1654a2742d4bafe1d7e89e6a38bb9964a4b28218b97ca24717159441ca12', '2026-11-26 17:30:22.858+00', '2026-12-03 17:30:22.858+00', '2026-11-26 17:30:22.978+00');

insert into periodic_tasks (name, next_at, lease_until, worker, attempt, last_started_at, last_finished_at, last_error) overriding system value values
  ('analysis_leftovers', '2026-11-26 17:40:06.351+00', NULL, NULL, '0', '2026-11-26 17:30:06.351+00', '2026-11-26 17:30:06.522+00', NULL),
  ('forget_old_sessions', '2026-11-27 17:30:06.344+00', NULL, NULL, '0', '2026-11-26 17:30:06.344+00', '2026-11-26 17:30:06.989+00', NULL),
  ('retention', '2026-11-27 17:30:06.339+00', NULL, NULL, '0', '2026-11-26 17:30:06.339+00', '2026-11-26 17:30:07.268+00', NULL),
  ('sweep_login_limits', '2026-11-26 17:40:06.35+00', NULL, NULL, '0', '2026-11-26 17:30:06.35+00', '2026-11-26 17:30:06.576+00', NULL);

insert into rate_buckets (key, tokens, refilled_at) overriding system value values
  ('login-failure:127.0.0.1', '60', '2026-11-26 17:30:06.422+00'),
  ('login:127.0.0.1', '299', '2026-11-26 17:30:06.393+00'),
  ('pairing', '300', '2026-11-26 17:30:13.012+00'),
  ('pairing:127.0.0.1', '10', '2026-11-26 17:30:13.006+00');

insert into refresh_token_lookup (token_hash, org_id, session_id, created_at) overriding system value values
  (E'\\x7075783376a77289f2d0f97491e3483a33f1ff0b8dbe2a307adaeb539f87ca05', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-4d28-7356-9fc4-f1aaa95059c1', '2026-11-26 17:30:07.019+00');

insert into relays (relay_id, epoch, node_id, boot_id, version, public_key, capacity, connected_at, seen_at, closed_at) overriding system value values
  ('d134c951-31fd-4224-9388-b31a0ce6c31c', '1', '01a218e8-44b2-7550-bc62-823f2d6c4695', 'baa18d31-ac45-43d4-ad04-8d3a0b2b01a3', '0.1.0', '{"x": "P2J2xAsZHqOI_IDaluOVRrfaJGjGLyc9ZPOX7ez8bhc", "crv": "X25519", "kty": "OKP"}', '50', '2026-11-26 17:30:18.052495+00', '2026-11-26 17:30:58.995316+00', NULL);

insert into schema_migrations (name, "timestamp") overriding system value values
  ('0001-organisations-and-access', '2026-11-26T17:30:02.648Z'),
  ('0002-gateways', '2026-11-26T17:30:02.847Z'),
  ('0003-cameras', '2026-11-26T17:30:02.903Z'),
  ('0004-events-and-media', '2026-11-26T17:30:03.023Z'),
  ('0005-alerts', '2026-11-26T17:30:03.222Z'),
  ('0006-webhooks', '2026-11-26T17:30:03.286Z'),
  ('0007-audit-and-upkeep', '2026-11-26T17:30:03.334Z'),
  ('0008-logins', '2026-11-26T17:30:03.361Z'),
  ('0009-organisation-settings', '2026-11-26T17:30:03.396Z'),
  ('0010-outages', '2026-11-26T17:30:03.527Z'),
  ('0011-notifications-and-retention', '2026-11-26T17:30:03.634Z'),
  ('0012-event-shares', '2026-11-26T17:30:03.644Z'),
  ('0013-analysis', '2026-11-26T17:30:03.682Z'),
  ('0014-relays', '2026-11-26T17:30:03.725Z'),
  ('0015-webhook-upkeep', '2026-11-26T17:30:03.733Z'),
  ('0016-event-lists', '2026-11-26T17:30:03.791Z'),
  ('0017-camera-placements', '2026-11-26T17:30:03.823Z'),
  ('0018-keys-of-nodes', '2026-11-26T17:30:03.828Z'),
  ('0019-sealed-mail', '2026-11-26T17:30:03.845Z'),
  ('0020-hashed-login-failures', '2026-11-26T17:30:03.860Z'),
  ('0021-gateway-storage', '2026-11-26T17:30:03.870Z'),
  ('0022-model-calls', '2026-11-26T17:30:03.898Z'),
  ('0023-event-pictures', '2026-11-26T17:30:03.910Z'),
  ('0024-event-analyses', '2026-11-26T17:30:03.947Z'),
  ('0025-event-search', '2026-11-26T17:30:04.220Z'),
  ('0026-compiled-rules', '2026-11-26T17:30:04.395Z'),
  ('0027-no-big-deal', '2026-11-26T17:30:04.571Z'),
  ('0028-notification-groups', '2026-11-26T17:30:04.770Z'),
  ('0029-rule-revisions', '2026-11-26T17:30:04.794Z');

insert into schema_migrations_lock (id, is_locked) overriding system value values
  ('migration_lock', '0');

insert into sessions (org_id, id, user_id, client_type, user_agent, address, refresh_hash, previous_refresh_hash, refresh_rotated_at, created_at, last_used_at, expires_at, revoked_at, revoked_reason) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-4d28-7356-9fc4-f1aaa95059c1', '01a218e8-452b-722e-92d3-5b16e78a396c', 'web', '', '127.0.0.1', E'\\x7075783376a77289f2d0f97491e3483a33f1ff0b8dbe2a307adaeb539f87ca05', NULL, '2026-11-26 17:30:06.432+00', '2026-11-26 17:30:06.432+00', '2026-11-26 17:30:06.432+00', '2026-12-03 17:30:06.432+00', NULL, NULL);

insert into sites (org_id, id, name, timezone, address, created_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-452b-722e-92d3-5b17a690c09b', 'Main site', 'UTC', NULL, '2026-11-26 17:30:04.985+00');

insert into upload_parts (org_id, upload_id, number, bytes, etag, received_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d18f-72c6-9677-c55e89197bcc', '1', '2314', '', '2026-11-26 17:30:40.998+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d231-7dd6-93e7-4462575ec4b4', '1', '43954', '', '2026-11-26 17:30:41.29+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e681-771c-b7b3-21f74c6b453c', '1', '2312', '', '2026-11-26 17:30:46.287+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e725-7d1a-85cc-7188bce6dd88', '1', '31137', '', '2026-11-26 17:30:46.995+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-faae-7e2b-a91d-36c2501fa122', '1', '2315', '', '2026-11-26 17:30:51.451+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-fb09-77d5-bf70-9ed8bfeb73d9', '1', '33837', '', '2026-11-26 17:30:51.644+00');

insert into uploads (org_id, id, media_id, gateway_id, part_size, part_count, adapter_upload_id, state, created_at, completed_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d18f-72c6-9677-c55e89197bcc', '01a218e8-d18f-72c6-9677-c55d11dc3958', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:40.883+00', '2026-11-26 17:30:41.05+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-d231-7dd6-93e7-4462575ec4b4', '01a218e8-d231-7dd6-93e7-4461b40e1b30', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:41.071+00', '2026-11-26 17:30:41.63+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e681-771c-b7b3-21f74c6b453c', '01a218e8-e681-771c-b7b3-21f6ed0e8fe4', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:46.27+00', '2026-11-26 17:30:46.418+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-e725-7d1a-85cc-7188bce6dd88', '01a218e8-e725-7d1a-85cc-71873c2280d4', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:46.435+00', '2026-11-26 17:30:47.211+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-faae-7e2b-a91d-36c2501fa122', '01a218e8-faae-7e2b-a91d-36c1c1d73193', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:51.436+00', '2026-11-26 17:30:51.503+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-fb09-77d5-bf70-9ed8bfeb73d9', '01a218e8-fb09-77d5-bf70-9ed71f3910c2', '01a218e8-51f0-7f79-b35a-d75876687171', '8388608', '1', NULL, 'complete', '2026-11-26 17:30:51.528+00', '2026-11-26 17:30:51.798+00');

insert into user_email_lookup (email, org_id, user_id) overriding system value values
  ('guard@example.com', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-6b03-7fc1-9376-1e133f3b42d6'),
  ('owner@example.com', '01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-452b-722e-92d3-5b16e78a396c');

insert into users (org_id, id, email, display_name, role, enabled, password_hash, preferences, created_at, last_used_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner@example.com', 'owner', 'owner', 'true', '$argon2id$v=19$m=19456,t=2,p=1$Y7F1l7TujVfYhh5vlWHszA$E9J1+UvP32O8NEsK6+6Y1F8CulpgLR5xAReu6AufCNw', '{}', '2026-11-26 17:30:04.985+00', '2026-11-26 17:30:06.432+00'),
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-6b03-7fc1-9376-1e133f3b42d6', 'guard@example.com', 'Guard', 'operator', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XFzNt3lysNq5abEYac/F0g$obk0nAl+HgB4gIC1eLPkiaOrkzFpv++Eb7frMXQRRDw', '{}', '2026-11-26 17:30:14.64+00', NULL);

insert into webhook_attempts (org_id, id, delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b4e3-78ac-a31e-1813827481f3', '01a218e8-b423-7fc2-b5a3-49c3618bc2dc', '1', '2026-11-26 17:30:33.463+00', '89', '204', NULL, '');

insert into webhook_deliveries (org_id, id, webhook_id, status, attempt, next_at, lease_until, worker, event_type, alert_id, payload, is_test, created_at, finished_at, redeliveries, attempts_before) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-b423-7fc2-b5a3-49c3618bc2dc', '01a218e8-8e66-7f74-af60-32d42cda3d2a', 'delivered', '1', '2026-11-26 17:30:33.280936+00', NULL, NULL, 'alert', '01a218e8-b405-7217-809e-e3c641920493', '{"rule_id": "01a218e8-8dc6-735b-81ad-616332851e19", "alert_id": "01a218e8-b405-7217-809e-e3c641920493", "event_id": "01a218e8-b338-7ceb-b774-2b1ce94aaf1f", "severity": "medium", "camera_id": "01a218e8-a2e5-7842-8b11-05eff3ec1d28", "rule_name": "Everything", "confidence": null, "camera_name": "Gate", "description": "Motion at Gate", "triggered_at": "2026-11-26T17:30:33.137Z"}', 'false', '2026-11-26 17:30:33.281+00', '2026-11-26 17:30:33.553+00', '0', '0');

insert into webhooks (org_id, id, name, url, event_types, enabled, disabled_reason, consecutive_failures, secret, secret_key_id, previous_secret, previous_secret_key_id, previous_secret_until, created_by_kind, created_by_id, created_by_name, created_at, deleted_at) overriding system value values
  ('01a218e8-452b-722e-92d3-5b152e7c65f6', '01a218e8-8e66-7f74-af60-32d42cda3d2a', 'Receiver', 'https://127.0.0.1:41083/hook', '{alert}', 'true', NULL, '0', E'\\x012d0d979ce2c06e5983ba16d10b248ae3c68073cae1b8cc2dc92f7254aa6951718274072d34e922d8c4c8c1abe7d1421ffc7477f44adc0d466dbe3aa7953a8527c23b3f0574ec1871351ba432fb9a', 'd0069fca', NULL, NULL, NULL, 'user', '01a218e8-452b-722e-92d3-5b16e78a396c', 'owner', '2026-11-26 17:30:23.721+00', NULL);

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

alter table camera_placements add constraint camera_placements_pkey PRIMARY KEY (org_id, camera_id, from_at);

alter table camera_streams add constraint camera_streams_pkey PRIMARY KEY (org_id, camera_id, role);

alter table cameras add constraint cameras_pkey PRIMARY KEY (org_id, id);

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

alter table gateway_keys add constraint gateway_keys_pkey PRIMARY KEY (org_id, id);

alter table gateway_sessions add constraint gateway_sessions_pkey PRIMARY KEY (org_id, gateway_id);

alter table gateway_telemetry add constraint gateway_telemetry_pkey PRIMARY KEY (org_id, gateway_id);

alter table gateways add constraint gateways_pkey PRIMARY KEY (org_id, id);

alter table held_back_alerts add constraint held_back_alerts_org_id_rule_id_event_id_knob_key UNIQUE (org_id, rule_id, event_id, knob);

alter table held_back_alerts add constraint held_back_alerts_pkey PRIMARY KEY (org_id, id);

alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (org_id, actor_id, key);

alter table judge_budgets add constraint judge_budgets_pkey PRIMARY KEY (org_id);

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

alter table pairing_code_lookup add constraint pairing_code_lookup_pkey PRIMARY KEY (code_hash);

alter table pairing_codes add constraint pairing_codes_pkey PRIMARY KEY (org_id, id);

alter table password_requests add constraint password_requests_pkey PRIMARY KEY (id);

alter table password_token_lookup add constraint password_token_lookup_pkey PRIMARY KEY (token_hash);

alter table password_tokens add constraint password_tokens_pkey PRIMARY KEY (org_id, id);

alter table periodic_tasks add constraint periodic_tasks_pkey PRIMARY KEY (name);

alter table prompt_packs add constraint prompt_packs_pkey PRIMARY KEY (org_id, id);

alter table rate_buckets add constraint rate_buckets_pkey PRIMARY KEY (key);

alter table refresh_token_lookup add constraint refresh_token_lookup_pkey PRIMARY KEY (token_hash);

alter table relays add constraint relays_pkey PRIMARY KEY (relay_id);

alter table rule_judgements add constraint rule_judgements_org_id_event_id_run_key UNIQUE (org_id, event_id, run);

alter table rule_judgements add constraint rule_judgements_pkey PRIMARY KEY (org_id, id);

alter table rule_verdicts add constraint rule_verdicts_org_id_event_id_version_id_run_key UNIQUE (org_id, event_id, version_id, run);

alter table rule_verdicts add constraint rule_verdicts_pkey PRIMARY KEY (org_id, id);

alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (name);

alter table schema_migrations_lock add constraint schema_migrations_lock_pkey PRIMARY KEY (id);

alter table service_account_keys add constraint service_account_keys_pkey PRIMARY KEY (org_id, id);

alter table service_account_sites add constraint service_account_sites_pkey PRIMARY KEY (org_id, service_account_id, site_id);

alter table service_accounts add constraint service_accounts_pkey PRIMARY KEY (org_id, id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (org_id, id);

alter table share_token_lookup add constraint share_token_lookup_pkey PRIMARY KEY (token_hash);

alter table sites add constraint sites_pkey PRIMARY KEY (org_id, id);

alter table unknown_logins add constraint unknown_logins_pkey PRIMARY KEY (id);

alter table upload_parts add constraint upload_parts_pkey PRIMARY KEY (org_id, upload_id, number);

alter table uploads add constraint uploads_pkey PRIMARY KEY (org_id, id);

alter table user_email_lookup add constraint user_email_lookup_pkey PRIMARY KEY (email, org_id);

alter table user_sites add constraint user_sites_pkey PRIMARY KEY (org_id, user_id, site_id);

alter table users add constraint users_org_id_email_key UNIQUE (org_id, email);

alter table users add constraint users_pkey PRIMARY KEY (org_id, id);

alter table webhook_attempts add constraint webhook_attempts_pkey PRIMARY KEY (org_id, id);

alter table webhook_deliveries add constraint webhook_deliveries_org_id_webhook_id_alert_id_key UNIQUE (org_id, webhook_id, alert_id);

alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (org_id, id);

alter table webhooks add constraint webhooks_pkey PRIMARY KEY (org_id, id);

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

alter table gateway_commands add constraint gateway_commands_check CHECK (((gateway_id IS NULL) <> (relay_id IS NULL)));

alter table gateway_commands add constraint gateway_commands_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'done'::text, 'expired'::text])));

alter table gateways add constraint gateways_status_check CHECK ((status = ANY (ARRAY['registered'::text, 'online'::text, 'offline'::text, 'disabled'::text])));

alter table held_back_alerts add constraint held_back_alerts_origin_check CHECK ((origin = ANY (ARRAY['default'::text, 'rule'::text, 'camera'::text])));

alter table idempotency_keys add constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)));

alter table judge_budgets add constraint judge_budgets_daily_limit_check CHECK (((daily_limit >= 0) AND (daily_limit <= 100000)));

alter table judge_budgets add constraint judge_budgets_used_check CHECK ((used >= 0));

alter table judge_budgets add constraint judge_budgets_when_spent_check CHECK ((when_spent = ANY (ARRAY['predicate_decides'::text, 'no_alert'::text])));

alter table judge_budgets add constraint judge_budgets_when_unavailable_check CHECK ((when_unavailable = ANY (ARRAY['predicate_decides'::text, 'no_alert'::text])));

alter table media add constraint media_frame_check CHECK (((kind = 'frame'::text) = ((run_id IS NOT NULL) AND (taken_at IS NOT NULL))));

alter table media add constraint media_kind_check CHECK ((kind = ANY (ARRAY['clip'::text, 'snapshot'::text, 'frame'::text])));

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

alter table notification_decisions add constraint notification_decisions_channel_check CHECK ((channel = ANY (ARRAY['in_app'::text, 'email'::text])));

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

alter table password_tokens add constraint password_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text])));

alter table relays add constraint relays_capacity_check CHECK (((capacity >= 1) AND (capacity <= 50)));

alter table rule_judgements add constraint rule_judgements_run_check CHECK ((run >= 0));

alter table rule_judgements add constraint rule_judgements_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'judged'::text, 'superseded'::text])));

alter table rule_verdicts add constraint rule_verdicts_decided_by_check CHECK ((decided_by = ANY (ARRAY['predicate'::text, 'judge'::text, 'budget'::text, 'unavailable'::text])));

alter table rule_verdicts add constraint rule_verdicts_followed_check CHECK ((followed = ANY (ARRAY['pending'::text, 'alert'::text, 'alert_stands'::text, 'cooldown'::text, 'held_back'::text, 'no_alert'::text])));

alter table rule_verdicts add constraint rule_verdicts_outcome_check CHECK ((outcome = ANY (ARRAY['match'::text, 'no_match'::text, 'doubtful'::text])));

alter table rule_verdicts add constraint rule_verdicts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'decided'::text])));

alter table service_accounts add constraint service_accounts_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text, 'owner'::text])));

alter table sessions add constraint sessions_client_type_check CHECK ((client_type = ANY (ARRAY['web'::text, 'mobile'::text])));

alter table upload_parts add constraint upload_parts_number_check CHECK ((number > 0));

alter table uploads add constraint uploads_part_count_check CHECK ((part_count > 0));

alter table uploads add constraint uploads_part_size_check CHECK ((part_size > 0));

alter table uploads add constraint uploads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'complete'::text, 'abandoned'::text])));

alter table users add constraint users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text, 'owner'::text])));

alter table webhook_deliveries add constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));

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

CREATE INDEX cameras_alive ON public.cameras USING btree (org_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX cameras_by_gateway ON public.cameras USING btree (org_id, gateway_id) WHERE (deleted_at IS NULL);

CREATE INDEX cameras_by_prompt_pack ON public.cameras USING btree (org_id, prompt_pack_id) WHERE (prompt_pack_id IS NOT NULL);

CREATE INDEX cameras_by_site ON public.cameras USING btree (org_id, site_id);

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

CREATE INDEX events_deleted ON public.events USING btree (org_id, triggered_at, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX events_newest ON public.events USING btree (org_id, triggered_at DESC, id DESC) INCLUDE (site_id, camera_id, event_category, trigger_source, ai_status, starred) WHERE (deleted_at IS NULL);

CREATE INDEX events_of_camera ON public.events USING btree (org_id, camera_id, triggered_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX events_of_category ON public.events USING btree (org_id, event_category, triggered_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX events_of_site ON public.events USING btree (org_id, site_id, triggered_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX events_starred ON public.events USING btree (org_id, triggered_at DESC, id DESC) INCLUDE (site_id, camera_id, event_category, trigger_source, ai_status) WHERE ((deleted_at IS NULL) AND starred);

CREATE INDEX events_unanalysed ON public.events USING btree (org_id, received_at) WHERE ((ai_status = 'pending'::text) AND (deleted_at IS NULL));

CREATE INDEX events_with_clip ON public.events USING btree (org_id, triggered_at, id) WHERE (clip_status = 'ready'::text);

CREATE INDEX gateway_commands_by_age ON public.gateway_commands USING btree (org_id, created_at);

CREATE INDEX gateway_commands_waiting ON public.gateway_commands USING btree (node_id, created_at) WHERE (status = 'pending'::text);

CREATE INDEX gateway_keys_by_gateway ON public.gateway_keys USING btree (org_id, gateway_id);

CREATE INDEX gateway_sessions_open ON public.gateway_sessions USING btree (seen_at) WHERE (closed_at IS NULL);

CREATE INDEX gateways_alive ON public.gateways USING btree (org_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX gateways_by_site ON public.gateways USING btree (org_id, site_id);

CREATE INDEX held_back_alerts_by_time ON public.held_back_alerts USING btree (org_id, rule_id, camera_id, triggered_at);

CREATE INDEX held_back_alerts_newest ON public.held_back_alerts USING btree (org_id, rule_id, held_back_at DESC, id DESC);

CREATE INDEX held_back_alerts_of_event ON public.held_back_alerts USING btree (org_id, event_id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (org_id, created_at);

CREATE INDEX media_of_camera ON public.media USING btree (org_id, camera_id, kind, created_at DESC);

CREATE INDEX media_of_event ON public.media USING btree (org_id, event_id, kind);

CREATE INDEX media_of_no_event ON public.media USING btree (org_id, created_at) WHERE (event_id IS NULL);

CREATE INDEX media_to_remove ON public.media USING btree (org_id, deleted_at) WHERE (state = 'deleted'::text);

CREATE INDEX media_unfinished_frames ON public.media USING btree (org_id, created_at) WHERE ((kind = 'frame'::text) AND (state = 'pending'::text));

CREATE INDEX model_calls_by_time ON public.model_calls USING btree (org_id, at);

CREATE INDEX model_calls_of_event ON public.model_calls USING btree (org_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX nbd_suggestion_events_of_event ON public.nbd_suggestion_events USING btree (org_id, event_id);

CREATE INDEX nbd_suggestions_newest ON public.nbd_suggestions USING btree (org_id, rule_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX nbd_suggestions_open ON public.nbd_suggestions USING btree (org_id, rule_id, camera_id, kind) WHERE (status = 'open'::text);

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

CREATE INDEX pairing_codes_by_gateway ON public.pairing_codes USING btree (org_id, gateway_id);

CREATE INDEX pairing_codes_open ON public.pairing_codes USING btree (org_id, expires_at) WHERE (redeemed_at IS NULL);

CREATE INDEX password_requests_due ON public.password_requests USING btree (next_at, id);

CREATE INDEX prompt_packs_newest ON public.prompt_packs USING btree (org_id, created_at, id);

CREATE INDEX refresh_token_lookup_by_session ON public.refresh_token_lookup USING btree (org_id, session_id);

CREATE INDEX relays_open ON public.relays USING btree (seen_at) WHERE (closed_at IS NULL);

CREATE INDEX rule_judgements_waiting ON public.rule_judgements USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX rule_verdicts_of_alert ON public.rule_verdicts USING btree (org_id, alert_id) WHERE (alert_id IS NOT NULL);

CREATE INDEX rule_verdicts_of_rule ON public.rule_verdicts USING btree (org_id, rule_id, created_at DESC, id DESC);

CREATE INDEX rule_verdicts_of_version ON public.rule_verdicts USING btree (org_id, version_id);

CREATE INDEX rule_verdicts_waiting ON public.rule_verdicts USING btree (org_id, next_at) WHERE (status = 'pending'::text);

CREATE INDEX service_account_keys_by_account ON public.service_account_keys USING btree (org_id, service_account_id);

CREATE INDEX sessions_by_end ON public.sessions USING btree (org_id, expires_at);

CREATE INDEX sessions_by_user ON public.sessions USING btree (org_id, user_id) WHERE (revoked_at IS NULL);

CREATE INDEX unknown_logins_newest ON public.unknown_logins USING btree (at DESC, id DESC);

CREATE INDEX unknown_logins_of_email ON public.unknown_logins USING btree (email_sha256, at DESC, id DESC);

CREATE INDEX uploads_by_age ON public.uploads USING btree (org_id, created_at);

CREATE INDEX uploads_of_medium ON public.uploads USING btree (org_id, media_id);

CREATE UNIQUE INDEX uploads_open ON public.uploads USING btree (org_id, media_id) WHERE (state = 'open'::text);

CREATE INDEX user_sites_by_site ON public.user_sites USING btree (org_id, site_id);

CREATE INDEX users_by_age ON public.users USING btree (org_id, created_at, id);

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

alter table gateway_keys add constraint gateway_keys_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

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

alter table pairing_code_lookup add constraint pairing_code_lookup_org_id_pairing_code_id_fkey FOREIGN KEY (org_id, pairing_code_id) REFERENCES pairing_codes(org_id, id) ON DELETE CASCADE;

alter table pairing_codes add constraint pairing_codes_org_id_gateway_id_fkey FOREIGN KEY (org_id, gateway_id) REFERENCES gateways(org_id, id) ON DELETE CASCADE;

alter table password_token_lookup add constraint password_token_lookup_org_id_password_token_id_fkey FOREIGN KEY (org_id, password_token_id) REFERENCES password_tokens(org_id, id) ON DELETE CASCADE;

alter table password_tokens add constraint password_tokens_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table prompt_packs add constraint prompt_packs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

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

alter table sites add constraint sites_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table upload_parts add constraint upload_parts_org_id_upload_id_fkey FOREIGN KEY (org_id, upload_id) REFERENCES uploads(org_id, id) ON DELETE CASCADE;

alter table uploads add constraint uploads_org_id_media_id_fkey FOREIGN KEY (org_id, media_id) REFERENCES media(org_id, id) ON DELETE CASCADE;

alter table user_email_lookup add constraint user_email_lookup_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table user_sites add constraint user_sites_org_id_site_id_fkey FOREIGN KEY (org_id, site_id) REFERENCES sites(org_id, id) ON DELETE CASCADE;

alter table user_sites add constraint user_sites_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;

alter table users add constraint users_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

alter table webhook_attempts add constraint webhook_attempts_org_id_delivery_id_fkey FOREIGN KEY (org_id, delivery_id) REFERENCES webhook_deliveries(org_id, id) ON DELETE CASCADE;

alter table webhook_deliveries add constraint webhook_deliveries_org_id_alert_id_fkey FOREIGN KEY (org_id, alert_id) REFERENCES alerts(org_id, id);

alter table webhook_deliveries add constraint webhook_deliveries_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id);

alter table webhooks add constraint webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id);

CREATE TRIGGER alert_rules_revised AFTER INSERT OR DELETE OR UPDATE ON alert_rules FOR EACH ROW EXECUTE FUNCTION revise_alert_rules();

CREATE TRIGGER keep_placements AFTER UPDATE OF gateway_id, site_id ON cameras FOR EACH ROW WHEN (old.gateway_id IS DISTINCT FROM new.gateway_id OR old.site_id IS DISTINCT FROM new.site_id) EXECUTE FUNCTION keep_placements();

CREATE TRIGGER keep_placements_of_new AFTER INSERT ON cameras FOR EACH ROW EXECUTE FUNCTION keep_placements();

CREATE TRIGGER watch_outages AFTER UPDATE OF status, deleted_at ON cameras FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION watch_outages('camera');

CREATE TRIGGER watch_outages_of_new AFTER INSERT ON cameras FOR EACH ROW WHEN (new.status = 'online'::text) EXECUTE FUNCTION watch_outages('camera');

CREATE TRIGGER event_text_of_changed AFTER UPDATE OF summary, narrative, tags, notes, deleted_at ON events FOR EACH ROW WHEN (old.summary IS DISTINCT FROM new.summary OR old.narrative IS DISTINCT FROM new.narrative OR old.tags IS DISTINCT FROM new.tags OR old.notes IS DISTINCT FROM new.notes OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION keep_event_text();

CREATE TRIGGER event_text_of_new AFTER INSERT ON events FOR EACH ROW WHEN (new.deleted_at IS NULL AND (new.summary IS NOT NULL OR new.narrative IS NOT NULL OR new.tags <> '{}'::text[] OR new.notes IS NOT NULL)) EXECUTE FUNCTION keep_event_text();

CREATE TRIGGER watch_outages AFTER UPDATE OF status, deleted_at ON gateways FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION watch_outages('gateway');

CREATE TRIGGER watch_outages_of_new AFTER INSERT ON gateways FOR EACH ROW WHEN (new.status = 'online'::text) EXECUTE FUNCTION watch_outages('gateway');

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

alter table camera_placements enable row level security;

alter table camera_placements force row level security;

alter table camera_streams enable row level security;

alter table camera_streams force row level security;

alter table cameras enable row level security;

alter table cameras force row level security;

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

alter table gateway_keys enable row level security;

alter table gateway_keys force row level security;

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

alter table pairing_codes enable row level security;

alter table pairing_codes force row level security;

alter table password_tokens enable row level security;

alter table password_tokens force row level security;

alter table prompt_packs enable row level security;

alter table prompt_packs force row level security;

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

alter table sites enable row level security;

alter table sites force row level security;

alter table upload_parts enable row level security;

alter table upload_parts force row level security;

alter table uploads enable row level security;

alter table uploads force row level security;

alter table user_sites enable row level security;

alter table user_sites force row level security;

alter table users enable row level security;

alter table users force row level security;

alter table webhook_attempts enable row level security;

alter table webhook_attempts force row level security;

alter table webhook_deliveries enable row level security;

alter table webhook_deliveries force row level security;

alter table webhooks enable row level security;

alter table webhooks force row level security;

create policy of_the_organisation on ai_provider_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_cooldowns as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_recipients as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rule_revisions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_rules as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alert_timeline as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on alerts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on analysis_focus_versions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on audit_log as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on camera_leases as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on camera_leases as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on camera_placements as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on camera_streams as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on cameras as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy shared_out_by_workers on cameras as PERMISSIVE for SELECT to sightline_worker using ((connection_mode = 'direct'::text));

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

create policy of_the_organisation on gateway_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateway_sessions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy watched_by_workers on gateway_sessions as PERMISSIVE for SELECT to sightline_worker using (true);

create policy of_the_organisation on gateway_telemetry as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on gateways as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on held_back_alerts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on idempotency_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on judge_budgets as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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

create policy of_the_organisation on pairing_codes as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on password_tokens as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on prompt_packs as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on rule_judgements as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on rule_judgements as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on rule_verdicts as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on rule_verdicts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_account_keys as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_account_sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on service_accounts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on sessions as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on upload_parts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on uploads as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on user_sites as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on users as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on webhook_attempts as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy claimed_by_workers on webhook_deliveries as PERMISSIVE for ALL to sightline_worker using (true);

create policy of_the_organisation on webhook_deliveries as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create policy of_the_organisation on webhooks as PERMISSIVE for ALL to sightline_app using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)) with check ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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

grant delete, insert, select, update on camera_placements to sightline_app;

grant delete, insert, select, update on camera_streams to sightline_app;

grant delete, insert, select, update on cameras to sightline_app;

grant delete, insert, select, update on compiled_rule_versions to sightline_app;

grant delete, insert, select, update on event_analyses to sightline_app;

grant delete, insert, select, update on event_counts to sightline_app;

grant delete, insert, select, update on event_feedback to sightline_app;

grant delete, insert, select, update on event_shares to sightline_app;

grant delete, insert, select, update on event_texts to sightline_app;

grant delete, insert, select, update on events to sightline_app;

grant delete, insert, select, update on gateway_commands to sightline_app;

grant delete, insert, select, update on gateway_discoveries to sightline_app;

grant delete, insert, select, update on gateway_keys to sightline_app;

grant delete, insert, select, update on gateway_sessions to sightline_app;

grant delete, insert, select, update on gateway_telemetry to sightline_app;

grant delete, insert, select, update on gateways to sightline_app;

grant delete, insert, select, update on held_back_alerts to sightline_app;

grant delete, insert, select, update on idempotency_keys to sightline_app;

grant delete, insert, select, update on judge_budgets to sightline_app;

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

grant delete, insert, select, update on pairing_code_lookup to sightline_app;

grant delete, insert, select, update on pairing_codes to sightline_app;

grant delete, insert, select, update on password_requests to sightline_app;

grant delete, insert, select, update on password_token_lookup to sightline_app;

grant delete, insert, select, update on password_tokens to sightline_app;

grant delete, insert, select, update on periodic_tasks to sightline_worker;

grant delete, insert, select, update on prompt_packs to sightline_app;

grant delete, insert, select, update on rate_buckets to sightline_app;

grant delete, insert, select, update on refresh_token_lookup to sightline_app;

grant delete, insert, select, update on relays to sightline_worker;

grant select on relays to sightline_app;

grant delete, insert, select, update on rule_judgements to sightline_app;

grant delete, insert, select, update on rule_verdicts to sightline_app;

grant delete, insert, select, update on service_account_keys to sightline_app;

grant delete, insert, select, update on service_account_sites to sightline_app;

grant delete, insert, select, update on service_accounts to sightline_app;

grant delete, insert, select, update on sessions to sightline_app;

grant delete, insert, select, update on share_token_lookup to sightline_app;

grant delete, insert, select, update on sites to sightline_app;

grant delete, insert, select on unknown_logins to sightline_app;

grant delete, insert, select, update on upload_parts to sightline_app;

grant delete, insert, select, update on uploads to sightline_app;

grant delete, insert, select, update on user_email_lookup to sightline_app;

grant delete, insert, select, update on user_sites to sightline_app;

grant delete, insert, select, update on users to sightline_app;

grant delete, insert, select, update on webhook_attempts to sightline_app;

grant delete, insert, select, update on webhook_deliveries to sightline_app;

grant delete, insert, select, update on webhooks to sightline_app;

grant select (camera_id, created_at, epoch, lease_until, org_id, relay_id) on camera_leases to sightline_worker;

grant update (epoch, lease_until, relay_id) on camera_leases to sightline_worker;

grant select (config_revision, connection_mode, deleted_at, enabled, id, observed_status, org_id) on cameras to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on event_analyses to sightline_worker;

grant update (attempt, lease_until, worker) on event_analyses to sightline_worker;

grant select (created_at, deadline, gateway_id, id, node_id, org_id, relay_id, status) on gateway_commands to sightline_worker;

grant select (closed_at, epoch, gateway_id, node_id, org_id, seen_at) on gateway_sessions to sightline_worker;

grant select (id) on organisations to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on outage_watch to sightline_worker;

grant update (attempt, lease_until, worker) on outage_watch to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on outgoing_mail to sightline_worker;

grant update (attempt, lease_until, worker) on outgoing_mail to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on rule_judgements to sightline_worker;

grant update (attempt, lease_until, worker) on rule_judgements to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, worker) on rule_verdicts to sightline_worker;

grant update (attempt, lease_until, worker) on rule_verdicts to sightline_worker;

grant select (attempt, id, lease_until, next_at, org_id, status, webhook_id, worker) on webhook_deliveries to sightline_worker;

grant update (attempt, lease_until, worker) on webhook_deliveries to sightline_worker;

commit;
