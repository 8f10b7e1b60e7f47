import { type Kysely, sql } from 'kysely'

/**
 * To which addresses a probe connects, so that each has one at a time: a node of the release before says none. And what
 * keeps the recordings of a gateway from getting through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_telemetry add column upload_obstacle jsonb`.execute(db)
  await sql`alter table probe_turns add column addresses text[] not null default '{}'`.execute(db)
}
