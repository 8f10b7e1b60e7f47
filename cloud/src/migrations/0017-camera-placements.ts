import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * Which gateway a camera had, and at which site it stood, from when to when. An event may arrive long after it was
 * recorded: it belongs to the place that its camera had then, whatever became of the camera since. A trigger keeps the
 * rows, because cameras move in several ways.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table camera_placements (
      org_id uuid not null,
      camera_id uuid not null,
      from_at timestamptz not null,
      until_at timestamptz,
      gateway_id uuid,
      site_id uuid not null,
      primary key (org_id, camera_id, from_at),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );`,
  )
  await protectTenantTable(db, 'camera_placements')
  await takeStock(db)
  await run(
    db,
    `create function keep_placements() returns trigger language plpgsql as $$
    begin
      update camera_placements set until_at = now()
      where org_id = new.org_id and camera_id = new.id and until_at is null;
      insert into camera_placements (org_id, camera_id, from_at, gateway_id, site_id)
      values (new.org_id, new.id, now(), new.gateway_id, new.site_id)
      -- Moved twice in one transaction: nobody saw the place between.
      on conflict (org_id, camera_id, from_at) do update
      set gateway_id = excluded.gateway_id, site_id = excluded.site_id, until_at = null;
      return null;
    end $$;

    create trigger keep_placements_of_new after insert on cameras
    for each row execute function keep_placements();
    create trigger keep_placements after update of gateway_id, site_id on cameras
    for each row when ((old.gateway_id, old.site_id) is distinct from (new.gateway_id, new.site_id))
    execute function keep_placements();`,
  )
}

/** Where cameras stand now is where they have stood, as far as anybody knows. */
async function takeStock(db: Kysely<unknown>): Promise<void> {
  // Policies are forced on the owner too, and none lets it see a row.
  for (const table of ['cameras', 'camera_placements']) {
    await run(db, `alter table ${table} no force row level security`)
  }
  await run(
    db,
    `insert into camera_placements (org_id, camera_id, from_at, gateway_id, site_id)
     select org_id, id, created_at, gateway_id, site_id from cameras;`,
  )
  for (const table of ['cameras', 'camera_placements']) {
    await run(db, `alter table ${table} force row level security`)
  }
}
