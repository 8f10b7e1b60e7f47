import type { Tx } from '../platform/database/database.js'
import { listAlertsBetween, lockCooldowns } from './alert.repository.js'
import { type Candidate, outsideCooldown, type PastAlert } from './cooldown.js'

/** The longest cooldown that a rule may have, milliseconds. */
const longestCooldownMs = 3_600_000

/** What the candidates' rules have told already, looked at under the lock of their cooldowns. */
export interface Told {
  readonly past: readonly PastAlert[]
  /** False if No-Big-Deal has nothing set in the organisation: every alert goes out. */
  readonly knobsSet: boolean
}

/** Locks the cooldowns of the candidates until the transaction ends, and reads the alerts that they look at. */
export async function readTold(tx: Tx, orgId: string, candidates: readonly Candidate[]): Promise<Told> {
  const pairs = new Map(
    candidates.map(({ ruleId, cameraId }) => [`${ruleId} ${cameraId}`, { ruleId, subjectId: cameraId }]),
  )
  const locked = await lockCooldowns(tx, orgId, [...pairs.values()])
  const times = candidates.map((one) => one.triggeredAt.getTime())
  const past = await listAlertsBetween(
    tx,
    orgId,
    [...new Set(candidates.map((one) => one.ruleId))],
    new Date(Math.min(...times) - longestCooldownMs),
    new Date(Math.max(...times) + longestCooldownMs),
  )
  return { past, knobsSet: locked.some((row) => row.knobs_set) }
}

/** The candidates outside the cooldown of what stands, looked at under its lock. */
export async function withoutRepeats<One extends Candidate>(
  tx: Tx,
  orgId: string,
  candidates: readonly One[],
): Promise<One[]> {
  if (candidates.length === 0) return []
  const { past } = await readTold(tx, orgId, candidates)
  return outsideCooldown(candidates, past)
}
