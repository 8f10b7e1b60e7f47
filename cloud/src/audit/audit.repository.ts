import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../platform/database/database.js'
import type { AuditLogTable } from './audit.table.js'

export async function insertAuditEntry(tx: Tx, entry: Insertable<AuditLogTable>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}

/** The newest entries about one thing, newest first. */
export function listAuditEntriesOf(
  db: Db,
  orgId: string,
  target: { kind: string; id: string },
  limit: number,
): Promise<Selectable<AuditLogTable>[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
