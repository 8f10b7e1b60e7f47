import {
  BulkAnswer,
  BulkIds,
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
import { ReadCoalescer } from '../../platform/concurrency/read-coalescer.js'
import { atLeast } from '../../platform/http/access.js'
import { bulkDescription, doEach } from '../../platform/http/bulk.js'
import { sendJsonText } from '../../platform/http/send-json-text.js'
import type { Slice } from '../../platform/http/slice.js'
import { acknowledgeEvent, deleteEvent, patchEvent } from './change-event.js'
import type { EventDeps } from './event-deps.js'
import { clipLink, snapshotLink } from './event-media-link.service.js'
import { eventTimeline } from './event-timeline.js'
import { followEvents } from './follow-events.js'
import { getEvent } from './get-event.js'
import { listEvents, listKey } from './list-events.js'

/** `/api/v1/events` */
export const eventRoutes: Slice<Pick<EventDeps, 'mediaLinks' | 'tagsOfLabel'>> = async (
  app,
  { mediaLinks, tagsOfLabel },
) => {
  const deps = { ...app.platform, mediaLinks, tagsOfLabel }
  // A wall of screens asks for the same page all day.
  const lists = new ReadCoalescer<Buffer>(2)

  app.get(
    '/',
    {
      config: { access: atLeast('viewer'), errors: ['gone'] },
      schema: {
        operationId: 'listEvents',
        summary: 'Events, newest first',
        description:
          'With `updated_since` what changed since an answer before: see docs/notices.md. It goes with every filter but `q`.',
        querystring: EventListQuery,
        response: { 200: EventPage },
      },
    },
    async ({ caller, query }, reply) => {
      const { updated_since: since } = query
      const page =
        since === undefined
          ? await lists.read(listKey(caller, query), () => listEvents(deps, caller, query))
          : await followEvents(deps, caller, { ...query, updated_since: since })
      // JSON text already: PostgreSQL made it, in the form of `EventPage`.
      return sendJsonText(reply, page)
    },
  )

  app.get(
    '/timeline',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getEventTimeline',
        summary: 'Events counted per hour or day, by category and camera',
        querystring: EventTimelineQuery,
        response: { 200: EventTimeline },
      },
    },
    (request) => eventTimeline(deps, request.caller, request.query),
  )

  app.post(
    '/bulk-acknowledge',
    {
      config: { access: atLeast('operator'), since: 'v1.4' },
      schema: {
        operationId: 'acknowledgeEvents',
        summary: 'Acknowledge several events',
        description: bulkDescription,
        body: BulkIds,
        response: { 200: BulkAnswer },
      },
    },
    ({ caller, body }) => doEach(body.ids, (id) => acknowledgeEvent(deps, caller, id)),
  )

  app.post(
    '/bulk-delete',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'deleteEvents',
        summary: 'Delete several events',
        description: bulkDescription,
        body: BulkIds,
        response: { 200: BulkAnswer },
      },
    },
    ({ caller, body }) => doEach(body.ids, (id) => deleteEvent(deps, caller, id)),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getEvent',
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
      config: { access: atLeast('viewer'), errors: ['conflict'] },
      schema: {
        operationId: 'getClipUrl',
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
      config: { access: atLeast('viewer'), errors: ['conflict'] },
      schema: {
        operationId: 'getSnapshotUrl',
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
        operationId: 'updateEvent',
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
      schema: {
        operationId: 'deleteEvent',
        summary: 'Delete an event',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteEvent(deps, request.caller, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
