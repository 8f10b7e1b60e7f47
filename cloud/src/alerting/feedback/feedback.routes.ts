import { Feedback, FeedbackCreate, FeedbackListQuery, FeedbackPage, Id } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { giveFeedback, listFeedback } from './feedback.service.js'

const ByEvent = z.object({ eventId: Id })

/** `/api/v1/events/{eventId}/feedback`: what people say of events, from which No-Big-Deal learns. */
export const feedbackRoutes: Slice = async (app) => {
  const { platform } = app

  app.post(
    '/:eventId/feedback',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'giveFeedback',
        summary: 'Say what an event, or an alert of it, was worth',
        description:
          'Once for each caller, event and rule: 201 the first time; said again, it replaces what was said, 200.',
        params: ByEvent,
        body: FeedbackCreate,
        response: { 200: Feedback, 201: Feedback },
      },
    },
    async (request, reply) => {
      const { feedback, fresh } = await giveFeedback(
        platform,
        request.caller,
        request.params.eventId,
        request.body,
      )
      return reply.status(fresh ? 201 : 200).send(feedback)
    },
  )

  app.get(
    '/:eventId/feedback',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listFeedback',
        summary: 'What was said of an event, the latest first',
        params: ByEvent,
        querystring: FeedbackListQuery,
        response: { 200: FeedbackPage },
      },
    },
    (request) => listFeedback(platform, request.caller, request.params.eventId, request.query),
  )
}
