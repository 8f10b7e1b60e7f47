import { ById, Commissioning, CommissioningRequest, Gateway } from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { Discoveries } from '../discovery/discovery.js'
import { changeCommissioning, readCommissioning } from './commissioning.service.js'

/** `/api/v1/gateways/{id}/commissioning` */
export const commissioningRoutes: Slice<{ discoveries: Discoveries }> = async (app, { discoveries }) => {
  app.get(
    '/:id/commissioning',
    {
      config: { access: atLeast('operator'), since: 'v1.4' },
      schema: {
        operationId: 'getGatewayCommissioning',
        summary: 'Until when cameras may be added from the site of a gateway, and what was found there',
        params: ById,
        response: { 200: Commissioning },
      },
    },
    (request) =>
      readCommissioning({ platform: app.platform, discoveries }, request.caller, request.params.id),
  )

  app.post(
    '/:id/commissioning',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'setGatewayCommissioning',
        summary: 'Let cameras be added from the site of a gateway for some hours, end that, or look for them',
        params: ById,
        body: CommissioningRequest,
        response: { 200: Gateway },
      },
    },
    (request) =>
      changeCommissioning(
        { platform: app.platform, discoveries },
        request.caller,
        request.params.id,
        request.body,
      ),
  )
}
