import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/database/handles.js'
import type { AuditLogTable } from './audit.table.js'

export async function insertAuditEntry(tx: Tx, entry: Insertable<AuditLogTable>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}
