import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** What lists of events need without asking another table, and an index for the few that are starred. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    // Set with the snapshot's own row, in one transaction. A foreign key would be asked with every event.
    `alter table events add column snapshot_id uuid;
    create index events_starred on events (org_id, triggered_at desc, id desc)
      include (site_id, camera_id, event_category, trigger_source, ai_status)
      where deleted_at is null and starred;`,
  )
  // The owner of forced tables sees no row of them, unless it is a superuser.
  for (const table of ['events', 'media']) await run(db, `alter table ${table} no force row level security`)
  await run(
    db,
    `update events set snapshot_id = media.id
    from media
    where media.org_id = events.org_id and media.event_id = events.id
      and media.kind = 'snapshot' and media.state = 'ready'`,
  )
  for (const table of ['events', 'media']) await run(db, `alter table ${table} force row level security`)
}
