import type { AllRead, Notification, NotificationListQuery, UnreadCount } from '@sightline/protocol'
import { getSite } from '../../../identity/sites/site.service.js'
import { type Caller, requireUser } from '../../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { missing } from '../../../platform/errors.js'
import type { Page } from '../../../platform/pagination/page.js'
import { pageByTime } from '../../../platform/pagination/page-by-time.js'
import type { Platform } from '../../../platform/platform.js'
import {
  countInbox,
  type InboxFilter,
  markAllRead,
  markRead,
  pageOfInbox,
  type ShownNotification,
} from './notification.repository.js'

type InboxDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/**
 * The caller's own entries, newest first.
 * @throws AppError invalid for a foreign cursor; missing or forbidden for a site that is not the caller's
 */
export async function listNotifications(
  deps: InboxDeps,
  caller: Caller,
  { cursor, limit, unread, site_id: siteId }: NotificationListQuery,
): Promise<Page<Notification>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const filter = { ...inboxOf(caller), unread, siteId }
  if (siteId !== undefined) await getSite(deps, caller, siteId)
  return pageByTime({
    keys: deps.keys,
    list: `notifications ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: (after, most) => pageOfInbox(db, filter, after, most),
    count: () => countInbox(db, filter),
    timeOf: (row) => row.created_at,
    toItem: toNotification,
  })
}

export async function countUnread(deps: InboxDeps, caller: Caller): Promise<UnreadCount> {
  const filter = { ...inboxOf(caller), unread: true }
  return { unread: await countInbox(deps.database.forOrg(caller.orgId), filter) }
}

/** @throws AppError missing if it is not the caller's own */
export async function readNotification(deps: InboxDeps, caller: Caller, id: string): Promise<Notification> {
  const db = deps.database.forOrg(caller.orgId)
  const row = await markRead(db, inboxOf(caller), id, new Date(deps.clock.now()))
  if (!row) throw missing('notification')
  return toNotification(row)
}

export async function readAllNotifications(deps: InboxDeps, caller: Caller): Promise<AllRead> {
  const db = deps.database.forOrg(caller.orgId)
  return { marked: await markAllRead(db, inboxOf(caller), new Date(deps.clock.now())) }
}

/** @throws AppError forbidden for a key: a program has no inbox */
function inboxOf(caller: Caller): InboxFilter {
  const { orgId, userId } = requireUser(caller)
  return { orgId, userId }
}

function toNotification(row: ShownNotification): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    alert_id: row.alert_id,
    alert_count: row.kind === 'test' ? 0 : row.alert_count,
    event_id: row.event_id,
    read: row.read_at !== null,
    read_at: toTimestampOrNull(row.read_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestampOrNull(row.updated_at),
    group_id: row.group_id,
    held_back_channels: row.held_back_channels,
  }
}
