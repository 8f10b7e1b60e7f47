import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from '../tenant-table.js'

/** Webhooks with their deliveries and attempts; groups of alerts, inboxes, mails, and what became of notifying whom. */
export async function createDelivery(db: Kysely<unknown>): Promise<void> {
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
      redeliveries integer not null default 0,
      -- Attempts of earlier rounds: the schedule of repeats begins anew with each redelivery.
      attempts_before integer not null default 0,
      primary key (org_id, id),
      unique (org_id, webhook_id, alert_id),
      check (status in ('pending', 'delivered', 'failed')),
      foreign key (org_id, webhook_id) references webhooks (org_id, id),
      foreign key (org_id, alert_id) references alerts (org_id, id)
    );
    create index webhook_deliveries_of_webhook on webhook_deliveries
      (org_id, webhook_id, created_at desc, id desc);
    create index webhook_deliveries_by_end on webhook_deliveries (org_id, finished_at)
      where finished_at is not null;
    create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_at)
      where status = 'pending';

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
    create index webhook_attempts_of_delivery on webhook_attempts (org_id, delivery_id, number);

    -- subject_id is the camera, or the gateway of a system alert. is_current: the newest of its key; one with a
    -- window of 0 never is.
    create table notification_groups (
      org_id uuid not null references organisations (id),
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
      window_origin text not null check (window_origin in ('organisation', 'rule')),
      is_current boolean not null,
      opened_at timestamptz(3) not null default now(),
      closes_at timestamptz(3) not null,
      alert_count integer not null default 0,
      first_alert_at timestamptz,
      last_alert_at timestamptz,
      latest jsonb not null default '[]',
      primary key (org_id, id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade,
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete set null (camera_id),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete set null (gateway_id)
    );
    -- Of two nodes with an alert at the same moment the second finds the group of the first.
    create unique index notification_groups_current
      on notification_groups (org_id, rule_id, subject_id, site_id, late) where is_current;
    create index notification_groups_newest on notification_groups (org_id, opened_at desc, id desc);
    create index notification_groups_of_rule on notification_groups (org_id, rule_id, opened_at desc, id desc);
    create index notification_groups_of_camera on notification_groups (org_id, camera_id, opened_at desc, id desc)
      where camera_id is not null;

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
      group_id uuid,
      alert_count integer not null default 1,
      updated_at timestamptz(3),
      primary key (org_id, id),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      -- Both outlive their event.
      foreign key (org_id, event_id) references events (org_id, id)
        on delete set null (event_id),
      foreign key (org_id, group_id) references notification_groups (org_id, id) on delete set null (group_id)
    );
    create index notifications_of_user on notifications (org_id, user_id, created_at desc, id desc);
    create unique index notifications_once on notifications (org_id, user_id, alert_id)
      where alert_id is not null;
    -- Unread entries are few beside the read ones, and counted on every page of the application.
    create index notifications_unread on notifications (org_id, user_id, created_at desc, id desc)
      where read_at is null;
    create index notifications_of_event on notifications (org_id, event_id) where event_id is not null;
    create index notifications_by_age on notifications (org_id, created_at);
    create unique index notifications_of_group on notifications (org_id, group_id, user_id)
      where group_id is not null;

    create table outgoing_mail (
      org_id uuid not null references organisations (id),
      id uuid not null,
      ${workColumns},
      recipient text,
      subject text,
      body_text text,
      dedupe_key text,
      last_error text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz,
      purpose text not null default 'message' check (purpose in ('message', 'alert', 'digest', 'group_digest')),
      user_id uuid,
      rule_id uuid,
      sealed_at timestamptz,
      sealed_text bytea,
      sealed_text_key_id text,
      group_id uuid,
      primary key (org_id, id),
      unique (org_id, dedupe_key),
      check (status in ('pending', 'sent', 'failed', 'dropped')),
      check (case when purpose = 'message'
        then recipient is not null and subject is not null and body_text is not null
        else user_id is not null and rule_id is not null end),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      check ((sealed_text is null) = (sealed_text_key_id is null)),
      foreign key (org_id, group_id) references notification_groups (org_id, id) on delete set null (group_id)
    );
    create unique index outgoing_mail_open_digest on outgoing_mail (org_id, rule_id, user_id)
      where purpose = 'digest' and sealed_at is null and status = 'pending';
    create index outgoing_mail_by_end on outgoing_mail (org_id, finished_at) where finished_at is not null;
    create index outgoing_mail_due on outgoing_mail (org_id, next_at) where status = 'pending';
    create index outgoing_mail_of_group on outgoing_mail (org_id, group_id) where group_id is not null;
    create unique index outgoing_mail_open_group_digest on outgoing_mail (org_id, group_id, user_id)
      where purpose = 'group_digest' and sealed_at is null and status = 'pending';

    create table outgoing_mail_alerts (
      org_id uuid not null,
      mail_id uuid not null,
      alert_id uuid not null,
      primary key (org_id, mail_id, alert_id),
      foreign key (org_id, mail_id) references outgoing_mail (org_id, id) on delete cascade,
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete cascade
    );
    create index outgoing_mail_alerts_of_alert on outgoing_mail_alerts (org_id, alert_id);

    create table notification_decisions (
      org_id uuid not null,
      id uuid not null,
      group_id uuid not null,
      alert_id uuid,
      event_id uuid,
      user_id uuid,
      user_name text,
      channel text check (channel in ('in_app', 'email')),
      outcome text not null check (outcome in ('sent', 'waiting', 'merged', 'held_back', 'failed')),
      reason text not null,
      setting_name text not null,
      setting_value jsonb,
      setting_origin text not null
        check (setting_origin in ('service', 'organisation', 'rule', 'camera', 'user')),
      mail_id uuid,
      decided_at timestamptz(3) not null default now(),
      told_at timestamptz(3),
      primary key (org_id, id),
      foreign key (org_id, group_id) references notification_groups (org_id, id) on delete cascade,
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete cascade,
      foreign key (org_id, event_id) references events (org_id, id) on delete set null (event_id),
      foreign key (org_id, mail_id) references outgoing_mail (org_id, id) on delete set null (mail_id)
    );
    create index notification_decisions_of_group on notification_decisions (org_id, group_id, id) include (outcome);
    create unique index notification_decisions_once on notification_decisions (org_id, alert_id, user_id, channel)
      nulls not distinct where alert_id is not null;
    create index notification_decisions_of_mail on notification_decisions (org_id, mail_id) where mail_id is not null;
    create index notification_decisions_of_event on notification_decisions (org_id, event_id)
      where event_id is not null;
    grant select (webhook_id) on webhook_deliveries to sightline_worker;`,
  )
  for (const table of [
    'webhooks',
    'webhook_deliveries',
    'webhook_attempts',
    'notification_groups',
    'notifications',
    'outgoing_mail',
    'outgoing_mail_alerts',
    'notification_decisions',
  ]) {
    await protectTenantTable(db, table)
  }
  await openToWorkers(db, 'webhook_deliveries')
  await openToWorkers(db, 'outgoing_mail')
}
