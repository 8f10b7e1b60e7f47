import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/**
 * An event that people do not get to see yet, or never, says so in `visible`. Until now `deleted_at` said it, with the
 * time of the trigger; a later time is a deletion, and stays.
 *
 * The definitions hold `events` for the time of a change of the catalogue: a column with a constant default, functions and
 * triggers touch no row. Of the rows only those of manual triggers without an answer of their own are written. Indexes are
 * made and dropped while others read and write.
 *
 * The release before goes on writing meanwhile: triggers turn what it says by `deleted_at` into `visible`. The new indexes
 * serve its lists as well, for `visible` is in them and not in their condition. It does not know the column, so until its
 * last node ends that node lists the events of manual triggers which nobody should see.
 */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define('alter table events add column if not exists visible boolean not null default true')
  await keepTextsOfListed(steps)
  await understandReleaseBefore(steps)
  await steps.backfill({
    table: 'events',
    // An absorbed event waits for no analysis: else the release before would begin one, and judge it.
    set: `visible = false, deleted_at = nullif(deleted_at, triggered_at),
      ai_status = case when absorbed_by is null then ai_status else 'skipped' end`,
    where: 'visible and (awaiting_answer or absorbed_by is not null)',
  })
  await steps.constraint(
    'events',
    'events_visible_known',
    'check (visible = (not awaiting_answer and absorbed_by is null))',
  )
  for (const { name, on, insteadOf } of indexesOfListed) {
    await steps.index(name, on)
    await steps.dropIndex(insteadOf)
  }
  await steps.index(
    'events_unlisted_by_receipt',
    'events (org_id, received_at, id) where not (deleted_at is null and visible)',
  )
}

/** As in the first schema, with `visible`: what lists ask is answered without the rows. */
const indexesOfListed = [
  {
    name: 'events_listed',
    on: `events (org_id, triggered_at desc, id desc)
      include (site_id, camera_id, event_category, trigger_source, ai_status, starred, visible)
      where deleted_at is null`,
    insteadOf: 'events_newest',
  },
  {
    name: 'events_listed_starred',
    on: `events (org_id, triggered_at desc, id desc)
      include (site_id, camera_id, event_category, trigger_source, ai_status, visible)
      where deleted_at is null and starred`,
    insteadOf: 'events_starred',
  },
  {
    name: 'events_listed_of_camera',
    on: `events (org_id, camera_id, triggered_at desc, id desc) include (visible) where deleted_at is null`,
    insteadOf: 'events_of_camera',
  },
  {
    name: 'events_listed_of_site',
    on: `events (org_id, site_id, triggered_at desc, id desc) include (visible) where deleted_at is null`,
    insteadOf: 'events_of_site',
  },
  {
    name: 'events_listed_of_category',
    on: `events (org_id, event_category, triggered_at desc, id desc) include (visible) where deleted_at is null`,
    insteadOf: 'events_of_category',
  },
] as const

/** The words of an event are found while it is listed. */
async function keepTextsOfListed(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function keep_event_text() returns trigger language plpgsql as $$
    begin
      if new.deleted_at is not null or not new.visible
        or (new.summary is null and new.narrative is null and new.tags = '{}' and new.notes is null) then
        delete from event_texts where org_id = new.org_id and event_id = new.id;
      else
        insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document)
        values (new.org_id, new.id, new.site_id, new.camera_id, new.event_category, new.triggered_at,
          document_of(new.summary, new.narrative, new.tags, new.notes, new.event_category))
        on conflict (org_id, event_id) do update set document = excluded.document;
      end if;
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger event_text_of_new after insert on events for each row
      when (new.deleted_at is null and new.visible and (new.summary is not null or new.narrative is not null
      or new.tags <> '{}' or new.notes is not null))
      execute function keep_event_text();
    create or replace trigger event_text_of_changed
      after update of summary, narrative, tags, notes, deleted_at, visible on events for each row
      when (row(old.summary, old.narrative, old.tags, old.notes, old.deleted_at, old.visible)
      is distinct from row(new.summary, new.narrative, new.tags, new.notes, new.deleted_at, new.visible))
      execute function keep_event_text()`)
}

/** It inserts an event unseen with a `deleted_at`, which it takes away when the event is seen. */
async function understandReleaseBefore(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function hide_by_visible() returns trigger language plpgsql as $$
    begin
      new.visible := false;
      new.deleted_at := nullif(new.deleted_at, new.triggered_at);
      return new;
    end $$;
    create or replace function show_by_visible() returns trigger language plpgsql as $$
    begin
      new.visible := true;
      return new;
    end $$`)
  await steps.define(`
    create or replace trigger event_hidden_by_release_before before insert on events for each row
      when (new.awaiting_answer and new.visible) execute function hide_by_visible();
    create or replace trigger event_shown_by_release_before before update of awaiting_answer on events for each row
      when (old.awaiting_answer and not new.awaiting_answer and new.absorbed_by is null and not new.visible)
      execute function show_by_visible()`)
}
