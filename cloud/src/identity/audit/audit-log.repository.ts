import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import type { DateRange } from '../../platform/time/date-range.js'
import type { AuditLogTable } from './audit.table.js'

export type AuditRow = Selectable<AuditLogTable>

/** Something that things are done to, and that does things itself. */
export interface AuditSubject {
  readonly kind: AuditRow['actor_kind']
  readonly id: string
}

/** Which entries are meant; all that is given must hold. */
export interface AuditFilter extends DateRange {
  readonly actorId?: string | undefined
  readonly actorKind?: AuditRow['actor_kind'] | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: string | undefined
  /** Entries about this thing, and those of what it did itself. */
  readonly about?: AuditSubject | undefined
}

/** A position in the log: newest first. */
interface AuditPosition {
  readonly at: Date
  readonly id: string
}

function entries(db: Db, orgId: string, filter: AuditFilter) {
  let query = db.selectFrom('audit_log').where('org_id', '=', orgId)
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId)
  if (filter.actorKind !== undefined) query = query.where('actor_kind', '=', filter.actorKind)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.targetKind !== undefined) query = query.where('target_kind', '=', filter.targetKind)
  if (filter.targetId !== undefined) query = query.where('target_id', '=', filter.targetId)
  if (filter.from !== null) query = query.where('at', '>=', filter.from)
  if (filter.before !== null) query = query.where('at', '<', filter.before)
  const { about } = filter
  if (about === undefined) return query
  return query.where((eb) =>
    eb.or([
      eb.and({ target_kind: about.kind, target_id: about.id }),
      eb.and({ actor_kind: about.kind, actor_id: about.id }),
    ]),
  )
}

export function pageOfAuditEntries(
  db: Db,
  orgId: string,
  filter: AuditFilter,
  { after, limit }: { after: AuditPosition | null; limit: number },
): Promise<AuditRow[]> {
  let query = entries(db, orgId, filter).selectAll()
  if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countAuditEntries(db: Db, orgId: string, filter: AuditFilter): Promise<number> {
  const { count } = await entries(db, orgId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
