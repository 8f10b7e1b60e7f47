import type { Tx } from '../../platform/database/handles.js'
import { suppressAlerts } from '../suppression/suppress.service.js'
import { listAlertsBetween, lockCooldowns, type PastAlert } from './alert.repository.js'
import { isWithinCooldown, outsideCooldown } from './cooldown.service.js'
import type { AlertCandidate } from './event-alert.js'

/** The longest cooldown that a rule may have, milliseconds. */
const longestCooldownMs = 3_600_000

/**
 * The candidates of which alerts are made: outside the cooldown of what stands, and not suppressed by No-Big-Deal. Of
 * several in one batch only those that become alerts start a cooldown: one that is held back silences nothing after it.
 */
export async function applyCooldownAndSuppression(
  tx: Tx,
  orgId: string,
  candidates: readonly AlertCandidate[],
): Promise<AlertCandidate[]> {
  const { past, knobsSet } = await lockAndReadPast(tx, orgId, candidates)
  if (!knobsSet) return outsideCooldown(candidates, past)
  const outside = candidates.filter((one) => outsideCooldown([one], past).length > 0)
  return (await suppressAlerts(tx, orgId, outside, isWithinCooldown)).passed
}

/** The candidates outside the cooldown of what stands, which is locked. */
export async function applyCooldown(
  tx: Tx,
  orgId: string,
  candidates: readonly AlertCandidate[],
): Promise<AlertCandidate[]> {
  if (candidates.length === 0) return []
  const { past } = await lockAndReadPast(tx, orgId, candidates)
  return outsideCooldown(candidates, past)
}

/**
 * Locks the cooldowns of the candidates until the transaction ends, and reads the alerts that they are compared with.
 * @returns `knobsSet` is false if No-Big-Deal has nothing set in the organisation: it suppresses nothing
 */
async function lockAndReadPast(
  tx: Tx,
  orgId: string,
  candidates: readonly AlertCandidate[],
): Promise<{ past: PastAlert[]; knobsSet: boolean }> {
  const pairs = new Map(
    candidates.map(({ ruleId, cameraId }) => [`${ruleId} ${cameraId}`, { ruleId, subjectId: cameraId }]),
  )
  const locked = await lockCooldowns(tx, orgId, [...pairs.values()])
  const times = candidates.map((one) => one.triggeredAt.getTime())
  const past = await listAlertsBetween(tx, orgId, {
    ruleIds: [...new Set(candidates.map((one) => one.ruleId))],
    from: new Date(Math.min(...times) - longestCooldownMs),
    to: new Date(Math.max(...times) + longestCooldownMs),
  })
  return { past, knobsSet: locked.some((row) => row.knobs_set) }
}
