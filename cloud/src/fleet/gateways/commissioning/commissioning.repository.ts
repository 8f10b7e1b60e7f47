import type { Actor } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'
import type { GatewayRow } from '../gateway.repository.js'

/** For how long cameras may be added from a site, and in whose name. */
interface CommissioningWindow {
  readonly hours: number
  readonly actor: Actor
  /** Whether operators may look for cameras as long. */
  readonly withScans: boolean
}

/** Opens the window from now on, in place of one that is open; null closes it. */
export async function saveCommissioning(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  open: CommissioningWindow | null,
): Promise<GatewayRow> {
  return tx
    .updateTable('gateways')
    .set({
      commissioning_until: open === null ? null : fromNow(open.hours * 3_600_000),
      // What an admin allowed stays where an operator opens the window again.
      ...(open === null && { scans_until: null }),
      ...(open?.withScans && { scans_until: fromNow(open.hours * 3_600_000) }),
      commissioned_by_kind: open?.actor.kind ?? null,
      commissioned_by_id: open?.actor.id ?? null,
      commissioned_by_name: open?.actor.name ?? null,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
