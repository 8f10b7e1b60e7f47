import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** What a clip that is there holds otherwise than the camera saw it. Programs that follow changes hear of it as of the clip. */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define('alter table events add column if not exists clip_note text')
  await steps.define(`
    create or replace function note_event_change() returns trigger language plpgsql as $$
    declare
      told constant text := change_of(old.visible and old.deleted_at is null, new.visible and new.deleted_at is null);
      -- The event before, with the clip of the event after.
      with_clip events := old;
    begin
      with_clip.clip_status := new.clip_status;
      with_clip.clip_error := new.clip_error;
      with_clip.clip_note := new.clip_note;
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
    end $$`)
}
