import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** Events, their clips and analyses, and alerts: their changes are noted in `changes` from here on. */
export async function online(steps: OnlineSteps): Promise<void> {
  await noteEvents(steps)
  await noteAnalyses(steps)
  await noteAlerts(steps)
}

/** Many are opened at once, and one row of `changes` each is written by one statement. What nobody sees yet is told to nobody. */
async function noteEvents(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function note_new_events() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select org_id, 'event', 'created', id, site_id, camera_id from changed where visible and deleted_at is null;
      return null;
    end $$;
    create or replace function note_event_change() returns trigger language plpgsql as $$
    declare
      told constant text := change_of(old.visible and old.deleted_at is null, new.visible and new.deleted_at is null);
      -- The event before, with the clip of the event after.
      with_clip events := old;
    begin
      with_clip.clip_status := new.clip_status;
      with_clip.clip_error := new.clip_error;
      with_clip.clip_start_at := new.clip_start_at;
      with_clip.clip_end_at := new.clip_end_at;
      with_clip.clip_codec := new.clip_codec;
      with_clip.duration_sec := new.duration_sec;
      with_clip.closed_at := new.closed_at;
      if told = 'updated' and old is distinct from with_clip then
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (new.org_id, 'clip', 'updated', new.id, new.site_id, new.camera_id);
        if new is not distinct from with_clip then
          return null;
        end if;
      end if;
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      values (new.org_id, 'event', told, new.id, new.site_id, new.camera_id);
      return null;
    end $$;
    create or replace function note_removed_event() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      values (old.org_id, 'event', 'removed', old.id, old.site_id, old.camera_id);
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger event_noted after insert on events referencing new table as changed
      for each statement execute function note_new_events();
    create or replace trigger event_change_noted after update on events for each row
      when (old.* is distinct from new.*
        and ((old.visible and old.deleted_at is null) or (new.visible and new.deleted_at is null)))
      execute function note_event_change();
    create or replace trigger event_removal_noted after delete on events for each row
      when (old.visible and old.deleted_at is null) execute function note_removed_event()`)
}

async function noteAnalyses(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function note_analysis() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select new.org_id, 'analysis', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, camera_id
      from events where org_id = new.org_id and id = new.event_id and visible and deleted_at is null;
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger analysis_noted after insert on event_analyses
      for each row execute function note_analysis();
    create or replace trigger analysis_change_noted after update on event_analyses for each row
      when (old.status <> new.status) execute function note_analysis()`)
}

async function noteAlerts(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function note_alert() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (old.org_id, 'alert', 'removed', old.id, old.site_id, old.camera_id);
      else
        insert into changes (org_id, kind, change, id, site_id, camera_id)
        values (new.org_id, 'alert', case tg_op when 'INSERT' then 'created' else 'updated' end,
          new.id, new.site_id, new.camera_id);
      end if;
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger alert_noted after insert or delete on alerts
      for each row execute function note_alert();
    create or replace trigger alert_change_noted after update on alerts for each row
      when (old.* is distinct from new.*) execute function note_alert()`)
}
