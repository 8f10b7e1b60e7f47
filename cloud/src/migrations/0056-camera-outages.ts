import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** When cameras gave no pictures: each outage once it is over. The one that lasts is in the camera's own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table camera_outages (
      org_id uuid not null,
      camera_id uuid not null,
      -- Where the camera stood then.
      site_id uuid not null,
      start_at timestamptz(3) not null,
      end_at timestamptz(3) not null check (end_at > start_at),
      primary key (org_id, camera_id, start_at),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    create index camera_outages_by_end on camera_outages (org_id, camera_id, end_at);

    create function keep_camera_outage() returns trigger language plpgsql as $$
    declare
      began constant timestamptz(3) := greatest(old.status_changed_at, (
        select max(end_at) from camera_outages where org_id = old.org_id and camera_id = old.id));
      ended constant timestamptz(3) := case
        when new.status_changed_at > old.status_changed_at then new.status_changed_at else now() end;
    begin
      if ended <= began then
        return null;
      end if;
      -- A status may become another of these without a picture between them, and a bad line comes and goes.
      update camera_outages set end_at = ended
      where org_id = old.org_id and camera_id = old.id and site_id = old.site_id
        and end_at >= began - interval '10 seconds';
      if not found then
        insert into camera_outages (org_id, camera_id, site_id, start_at, end_at)
        values (old.org_id, old.id, old.site_id, began, ended);
      end if;
      return null;
    end $$;
    create trigger camera_outage_kept after update of status, enabled, deleted_at, site_id on cameras
      for each row when (
        old.status in ('offline', 'error') and old.enabled and old.deleted_at is null
        and row(old.status, old.enabled, old.deleted_at, old.site_id)
          is distinct from row(new.status, new.enabled, new.deleted_at, new.site_id))
      execute function keep_camera_outage();`,
  )
  await protectTenantTable(db, 'camera_outages')
}
