import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * The words of events by which they are found, and what people say of events.
 *
 * Under row-level security PostgreSQL uses an index only for operators that are marked leakproof, and `@@` is not one
 * unless the condition is the policy's own. So the policy of `event_texts` holds the search beside the organisation
 * (decision 0050); where no search is set it admits every text of the organisation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

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
      execute function keep_event_text();

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
    create index event_feedback_of_alert on event_feedback (org_id, alert_id) where alert_id is not null;`,
  )
  await indexWhatIsThere(db)
  await protectTenantTable(db, 'event_texts')
  await run(
    db,
    `drop policy of_the_organisation on event_texts;
    create policy of_the_organisation on event_texts to sightline_app
      using (org_id = nullif(current_setting('app.org_id', true), '')::uuid
        and document @@ coalesce(nullif(current_setting('app.search', true), ''), '!''*''')::tsquery)
      with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);`,
  )
  await protectTenantTable(db, 'event_feedback')
}

/** The owner of forced tables sees no row of them, unless it is a superuser. */
async function indexWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table events no force row level security;
    insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document)
    select org_id, id, site_id, camera_id, event_category, triggered_at,
      document_of(summary, narrative, tags, notes, event_category)
    from events
    where deleted_at is null
      and (summary is not null or narrative is not null or tags <> '{}' or notes is not null);
    alter table events force row level security;`,
  )
}
