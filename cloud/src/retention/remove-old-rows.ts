import { ages, daysMs } from './ages.js'
import { type OldRows, removeOld } from './housekeeping.repository.js'
import { inBatches } from './in-batches.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { Removed, RetentionDeps, Turn } from './retention-deps.js'

/** Rows of one statement. */
const batchSize = 1_000

/** Removes rows that nobody asks for any more. Audit, alerts and their timelines are not among them. */
export async function removeOldRows(
  { database }: RetentionDeps,
  turn: Turn,
  days: RetentionDays,
): Promise<Removed> {
  const { orgId, now } = turn
  const after: readonly (readonly [OldRows, number])[] = [
    ['idempotency_keys', ages.idempotencyKey],
    ['outgoing_mail', ages.mail],
    ['webhook_deliveries', ages.delivery],
    ['gateway_commands', ages.gatewayCommand],
    ['pairing_codes', ages.pairingCode],
    ['uploads', ages.endedUpload],
    ['notifications', daysMs(days.event_retention_days)],
    // With their decisions.
    ['notification_groups', daysMs(days.event_retention_days)],
    ['model_calls', daysMs(days.event_retention_days)],
  ]
  const removed: Record<string, number> = {}
  for (const [table, ms] of after) {
    const before = new Date(now.getTime() - ms)
    removed[table] = await inBatches(turn, batchSize, (size) =>
      removeOld(database.forOrg(orgId), orgId, table, before, size),
    )
  }
  return removed
}
