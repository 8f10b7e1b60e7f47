import { ErrorEnvelope } from '@sightline/protocol'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Slice } from '../../platform/http/slice.js'
import type { LiveServer } from './live.service.js'

/**
 * The paths of live view. Upgrades are taken from the server itself, before its routes; what reaches the routes asked for no
 * WebSocket. Viewers are let go before the server closes, which would wait for them.
 */
export const liveRoutes: Slice<{ live: LiveServer }> = async (app, { live }) => {
  app.addHook('preClose', () => live[Symbol.asyncDispose]())

  app.get(
    '/live',
    {
      config: { access: 'public', since: 'v1.4' },
      schema: {
        operationId: 'openLiveView',
        summary: 'Watch cameras live: the WebSocket of a viewer',
        description:
          'With the subprotocols `sightline.live.v1` and `bearer.<token>`, an access token or a live token (docs/protocol.md, 20).',
        response: { 426: ErrorEnvelope },
      },
    },
    async (_request, reply) => answerUpgradeRequired(reply),
  )

  app.get(
    '/gateways/:id/live/:live_id',
    {
      config: { access: 'public', since: 'v1.4' },
      schema: {
        operationId: 'openGatewayMedia',
        summary: 'The media socket of a gateway: a WebSocket',
        description:
          'It is opened with the `gw_` key, when `live.start` asked for a picture (docs/protocol.md, 20).',
        params: z.object({ id: z.string(), live_id: z.string() }),
        response: { 426: ErrorEnvelope },
      },
    },
    async (_request, reply) => answerUpgradeRequired(reply),
  )

  // The operator's own, and no part of the interface.
  app.get(
    '/relays/live/:live_id',
    {
      config: { access: 'public' },
      schema: { hide: true, params: z.object({ live_id: z.string() }), response: { 426: ErrorEnvelope } },
    },
    async (_request, reply) => answerUpgradeRequired(reply),
  )
}

function answerUpgradeRequired(reply: FastifyReply) {
  return reply
    .status(426)
    .header('upgrade', 'websocket')
    .send({ error: { code: 'validation_error', message: 'this route speaks WebSocket only' } })
}
