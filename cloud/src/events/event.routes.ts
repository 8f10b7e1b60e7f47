import {
  ById,
  Event,
  EventListQuery,
  EventPage,
  EventPatch,
  EventTimeline,
  EventTimelineQuery,
  MediaLink,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { SharedReads } from '../platform/shared-reads.js'
import {
  clipLink,
  deleteEvent,
  type EventDeps,
  eventTimeline,
  getEvent,
  listEvents,
  listKey,
  patchEvent,
  snapshotLink,
} from './event.service.js'

/** `/api/v1/events` */
export const eventRoutes: Slice<Pick<EventDeps, 'mediaUrls'>> = async (app, { mediaUrls }) => {
  const deps = { ...app.platform, mediaUrls }
  // A wall of screens asks for the same page all day.
  const lists = new SharedReads<Buffer>(2)

  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'Events, newest first',
        querystring: EventListQuery,
        response: { 200: EventPage },
      },
    },
    async ({ caller, query }, reply) => {
      const page = await lists.read(listKey(caller, query), () => listEvents(deps, caller, query))
      sendPage(reply, page)
      return reply
    },
  )

  app.get(
    '/timeline',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'Events counted per hour or day, by category and camera',
        querystring: EventTimelineQuery,
        response: { 200: EventTimeline },
      },
    },
    (request) => eventTimeline(deps, request.caller, request.query),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'One event in full, with its neighbours in time',
        params: ById,
        response: { 200: Event },
      },
    },
    (request) => getEvent(deps, request.caller, request.params.id),
  )

  app.get(
    '/:id/clip-url',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'A link to the clip of an event',
        description:
          'Good for an hour; noted in the audit. 409 while the clip is recorded or uploaded, 404 if there is none; the message ' +
          'says `clip_status`.',
        params: ById,
        response: { 200: MediaLink },
      },
    },
    (request) => clipLink(deps, request.caller, request.params.id),
  )

  app.get(
    '/:id/snapshot-url',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'A link to the snapshot of an event',
        description:
          'Good for an hour. 409 while the event is recorded or uploaded, 404 if there is no snapshot.',
        params: ById,
        response: { 200: MediaLink },
      },
    },
    (request) => snapshotLink(deps, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
        summary: 'Acknowledge, star or note',
        params: ById,
        body: EventPatch,
        response: { 200: Event },
      },
    },
    (request) => patchEvent(deps, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('admin') },
      schema: { summary: 'Delete an event', params: ById, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteEvent(deps, request.caller, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/** The page is JSON text already: PostgreSQL made it, in the form of `EventPage`. */
function sendPage(reply: { type(name: string): { send(text: unknown): unknown } }, page: Buffer): void {
  reply.type('application/json; charset=utf-8').send(page)
}
