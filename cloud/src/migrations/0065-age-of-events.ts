import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** From when on an event counts as old: what a gateway tells after it was away is as old as what it tells of. */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    alter table gateways
      -- How long it was away when it came back last, and when that was.
      add column if not exists away_sec double precision,
      add column if not exists back_at timestamptz(3)`)
  // By the cloud's clock, where it counts and not the receipt.
  await steps.define('alter table events add column if not exists happened_at timestamptz')
  await steps.index('events_by_happening', 'events (org_id, happened_at, id) where happened_at is not null')
}
