import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from './tenant-table.js'

/** Alert rules, fired alerts with their history, and what tells people about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table alert_rules (
      org_id uuid not null references organisations (id),
      id uuid not null,
      name text not null,
      rule_kind text not null check (rule_kind in ('camera_event', 'system_event')),
      event_category text,
      trigger_topic_pattern text,
      source_filter text[],
      system_trigger text check (system_trigger in ('camera_offline', 'gateway_offline')),
      custom_tags text[] not null default '{}',
      min_confidence double precision check (min_confidence between 0 and 1),
      scope_type text not null default 'all_cameras' check (scope_type in ('all_cameras', 'site', 'cameras')),
      site_ids uuid[] not null default '{}',
      camera_ids uuid[] not null default '{}',
      zones_filter text[] not null default '{}',
      schedule_type text not null default 'always' check (schedule_type in ('always', 'business_hours')),
      cooldown_sec integer not null default 300 check (cooldown_sec between 60 and 3600),
      aggregation_window_seconds integer not null default 0,
      delay_seconds integer not null default 0,
      conditions_json jsonb not null default '{}',
      severity text not null default 'medium',
      enabled boolean not null default true,
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz,
      primary key (org_id, id)
    );
    create index alert_rules_active on alert_rules (org_id, rule_kind)
      where deleted_at is null and enabled;

    create table alert_rule_recipients (
      org_id uuid not null,
      id uuid not null,
      rule_id uuid not null,
      user_id uuid not null,
      channels text[] not null default '{}',
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id, rule_id, user_id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );

    -- subject_id is the camera, or the gateway of a system alert. Locked while a rule decides to fire.
    create table alert_rule_cooldowns (
      org_id uuid not null,
      rule_id uuid not null,
      subject_id uuid not null,
      last_fired_at timestamptz not null,
      primary key (org_id, rule_id, subject_id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade
    );

    create table alerts (
      org_id uuid not null references organisations (id),
      id uuid not null,
      rule_id uuid not null,
      rule_name text not null,
      event_id uuid,
      camera_id uuid,
      gateway_id uuid,
      site_id uuid not null,
      status text not null default 'new' check (status in ('new', 'acknowledged', 'resolved')),
      severity text not null default 'medium',
      description text not null default '',
      confidence double precision,
      late boolean not null default false,
      triggered_at timestamptz not null,
      fired_at timestamptz(3) not null default now(),
      acknowledged_at timestamptz,
      acknowledged_by_kind text,
      acknowledged_by_id uuid,
      acknowledged_by_name text,
      resolved_at timestamptz,
      primary key (org_id, id),
      unique (org_id, rule_id, event_id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id),
      foreign key (org_id, camera_id) references cameras (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id)
    );
    create index alerts_newest on alerts (org_id, fired_at desc, id desc);
    create index alerts_of_rule on alerts (org_id, rule_id, triggered_at desc);
    create index alerts_of_event on alerts (org_id, event_id);

    create table alert_timeline (
      org_id uuid not null,
      id uuid not null,
      alert_id uuid not null,
      at timestamptz(3) not null default now(),
      action text not null,
      to_status text,
      actor_kind text not null,
      actor_id uuid,
      actor_name text not null,
      primary key (org_id, id),
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete cascade
    );
    create index alert_timeline_of_alert on alert_timeline (org_id, alert_id, at, id);

    create table notifications (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      kind text not null,
      title text not null,
      body text not null default '',
      alert_id uuid,
      event_id uuid,
      created_at timestamptz(3) not null default now(),
      read_at timestamptz,
      primary key (org_id, id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );
    create index notifications_of_user on notifications (org_id, user_id, created_at desc, id desc);
    create unique index notifications_once on notifications (org_id, user_id, alert_id)
      where alert_id is not null;

    create table outgoing_mail (
      org_id uuid not null references organisations (id),
      id uuid not null,
      ${workColumns},
      recipient text not null,
      subject text not null,
      body_text text not null,
      dedupe_key text,
      last_error text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz,
      primary key (org_id, id),
      unique (org_id, dedupe_key)
    );
    create index outgoing_mail_waiting on outgoing_mail (next_at) where status = 'pending';`,
  )
  for (const table of [
    'alert_rules',
    'alert_rule_recipients',
    'alert_rule_cooldowns',
    'alerts',
    'alert_timeline',
    'notifications',
    'outgoing_mail',
  ]) {
    await protectTenantTable(db, table)
  }
  await openToWorkers(db, 'outgoing_mail')
}
