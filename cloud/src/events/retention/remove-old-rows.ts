import { ages, daysMs } from './ages.js'
import { type OldRows, removeOld } from './housekeeping.repository.js'
import { inBatches } from './in-batches.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { RetentionDeps, RetentionPass } from './retention-deps.js'

/** Rows of one statement. */
const batchSize = 1_000

/** Rows that nobody asks for any more, and how long each is kept. Audit, alerts and their timelines are not among them. */
export const agesOfRows = (days: RetentionDays): readonly (readonly [OldRows, number])[] => [
  ['idempotency_keys', ages.idempotencyKey],
  ['outgoing_mail', ages.mail],
  ['outgoing_pushes', ages.mail],
  ['webhook_deliveries', ages.delivery],
  ['gateway_commands', ages.gatewayCommand],
  ['live_tokens', ages.liveToken],
  ['pairing_codes', ages.pairingCode],
  ['uploads', ages.endedUpload],
  ['notifications', daysMs(days.event_retention_days)],
  // With their decisions.
  ['notification_groups', daysMs(days.event_retention_days)],
  // What could not be taken for as long as events are kept.
  ['quarantined_frames', daysMs(days.event_retention_days)],
  ['model_calls', daysMs(days.event_retention_days)],
  // Shown beside the events of their days.
  ['camera_outages', daysMs(days.event_retention_days)],
  ['gateway_outages', daysMs(days.event_retention_days)],
]

/** Removes the rows of one table that are older than `ms`. */
export function removeOldRows(
  { database }: RetentionDeps,
  turn: RetentionPass,
  table: OldRows,
  ms: number,
): Promise<void> {
  const { orgId, now } = turn
  const before = new Date(now.getTime() - ms)
  return inBatches(turn, { kind: table, size: batchSize }, (size) =>
    removeOld(database.forOrg(orgId), orgId, { table, before }, size),
  )
}
