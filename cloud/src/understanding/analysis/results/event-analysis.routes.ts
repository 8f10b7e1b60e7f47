import {
  AnalysisRun,
  AnalyzeRequest,
  ById,
  EventAnalysis,
  EventAnalysisQuery,
  EventEvidence,
  EventFaces,
  EventObjects,
} from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import { analyzeEvent } from '../queue/analyze-event.js'
import { getAnalysis, getEvidence, getFaces, getObjects } from './show-analysis.js'

/** `/api/v1/events/{id}/…`: what the analysis of an event says. */
export const eventAnalysisRoutes: Slice<{ mediaLinks: MediaLinks }> = async (app, { mediaLinks }) => {
  const deps = { ...app.platform, mediaLinks }

  app.get(
    '/:id/analysis',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getEventAnalysis',
        summary: 'What the analysis of an event says, and all its versions',
        params: ById,
        querystring: EventAnalysisQuery,
        response: { 200: EventAnalysis },
      },
    },
    (request) => getAnalysis(deps, request.caller, request.params.id, request.query),
  )

  app.post(
    '/:id/analyze',
    {
      config: { access: atLeast('admin'), idempotent: true },
      // A request without a body has null here.
      schema: {
        operationId: 'analyzeEvent',
        summary: 'Analyse an event once more',
        params: ById,
        body: AnalyzeRequest.nullable(),
        response: { 202: AnalysisRun },
      },
    },
    async (request, reply) => {
      const run = await analyzeEvent(app.platform, request.caller, request.params.id, request.body ?? {})
      return reply.code(202).send(run)
    },
  )

  app.get(
    '/:id/objects',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listEventObjects',
        summary: 'The objects that an event shows',
        params: ById,
        response: { 200: EventObjects },
      },
    },
    (request) => getObjects(deps, request.caller, request.params.id),
  )

  app.get(
    '/:id/faces',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listEventFaces',
        summary: 'Where an event shows faces, and how many; never whose',
        params: ById,
        response: { 200: EventFaces },
      },
    },
    (request) => getFaces(deps, request.caller, request.params.id),
  )

  app.get(
    '/:id/ai-evidence',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getEventAiEvidence',
        summary: 'The pictures that the analysis of an event was made from, and what each shows',
        params: ById,
        response: { 200: EventEvidence },
      },
    },
    (request) => getEvidence(deps, request.caller, request.params.id),
  )
}
