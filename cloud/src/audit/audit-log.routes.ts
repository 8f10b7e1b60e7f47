import { AuditPage, AuditQuery } from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { listAuditLog } from './audit-log.service.js'

/** `/api/v1/audit-log` */
export const auditLogRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: atLeast('admin') },
      schema: {
        summary: 'Who did what, newest first',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    (request) => listAuditLog(app.platform, request.caller, request.query),
  )
}
