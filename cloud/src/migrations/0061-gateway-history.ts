import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/**
 * What gateways measured in the last two days: the most of each five minutes. The place is that within two days, so that each
 * row takes the place of the one before and no more than 576 of a gateway are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table gateway_history (
      org_id uuid not null,
      gateway_id uuid not null,
      place smallint not null check (place between 0 and 575),
      -- When the five minutes began.
      at timestamptz not null,
      cpu_percent real,
      waiting_clips integer,
      waiting_mb real,
      upstream_mbps real,
      primary key (org_id, gateway_id, place),
      foreign key (org_id, gateway_id) references gateways (org_id, id) on delete cascade
    );`,
  )
  await protectTenantTable(db, 'gateway_history')
}
