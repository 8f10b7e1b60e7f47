import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Who may look for cameras beside admins, and what a scan has seen before it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `-- Until then operators may have the network of the gateway looked at, as an admin said; the day after pairing counts besides.
    alter table gateways add column scans_until timestamptz;
    -- As told while the scan is under way; empty once it has ended.
    alter table gateway_discoveries add column seen jsonb not null default '[]';

    create function note_discovery_change() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      select org_id, 'gateway', 'updated', id, site_id from gateways
      where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $$;
    create trigger discovery_change_noted after insert or update on gateway_discoveries
      for each row execute function note_discovery_change();`,
  )
}
