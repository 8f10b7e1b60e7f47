import { holdBack } from '../no-big-deal/no-big-deal.service.js'
import { noteHeldBack } from '../notifications/notification.service.js'
import type { Tx } from '../platform/database/database.js'
import { isWithinCooldown, outsideCooldown } from './cooldown.js'
import type { FiringCandidate } from './event-alert.js'
import { readTold } from './without-repeats.js'

/**
 * The candidates of which alerts are made: outside the cooldown of what stands, and not held back by No-Big-Deal. Of
 * several in one batch only those that go out start a cooldown: one that is held back silences nothing after it.
 */
export async function letOut(
  tx: Tx,
  orgId: string,
  candidates: readonly FiringCandidate[],
): Promise<FiringCandidate[]> {
  const { past, knobsSet } = await readTold(tx, orgId, candidates)
  if (!knobsSet) return outsideCooldown(candidates, past)
  const outside = candidates.filter((one) => outsideCooldown([one], past).length > 0)
  const { passed, heldBack } = await holdBack(tx, orgId, outside, isWithinCooldown)
  await noteHeldBack(tx, orgId, heldBack)
  return passed
}
