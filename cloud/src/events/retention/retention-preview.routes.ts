import { RetentionPreview, RetentionPreviewQuery } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { previewRetention } from './preview-retention.js'

/** `/api/v1/organisation/retention-preview` */
export const retentionPreviewRoutes: Slice = async (app) => {
  app.get(
    '/retention-preview',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'previewRetention',
        summary: 'What other retention days would take away at the next daily removal',
        querystring: RetentionPreviewQuery,
        response: { 200: RetentionPreview },
      },
    },
    (request) => previewRetention(app.platform, request.caller, request.query),
  )
}
