import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from './tenant-table.js'

/**
 * What system alerts stand on: a row for each camera and gateway that has been on line, with the time since when it is
 * down and the time to look at it. Triggers keep it, because the status of a camera is written in many places and one
 * of them that forgot to tell would be an alert that nobody misses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table outage_watch (
      org_id uuid not null references organisations (id),
      -- The camera's or the gateway's.
      id uuid not null,
      ${workColumns.replace("default 'pending'", "default 'settled'")},
      kind text not null check (kind in ('camera', 'gateway')),
      up_since timestamptz(3),
      down_since timestamptz(3),
      primary key (org_id, id),
      check (status in ('pending', 'settled'))
    );
    create index outage_watch_waiting on outage_watch (next_at) where status = 'pending';

    -- True while the camera or the gateway that the alert is about is down.
    alter table alerts add column outage_lasts boolean not null default false;
    create index alerts_of_outages on alerts (org_id, coalesce(camera_id, gateway_id)) where outage_lasts;`,
  )
  await protectTenantTable(db, 'outage_watch')
  await openToWorkers(db, 'outage_watch')
  await takeStock(db)
  await watch(db)
}

/** What is down already was so before anybody asked to be told. */
async function takeStock(db: Kysely<unknown>): Promise<void> {
  // Policies are forced on the owner too, and none lets it see a row.
  const tables = ['cameras', 'gateways', 'outage_watch']
  for (const table of tables) await run(db, `alter table ${table} no force row level security`)
  await run(
    db,
    `insert into outage_watch (org_id, id, kind, up_since, down_since)
     select org_id, id, 'camera', case when status = 'online' then status_changed_at end,
       case when status in ('offline', 'error') then status_changed_at end
     from cameras where deleted_at is null and enabled and status in ('online', 'offline', 'error');
     insert into outage_watch (org_id, id, kind, up_since, down_since)
     select org_id, id, 'gateway', case when status = 'online' then now() end,
       case when status = 'offline' then last_heartbeat_at end
     from gateways where deleted_at is null and last_heartbeat_at is not null;`,
  )
  for (const table of tables) await run(db, `alter table ${table} force row level security`)
}

/** A change that a worker does not know yet takes the row away from it, so that it is looked at once more. */
const lookAgain = `status = 'pending', next_at = now(), lease_until = null, worker = null`

async function watch(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create function watch_outages() returns trigger language plpgsql as $$
    declare
      is_up boolean := new.deleted_at is null and new.status = 'online';
      -- A camera in error gives no picture either. A disabled one is neither up nor down.
      is_down boolean := new.deleted_at is null and new.status in ('offline', 'error');
    begin
      if is_up then
        insert into outage_watch (org_id, id, kind, up_since) values (new.org_id, new.id, tg_argv[0], now())
        on conflict (org_id, id) do update set up_since = now(), down_since = null, ${lookAgain};
      elsif is_down then
        update outage_watch set down_since = now(), ${lookAgain}
        where org_id = new.org_id and id = new.id and down_since is null;
      else
        update outage_watch set down_since = null, ${lookAgain}
        where org_id = new.org_id and id = new.id and down_since is not null;
      end if;
      return null;
    end $$;`,
  )
  for (const [table, kind] of [
    ['cameras', 'camera'],
    ['gateways', 'gateway'],
  ] as const) {
    await run(
      db,
      `create trigger watch_outages_of_new after insert on ${table}
       for each row when (new.status = 'online') execute function watch_outages('${kind}');
       create trigger watch_outages after update of status, deleted_at on ${table}
       for each row when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at))
       execute function watch_outages('${kind}');`,
    )
  }
}
