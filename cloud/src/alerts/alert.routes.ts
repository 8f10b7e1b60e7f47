import {
  Alert,
  AlertDetail,
  AlertListQuery,
  AlertPage,
  AlertStats,
  AlertStatsQuery,
  AlertStatusChange,
  AlertTimeline,
  ById,
} from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import {
  acknowledgeAlert,
  getAlert,
  getAlertStats,
  getTimeline,
  listAlerts,
  setAlertStatus,
} from './alert.service.js'

/** `/api/v1/alerts` */
export const alertRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'Alerts, newest first', querystring: AlertListQuery, response: { 200: AlertPage } },
    },
    (request) => listAlerts(app.platform, request.caller, request.query),
  )

  app.get(
    '/stats',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'Alerts counted by status, severity, rule, camera and day',
        querystring: AlertStatsQuery,
        response: { 200: AlertStats },
      },
    },
    (request) => getAlertStats(app.platform, request.caller, request.query),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'One alert in full', params: ById, response: { 200: AlertDetail } },
    },
    (request) => getAlert(app.platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/timeline',
    {
      config: { access: atLeast('viewer'), since: 'v1.1' },
      schema: { summary: 'What happened to an alert', params: ById, response: { 200: AlertTimeline } },
    },
    (request) => getTimeline(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id/acknowledge',
    {
      config: { access: atLeast('operator') },
      schema: { summary: 'Acknowledge a new alert', params: ById, response: { 200: Alert } },
    },
    (request) => acknowledgeAlert(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id/status',
    {
      config: { access: atLeast('operator') },
      schema: {
        summary: 'Set the status of an alert',
        params: ById,
        body: AlertStatusChange,
        response: { 200: Alert },
      },
    },
    (request) => setAlertStatus(app.platform, request.caller, request.params.id, request.body.status),
  )
}
