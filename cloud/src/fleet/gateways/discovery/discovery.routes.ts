import { DiscoveryCache, DiscoveryRequest, DiscoveryStarted, Id } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { GatewayCommands } from '../../channel/commands/command.service.js'
import { commissioningRoutes } from '../commissioning/commissioning.routes.js'
import { Discoveries } from './discovery.js'

const ByGateway = z.object({ gateway_id: Id })

/** `/api/v1/gateways/{gateway_id}/discovery`, and what operators may have of it. */
export const discoveryRoutes: Slice<{ commands: GatewayCommands }> = async (app, { commands }) => {
  const discoveries = new Discoveries(app.platform, commands)
  app.addHook('onClose', () => discoveries[Symbol.asyncDispose]())
  await app.register(commissioningRoutes, { discoveries })

  app.post(
    '/:gateway_id/discovery',
    {
      config: { access: atLeast('admin'), errors: ['conflict'] },
      schema: {
        operationId: 'startDiscovery',
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
      schema: {
        operationId: 'listDiscoveredCameras',
        summary: 'What the last scan found',
        params: ByGateway,
        response: { 200: DiscoveryCache },
      },
    },
    (request) => discoveries.cached(request.caller, request.params.gateway_id),
  )
}
