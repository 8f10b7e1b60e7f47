import {
  ById,
  Camera,
  CameraCreate,
  CameraListQuery,
  CameraPage,
  CameraPair,
  CameraPatch,
  PtzRequest,
  PtzResponse,
  TriggerRequest,
  TriggerResponse,
} from '@sightline/protocol'
import { z } from 'zod'
import { invalid } from '../../platform/errors.js'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { deleteCamera, getCamera } from './camera.service.js'
import type { CameraSettingsDeps, TriggerDeps } from './camera-deps.js'
import { moveCamera } from './commands/move-camera.js'
import { triggerCamera } from './commands/trigger-camera.js'
import { followCameras } from './follow-cameras.js'
import { listCameras } from './list-cameras.js'
import { ConnectionVerdict, ValidateConnection, validateConnection } from './probing/validate-connection.js'
import { createCamera } from './settings/create-camera.js'
import { pairCamera, unpairCamera } from './settings/pair-camera.js'
import { updateCamera } from './settings/update-camera.js'

const inTurn =
  'A gateway looks at eight cameras at a time, and at one of an address; who waits for its turn for 50 s is answered 503 with `Retry-After`.'

/** `/api/v1/cameras` */
export const cameraRoutes: Slice<Omit<CameraSettingsDeps & TriggerDeps, 'platform'>> = async (app, given) => {
  const { platform } = app
  const deps = { ...given, platform }
  app.addHook('preClose', async () => deps.slots.close())

  app.get(
    '/',
    {
      config: { access: atLeast('viewer'), errors: ['gone'] },
      schema: {
        operationId: 'listCameras',
        summary: 'Cameras, oldest first',
        description: 'With `updated_since` what changed since an answer before: see docs/notices.md.',
        querystring: CameraListQuery,
        response: { 200: CameraPage },
      },
    },
    ({ caller, query }) => {
      const { updated_since: since } = query
      return since === undefined
        ? listCameras(platform, caller, query)
        : followCameras(platform, caller, { ...query, updated_since: since })
    },
  )

  app.post(
    '/',
    {
      config: { access: atLeast('operator'), idempotent: true },
      schema: {
        operationId: 'createCamera',
        summary: 'Add a camera, once it has sent a picture',
        description: `Behind a gateway, the gateway connects to it first. ${inTurn}`,
        body: CameraCreate,
        response: { 201: Camera },
      },
    },
    async (request, reply) => reply.status(201).send(await createCamera(deps, request.caller, request.body)),
  )

  app.post(
    '/validate-connection',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'validateCameraConnection',
        summary: 'Try a connection without storing anything',
        description: inTurn,
        body: ValidateConnection,
        response: { 200: ConnectionVerdict },
      },
    },
    (request) => validateConnection(deps, request.caller, request.body),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: { operationId: 'getCamera', summary: 'One camera', params: ById, response: { 200: Camera } },
    },
    (request) => getCamera(platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      // Loose, so that an empty body is distinguished from one of other keys, which are dropped (interface: Cameras).
      schema: {
        operationId: 'updateCamera',
        summary: 'Change what is named of a camera; the rest stays',
        description: `Another address or other credentials are tried first. ${inTurn} With \`if_still\`, of two who change the same setting at once the second is refused.`,
        params: ById,
        body: CameraPatch.loose(),
        response: { 200: Camera },
      },
    },
    (request) => {
      if (Object.keys(request.body).length === 0) throw invalid('send at least one field to change')
      return updateCamera(deps, request.caller, request.params.id, CameraPatch.parse(request.body))
    },
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'deleteCamera',
        summary: 'Remove a camera; its events and recordings stay',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteCamera(platform, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/:id/trigger',
    {
      config: { access: atLeast('operator'), idempotent: true, since: 'v1.2' },
      // A request without a body has null here.
      schema: {
        operationId: 'triggerCamera',
        summary: 'Record a clip now',
        params: ById,
        body: TriggerRequest.nullable(),
        response: { 202: TriggerResponse },
      },
    },
    async (request, reply) =>
      reply
        .status(202)
        .send(
          await triggerCamera(
            deps,
            request.caller,
            request.params.id,
            TriggerRequest.parse(request.body ?? undefined),
          ),
        ),
  )

  app.post(
    '/:id/ptz',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'moveCamera',
        summary: 'Move a camera',
        params: ById,
        body: PtzRequest,
        response: { 200: PtzResponse },
      },
    },
    (request) => moveCamera(deps, request.caller, request.params.id, request.body),
  )

  app.post(
    '/:id/unpair',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'unpairCamera',
        summary: 'Take a camera from its gateway',
        params: ById,
        response: { 200: Camera },
      },
    },
    (request) => unpairCamera(deps, request.caller, request.params.id),
  )

  app.post(
    '/:id/pair',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'pairCamera',
        summary: 'Give a camera to a gateway',
        params: ById,
        body: CameraPair,
        response: { 200: Camera },
      },
    },
    (request) => pairCamera(deps, request.caller, request.params.id, request.body.gateway_id),
  )
}
