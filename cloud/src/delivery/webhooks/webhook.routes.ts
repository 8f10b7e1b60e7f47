import {
  ById,
  ByWebhookDelivery,
  PageWhenAskedQuery,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookDetail,
  WebhookFailedRedelivered,
  WebhookList,
  WebhookPatch,
  WebhookSecretRotation,
  WebhookTestResult,
  WebhookWithSecret,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from './change-webhook.js'
import { getDelivery, listDeliveries, redeliver } from './deliveries/delivery-log.js'
import { redeliverFailed } from './deliveries/redeliver-failed.js'
import { createWebhook, getWebhook, listWebhooks, testWebhook } from './webhook.service.js'
import type { WebhookDeps } from './webhook-deps.js'

/** `/api/v1/webhooks` */
export function webhookRoutes(deps: WebhookDeps): Slice {
  return async (app) => {
    app.get(
      '/',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'listWebhooks',
          summary: 'Webhooks',
          querystring: PageWhenAskedQuery,
          response: { 200: WebhookList },
        },
      },
      (request) => listWebhooks(deps, request.caller, request.query),
    )

    app.post(
      '/',
      {
        config: { access: atLeast('operator'), idempotent: true },
        schema: {
          operationId: 'createWebhook',
          summary: 'Make a webhook; its signing secret is shown this once',
          body: WebhookCreate,
          response: { 201: WebhookWithSecret },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createWebhook(deps, request.caller, request.body)),
    )

    app.get(
      '/:id',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'getWebhook',
          summary: 'One webhook',
          params: ById,
          response: { 200: WebhookDetail },
        },
      },
      (request) => getWebhook(deps, request.caller, request.params.id),
    )

    app.patch(
      '/:id',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'updateWebhook',
          summary: 'Change what is named of a webhook; the rest stays',
          params: ById,
          body: WebhookPatch,
          response: { 200: WebhookDetail },
        },
      },
      (request) => updateWebhook(deps, request.caller, request.params.id, request.body),
    )

    app.delete(
      '/:id',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook; nothing more is sent',
          params: ById,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await deleteWebhook(deps, request.caller, request.params.id)
        return reply.status(204).send(null)
      },
    )

    app.post(
      '/:id/rotate-secret',
      {
        config: { access: atLeast('admin') },
        schema: {
          operationId: 'rotateWebhookSecret',
          summary: 'Give it another signing secret; the one before signs for another day',
          params: ById,
          response: { 200: WebhookSecretRotation },
        },
      },
      (request) => rotateWebhookSecret(deps, request.caller, request.params.id),
    )

    app.post(
      '/:id/test',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'testWebhook',
          summary: 'Send a test delivery',
          params: ById,
          response: { 200: WebhookTestResult },
        },
      },
      (request) => testWebhook(deps, request.caller, request.params.id),
    )

    app.post(
      '/:id/redeliver-failed',
      {
        config: { access: atLeast('operator'), errors: ['conflict'], since: 'v1.4' },
        schema: {
          operationId: 'redeliverFailedWebhooks',
          summary: 'Send all deliveries anew that were given up, 1,000 at a time',
          params: ById,
          response: { 200: WebhookFailedRedelivered },
        },
      },
      (request) => redeliverFailed(deps, request.caller, request.params.id),
    )

    app.get(
      '/:id/deliveries',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'listWebhookDeliveries',
          summary: 'Deliveries with their attempts, newest first',
          params: ById,
          querystring: WebhookDeliveryQuery,
          response: { 200: WebhookDeliveryPage },
        },
      },
      (request) => listDeliveries(deps, request.caller, request.params.id, request.query),
    )

    app.get(
      '/:id/deliveries/:deliveryId',
      {
        config: { access: atLeast('operator') },
        schema: {
          operationId: 'getWebhookDelivery',
          summary: 'One delivery with its attempts and what the last of them sent',
          params: ByWebhookDelivery,
          response: { 200: WebhookDeliveryDetail },
        },
      },
      ({ caller, params }) => getDelivery(deps, caller, params.id, params.deliveryId),
    )

    app.post(
      '/:id/deliveries/:deliveryId/redeliver',
      {
        config: { access: atLeast('operator'), errors: ['conflict'] },
        schema: {
          operationId: 'redeliverWebhook',
          summary: 'Send a finished delivery anew',
          params: ByWebhookDelivery,
          response: { 200: WebhookDelivery },
        },
      },
      ({ caller, params }) => redeliver(deps, caller, params.id, params.deliveryId),
    )
  }
}
