import type {
  NotificationDecision,
  NotificationGroup,
  NotificationGroupQuery,
  PageQuery,
} from '@sightline/protocol'
import { z } from 'zod'
import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import type { Caller } from '../../../platform/caller.js'
import { missing } from '../../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination/page.js'
import { pageByTime } from '../../../platform/pagination/page-by-time.js'
import type { Platform } from '../../../platform/platform.js'
import { dateRange } from '../../../platform/time/date-range.js'
import { countDecisions, pageOfDecisions } from '../decisions/decision.repository.js'
import {
  countGroups,
  countOutcomes,
  type GroupFilter,
  groupExists,
  pageOfGroups,
} from './group-list.repository.js'
import { toDecision, toGroup } from './show-group.js'

type GroupDeps = Pick<Platform, 'database' | 'keys'>

/** Groups of notifications, newest first. @throws AppError invalid for a foreign cursor */
export async function listNotificationGroups(
  deps: GroupDeps,
  { orgId }: Caller,
  query: NotificationGroupQuery,
): Promise<Page<NotificationGroup>> {
  const db = deps.database.serving('reads').forOrg(orgId)
  const timezone = await timezoneOf(db, orgId)
  const filter: GroupFilter = {
    ...dateRange(query.date_from, query.date_to, timezone),
    ruleId: query.rule_id,
    cameraId: query.camera_id,
    siteId: query.site_id,
    open: query.open,
  }
  return pageByTime({
    keys: deps.keys,
    list: `notification groups ${orgId} ${JSON.stringify(filter)}`,
    cursor: query.cursor,
    limit: query.limit,
    read: async (after, most) => {
      const rows = await pageOfGroups(db, orgId, filter, { after, limit: most })
      const ids = rows.map(({ id }) => id)
      const counts = await countOutcomes(db, orgId, ids)
      return rows.map((row) => ({ ...row, counts }))
    },
    count: () => countGroups(db, orgId, filter),
    timeOf: (row) => row.opened_at,
    toItem: ({ counts, ...row }) => toGroup(row, counts, timezone),
  })
}

const DecisionPosition = z.object({ id: z.uuid(), total: z.number() })

/**
 * Who was notified of the alerts of a group, and who was not, in the order in which it was decided.
 * @throws AppError missing; invalid for a foreign cursor
 */
export async function listGroupDecisions(
  deps: GroupDeps,
  { orgId }: Caller,
  groupId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<NotificationDecision>> {
  const db = deps.database.serving('reads').forOrg(orgId)
  if (!(await groupExists(db, orgId, groupId))) throw missing('notification group')
  const list = `notification decisions ${orgId} ${groupId}`
  const position = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, DecisionPosition)
  const rows = await pageOfDecisions(db, orgId, groupId, { afterId: position?.id ?? null, limit: limit + 1 })
  const total = position?.total ?? (await countDecisions(db, orgId, groupId))
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    positionOf: ({ id }) => ({ id, total }),
    toItem: toDecision,
  })
}
