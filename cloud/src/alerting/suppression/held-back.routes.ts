import { ById, HeldBackList } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { listHeldBackOfEvent } from './held-back.service.js'

/** `/api/v1/events/{id}/held-back` */
export const heldBackRoutes: Slice = async (app) => {
  app.get(
    '/:id/held-back',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listHeldBackAlertsOfEvent',
        summary: 'Alerts of an event that were held back, and why',
        params: ById,
        response: { 200: HeldBackList },
      },
    },
    ({ caller, params }) => listHeldBackOfEvent(app.platform, caller, params.id),
  )
}
