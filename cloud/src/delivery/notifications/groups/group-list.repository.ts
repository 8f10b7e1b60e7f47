import type { DecisionOutcome } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'
import type { TimePosition } from '../../../platform/pagination/page-by-time.js'
import type { DateRange } from '../../../platform/time/date-range.js'
import type { NotificationGroupTable } from '../notification.table.js'

/** A group, and whether it still takes alerts. */
export type GroupRow = Selectable<NotificationGroupTable> & { readonly open: boolean }

/** Which groups are meant; all that is given must hold. */
export interface GroupFilter extends DateRange {
  readonly ruleId?: string | undefined
  readonly cameraId?: string | undefined
  readonly siteId?: string | undefined
  readonly open?: boolean | undefined
}

const isOpen = sql<boolean>`(is_current and closes_at > now())`

function matching(db: Db, orgId: string, filter: GroupFilter) {
  let query = db.selectFrom('notification_groups').where('org_id', '=', orgId)
  if (filter.ruleId !== undefined) query = query.where('rule_id', '=', filter.ruleId)
  if (filter.cameraId !== undefined) query = query.where('camera_id', '=', filter.cameraId)
  if (filter.siteId !== undefined) query = query.where('site_id', '=', filter.siteId)
  if (filter.from !== null) query = query.where('opened_at', '>=', filter.from)
  if (filter.before !== null) query = query.where('opened_at', '<', filter.before)
  if (filter.open !== undefined) query = query.where(filter.open ? isOpen : sql<boolean>`not ${isOpen}`)
  return query
}

export function pageOfGroups(
  db: Db,
  orgId: string,
  filter: GroupFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<GroupRow[]> {
  let query = matching(db, orgId, filter).selectAll().select(isOpen.as('open'))
  if (after) query = query.where(sql<boolean>`(opened_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countGroups(db: Db, orgId: string, filter: GroupFilter): Promise<number> {
  const { count } = await matching(db, orgId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function groupExists(db: Db, orgId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_groups')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** How many decisions of an outcome a group has. */
export interface OutcomeCount {
  readonly group_id: string
  readonly outcome: DecisionOutcome
  readonly count: number
}

export async function countOutcomes(
  db: Db,
  orgId: string,
  groupIds: readonly string[],
): Promise<OutcomeCount[]> {
  if (groupIds.length === 0) return []
  return db
    .selectFrom('notification_decisions')
    .select((select) => ['group_id', 'outcome', select.fn.countAll<number>().as('count')])
    .where('org_id', '=', orgId)
    .where('group_id', 'in', groupIds)
    .groupBy(['group_id', 'outcome'])
    .execute()
}
