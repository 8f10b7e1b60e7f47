import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Which master keys each node holds: nothing may be sealed with one that a node does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `alter table nodes add column key_ids text[] not null default '{}'`)
}
