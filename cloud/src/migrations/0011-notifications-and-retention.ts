import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** E-mail about alerts, whose text and address are made when it is sent, and what retention looks up by age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await composeWhenSending(db)
  await removeByAge(db)
}

/**
 * A `message` carries its address and text. An `alert` and a `digest` name a user and a rule: who they are, what they
 * may see and where the mail goes is asked when it is sent. A digest takes alerts until it is sealed.
 */
async function composeWhenSending(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table outgoing_mail
      add column purpose text not null default 'message' check (purpose in ('message', 'alert', 'digest')),
      add column user_id uuid,
      add column rule_id uuid,
      add column sealed_at timestamptz,
      alter column recipient drop not null,
      alter column subject drop not null,
      alter column body_text drop not null,
      add check (status in ('pending', 'sent', 'failed', 'dropped')),
      add check (case when purpose = 'message'
        then recipient is not null and subject is not null and body_text is not null
        else user_id is not null and rule_id is not null end),
      add foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      add foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade;
    create unique index outgoing_mail_open_digest on outgoing_mail (org_id, rule_id, user_id)
      where purpose = 'digest' and sealed_at is null and status = 'pending';

    create table outgoing_mail_alerts (
      org_id uuid not null,
      mail_id uuid not null,
      alert_id uuid not null,
      primary key (org_id, mail_id, alert_id),
      foreign key (org_id, mail_id) references outgoing_mail (org_id, id) on delete cascade,
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete cascade
    );
    create index outgoing_mail_alerts_of_alert on outgoing_mail_alerts (org_id, alert_id);

    -- Unread entries are few beside the read ones, and counted on every page of the application.
    create index notifications_unread on notifications (org_id, user_id, created_at desc, id desc)
      where read_at is null;

    -- Both outlive their event.
    alter table notifications add foreign key (org_id, event_id) references events (org_id, id)
      on delete set null (event_id);
    create index notifications_of_event on notifications (org_id, event_id) where event_id is not null;`,
  )
  await protectTenantTable(db, 'outgoing_mail_alerts')
}

/** An alert outlives its event. Ages are looked up by index, so that a daily look at what is kept costs little. */
async function removeByAge(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table alerts drop constraint alerts_org_id_event_id_fkey;
    alter table alerts add foreign key (org_id, event_id) references events (org_id, id)
      on delete set null (event_id);
    alter table event_shares drop constraint event_shares_org_id_event_id_fkey;
    alter table event_shares add foreign key (org_id, event_id) references events (org_id, id) on delete cascade;

    create index events_with_clip on events (org_id, triggered_at, id) where clip_status = 'ready';
    create index events_deleted on events (org_id, triggered_at, id) where deleted_at is not null;
    create index media_to_remove on media (org_id, deleted_at) where state = 'deleted';
    create index media_of_no_event on media (org_id, created_at) where event_id is null;
    create index uploads_by_age on uploads (org_id, created_at);
    create index uploads_of_medium on uploads (org_id, media_id);
    create index outgoing_mail_by_end on outgoing_mail (org_id, finished_at) where finished_at is not null;
    create index webhook_deliveries_by_end on webhook_deliveries (org_id, finished_at)
      where finished_at is not null;
    create index gateway_commands_by_age on gateway_commands (org_id, created_at);
    create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);
    create index notifications_by_age on notifications (org_id, created_at);`,
  )
}
