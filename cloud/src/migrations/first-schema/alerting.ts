import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from '../tenant-table.js'

/** Alert rules, alerts with their history, what is said of events, and the watch over cameras and gateways that are down. */
export async function createAlerting(db: Kysely<unknown>): Promise<void> {
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
      -- The version by which the rule is judged after analysis, instead of at once. One column: there is one at most.
      compiled_version_id uuid,
      notification_window_sec integer
        check (notification_window_sec between 0 and 86400),
      primary key (org_id, id)
    );
    create index alert_rules_active on alert_rules (org_id, rule_kind)
      where deleted_at is null and enabled;
    create index alert_rules_compiled on alert_rules (org_id, compiled_version_id)
      where deleted_at is null and enabled and compiled_version_id is not null;

    create table alert_rule_revisions (
      org_id uuid primary key references organisations (id) on delete cascade,
      -- Drawn anew with every change: one that was rolled back never comes again with other rules.
      revision uuid not null
    );

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
      -- True while the camera or the gateway that the alert is about is down.
      outage_lasts boolean not null default false,
      -- What an alert is about, as known when it fired: category and main tag. Null of those that fired before.
      kind text,
      primary key (org_id, id),
      unique (org_id, rule_id, event_id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id),
      foreign key (org_id, camera_id) references cameras (org_id, id),
      foreign key (org_id, gateway_id) references gateways (org_id, id),
      foreign key (org_id, site_id) references sites (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id)
        on delete set null (event_id)
    );
    create index alerts_newest on alerts (org_id, fired_at desc, id desc);
    create index alerts_of_rule on alerts (org_id, rule_id, triggered_at desc);
    create index alerts_of_event on alerts (org_id, event_id);
    create index alerts_of_outages on alerts (org_id, coalesce(camera_id, gateway_id)) where outage_lasts;
    -- Whether one like it went out shortly before or after, asked of one camera, however many a rule has.
    create index alerts_of_rule_and_camera on alerts (org_id, rule_id, camera_id, triggered_at)
      where kind is not null;

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

    create table outage_watch (
      org_id uuid not null references organisations (id),
      -- The camera's or the gateway's.
      id uuid not null,
      ${workColumns.replace("default 'pending'", "default 'settled'")},
      kind text not null check (kind in ('camera', 'gateway')),
      up_since timestamptz(3),
      down_since timestamptz(3),
      primary key (org_id, id),
      check (status in ('pending', 'settled'))
    );
    create index outage_watch_waiting on outage_watch (next_at) where status = 'pending';

    create table event_feedback (
      org_id uuid not null,
      id uuid not null,
      event_id uuid not null,
      rule_id uuid,
      alert_id uuid,
      verdict text not null check (verdict in ('useful', 'no_big_deal', 'wrong')),
      comment text check (length(comment) <= 1000),
      camera_id uuid not null,
      event_category text not null,
      given_by_kind text not null,
      given_by_id uuid not null,
      given_by_name text not null,
      given_at timestamptz(3) not null default now(),
      changed_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade,
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete set null (alert_id),
      unique nulls not distinct (org_id, event_id, given_by_kind, given_by_id, rule_id)
    );
    create index event_feedback_newest on event_feedback (org_id, event_id, changed_at desc, id desc);
    create index event_feedback_of_camera
      on event_feedback (org_id, camera_id, event_category, rule_id, verdict, changed_at desc);
    create index event_feedback_of_rule on event_feedback (org_id, rule_id) where rule_id is not null;
    create index event_feedback_of_alert on event_feedback (org_id, alert_id) where alert_id is not null;

    create function revise_alert_rules() returns trigger language plpgsql as $$
    begin
      insert into alert_rule_revisions (org_id, revision)
      values (coalesce(new.org_id, old.org_id), gen_random_uuid())
      on conflict (org_id) do update set revision = excluded.revision;
      return null;
    end $$;

    -- Whoever changes a rule, and by whatever statement.
    create trigger alert_rules_revised after insert or update or delete on alert_rules
      for each row execute function revise_alert_rules();`,
  )
  for (const table of [
    'alert_rules',
    'alert_rule_revisions',
    'alert_rule_recipients',
    'alert_rule_cooldowns',
    'alerts',
    'alert_timeline',
    'outage_watch',
    'event_feedback',
  ]) {
    await protectTenantTable(db, table)
  }
  await openToWorkers(db, 'outage_watch')
  await watchOutages(db)
}

/** A change that a worker does not know yet takes the row away from it, so that it is looked at once more. */
const checkAgain = `status = 'pending', next_at = now(), lease_until = null, worker = null`

/**
 * Triggers keep the watch, because the status of a camera is written in many places and one of them that forgot would be
 * an alert that nobody misses.
 */
async function watchOutages(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create function watch_outages() returns trigger language plpgsql as $$
    declare
      is_up boolean := new.deleted_at is null and new.status = 'online';
      -- A camera in error gives no picture either. A disabled one is neither up nor down.
      is_down boolean := new.deleted_at is null and new.status in ('offline', 'error');
    begin
      if is_up then
        insert into outage_watch (org_id, id, kind, up_since) values (new.org_id, new.id, tg_argv[0], now())
        on conflict (org_id, id) do update set up_since = now(), down_since = null, ${checkAgain};
      elsif is_down then
        update outage_watch set down_since = now(), ${checkAgain}
        where org_id = new.org_id and id = new.id and down_since is null;
      else
        update outage_watch set down_since = null, ${checkAgain}
        where org_id = new.org_id and id = new.id and down_since is not null;
      end if;
      return null;
    end $$;`,
  )
  for (const [table, kind] of [
    ['cameras', 'camera'],
    ['gateways', 'gateway'],
  ] as const) {
    await run(
      db,
      `create trigger watch_outages_of_new after insert on ${table}
       for each row when (new.status = 'online') execute function watch_outages('${kind}');
       create trigger watch_outages after update of status, deleted_at on ${table}
       for each row when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at))
       execute function watch_outages('${kind}');`,
    )
  }
}
