import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/**
 * Deliveries that are sent anew by request, and claims that are fair: workers ask webhook by webhook for what is due,
 * so that the backlog of one is no longer a queue in front of all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table webhook_deliveries
      add column redeliveries integer not null default 0,
      -- Attempts of earlier rounds: the schedule of repeats begins anew with each redelivery.
      add column attempts_before integer not null default 0;
    create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_at)
      where status = 'pending';
    drop index webhook_deliveries_waiting;
    grant select (webhook_id) on webhook_deliveries to sightline_worker;`,
  )
}
