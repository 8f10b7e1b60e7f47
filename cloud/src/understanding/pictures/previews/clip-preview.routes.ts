import { ById, ClipPreview } from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { ClipPreviews } from './clip-previews.service.js'

/** `/api/v1/events/{id}/clip-preview`: small pictures of a clip. */
export const clipPreviewRoutes: Slice<{ previews: ClipPreviews }> = async (app, { previews }) => {
  app.get(
    '/:id/clip-preview',
    {
      config: { access: atLeast('viewer'), errors: ['conflict'], since: 'v1.4' },
      schema: {
        operationId: 'getClipPreview',
        summary: 'Small pictures of the clip of an event, in one image',
        params: ById,
        response: { 200: ClipPreview },
      },
    },
    (request) => previews.preview(request.caller, request.params.id),
  )
}
