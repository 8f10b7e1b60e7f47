import {
  AllRead,
  ById,
  Notification,
  NotificationListQuery,
  NotificationPage,
  UnreadCount,
} from '@sightline/protocol'
import type { Slice } from '../../../platform/http/slice.js'
import { countUnread, listNotifications, readAllNotifications, readNotification } from './inbox.js'

/** `/api/v1/notifications`: the caller's own inbox; a key has none and is refused. */
export const notificationRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listNotifications',
        summary: 'Your notifications, newest first',
        querystring: NotificationListQuery,
        response: { 200: NotificationPage },
      },
    },
    (request) => listNotifications(app.platform, request.caller, request.query),
  )

  app.get(
    '/unread-count',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'countUnreadNotifications',
        summary: 'How many notifications you have not read',
        response: { 200: UnreadCount },
      },
    },
    (request) => countUnread(app.platform, request.caller),
  )

  app.post(
    '/read-all',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'readAllNotifications',
        summary: 'Mark all your notifications as read',
        response: { 200: AllRead },
      },
    },
    (request) => readAllNotifications(app.platform, request.caller),
  )

  app.post(
    '/:id/read',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'readNotification',
        summary: 'Mark a notification as read',
        params: ById,
        response: { 200: Notification },
      },
    },
    (request) => readNotification(app.platform, request.caller, request.params.id),
  )
}
