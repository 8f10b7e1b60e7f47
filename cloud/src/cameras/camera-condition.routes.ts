import { ById, CameraDiagnostics, CameraHealth, CameraSnapshot, CameraThumbnail } from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import type { PictureDeps } from './camera-deps.js'
import { diagnoseCamera } from './camera-diagnostics.js'
import { getCameraHealth } from './camera-health.js'
import { getThumbnail } from './camera-thumbnail.js'
import { takeSnapshot } from './take-snapshot.js'

/** `/api/v1/cameras/{id}`: how a camera fares, and its newest picture. */
export const cameraConditionRoutes: Slice<Omit<PictureDeps, 'platform'>> = async (app, deps) => {
  const { platform } = app
  const { pictures } = deps

  app.get(
    '/:id/diagnostics',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'Why a camera works or not, and what to do',
        params: ById,
        response: { 200: CameraDiagnostics },
      },
    },
    (request) => diagnoseCamera(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/health',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'How a camera streams now', params: ById, response: { 200: CameraHealth } },
    },
    (request) => getCameraHealth(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/thumbnail',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'The newest picture of a camera', params: ById, response: { 200: CameraThumbnail } },
    },
    (request) => getThumbnail(platform, pictures.links, request.caller, request.params.id),
  )

  app.post(
    '/:id/snapshot',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'Take a picture now', params: ById, response: { 200: CameraSnapshot } },
    },
    (request) => takeSnapshot({ ...deps, platform }, request.caller, request.params.id),
  )
}
