import {
  ById,
  PromptPack,
  PromptPackCreate,
  PromptPackListQuery,
  PromptPackPage,
  PromptPackPatch,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import {
  createPromptPack,
  deletePromptPack,
  getPromptPack,
  listPromptPacks,
  updatePromptPack,
} from './prompt-pack.service.js'

/** `/api/v1/prompt-packs`: admins write them, operators read them to give them to cameras. */
export const promptPackRoutes: Slice = async (app) => {
  const { platform } = app

  app.get(
    '/',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'listPromptPacks',
        summary: 'Prompt packs, oldest first',
        querystring: PromptPackListQuery,
        response: { 200: PromptPackPage },
      },
    },
    (request) => listPromptPacks(platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'createPromptPack',
        summary: 'Make a prompt pack',
        body: PromptPackCreate,
        response: { 201: PromptPack },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createPromptPack(platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'getPromptPack',
        summary: 'One prompt pack',
        params: ById,
        response: { 200: PromptPack },
      },
    },
    (request) => getPromptPack(platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'updatePromptPack',
        summary: 'Change what is named of a prompt pack; the rest stays',
        params: ById,
        body: PromptPackPatch,
        response: { 200: PromptPack },
      },
    },
    (request) => updatePromptPack(platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('admin'), errors: ['conflict'] },
      schema: {
        operationId: 'deletePromptPack',
        summary: 'Delete a prompt pack that no camera uses',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deletePromptPack(platform, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )
}
