import type { Kysely } from 'kysely'
import { protectTenantTable, run } from '../tenant-table.js'

/** No-Big-Deal: its knobs, the alerts that it held back, and what feedback suggests. */
export async function createNoBigDeal(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `-- A rule or a camera with nothing set has no row: an organisation without rows is not asked further.
    create table nbd_rule_knobs (
      org_id uuid not null,
      rule_id uuid not null,
      knobs jsonb not null check (knobs <> '{}'),
      updated_at timestamptz(3) not null default now(),
      primary key (org_id, rule_id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade
    );

    create table nbd_camera_overrides (
      org_id uuid not null,
      camera_id uuid not null,
      knobs jsonb not null check (knobs <> '{}'),
      updated_at timestamptz(3) not null default now(),
      primary key (org_id, camera_id),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
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
      origin text not null check (origin in ('default', 'rule', 'camera')),
      reason text not null,
      severity text not null,
      confidence double precision,
      category text not null,
      tags text[] not null,
      kind text not null,
      triggered_at timestamptz not null,
      held_back_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      -- The same decision again, of an event that is judged again, is no other decision.
      unique (org_id, rule_id, event_id, knob),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade,
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade,
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade
    );
    create index held_back_alerts_newest on held_back_alerts (org_id, rule_id, held_back_at desc, id desc);
    create index held_back_alerts_by_time on held_back_alerts (org_id, rule_id, camera_id, triggered_at);
    create index held_back_alerts_of_event on held_back_alerts (org_id, event_id);

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
      status text not null check (status in ('open', 'applied', 'dismissed', 'withdrawn')),
      -- Of an applied one, the camera's own knob: what stood there (null: nothing), and what was put there.
      before_value jsonb,
      after_value jsonb,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      decided_at timestamptz(3),
      decided_by_kind text,
      decided_by_id uuid,
      decided_by_name text,
      primary key (org_id, id),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    create unique index nbd_suggestions_open on nbd_suggestions (org_id, rule_id, camera_id, kind)
      where status = 'open';
    create index nbd_suggestions_newest on nbd_suggestions (org_id, rule_id, created_at desc, id desc);

    create table nbd_suggestion_events (
      org_id uuid not null,
      suggestion_id uuid not null,
      event_id uuid not null,
      primary key (org_id, suggestion_id, event_id),
      foreign key (org_id, suggestion_id) references nbd_suggestions (org_id, id) on delete cascade,
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade
    );
    create index nbd_suggestion_events_of_event on nbd_suggestion_events (org_id, event_id);`,
  )
  for (const table of [
    'nbd_rule_knobs',
    'nbd_camera_overrides',
    'held_back_alerts',
    'nbd_suggestions',
    'nbd_suggestion_events',
  ]) {
    await protectTenantTable(db, table)
  }
}
