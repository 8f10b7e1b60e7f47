import { type Selectable, sql } from 'kysely'
import type { AuditLogTable } from '../../identity/audit/audit.table.js'
import type { Db } from '../../platform/database/handles.js'
import type { SharePosition } from './share.repository.js'
import { shareViewActions } from './share-audit.js'

export type ShareViewRow = Pick<Selectable<AuditLogTable>, 'id' | 'at' | 'address' | 'user_agent' | 'data'>

function views(db: Db, orgId: string, shareId: string) {
  return db
    .selectFrom('audit_log')
    .where('org_id', '=', orgId)
    .where('target_kind', '=', 'event_share')
    .where('target_id', '=', shareId)
    .where('action', 'in', shareViewActions)
}

/** What the audit holds of attempts to open a share, newest first. */
export function pageOfShareViews(
  db: Db,
  orgId: string,
  shareId: string,
  { after, limit }: { readonly after: SharePosition | null; readonly limit: number },
): Promise<ShareViewRow[]> {
  let query = views(db, orgId, shareId).select(['id', 'at', 'address', 'user_agent', 'data'])
  if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countShareViews(db: Db, orgId: string, shareId: string): Promise<number> {
  const { count } = await views(db, orgId, shareId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
