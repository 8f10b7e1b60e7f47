import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Views: cameras that somebody looks at together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table views (
      org_id uuid not null,
      id uuid not null,
      -- Null: it belongs to the organisation.
      user_id uuid,
      name text not null,
      layout text not null check (layout in ('even', 'one_large', 'two_large', 'by_hand')),
      rotate_sec integer check (rotate_sec between 10 and 60),
      position integer not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      foreign key (org_id) references organisations (id) on delete cascade,
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );
    create index views_in_order on views (org_id, user_id, position);

    create table view_cameras (
      org_id uuid not null,
      view_id uuid not null,
      place integer not null,
      camera_id uuid not null,
      size integer not null check (size between 1 and 3),
      primary key (org_id, view_id, place),
      foreign key (org_id, view_id) references views (org_id, id) on delete cascade,
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    create index view_cameras_by_camera on view_cameras (org_id, camera_id);`,
  )
  await protectTenantTable(db, 'views')
  await protectTenantTable(db, 'view_cameras')
}
