import { isAtLeast, type Role } from '@sightline/protocol'
import type { GatewayRow } from '../gateway.repository.js'

/** For so long after pairing an operator finds cameras without being let in by an admin, ms. */
const afterPairingMs = 24 * 3_600_000

/**
 * Whether somebody may have the network of a gateway looked at: an admin always, an operator while the commissioning window is
 * open, in the first day after pairing, and for as long as an admin opened it again.
 * @param nowMs ms since the epoch
 */
export function mayScan(
  role: Role,
  gateway: Pick<GatewayRow, 'commissioning_until' | 'paired_at' | 'scans_until'>,
  nowMs: number,
): boolean {
  if (isAtLeast(role, 'admin')) return true
  if (!isAtLeast(role, 'operator') || msOf(gateway.commissioning_until) <= nowMs) return false
  return msOf(gateway.paired_at) + afterPairingMs > nowMs || msOf(gateway.scans_until) > nowMs
}

const msOf = (at: Date | null): number => at?.getTime() ?? 0
