import { z } from 'zod'
import { NotificationChannel } from './alert.js'
import { Id, PageQuery, page, since, Timestamp } from './common.js'

/** What an entry of the inbox is about: an alert, or the test of a rule. */
export const NotificationKind = z
  .enum(['alert', 'test'])
  .describe('What the entry is about: an alert, or the test of a rule.')

/** An entry of the caller's own in-app inbox. */
export const Notification = z
  .object({
    id: Id,
    kind: NotificationKind,
    title: z.string().describe('One line: the name of the rule.'),
    body: z
      .string()
      .describe('What happened, and where: of several alerts a line each, with times. May be empty.'),
    alert_id: Id.nullable().describe('The alert, of several the first; null for a test.'),
    alert_count: z.number().int().min(0).describe('How many alerts it tells of; 0 for a test.'),
    event_id: Id.nullable().describe(
      'The event behind that alert; null for a system alert, a test, and once retention has removed the event.',
    ),
    read: z.boolean(),
    read_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp.nullable().describe(
      'When a further alert was added, which made it unread again; null if none was.',
    ),
    group_id: Id.nullable()
      .describe('The alerts that it tells of: `GET /alerts?group_id=`; null for a test.')
      .meta(since('v1.4')),
    held_back_channels: z
      .array(NotificationChannel)
      .describe('By what else you would have been told, had you not wanted to be left alone.')
      .meta(since('v1.4')),
  })
  .meta({ id: 'Notification' })

export const NotificationListQuery = PageQuery.extend({
  unread: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('`true`: only entries that are not read; `false`: only those that are. Absent: all.'),
  site_id: Id.optional().describe('Only of alerts at this site').meta(since('v1.4')),
})

export const NotificationPage = page(Notification)

/** Answer of `GET /api/v1/notifications/unread-count`. */
export const UnreadCount = z.object({ unread: z.number().int().min(0) }).meta({ id: 'UnreadCount' })

/** Answer of `POST /api/v1/notifications/read-all`. */
export const AllRead = z
  .object({ marked: z.number().int().min(0).describe('Entries that were unread until now.') })
  .meta({ id: 'AllRead' })

export type NotificationKind = z.infer<typeof NotificationKind>
export type Notification = z.infer<typeof Notification>
export type NotificationListQuery = z.infer<typeof NotificationListQuery>
export type UnreadCount = z.infer<typeof UnreadCount>
export type AllRead = z.infer<typeof AllRead>
