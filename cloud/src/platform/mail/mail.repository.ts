import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../database/handles.js'
import { heldBy, type RowChange } from '../work/held-row.js'
import type { OutgoingMailTable } from './mail.table.js'

export type OutgoingMailRow = Selectable<OutgoingMailTable>

/** Stores mails; one with a key that stands already is left as it is. @returns how many are new */
export async function insertMails(tx: Tx, rows: Insertable<OutgoingMailTable>[]): Promise<number> {
  if (rows.length === 0) return 0
  const stored = await tx
    .insertInto('outgoing_mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  return stored.length
}

export function findMail(db: Db, orgId: string, id: string): Promise<OutgoingMailRow | undefined> {
  return db
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Ends one attempt of a mail, if `worker` still holds it. False if it does not, because its lease ran out and another
 * worker took over; then nothing is written.
 */
export async function settleMail(
  db: Db,
  mail: Pick<OutgoingMailRow, 'org_id' | 'id'>,
  worker: string,
  change: RowChange<OutgoingMailTable>,
): Promise<boolean> {
  const moved = await db
    .updateTable('outgoing_mail')
    .set({ ...change, lease_until: null, worker: null })
    .where((is) => is.and(heldBy({ orgId: mail.org_id, id: mail.id, worker })))
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
