import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from './tenant-table.js'

/** Messages to browsers: the key of an organisation, the browsers of its people, and what is on its way to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table push_keys (
      org_id uuid not null references organisations (id),
      id uuid not null,
      -- A point of P-256 in base64url, as browsers take it.
      public_key text not null,
      private_key bytea not null,
      private_key_key_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id)
    );

    create table push_subscriptions (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      -- A browser is sent nothing once it is signed out.
      session_id uuid not null,
      -- An endpoint is one browser's; whoever has it can disturb it, so that it stands sealed, with the browser's keys.
      endpoint_hash bytea not null,
      service text not null,
      secret bytea not null,
      secret_key_id text not null,
      language text not null,
      user_agent text not null default '',
      created_at timestamptz(3) not null default now(),
      last_sent_at timestamptz(3),
      failure text,
      primary key (org_id, id),
      unique (org_id, endpoint_hash),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      foreign key (org_id, session_id) references sessions (org_id, id) on delete cascade
    );
    create index push_subscriptions_of_user on push_subscriptions (org_id, user_id, created_at, id);
    create index push_subscriptions_of_session on push_subscriptions (org_id, session_id);

    -- One message to one person; reached: the subscriptions that have ended with it, taken: how many of them took it.
    create table outgoing_pushes (
      org_id uuid not null references organisations (id),
      id uuid not null,
      ${workColumns},
      purpose text not null check (purpose in ('alert', 'digest', 'group_digest', 'test')),
      user_id uuid not null,
      rule_id uuid,
      group_id uuid,
      subscription_id uuid,
      sealed_at timestamptz(3),
      dedupe_key text,
      reached uuid[] not null default '{}',
      taken integer not null default 0,
      last_error text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz(3),
      primary key (org_id, id),
      unique (org_id, dedupe_key),
      check (status in ('pending', 'sent', 'failed', 'dropped')),
      check (purpose = 'test' or rule_id is not null),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, group_id) references notification_groups (org_id, id) on delete set null (group_id)
    );
    create unique index outgoing_pushes_open_digest on outgoing_pushes (org_id, rule_id, user_id)
      where purpose = 'digest' and sealed_at is null and status = 'pending';
    create unique index outgoing_pushes_open_group_digest on outgoing_pushes (org_id, group_id, user_id)
      where purpose = 'group_digest' and sealed_at is null and status = 'pending';
    create index outgoing_pushes_by_end on outgoing_pushes (org_id, finished_at) where finished_at is not null;
    create index outgoing_pushes_due on outgoing_pushes (org_id, next_at) where status = 'pending';
    create index outgoing_pushes_of_group on outgoing_pushes (org_id, group_id) where group_id is not null;`,
  )
  for (const table of ['push_keys', 'push_subscriptions', 'outgoing_pushes'])
    await protectTenantTable(db, table)
  await openToWorkers(db, 'outgoing_pushes')
}
