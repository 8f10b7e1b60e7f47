import { Id, StreamStatus } from '@sightline/protocol'
import { z } from 'zod'
import type { Slice } from '../../../platform/http/slice.js'
import { getStreamStatus } from './camera-health.js'

/** `/streams`, without the prefix of a version (interface: Versioning). */
export const streamStatusRoutes: Slice = async (app) => {
  app.get(
    '/:camera_id/status',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getStreamStatus',
        summary: 'The stream of a camera',
        params: z.object({ camera_id: Id }),
        response: { 200: StreamStatus },
      },
    },
    (request) => getStreamStatus(app.platform, request.caller, request.params.camera_id),
  )
}
