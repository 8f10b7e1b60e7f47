import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/database/handles.js'
import type { EventTable } from './event.table.js'

type Counted = Pick<Selectable<EventTable>, 'site_id' | 'event_category'>

/** One event more in the total of its site and category. */
export async function countEvent(tx: Tx, orgId: string, event: Counted): Promise<void> {
  await tx
    .insertInto('event_counts')
    .values({ org_id: orgId, site_id: event.site_id, event_category: event.event_category, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'site_id', 'event_category'])
        .doUpdateSet({ count: sql`event_counts.count + 1` }),
    )
    .execute()
}

/** One event less. */
export async function uncountEvent(tx: Tx, orgId: string, event: Counted): Promise<void> {
  await tx
    .updateTable('event_counts')
    .set({ count: sql`count - 1` })
    .where('org_id', '=', orgId)
    .where('site_id', '=', event.site_id)
    .where('event_category', '=', event.event_category)
    .execute()
}
