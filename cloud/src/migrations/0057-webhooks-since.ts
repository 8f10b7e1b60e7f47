import { type Kysely, sql } from 'kysely'

/** Since when the service has disabled a webhook, and since when its secret signs; null: from before this was noted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column disabled_at timestamptz, add column secret_since timestamptz`.execute(
    db,
  )
  await sql`alter table webhooks alter column secret_since set default now()`.execute(db)
}
