import { FleetHealth, FleetHealthCount, FleetHealthQuery } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { countNeedsSomebody, getFleetHealth } from './fleet-health.service.js'

/** `/api/v1/fleet-health` */
export const fleetHealthRoutes: Slice = async (app) => {
  const { platform } = app

  app.get(
    '/',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'getFleetHealth',
        summary: 'How gateways and cameras fare, and what needs somebody',
        querystring: FleetHealthQuery,
        response: { 200: FleetHealth },
      },
    },
    (request) => getFleetHealth(platform, request.caller, request.query),
  )

  app.get(
    '/count',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'countNeedsSomebody',
        summary: 'How many gateways and cameras need somebody',
        querystring: FleetHealthQuery,
        response: { 200: FleetHealthCount },
      },
    },
    (request) => countNeedsSomebody(platform, request.caller, request.query),
  )
}
