import type { Tx } from '../platform/database/database.js'
import { listAlertsBetween, lockCooldowns } from './alert.repository.js'
import { type Candidate, outsideCooldown } from './cooldown.js'

/** The longest cooldown that a rule may have, milliseconds. */
const longestCooldownMs = 3_600_000

/** The candidates outside the cooldown of what stands, looked at under its lock. */
export async function withoutRepeats(
  tx: Tx,
  orgId: string,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const pairs = new Map(
    candidates.map(({ ruleId, cameraId }) => [`${ruleId} ${cameraId}`, { ruleId, subjectId: cameraId }]),
  )
  await lockCooldowns(tx, orgId, [...pairs.values()])
  const times = candidates.map((one) => one.triggeredAt.getTime())
  const past = await listAlertsBetween(
    tx,
    orgId,
    [...new Set(candidates.map((one) => one.ruleId))],
    new Date(Math.min(...times) - longestCooldownMs),
    new Date(Math.max(...times) + longestCooldownMs),
  )
  return outsideCooldown(candidates, past)
}
