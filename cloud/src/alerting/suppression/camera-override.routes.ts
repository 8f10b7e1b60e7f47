import { ById, Message, NoBigDealOverride, NoBigDealPatch } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { deleteOverride, getOverride, updateOverride } from './camera-override.service.js'

/** `/api/v1/cameras/{id}/nbd-override` */
export const cameraOverrideRoutes: Slice = async (app) => {
  app.get(
    '/:id/nbd-override',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'getCameraNbdOverride',
        summary: 'The No-Big-Deal knobs that a camera overrides',
        params: ById,
        response: { 200: NoBigDealOverride },
      },
    },
    ({ caller, params }) => getOverride(app.platform, caller, params.id),
  )

  app.patch(
    '/:id/nbd-override',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'updateCameraNbdOverride',
        summary: "Override the knobs that are named; null lets the rule's hold again",
        params: ById,
        body: NoBigDealPatch,
        response: { 200: NoBigDealOverride },
      },
    },
    ({ caller, params, body }) => updateOverride(app.platform, caller, params.id, body),
  )

  app.delete(
    '/:id/nbd-override',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'deleteCameraNbdOverride',
        summary: 'Let a camera inherit every knob',
        params: ById,
        response: { 200: Message },
      },
    },
    ({ caller, params }) => deleteOverride(app.platform, caller, params.id),
  )
}
