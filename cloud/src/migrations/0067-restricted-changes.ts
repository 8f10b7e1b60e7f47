import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * Changes of what not everybody at a site may see: of deliveries and pairing codes for those who have a role, of an inbox for
 * one person. In a table of their own, for a node of the release before reads every row of `changes` as one of the kinds that
 * it knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table restricted_changes (
      org_id uuid not null,
      xid xid8 not null default pg_current_xact_id(),
      seq bigint generated always as identity,
      kind text not null check (kind in ('delivery', 'pairing', 'discovery', 'inbox')),
      change text not null check (change in ('created', 'updated', 'removed')),
      -- Of a pairing or a discovery: its gateway's.
      id uuid not null,
      -- Null: of no site.
      site_id uuid,
      -- Null: for every role.
      at_least text check (at_least in ('operator', 'admin', 'owner')),
      -- Null: for everybody who may.
      user_id uuid,
      at timestamptz(3) not null default clock_timestamp(),
      primary key (org_id, xid, seq)
    );
    create index restricted_changes_by_transaction on restricted_changes (xid) include (org_id);
    create policy found_by_workers on restricted_changes for select to sightline_worker using (true);
    grant select (org_id, xid) on restricted_changes to sightline_worker;

    create function note_pairing_change() returns trigger language plpgsql as $$
    begin
      insert into restricted_changes (org_id, kind, change, id, site_id, at_least)
      select org_id, 'pairing', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, 'operator'
      from gateways where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $$;
    create trigger pairing_noted after insert on pairing_codes
      for each row execute function note_pairing_change();
    create trigger pairing_change_noted after update on pairing_codes for each row
      when (row(old.redeemed_at, old.expires_at) is distinct from row(new.redeemed_at, new.expires_at))
      execute function note_pairing_change();

    create function note_scan() returns trigger language plpgsql as $$
    begin
      insert into restricted_changes (org_id, kind, change, id, site_id, at_least)
      select org_id, 'discovery', case tg_op when 'INSERT' then 'created' else 'updated' end, id, site_id, 'operator'
      from gateways where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $$;
    create trigger scan_noted after insert on gateway_discoveries
      for each row execute function note_scan();
    create trigger scan_change_noted after update on gateway_discoveries for each row
      when (old.* is distinct from new.*) execute function note_scan();`,
  )
  await protectTenantTable(db, 'restricted_changes', { grants: ['select', 'insert', 'delete'] })
}
