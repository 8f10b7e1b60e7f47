import type { ClaimedRow } from './claim.repository.js'

/** What a statement asks for, by `and`, that changes a row only while its worker holds it: no other claim, and not finished. */
export function heldBy({ orgId, id, worker }: Pick<ClaimedRow, 'orgId' | 'id' | 'worker'>) {
  return { org_id: orgId, id, worker, status: 'pending' as const }
}
