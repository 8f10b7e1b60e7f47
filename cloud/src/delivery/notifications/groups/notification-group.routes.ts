import {
  ById,
  NotificationDecisionPage,
  NotificationGroupPage,
  NotificationGroupQuery,
  PageQuery,
} from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import { listGroupDecisions, listNotificationGroups } from './list-groups.js'

/** `/api/v1/admin/notification-groups` */
export const notificationGroupRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'listNotificationGroups',
        summary: 'Alerts that are told of together, newest first',
        querystring: NotificationGroupQuery,
        response: { 200: NotificationGroupPage },
      },
    },
    (request) => listNotificationGroups(app.platform, request.caller, request.query),
  )

  app.get(
    '/:id/decisions',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'listNotificationDecisions',
        summary: 'Who was told of the alerts of a group, who was not, and why',
        params: ById,
        querystring: PageQuery,
        response: { 200: NotificationDecisionPage },
      },
    },
    (request) => listGroupDecisions(app.platform, request.caller, request.params.id, request.query),
  )
}
