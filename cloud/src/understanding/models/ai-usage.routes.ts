import { AiTry, AiUsage, AiUsageQuery, CameraAiUsageList, CameraAiUsageQuery } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { aiUsage, aiUsageOfCameras } from './ai-usage.service.js'
import { askForAWord } from './ask-for-a-word.js'
import type { Models } from './model.service.js'

/** `/api/v1/organisation/ai-…`: what models were asked, what that cost, and whether the chosen one answers. */
export const aiUsageRoutes: Slice<{ models: Models }> = async (app, { models }) => {
  app.get(
    '/ai-usage',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'getAiUsage',
        summary: 'Calls of AI models, their tokens and costs, by day and purpose',
        querystring: AiUsageQuery,
        response: { 200: AiUsage },
      },
    },
    (request) => aiUsage(app.platform, request.caller, request.query),
  )

  app.get(
    '/ai-usage/cameras',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'listAiUsageOfCameras',
        summary: 'Cameras by what AI models took for their events, the dearest first',
        querystring: CameraAiUsageQuery,
        response: { 200: CameraAiUsageList },
      },
    },
    (request) => aiUsageOfCameras(app.platform, request.caller, request.query),
  )

  app.post(
    '/ai-try',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'tryAiModel',
        summary: "Ask the organisation's model for one word",
        description: 'It takes some hundred tokens, which count as a question (`chat`).',
        response: { 200: AiTry },
      },
    },
    (request) => askForAWord({ ...app.platform, models }, request.caller),
  )
}
