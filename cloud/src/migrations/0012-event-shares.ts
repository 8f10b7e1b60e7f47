import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** How often a share was opened and when last; lists of an event's shares. Who opened it stands in the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table event_shares
      add column view_count integer not null default 0 check (view_count >= 0),
      add column last_viewed_at timestamptz;
    create index event_shares_newest on event_shares (org_id, event_id, created_at desc, id desc);
    drop index event_shares_of_event;`,
  )
}
