import type { RawBuilder, Updateable } from 'kysely'
import type { ClaimedRow } from './claim.repository.js'

/** What becomes of a row. When it is due is reckoned by PostgreSQL's clock, as claims are: that of a node may be wrong by a day. */
export type RowChange<Table> = Omit<Updateable<Table>, 'next_at'> & { readonly next_at?: RawBuilder<Date> }

/** What a statement asks for, by `and`, that changes a row only while its worker holds it: no other claim, and not finished. */
export function heldBy({ orgId, id, worker }: Pick<ClaimedRow, 'orgId' | 'id' | 'worker'>) {
  return { org_id: orgId, id, worker, status: 'pending' as const }
}
