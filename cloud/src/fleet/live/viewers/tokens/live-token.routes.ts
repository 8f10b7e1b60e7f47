import { ById, Id, LiveToken, LiveTokenListQuery, LiveTokenPage, LiveTokenRequest } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../../../platform/http/access.js'
import type { Slice } from '../../../../platform/http/slice.js'
import { issueLiveToken, listLiveTokens, revokeLiveToken } from './live-token.service.js'

const ByToken = z.object({ id: Id, token_id: Id })

/** `/api/v1/cameras/{id}/live-token` */
export const liveTokenRoutes: Slice = async (app) => {
  const { platform } = app

  app.post(
    '/:id/live-token',
    {
      config: { access: atLeast('viewer'), idempotent: true, since: 'v1.4' },
      schema: {
        operationId: 'createLiveToken',
        summary: 'A token with which a page watches this camera',
        description:
          'For pages of your own, so that no API key stands in them. It watches this one camera from pages of these ' +
          'origins, gets its thumbnail, and does nothing else; it is shown this once. A page renews it over its socket, up to 24 hours after ' +
          'it was made. It ends at once when it is revoked, and when the person or key that made it may not watch ' +
          'the camera any longer: also with the session, or the key, by which it was made.',
        params: ById,
        body: LiveTokenRequest,
        response: { 201: LiveToken },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await issueLiveToken(platform, request.caller, request.params.id, request.body)),
  )

  app.get(
    '/:id/live-tokens',
    {
      config: { access: atLeast('admin'), since: 'v1.4' },
      schema: {
        operationId: 'listLiveTokens',
        summary: 'Live tokens of a camera, newest first, without their secrets',
        description: 'Those that ended are listed for a day.',
        params: ById,
        querystring: LiveTokenListQuery,
        response: { 200: LiveTokenPage },
      },
    },
    (request) => listLiveTokens(platform, request.caller, request.params.id, request.query),
  )

  app.delete(
    '/:id/live-tokens/:token_id',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'revokeLiveToken',
        summary: 'Revoke a live token; whoever watches by it sees nothing within a second',
        description: 'For operators and above, and for whoever made it.',
        params: ByToken,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, token_id: tokenId } = request.params
      await revokeLiveToken(platform, request.caller, id, tokenId)
      return reply.status(204).send(null)
    },
  )
}
