import {
  ById,
  Webhook,
  WebhookCreate,
  WebhookList,
  WebhookTestResult,
  WebhookWithSecret,
} from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { createWebhook, getWebhook, listWebhooks, testWebhook, type WebhookDeps } from './webhook.service.js'

/** `/api/v1/webhooks` */
export function webhookRoutes(deps: WebhookDeps): Slice {
  return async (app) => {
    app.get(
      '/',
      { config: { access: atLeast('operator') }, schema: { response: { 200: WebhookList } } },
      (request) => listWebhooks(deps, request.caller),
    )

    app.post(
      '/',
      {
        config: { access: atLeast('operator') },
        schema: { body: WebhookCreate, response: { 201: WebhookWithSecret } },
      },
      async (request, reply) =>
        reply.status(201).send(await createWebhook(deps, request.caller, request.body)),
    )

    app.get(
      '/:id',
      { config: { access: atLeast('operator') }, schema: { params: ById, response: { 200: Webhook } } },
      (request) => getWebhook(deps, request.caller, request.params.id),
    )

    app.post(
      '/:id/test',
      {
        config: { access: atLeast('operator') },
        schema: { params: ById, response: { 200: WebhookTestResult } },
      },
      (request) => testWebhook(deps, request.caller, request.params.id),
    )
  }
}
