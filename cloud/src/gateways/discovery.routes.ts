import { DiscoveryCache, DiscoveryRequest, DiscoveryStarted, Id } from '@sightline/protocol'
import { z } from 'zod'
import type { GatewayCommands } from '../channel/command.service.js'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { Discoveries } from './discovery.js'

const ByGateway = z.object({ gateway_id: Id })

/** `/api/v1/gateways/{gateway_id}/discovery` */
export const discoveryRoutes: Slice<{ commands: GatewayCommands }> = async (app, { commands }) => {
  const discoveries = new Discoveries(app.platform, commands)
  app.addHook('onClose', () => discoveries[Symbol.asyncDispose]())

  app.post(
    '/:gateway_id/discovery',
    {
      config: { access: atLeast('admin') },
      schema: {
        summary: 'Look for cameras on the network of a gateway',
        params: ByGateway,
        // A request without a body has null here.
        body: DiscoveryRequest.nullable(),
        response: { 202: DiscoveryStarted },
      },
    },
    async (request, reply) => {
      const targets = request.body?.targets
      return reply
        .status(202)
        .send(await discoveries.begin(request.caller, request.params.gateway_id, targets))
    },
  )

  app.get(
    '/:gateway_id/discovery/cameras',
    {
      config: { access: atLeast('admin') },
      schema: { summary: 'What the last scan found', params: ByGateway, response: { 200: DiscoveryCache } },
    },
    (request) => discoveries.cached(request.caller, request.params.gateway_id),
  )
}
