import type { AllRead, Notification, NotificationListQuery, UnreadCount } from '@sightline/protocol'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { forbidden, missing } from '../platform/errors.js'
import { pageByTime } from '../platform/page-by-time.js'
import type { Page } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import {
  countInbox,
  type InboxFilter,
  markAllRead,
  markRead,
  type NotificationRow,
  pageOfInbox,
} from './notification.repository.js'

type InboxDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/** The caller's own entries, newest first. @throws AppError invalid for a foreign cursor */
export async function listNotifications(
  deps: InboxDeps,
  caller: Caller,
  { cursor, limit, unread }: NotificationListQuery,
): Promise<Page<Notification>> {
  const db = deps.database.forOrg(caller.orgId)
  const filter = { ...inboxOf(caller), unread }
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
  if (caller.kind !== 'user') throw forbidden('only a signed-in person has an inbox')
  return { orgId: caller.orgId, userId: caller.userId }
}

function toNotification(row: NotificationRow): Notification {
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
  }
}
