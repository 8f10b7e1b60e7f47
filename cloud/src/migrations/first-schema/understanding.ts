import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from '../tenant-table.js'

/**
 * Prompt packs, the focus of each camera, the analyses of events, the ledger of models, and the words by which events are
 * found.
 */
export async function createUnderstanding(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    create table prompt_packs (
      org_id uuid not null references organisations (id),
      id uuid not null,
      name text not null,
      instructions text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (org_id, id)
    );
    create index prompt_packs_newest on prompt_packs (org_id, created_at, id);
    -- Cameras that were deleted do not keep a pack.
    alter table cameras add foreign key (org_id, prompt_pack_id) references prompt_packs (org_id, id)
      on delete set null (prompt_pack_id);

    create table analysis_focus_versions (
      org_id uuid not null,
      camera_id uuid not null,
      version integer not null check (version > 0),
      focus_text text not null,
      ignore_guidance text not null,
      monitoring_schedule jsonb not null default '[]',
      created_at timestamptz(3) not null default now(),
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      primary key (org_id, camera_id, version),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );

    create table event_analyses (
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

    create table model_calls (
      org_id uuid not null references organisations (id),
      id uuid not null,
      at timestamptz(3) not null default now(),
      purpose text not null check (purpose in ('analysis', 'triage', 'compile', 'judge', 'chat')),
      event_id uuid,
      provider text not null,
      model text not null,
      account text not null check (account in ('organisation', 'operator')),
      input_tokens integer check (input_tokens >= 0),
      output_tokens integer check (output_tokens >= 0),
      cost_usd numeric(14, 8) check (cost_usd >= 0),
      latency_ms integer not null check (latency_ms >= 0),
      outcome text not null,
      primary key (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id) on delete set null (event_id)
    );
    create index model_calls_by_time on model_calls (org_id, at);
    create index model_calls_of_event on model_calls (org_id, event_id) where event_id is not null;

    create table event_texts (
      org_id uuid not null,
      event_id uuid not null,
      site_id uuid not null,
      camera_id uuid not null,
      event_category text not null,
      triggered_at timestamptz not null,
      document tsvector not null,
      primary key (org_id, event_id),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade
    );
    create index event_texts_words on event_texts using gin (org_id, document);
    create index event_texts_newest on event_texts (org_id, triggered_at desc, event_id desc);
    create index event_texts_of_site on event_texts (org_id, site_id, triggered_at desc, event_id desc);
    create index event_texts_of_camera on event_texts (org_id, camera_id, triggered_at desc, event_id desc);

    -- As written, and as the English stem of it. A tag counts more than the summary and notes, those more than the rest.
    create function words_of(given text) returns tsvector language sql immutable parallel safe
    return to_tsvector('pg_catalog.simple', left(given, 20000))
      || to_tsvector('pg_catalog.english', left(given, 20000));

    create function document_of(summary text, narrative text, tags text[], notes text, category text)
    returns tsvector language sql immutable parallel safe
    return setweight(words_of(coalesce(array_to_string(tags, ' , '), '')), 'A')
      || setweight(words_of(coalesce(summary, '') || E'\\n' || coalesce(notes, '')), 'B')
      || setweight(words_of(coalesce(narrative, '')), 'C')
      || setweight(words_of(replace(category, '_', ' ')), 'D');

    -- Nobody who writes an event has to think of its words. Opening an event costs nothing: it has none yet.
    create function keep_event_text() returns trigger language plpgsql as $$
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
    end $$;
    create trigger event_text_of_new after insert on events for each row
      when (new.deleted_at is null and (new.summary is not null or new.narrative is not null
      or new.tags <> '{}' or new.notes is not null))
      execute function keep_event_text();
    create trigger event_text_of_changed
      after update of summary, narrative, tags, notes, deleted_at on events for each row
      when (row(old.summary, old.narrative, old.tags, old.notes, old.deleted_at)
      is distinct from row(new.summary, new.narrative, new.tags, new.notes, new.deleted_at))
      execute function keep_event_text();`,
  )
  for (const table of ['prompt_packs', 'event_analyses', 'event_texts']) {
    await protectTenantTable(db, table)
  }
  await protectTenantTable(db, 'analysis_focus_versions', { grants: ['select', 'insert'] })
  await protectTenantTable(db, 'model_calls', { grants: ['select', 'insert', 'delete'] })
  await openToWorkers(db, 'event_analyses')
  await admitSearch(db)
}

/**
 * Under row-level security PostgreSQL uses an index only for operators that are marked leakproof, and `@@` is not one
 * unless the condition is the policy's own. So the policy of `event_texts` holds the search beside the organisation
 * (decision 0050); where no search is set it admits every text of the organisation.
 */
async function admitSearch(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `drop policy of_the_organisation on event_texts;
    create policy of_the_organisation on event_texts to sightline_app
      using (org_id = nullif(current_setting('app.org_id', true), '')::uuid
      and document @@ coalesce(nullif(current_setting('app.search', true), ''), '!''*''')::tsquery)
      with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);`,
  )
}
