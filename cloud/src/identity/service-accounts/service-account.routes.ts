import {
  ById,
  Message,
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountCreated,
  ServiceAccountKeyRotated,
  ServiceAccountList,
  SiteAccess,
} from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import {
  createServiceAccount,
  disableServiceAccount,
  getServiceAccount,
  getServiceAccountSites,
  listServiceAccounts,
  rotateServiceAccountKey,
  setServiceAccountSites,
} from './service-account.service.js'

/** `/api/v1/service-accounts` */
export const serviceAccountRoutes: Slice = async (app) => {
  const config = { access: atLeast('admin') }

  app.get(
    '/',
    {
      config,
      schema: {
        operationId: 'listServiceAccounts',
        summary: 'Keys of programs',
        response: { 200: ServiceAccountList },
      },
    },
    (request) => listServiceAccounts(app.platform, request.caller),
  )

  app.post(
    '/',
    {
      config,
      schema: {
        operationId: 'createServiceAccount',
        summary: 'Make a service account; its key is shown this once',
        body: ServiceAccountCreate,
        response: { 201: ServiceAccountCreated },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createServiceAccount(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config,
      schema: {
        operationId: 'getServiceAccount',
        summary: 'One service account',
        params: ById,
        response: { 200: ServiceAccount },
      },
    },
    (request) => getServiceAccount(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/rotate-key',
    {
      config: { ...config, errors: ['conflict'] },
      schema: {
        operationId: 'rotateServiceAccountKey',
        summary: 'Give it another key; the one before is void at once',
        params: ById,
        response: { 200: ServiceAccountKeyRotated },
      },
    },
    (request) => rotateServiceAccountKey(app.platform, request.caller, request.params.id),
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        operationId: 'disableServiceAccount',
        summary: 'Refuse its key for good; it stays in the list',
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await disableServiceAccount(app.platform, request.caller, request.params.id)
      return { message: 'The service account is disabled.' }
    },
  )

  app.get(
    '/:id/site-access',
    {
      config,
      schema: {
        operationId: 'getServiceAccountSites',
        summary: 'What it may see as a viewer',
        params: ById,
        response: { 200: SiteAccess },
      },
    },
    (request) => getServiceAccountSites(app.platform, request.caller, request.params.id),
  )

  app.put(
    '/:id/site-access',
    {
      config,
      schema: {
        operationId: 'setServiceAccountSites',
        summary: 'Say what it may see as a viewer; an empty list: nothing',
        params: ById,
        body: SiteAccess,
        response: { 200: SiteAccess },
      },
    },
    (request) => setServiceAccountSites(app.platform, request.caller, request.params.id, request.body),
  )
}
