import { ById, CameraDiagnostics, CameraHealth, CameraSnapshot, CameraThumbnail } from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { CameraPictureDeps, LivePages } from '../camera-deps.js'
import { requestSnapshot } from '../commands/request-snapshot.js'
import { diagnoseCamera } from './camera-diagnostics.js'
import { getCameraHealth } from './camera-health.js'
import { getThumbnail, pageLinkSec, pictureLinkSec } from './camera-thumbnail.js'

/** `/api/v1/cameras/{id}`: how a camera fares, and its newest picture. */
export const cameraConditionRoutes: Slice<
  Omit<CameraPictureDeps, 'platform'> & { livePages: LivePages }
> = async (app, deps) => {
  const { platform } = app
  const { pictures, livePages } = deps

  app.get(
    '/:id/diagnostics',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getCameraDiagnostics',
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
      schema: {
        operationId: 'getCameraHealth',
        summary: 'How a camera streams now',
        params: ById,
        response: { 200: CameraHealth },
      },
    },
    (request) => getCameraHealth(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/thumbnail',
    {
      config: { access: atLeast('viewer'), alsoAdmits: livePages.admits },
      schema: {
        operationId: 'getCameraThumbnail',
        summary: 'The newest picture of a camera',
        description:
          'Also for pages that watch the camera by a live token, from the origins that it names: 600 times a minute, and ' +
          'the address of the picture is good for a minute then.',
        params: ById,
        response: { 200: CameraThumbnail },
      },
    },
    (request) => {
      const linkSec = livePages.has(request) ? pageLinkSec : pictureLinkSec
      const place = { links: pictures.links, linkSec }
      return getThumbnail(platform, place, request.caller, request.params.id)
    },
  )

  app.options(
    '/:id/thumbnail',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) => reply.headers(livePages.preflight).code(204).send(),
  )

  app.post(
    '/:id/snapshot',
    {
      config: { access: atLeast('viewer'), errors: ['conflict'] },
      schema: {
        operationId: 'takeCameraSnapshot',
        summary: 'Take a picture now',
        params: ById,
        response: { 200: CameraSnapshot },
      },
    },
    (request) => requestSnapshot({ ...deps, platform }, request.caller, request.params.id),
  )
}
