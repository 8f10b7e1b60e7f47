import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'

/** Tables whose rows go when they are old, and the condition under which one is old. */
const kinds = {
  idempotency_keys: (before: Date) => sql`created_at < ${before}`,
  outgoing_mail: (before: Date) => sql`finished_at < ${before}`,
  outgoing_pushes: (before: Date) => sql`finished_at < ${before}`,
  webhook_deliveries: (before: Date) => sql`finished_at < ${before}`,
  gateway_commands: (before: Date) => sql`created_at < ${before} and deadline < ${before}`,
  live_tokens: (before: Date) => sql`expires_at < ${before}`,
  pairing_codes: (before: Date) => sql`expires_at < ${before}`,
  // What knows of parts that lie there goes after them.
  uploads: (before: Date) => sql`created_at < ${before} and state = 'complete' and not exists (
    select from upload_parts as part where part.org_id = uploads.org_id and part.upload_id = uploads.id)`,
  notifications: (before: Date) => sql`created_at < ${before}`,
  notification_groups: (before: Date) => sql`opened_at < ${before} and closes_at < now()`,
  quarantined_frames: (before: Date) => sql`created_at < ${before}`,
  model_calls: (before: Date) => sql`at < ${before}`,
  camera_outages: (before: Date) => sql`end_at < ${before}`,
  gateway_outages: (before: Date) => sql`end_at < ${before}`,
} as const

export type OldRows = keyof typeof kinds

/** Removes old rows, at most `limit`, with what hangs on them. @returns how many */
export async function removeOld(
  db: Db,
  orgId: string,
  { table, before }: { readonly table: OldRows; readonly before: Date },
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where org_id = ${orgId} and ctid = any(array(
      select ctid from ${sql.table(table)} where org_id = ${orgId} and ${kinds[table](before)} limit ${limit}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
