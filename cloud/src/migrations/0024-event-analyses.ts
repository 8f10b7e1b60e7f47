import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from './tenant-table.js'

/** Analyses of events, kept as versions. A row is the work while it is pending, and its record afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table event_analyses (
      org_id uuid not null,
      id uuid not null,
      event_id uuid not null,
      version integer not null check (version > 0),
      cause text not null check (cause in ('clip_stored', 'clip_failed', 'clip_given_up', 'requested')),
      actor_kind text not null,
      actor_id uuid,
      actor_name text not null,
      mode text not null check (mode in ('snapshot_only', 'multi_frame', 'full_video', 'disabled')),
      pass_mode text not null check (pass_mode in ('one_pass', 'two_pass')),
      provider text,
      model text,
      prompt_version text,
      pictures jsonb not null default '[]',
      depth text check (depth in ('triage', 'full')),
      calls integer not null default 0,
      input_tokens integer,
      output_tokens integer,
      cost double precision,
      model_ms integer,
      pictures_ms integer,
      own_ms integer,
      result jsonb,
      reason text,
      note text,
      created_at timestamptz(3) not null default now(),
      started_at timestamptz(3),
      finished_at timestamptz(3),
      ${workColumns},
      primary key (org_id, id),
      unique (org_id, event_id, version),
      check (status in ('pending', 'completed', 'skipped', 'failed')),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade
    );
    -- One at a time for an event, however many ask at once.
    create unique index event_analyses_under_way on event_analyses (org_id, event_id) where status = 'pending';
    -- The claim goes from organisation to organisation.
    create index event_analyses_due on event_analyses (org_id, next_at) where status = 'pending';

    -- What the watch over events that wait for ever goes through.
    create index events_unanalysed on events (org_id, received_at)
      where ai_status = 'pending' and deleted_at is null;`,
  )
  await protectTenantTable(db, 'event_analyses')
  await openToWorkers(db, 'event_analyses')
  // The owner of forced tables sees no row of them, unless it is a superuser.
  await run(db, 'alter table events no force row level security')
  await run(
    db,
    `update events set ai_status = 'skipped', ai_error = 'The event is older than the analysis of events.'
     where ai_status = 'pending' and clip_status in ('ready', 'failed', 'expired')`,
  )
  await run(db, 'alter table events force row level security')
}
