import { ErrorEnvelope } from '@sightline/protocol'
import { z } from 'zod'
import type { Slice } from '../../platform/http/slice.js'
import type { ChannelServer } from './channel.service.js'

/**
 * `/api/v1/gateways/{id}/ws`. Upgrades are taken from the server itself, before its routes; what reaches the route
 * asked for no WebSocket. The gateways are let go before the server closes, which would wait for them.
 */
export const channelRoutes: Slice<{ channel: ChannelServer }> = async (app, { channel }) => {
  app.addHook('preClose', () => channel[Symbol.asyncDispose]())

  app.get(
    '/:id/ws',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'openGatewayChannel',
        summary: 'The channel of a gateway: a WebSocket that is opened with its gw_ key (docs/protocol.md)',
        params: z.object({ id: z.string() }),
        response: { 426: ErrorEnvelope },
      },
    },
    async (_request, reply) =>
      reply
        .status(426)
        .header('upgrade', 'websocket')
        .send({ error: { code: 'validation_error', message: 'this route speaks WebSocket only' } }),
  )
}
