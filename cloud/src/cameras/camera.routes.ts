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
import type { GatewayCommands } from '../channel/command.service.js'
import { invalid } from '../platform/errors.js'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { deleteCamera, getCamera, listCameras } from './camera.service.js'
import { createCamera } from './create-camera.js'
import { pairCamera, unpairCamera } from './pair-camera.js'
import { moveCamera } from './ptz-camera.js'
import { triggerCamera } from './trigger-camera.js'
import { updateCamera } from './update-camera.js'
import { ConnectionVerdict, ValidateConnection, validateConnection } from './validate-connection.js'

/** `/api/v1/cameras` */
export const cameraRoutes: Slice<{ commands: GatewayCommands }> = async (app, { commands }) => {
  const { platform } = app
  const deps = { platform, commands }

  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: {
        summary: 'Cameras, oldest first',
        querystring: CameraListQuery,
        response: { 200: CameraPage },
      },
    },
    (request) => listCameras(platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config: { access: atLeast('operator'), idempotent: true },
      schema: {
        summary: 'Add a camera, once it has sent a picture',
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
        summary: 'Try a connection without storing anything',
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
      schema: { summary: 'One camera', params: ById, response: { 200: Camera } },
    },
    (request) => getCamera(platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator') },
      // Loose, so that an empty body is told from one of other keys, which are dropped (interface: Cameras).
      schema: {
        summary: 'Change what is named of a camera; the rest stays',
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
      config: { access: atLeast('operator') },
      schema: {
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
      config: { access: atLeast('operator') },
      schema: { summary: 'Move a camera', params: ById, body: PtzRequest, response: { 200: PtzResponse } },
    },
    (request) => moveCamera(deps, request.caller, request.params.id, request.body),
  )

  app.post(
    '/:id/unpair',
    {
      config: { access: atLeast('operator') },
      schema: { summary: 'Take a camera from its gateway', params: ById, response: { 200: Camera } },
    },
    (request) => unpairCamera(deps, request.caller, request.params.id),
  )

  app.post(
    '/:id/pair',
    {
      config: { access: atLeast('operator') },
      schema: {
        summary: 'Give a camera to a gateway',
        params: ById,
        body: CameraPair,
        response: { 200: Camera },
      },
    },
    (request) => pairCamera(deps, request.caller, request.params.id, request.body.gateway_id),
  )
}
