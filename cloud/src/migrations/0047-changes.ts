import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * What changed, for those who follow it, each row written by the transaction that changed it: of resources here and in the
 * migration after this one, and of who may see them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table changes (
      org_id uuid not null,
      -- The transaction. Who has seen a snapshot knows by it what is new, also of transactions that commit late.
      xid xid8 not null default pg_current_xact_id(),
      seq bigint generated always as identity,
      kind text not null check (kind in ('event', 'clip', 'analysis', 'alert', 'camera', 'gateway')),
      change text not null check (change in ('created', 'updated', 'removed')),
      -- Of a clip or an analysis: its event's.
      id uuid not null,
      site_id uuid not null,
      camera_id uuid,
      -- Of what left a site: where it is now. Who sees both sites is told of the other row.
      moved_to uuid,
      at timestamptz(3) not null default clock_timestamp(),
      primary key (org_id, xid, seq)
    );
    create index changes_by_transaction on changes (xid) include (org_id);
    create policy found_by_workers on changes for select to sightline_worker using (true);
    grant select (org_id, xid) on changes to sightline_worker;

    create table access_changes (
      org_id uuid not null,
      xid xid8 not null default pg_current_xact_id(),
      seq bigint generated always as identity,
      principal_kind text not null check (principal_kind in ('user', 'service_account')),
      principal_id uuid not null,
      -- standing: a session or a key ended, or something else that nodes remember of them changed.
      what text not null check (what in ('standing', 'sites')),
      -- Null: all sites, by a role.
      site_id uuid,
      gained boolean check ((what = 'sites') = (gained is not null)),
      at timestamptz(3) not null default clock_timestamp(),
      primary key (org_id, xid, seq)
    );
    create index access_changes_of_principal on access_changes (org_id, principal_id, xid, seq);
    create index access_changes_by_transaction on access_changes (xid);
    create policy found_by_workers on access_changes for select to sightline_worker using (true);
    grant select (org_id, xid, principal_kind, principal_id) on access_changes to sightline_worker;

    -- Numbers of transactions mean something in one cluster only, and after a failover not even there.
    create table change_lineage (id uuid not null default gen_random_uuid());
    insert into change_lineage default values;
    grant select on change_lineage to sightline_app;
    create function change_lineage() returns text language sql stable
    return (select id::text from change_lineage) || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8);

    -- What is told to those who saw it, or see it now.
    create function change_of(was boolean, is_now boolean) returns text language sql immutable
    return case when was and is_now then 'updated' when is_now then 'created' when was then 'removed' end;

    create function note_camera_change() returns trigger language plpgsql as $$
    declare
      told constant text := change_of(tg_op = 'UPDATE' and old.deleted_at is null, new.deleted_at is null);
      unseen constant text[] := array['config_revision', 'last_trigger_at', 'reported_at', 'diagnostics', 'identity',
        'credentials', 'credentials_key_id', 'observed_status'];
    begin
      if told = 'updated' then
        if to_jsonb(old) - unseen = to_jsonb(new) - unseen then
          return null;
        end if;
        if old.site_id <> new.site_id then
          insert into changes (org_id, kind, change, id, site_id, camera_id, moved_to)
          values (new.org_id, 'camera', 'removed', new.id, old.site_id, new.id, new.site_id);
        end if;
      end if;
      insert into changes (org_id, kind, change, id, site_id, camera_id)
      select new.org_id, 'camera', told, new.id, new.site_id, new.id where told is not null;
      return null;
    end $$;

    create function note_gateway_change() returns trigger language plpgsql as $$
    declare
      told constant text := change_of(tg_op = 'UPDATE' and old.deleted_at is null, new.deleted_at is null);
    begin
      if told = 'updated' and old.site_id <> new.site_id then
        insert into changes (org_id, kind, change, id, site_id, moved_to)
        values (new.org_id, 'gateway', 'removed', new.id, old.site_id, new.site_id);
      end if;
      insert into changes (org_id, kind, change, id, site_id)
      select new.org_id, 'gateway', told, new.id, new.site_id where told is not null;
      return null;
    end $$;

    create trigger camera_change_noted after insert on cameras
      for each row execute function note_camera_change();
    create trigger camera_change_noted_of_changed after update on cameras
      for each row when (old.* is distinct from new.*) execute function note_camera_change();
    create trigger gateway_change_noted after insert on gateways
      for each row execute function note_gateway_change();
    create trigger gateway_change_noted_of_changed after update on gateways
      for each row when (row(old.site_id, old.name, old.status, old.version, old.local_ip, old.paired_at,
        old.commissioning_until, old.deleted_at) is distinct from row(new.site_id, new.name, new.status, new.version,
        new.local_ip, new.paired_at, new.commissioning_until, new.deleted_at))
      execute function note_gateway_change();

    create function note_sites_of_user() returns trigger language plpgsql as $$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, site_id, gained)
      select org_id, 'user', user_id, 'sites', site_id, tg_op = 'INSERT' from changed;
      return null;
    end $$;
    create trigger sites_of_user_noted after insert on user_sites referencing new table as changed
      for each statement execute function note_sites_of_user();
    create trigger sites_of_user_noted_of_removed after delete on user_sites referencing old table as changed
      for each statement execute function note_sites_of_user();

    create function note_sites_of_account() returns trigger language plpgsql as $$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, site_id, gained)
      select org_id, 'service_account', service_account_id, 'sites', site_id, tg_op = 'INSERT' from changed;
      return null;
    end $$;
    create trigger sites_of_account_noted after insert on service_account_sites referencing new table as changed
      for each statement execute function note_sites_of_account();
    create trigger sites_of_account_noted_of_removed after delete on service_account_sites referencing old table as changed
      for each statement execute function note_sites_of_account();

    create function note_role_of_user() returns trigger language plpgsql as $$
    begin
      insert into access_changes (org_id, principal_kind, principal_id, what, gained)
      values (new.org_id, 'user', new.id, 'sites', old.role = 'viewer');
      return null;
    end $$;
    create trigger role_of_user_noted after update of role on users
      for each row when ((old.role = 'viewer') is distinct from (new.role = 'viewer')) execute function note_role_of_user();`,
  )
  await protectTenantTable(db, 'changes', { grants: ['select', 'insert', 'delete'] })
  await protectTenantTable(db, 'access_changes', { grants: ['select', 'insert', 'delete'] })
}
