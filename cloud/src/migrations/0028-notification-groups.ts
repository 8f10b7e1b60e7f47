import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Alerts of one rule and subject within a window are told of together, and what became of telling whom is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await windows(db)
  await groups(db)
  await decisions(db)
  await whatTells(db)
}

async function windows(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table organisations add column notification_window_sec integer not null default 300
      check (notification_window_sec between 0 and 86400);
    alter table alert_rules add column notification_window_sec integer
      check (notification_window_sec between 0 and 86400);`,
  )
}

async function groups(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `-- subject_id is the camera, or the gateway of a system alert. is_current: the newest of its key; one with a
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
      where camera_id is not null;`,
  )
  await protectTenantTable(db, 'notification_groups')
}

/** Users are named as they were: an account may go, and the decision stays readable. */
async function decisions(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table notification_decisions (
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
      where event_id is not null;`,
  )
  await protectTenantTable(db, 'notification_decisions')
}

/** An entry of an inbox, and a mail at the end of the window, tell of a group. */
async function whatTells(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table notifications
      add column group_id uuid,
      add column alert_count integer not null default 1,
      add column updated_at timestamptz(3),
      add foreign key (org_id, group_id) references notification_groups (org_id, id) on delete set null (group_id);
    create unique index notifications_of_group on notifications (org_id, group_id, user_id)
      where group_id is not null;

    alter table outgoing_mail
      add column group_id uuid,
      add foreign key (org_id, group_id) references notification_groups (org_id, id) on delete set null (group_id),
      drop constraint outgoing_mail_purpose_check,
      add constraint outgoing_mail_purpose_check
        check (purpose in ('message', 'alert', 'digest', 'group_digest'));
    create index outgoing_mail_of_group on outgoing_mail (org_id, group_id) where group_id is not null;
    create unique index outgoing_mail_open_group_digest on outgoing_mail (org_id, group_id, user_id)
      where purpose = 'group_digest' and sealed_at is null and status = 'pending';`,
  )
}
