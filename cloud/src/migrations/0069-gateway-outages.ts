import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** When gateways were off line: each outage once it is over. The one that lasts is in the gateway's own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table gateway_outages (
      org_id uuid not null,
      gateway_id uuid not null,
      start_at timestamptz(3) not null,
      end_at timestamptz(3) not null check (end_at > start_at),
      primary key (org_id, gateway_id, start_at),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );
    create index gateway_outages_by_end on gateway_outages (org_id, gateway_id, end_at);

    create function keep_gateway_outage() returns trigger language plpgsql as $$
    declare
      began constant timestamptz(3) := greatest(old.last_heartbeat_at, (
        select max(end_at) from gateway_outages where org_id = old.org_id and gateway_id = old.id));
    begin
      if new.last_heartbeat_at > began then
        insert into gateway_outages (org_id, gateway_id, start_at, end_at)
        values (new.org_id, new.id, began, new.last_heartbeat_at);
      end if;
      return null;
    end $$;
    create trigger gateway_outage_kept after update of status on gateways for each row
      when (old.status in ('offline', 'disabled') and new.status = 'online' and old.last_heartbeat_at is not null)
      execute function keep_gateway_outage();`,
  )
  await protectTenantTable(db, 'gateway_outages')
}
