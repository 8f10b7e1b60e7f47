import {
  ById,
  ChangedUser,
  Id,
  Message,
  PageQuery,
  PasswordMail,
  SiteAccess,
  User,
  UserCreate,
  UserCreated,
  UserPage,
  UserPatch,
  UserSessionList,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import {
  createUser,
  disableUser,
  endUserSession,
  getUser,
  getUserSites,
  listUserSessions,
  listUsers,
  sendPasswordMail,
  setUserSites,
  updateUser,
} from './user.service.js'

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
      schema: { summary: 'People of the organisation', querystring: PageQuery, response: { 200: UserPage } },
    },
    (request) => listUsers(app.platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config,
      schema: { summary: 'Make an account and invite', body: UserCreate, response: { 201: UserCreated } },
    },
    async (request, reply) =>
      reply.status(201).send(await createUser(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    { config, schema: { summary: 'One person', params: ById, response: { 200: User } } },
    (request) => getUser(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
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
      schema: { summary: 'Sign-ins that still live', params: ById, response: { 200: UserSessionList } },
    },
    (request) => listUserSessions(app.platform, request.caller, request.params.id),
  )

  app.delete(
    '/:id/sessions/:sid',
    { config, schema: { summary: 'End one sign-in', params: BySession, response: { 200: Message } } },
    async (request) => {
      await endUserSession(app.platform, request.caller, request.params.id, request.params.sid)
      return { message: 'The session has ended.' }
    },
  )

  app.post(
    '/:id/reset-password',
    {
      config,
      schema: {
        summary: 'Mail the person a link to set a password',
        params: ById,
        response: { 200: PasswordMail },
      },
    },
    (request) => sendPasswordMail(app.platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/site-access',
    {
      config,
      schema: { summary: 'What the person may see as a viewer', params: ById, response: { 200: SiteAccess } },
    },
    (request) => getUserSites(app.platform, request.caller, request.params.id),
  )

  app.put(
    '/:id/site-access',
    {
      config,
      schema: {
        summary: 'Say what the person may see as a viewer; an empty list: nothing',
        params: ById,
        body: SiteAccess,
        response: { 200: SiteAccess },
      },
    },
    (request) => setUserSites(app.platform, request.caller, request.params.id, request.body),
  )
}
