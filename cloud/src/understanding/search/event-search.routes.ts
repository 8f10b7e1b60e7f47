import { ById, EventAnswer, EventQuestion, SimilarEventPage, SimilarEventQuery } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { answerQuestion, type ChatDeps } from './chat/answer-question.js'
import { type SimilarDeps, similarEvents } from './similar/similar-events.js'

/** `/api/v1/events`: what finds events beside their list. */
export const eventSearchRoutes: Slice<Pick<SimilarDeps, 'mediaLinks'> & Pick<ChatDeps, 'models'>> = async (
  app,
  { mediaLinks, models },
) => {
  const { platform } = app

  app.get(
    '/:id/similar',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listSimilarEvents',
        summary: 'Events like this one, the most alike first',
        description:
          'Scored 0 to 1 by tags, objects, text, time of day, category and camera, each explained. Candidates are near in ' +
          'time, at the same hour of the days around, or have the same words; there are at most some 600.',
        params: ById,
        querystring: SimilarEventQuery,
        response: { 200: SimilarEventPage },
      },
    },
    (request) => similarEvents({ ...platform, mediaLinks }, request.caller, request.params.id, request.query),
  )

  app.post(
    '/chat',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'askAboutEvents',
        summary: 'Ask a question about events',
        description:
          'A search finds events for the question; a model answers from them and names those on which its answer rests. ' +
          'Without a provider, or if it fails, `status` says so and `found` lists what was found.',
        body: EventQuestion,
        response: { 200: EventAnswer },
      },
    },
    (request) => answerQuestion({ ...platform, models }, request.caller, request.body),
  )
}
