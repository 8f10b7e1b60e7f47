import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * How far the changes of an organisation were removed, noted by whatever removes them: a token from before that is not followed,
 * whatever the clock said meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table change_cuts (
      org_id uuid primary key,
      -- The latest transaction of which a change was removed.
      xid xid8 not null
    )`,
  )
  await protectTenantTable(db, 'change_cuts', { grants: ['select', 'insert', 'update'] })
  await run(
    db,
    `create function note_cut_of_changes() returns trigger language plpgsql as $$
    begin
      insert into change_cuts as known (org_id, xid)
      select org_id, max(xid) from removed group by org_id
      on conflict (org_id) do update set xid = excluded.xid where known.xid < excluded.xid;
      return null;
    end $$;
    create trigger changes_cut after delete on changes referencing old table as removed
      for each statement execute function note_cut_of_changes();
    create trigger restricted_changes_cut after delete on restricted_changes referencing old table as removed
      for each statement execute function note_cut_of_changes();
    create trigger access_changes_cut after delete on access_changes referencing old table as removed
      for each statement execute function note_cut_of_changes();`,
  )
}
