import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Gateways say how full the disk of their recordings is, and what they gave up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `alter table gateways add column storage jsonb, add column losses jsonb;`)
}
