import { ById, Event, EventListQuery, EventPage, EventPatch } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { deleteEvent, type EventDeps, getEvent, listEvents, patchEvent } from './event.service.js'

/** `/api/v1/events` */
export const eventRoutes: Slice<Pick<EventDeps, 'mediaUrls'>> = async (app, { mediaUrls }) => {
  const deps = { ...app.platform, mediaUrls }

  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: { querystring: EventListQuery, response: { 200: EventPage } },
    },
    async (request, reply) => {
      sendPage(reply, await listEvents(deps, request.caller, request.query))
      return reply
    },
  )

  app.get(
    '/:id',
    { config: { access: atLeast('viewer') }, schema: { params: ById, response: { 200: Event } } },
    (request) => getEvent(deps, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: { params: ById, body: EventPatch, response: { 200: Event } },
    },
    (request) => patchEvent(deps, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    { config: { access: atLeast('admin') }, schema: { params: ById, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteEvent(deps, request.caller, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/** The page is JSON text already: PostgreSQL made it, in the form of `EventPage`. */
function sendPage(reply: { type(name: string): { send(text: unknown): unknown } }, text: string): void {
  reply.type('application/json; charset=utf-8').send(text)
}
