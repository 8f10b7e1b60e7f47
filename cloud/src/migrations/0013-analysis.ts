import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * What cameras are watched for: the focus of each with its versions, and prompt packs that several share. And when
 * each camera was last heard of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table prompt_packs (
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
    create index cameras_by_prompt_pack on cameras (org_id, prompt_pack_id) where prompt_pack_id is not null;

    alter table cameras add column reported_at timestamptz(3);

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
    );`,
  )
  await protectTenantTable(db, 'prompt_packs')
  await protectTenantTable(db, 'analysis_focus_versions', { grants: ['select', 'insert'] })
}
