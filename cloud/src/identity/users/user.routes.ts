import {
  ById,
  ChangedUser,
  Id,
  InvitationLink,
  Message,
  PageQuery,
  PasswordMail,
  SecondFactors,
  SiteAccess,
  User,
  UserCreate,
  UserCreated,
  UserPage,
  UserPatch,
  UserSessionList,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { disableUser, updateUser } from './change-user.js'
import { createUser } from './create-user.js'
import { makeInvitationLink, sendPasswordMail } from './password-link.service.js'
import { getUser, listUsers } from './user.service.js'
import { listUserSecondFactors, resetUserSecondFactor } from './user-second-factors.service.js'
import { endUserSession, listUserSessions } from './user-sessions.js'
import { getUserSites, setUserSites } from './user-sites.js'

const BySession = z.object({ id: Id, sid: Id })
const config = { access: atLeast('admin') }

/** `/api/v1/users` */
export const userRoutes: Slice = async (app) => {
  await app.register(accountRoutes)
  await app.register(accessRoutes)
}

const accountRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config,
      schema: {
        operationId: 'listUsers',
        summary: 'People of the organisation',
        querystring: PageQuery,
        response: { 200: UserPage },
      },
    },
    (request) => listUsers(app.platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config: { ...config, errors: ['conflict'] },
      schema: {
        operationId: 'createUser',
        summary: 'Make an account and invite',
        body: UserCreate,
        response: { 201: UserCreated },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createUser(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config,
      schema: { operationId: 'getUser', summary: 'One person', params: ById, response: { 200: User } },
    },
    (request) => getUser(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        operationId: 'updateUser',
        summary: 'Change name, role or enabled',
        params: ById,
        body: UserPatch,
        response: { 200: ChangedUser },
      },
    },
    (request) => updateUser(app.platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        operationId: 'disableUser',
        summary: 'Disable an account; its history stays',
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await disableUser(app.platform, request.caller, request.params.id)
      return { message: 'The user is disabled.' }
    },
  )
}

const accessRoutes: Slice = async (app) => {
  app.get(
    '/:id/sessions',
    {
      config,
      schema: {
        operationId: 'listUserSessions',
        summary: 'Sign-ins that still live',
        params: ById,
        response: { 200: UserSessionList },
      },
    },
    (request) => listUserSessions(app.platform, request.caller, request.params.id),
  )

  app.delete(
    '/:id/sessions/:sid',
    {
      config,
      schema: {
        operationId: 'endUserSession',
        summary: 'End one sign-in',
        params: BySession,
        response: { 200: Message },
      },
    },
    async (request) => {
      await endUserSession(app.platform, request.caller, request.params.id, request.params.sid)
      return { message: 'The session has ended.' }
    },
  )

  app.post(
    '/:id/reset-password',
    {
      config: { ...config, errors: ['conflict'] },
      schema: {
        operationId: 'sendPasswordReset',
        summary: 'Mail the person a link to set a password',
        params: ById,
        response: { 200: PasswordMail },
      },
    },
    (request) => sendPasswordMail(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/invitation-link',
    {
      config: { ...config, errors: ['conflict'], since: 'v1.4' },
      schema: {
        operationId: 'makeInvitationLink',
        summary: 'A link by which somebody who never had a password sets one',
        description: 'For handing over where no mail goes. It is good once and for seven days.',
        params: ById,
        response: { 200: InvitationLink },
      },
    },
    (request) => makeInvitationLink(app.platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/second-factors',
    {
      config: { ...config, since: 'v1.4' },
      schema: {
        operationId: 'listUserSecondFactors',
        summary: 'By what the person signs in beside their password',
        params: ById,
        response: { 200: SecondFactors },
      },
    },
    (request) => listUserSecondFactors(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/reset-second-factor',
    {
      config: { ...config, since: 'v1.4' },
      schema: {
        operationId: 'resetUserSecondFactor',
        summary: 'Forget the second factors of a person who has lost them',
        description: 'Their recovery codes go too, and all their sessions end.',
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await resetUserSecondFactor(app.platform, request.caller, request.params.id)
      return { message: 'The second factors of the user are forgotten.' }
    },
  )

  app.get(
    '/:id/site-access',
    {
      config,
      schema: {
        operationId: 'getUserSites',
        summary: 'What the person may see as a viewer',
        params: ById,
        response: { 200: SiteAccess },
      },
    },
    (request) => getUserSites(app.platform, request.caller, request.params.id),
  )

  app.put(
    '/:id/site-access',
    {
      config,
      schema: {
        operationId: 'setUserSites',
        summary: 'Say what the person may see as a viewer; an empty list: nothing',
        params: ById,
        body: SiteAccess,
        response: { 200: SiteAccess },
      },
    },
    (request) => setUserSites(app.platform, request.caller, request.params.id, request.body),
  )
}
