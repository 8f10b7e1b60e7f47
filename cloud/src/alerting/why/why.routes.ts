import { ById, EventWhy } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { explainEvent } from './explain-event.js'

/** `/api/v1/events/{id}/why` */
export const whyRoutes: Slice = async (app) => {
  app.get(
    '/:id/why',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'explainEvent',
        summary: 'Why somebody was told of an event, or why not',
        description:
          'Rule by rule: what was written down when the event came, and of rules that wrote nothing down how near the ' +
          'event is to them now. Which knob held an alert back is for operators and above, who was notified for admins ' +
          'and above.',
        params: ById,
        response: { 200: EventWhy },
      },
    },
    ({ caller, params }) => explainEvent(app.platform, caller, params.id),
  )
}
