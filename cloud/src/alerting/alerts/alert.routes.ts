import {
  Alert,
  AlertDetail,
  AlertListQuery,
  AlertPage,
  AlertStats,
  AlertStatsQuery,
  AlertStatusChange,
  AlertTimeline,
  BulkAnswer,
  BulkIds,
  ById,
} from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import { bulkDescription, doEach } from '../../platform/http/bulk.js'
import type { Slice } from '../../platform/http/slice.js'
import { acknowledgeAlert, getAlert, getTimeline, setAlertStatus } from './alert.service.js'
import { getAlertStats } from './alert-stats.js'
import { followAlerts } from './follow-alerts.js'
import { type AlertListDeps, listAlerts } from './list-alerts.js'

/** `/api/v1/alerts` */
export const alertRoutes: Slice<Pick<AlertListDeps, 'mediaLinks'>> = async (app, { mediaLinks }) => {
  app.get(
    '/',
    {
      config: { access: atLeast('viewer'), errors: ['gone'] },
      schema: {
        operationId: 'listAlerts',
        summary: 'Alerts, newest first',
        description: 'With `updated_since` what changed since an answer before: see docs/notices.md.',
        querystring: AlertListQuery,
        response: { 200: AlertPage },
      },
    },
    ({ caller, query }) => {
      const { updated_since: since } = query
      return since === undefined
        ? listAlerts({ ...app.platform, mediaLinks }, caller, query)
        : followAlerts({ ...app.platform, mediaLinks }, caller, { ...query, updated_since: since })
    },
  )

  app.get(
    '/stats',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getAlertStats',
        summary: 'Alerts counted by status, severity, rule, camera and day',
        querystring: AlertStatsQuery,
        response: { 200: AlertStats },
      },
    },
    (request) => getAlertStats(app.platform, request.caller, request.query),
  )

  app.post(
    '/bulk-acknowledge',
    {
      config: { access: atLeast('operator'), since: 'v1.4' },
      schema: {
        operationId: 'acknowledgeAlerts',
        summary: 'Acknowledge several alerts; one that is not new stays as it is',
        description: bulkDescription,
        body: BulkIds,
        response: { 200: BulkAnswer },
      },
    },
    ({ caller, body }) => doEach(body.ids, (id) => acknowledgeAlert(app.platform, caller, id)),
  )

  app.post(
    '/bulk-resolve',
    {
      config: { access: atLeast('operator'), since: 'v1.4' },
      schema: {
        operationId: 'resolveAlerts',
        summary: 'Resolve several alerts',
        description: bulkDescription,
        body: BulkIds,
        response: { 200: BulkAnswer },
      },
    },
    ({ caller, body }) => doEach(body.ids, (id) => setAlertStatus(app.platform, caller, id, 'resolved')),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getAlert',
        summary: 'One alert in full',
        params: ById,
        response: { 200: AlertDetail },
      },
    },
    (request) => getAlert(app.platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/timeline',
    {
      config: { access: atLeast('viewer'), since: 'v1.1' },
      schema: {
        operationId: 'getAlertTimeline',
        summary: 'What happened to an alert',
        params: ById,
        response: { 200: AlertTimeline },
      },
    },
    (request) => getTimeline(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id/acknowledge',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'acknowledgeAlert',
        summary: 'Acknowledge a new alert',
        params: ById,
        response: { 200: Alert },
      },
    },
    (request) => acknowledgeAlert(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id/status',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'setAlertStatus',
        summary: 'Set the status of an alert',
        params: ById,
        body: AlertStatusChange,
        response: { 200: Alert },
      },
    },
    (request) => setAlertStatus(app.platform, request.caller, request.params.id, request.body.status),
  )
}
