import { type Selectable, sql } from 'kysely'
import { isListed } from '../../events/event.table.js'
import type { Scope } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import type { TimePosition } from '../../platform/pagination/page-by-time.js'
import type { HeldBackAlertTable } from './suppression.table.js'

export type HeldBackRow = Selectable<HeldBackAlertTable> & { readonly camera_name: string }

/** Which rows are meant; all that is given must hold. */
interface HeldBackFilter {
  readonly ruleId?: string | undefined
  readonly cameraId?: string | undefined
  readonly eventId?: string | undefined
}

function matching(db: Db, scope: Scope, filter: HeldBackFilter) {
  let query = db.selectFrom('held_back_alerts as h').where('h.org_id', '=', scope.orgId)
  if (scope.siteIds !== null)
    query = query.where('h.site_id', '=', sql<string>`any(${[...scope.siteIds]}::uuid[])`)
  if (filter.ruleId !== undefined) query = query.where('h.rule_id', '=', filter.ruleId)
  if (filter.cameraId !== undefined) query = query.where('h.camera_id', '=', filter.cameraId)
  if (filter.eventId !== undefined) query = query.where('h.event_id', '=', filter.eventId)
  return query
}

/** Alerts that were held back, newest first. */
export function listHeldBackRows(
  db: Db,
  scope: Scope,
  filter: HeldBackFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<HeldBackRow[]> {
  let query = matching(db, scope, filter)
    .innerJoin('cameras as c', (on) =>
      on.onRef('c.org_id', '=', 'h.org_id').onRef('c.id', '=', 'h.camera_id'),
    )
    .selectAll('h')
    .select('c.name as camera_name')
  if (after) query = query.where(sql<boolean>`(h.held_back_at, h.id) < (${after.at}, ${after.id})`)
  return query.orderBy('h.held_back_at', 'desc').orderBy('h.id', 'desc').limit(limit).execute()
}

export async function countHeldBack(db: Db, scope: Scope, filter: HeldBackFilter): Promise<number> {
  const { count } = await matching(db, scope, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The site of a listed event, at trigger time. */
export async function findSiteOfEvent(db: Db, orgId: string, eventId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('events')
    .select('site_id')
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .where(isListed)
    .executeTakeFirst()
  return row?.site_id
}
