import { AuditExportQuery, AuditPage, AuditQuery } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import { goneSignal, sendFile } from '../../platform/http/send-file.js'
import type { Slice } from '../../platform/http/slice.js'
import { listAuditLog } from './audit-log.service.js'
import { exportAudit } from './export-audit.js'

/** `/api/v1/audit-log` */
export const auditLogRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'listAuditLog',
        summary: 'Who did what, newest first',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    (request) => listAuditLog(app.platform, request.caller, request.query),
  )

  app.get(
    '/export',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'exportAuditLog',
        summary: 'Export the audit as CSV or as JSON lines',
        description:
          'The entries that match, newest first, however many. In CSV, text that a spreadsheet would take for a formula has an ' +
          'apostrophe in front.',
        querystring: AuditExportQuery,
        response: {
          200: {
            description: 'A file to download',
            content: {
              'text/csv': { schema: z.string() },
              'application/x-ndjson': { schema: z.string() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const lines = await exportAudit(app.platform, request.caller, request.query, goneSignal(reply))
      const at = app.platform.clock.now()
      return sendFile(reply, { name: 'audit', extension: request.query.format, at, lines })
    },
  )
}
