import { AiUsage, AiUsageQuery } from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { aiUsage } from './model.service.js'

/** `/api/v1/organisation/ai-usage`: what models were asked, and what that cost. */
export const aiUsageRoutes: Slice = async (app) => {
  app.get(
    '/ai-usage',
    {
      config: { access: atLeast('admin') },
      schema: {
        summary: 'Calls of AI models, their tokens and costs, by day and purpose',
        querystring: AiUsageQuery,
        response: { 200: AiUsage },
      },
    },
    (request) => aiUsage(app.platform, request.caller, request.query),
  )
}
