import {
  ById,
  PushSettings,
  PushSubscription,
  PushSubscriptionCreate,
  PushSubscriptionList,
  PushTest,
} from '@sightline/protocol'
import { z } from 'zod'
import { requireUser } from '../../../platform/caller.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import { testPush } from './outgoing/test-push.js'
import {
  addPushSubscription,
  describePush,
  listPushSubscriptions,
  removePushSubscription,
} from './subscriptions/push-subscriptions.js'

/** `/api/v1/push`: messages to the browsers of the caller; a key has none and is refused. */
export const pushRoutes: Slice<{ outbound: OutboundHttp }> = async (app, { outbound }) => {
  const deps = { ...app.platform, outbound }

  app.get(
    '/settings',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'getPushSettings',
        summary: 'Whether your browsers can be sent messages, and by which rules',
        response: { 200: PushSettings },
      },
    },
    (request) => describePush(deps, requireUser(request.caller)),
  )

  app.get(
    '/subscriptions',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'listPushSubscriptions',
        summary: 'Your browsers that are sent messages, oldest first',
        response: { 200: PushSubscriptionList },
      },
    },
    (request) => listPushSubscriptions(deps, requireUser(request.caller)),
  )

  app.post(
    '/subscriptions',
    {
      config: { access: 'user', since: 'v1.4', errors: ['conflict'] },
      schema: {
        operationId: 'createPushSubscription',
        summary: 'Send a browser of yours messages, as long as this session lasts',
        description:
          'What `pushManager.subscribe` of a browser gave, with `public_key` of the settings as its `applicationServerKey`. A browser ' +
          'that is known already is replaced. It ends with the session, and where its push service says that the browser is gone.',
        body: PushSubscriptionCreate,
        response: { 201: PushSubscription },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await addPushSubscription(deps, requireUser(request.caller), request.body)),
  )

  app.delete(
    '/subscriptions/:id',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'deletePushSubscription',
        summary: 'Send a browser of yours no more messages',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removePushSubscription(deps, requireUser(request.caller), request.params.id)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/subscriptions/:id/test',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'testPushSubscription',
        summary: 'Send a browser of yours a test message',
        params: ById,
        response: { 202: PushTest },
      },
    },
    async (request, reply) =>
      reply.status(202).send(await testPush(deps, requireUser(request.caller), request.params.id)),
  )
}
