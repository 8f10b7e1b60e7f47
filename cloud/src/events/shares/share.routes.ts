import {
  Id,
  Message,
  ShareCreate,
  ShareListQuery,
  SharePage,
  ShareViewPage,
  ShareWithLink,
} from '@sightline/protocol'
import { z } from 'zod'
import type { Passwords } from '../../identity/auth/passwords/password.service.js'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { listShareViews } from './list-share-views.js'
import { createShare, listShares, revokeShare } from './share-event.js'

const ByEvent = z.object({ eventId: Id })
const ByShare = z.object({ eventId: Id, shareId: Id })

/** `/api/v1/events/{eventId}/shares` */
export const shareRoutes: Slice<{ passwords: Passwords }> = async (app, { passwords }) => {
  const deps = { ...app.platform, passwords }
  const access = atLeast('operator')

  app.post(
    '/:eventId/shares',
    {
      config: { access, errors: ['conflict'] },
      schema: {
        operationId: 'shareEvent',
        summary: 'Share an event with somebody who has no account',
        description: 'The answer shows the link, this once.',
        params: ByEvent,
        // A request without a body has null here.
        body: ShareCreate.nullable(),
        response: { 201: ShareWithLink },
      },
    },
    async (request, reply) => {
      const body = ShareCreate.parse(request.body ?? undefined)
      return reply.status(201).send(await createShare(deps, request.caller, request.params.eventId, body))
    },
  )

  app.get(
    '/:eventId/shares',
    {
      config: { access },
      schema: {
        operationId: 'listShares',
        summary: 'Shares of an event, newest first',
        params: ByEvent,
        querystring: ShareListQuery,
        response: { 200: SharePage },
      },
    },
    (request) => listShares(deps, request.caller, request.params.eventId, request.query),
  )

  app.delete(
    '/:eventId/shares/:shareId',
    {
      config: { access },
      schema: {
        operationId: 'revokeShare',
        summary: 'Revoke a share',
        description: 'Acts on the next request, also of its clip and snapshot. A repeat changes nothing.',
        params: ByShare,
        response: { 200: Message },
      },
    },
    async (request) => {
      await revokeShare(deps, request.caller, request.params.eventId, request.params.shareId)
      return { message: 'The share has ended.' }
    },
  )

  app.get(
    '/:eventId/shares/:shareId/audit',
    {
      config: { access },
      schema: {
        operationId: 'listShareAudit',
        summary: 'Who opened a share, or tried to',
        params: ByShare,
        querystring: ShareListQuery,
        response: { 200: ShareViewPage },
      },
    },
    (request) => listShareViews(deps, request.caller, request.params, request.query),
  )
}
