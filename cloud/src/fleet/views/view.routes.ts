import { ById, View, ViewCreate, ViewList, ViewPatch } from '@sightline/protocol'
import { z } from 'zod'
import type { Slice } from '../../platform/http/slice.js'
import { createView, deleteView, getView, listViews, updateView } from './view.service.js'

/** `/api/v1/views`: of the caller and of their organisation; a key has none and is refused. */
export const viewRoutes: Slice = async (app) => {
  const { platform } = app

  app.get(
    '/',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'listViews',
        summary: 'Views of the organisation, then your own, each in their order',
        response: { 200: ViewList },
      },
    },
    async (request) => {
      const data = await listViews(platform, request.caller)
      return { data, total: data.length }
    },
  )

  app.post(
    '/',
    {
      config: { access: 'user', since: 'v1.4', errors: ['conflict'] },
      schema: {
        operationId: 'createView',
        summary: 'Keep cameras as a view, for yourself or for everybody',
        body: ViewCreate,
        response: { 201: View },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createView(platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: { operationId: 'getView', summary: 'One view', params: ById, response: { 200: View } },
    },
    (request) => getView(platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: 'user', since: 'v1.4', errors: ['conflict'] },
      schema: {
        operationId: 'updateView',
        summary: 'Change what is named of a view; the rest stays',
        params: ById,
        body: ViewPatch,
        response: { 200: View },
      },
    },
    (request) => updateView(platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'deleteView',
        summary: 'Delete a view; its cameras stay',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteView(platform, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )
}
