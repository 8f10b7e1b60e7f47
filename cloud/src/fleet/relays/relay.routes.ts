import { ErrorEnvelope } from '@sightline/protocol'
import type { Slice } from '../../platform/http/slice.js'

/**
 * `/api/v1/relays/ws`: where the operator's relays connect (docs/protocol.md, 19). Upgrades are taken by the channel
 * before the routes; what comes here asked for no WebSocket. The route is the operator's and not part of the interface.
 */
export const relayRoutes: Slice = async (app) => {
  app.get(
    '/ws',
    { config: { access: 'public' }, schema: { hide: true, response: { 426: ErrorEnvelope } } },
    async (_request, reply) =>
      reply
        .status(426)
        .header('upgrade', 'websocket')
        .send({ error: { code: 'validation_error', message: 'this route speaks WebSocket only' } }),
  )
}
