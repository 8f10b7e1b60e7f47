import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  LoginRequest,
  LoginResponse,
  Me,
  MePatch,
  Message,
  Preferences,
  PreferencesPatch,
  RefreshRequest,
  RefreshResponse,
  ResetPasswordRequest,
} from '@sightline/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserCaller } from '../platform/caller.js'
import { forbidden } from '../platform/errors.js'
import { originOf } from '../platform/http/authenticator.js'
import type { Slice } from '../platform/http/slice.js'
import {
  changePassword,
  clearedRefreshCookie,
  describeMe,
  type Granted,
  login,
  logout,
  type PasswordRequests,
  type Passwords,
  refresh,
  refreshCookie,
  refreshTokenIn,
  resetPassword,
  updateMe,
  updatePreferences,
} from './auth.service.js'

/** What these routes need beside the platform. */
interface AuthNeeds {
  readonly passwords: Passwords
  readonly passwordRequests: PasswordRequests
}

/** `/api/v1/auth` */
export const authRoutes: Slice<AuthNeeds> = async (app, { passwords, passwordRequests }) => {
  const deps = { ...app.platform, passwords }

  /** A web client gets its refresh token as a cookie; the body of any other holds it. */
  function answer<T>(reply: FastifyReply, granted: Granted<T>): T {
    if (granted.refresh.clientType === 'web')
      reply.header('set-cookie', refreshCookie(granted.refresh, deps.publicUrl(), deps.clock.now()))
    return granted.body
  }

  app.post(
    '/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in',
        description:
          'For `client_type` web the refresh token is set as the cookie `sl_refresh` (HttpOnly, SameSite=Strict, ' +
          'Path=/api/v1/auth); for mobile it is `refresh_token` in the answer, and no cookie is set.',
        body: LoginRequest,
        response: { 200: LoginResponse },
      },
    },
    async (request, reply) => answer(reply, await login(deps, request.body, originOf(request))),
  )

  app.post(
    '/refresh',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get a new access token',
        description:
          'The refresh token is good once: its successor comes as it came, in the cookie or in `refresh_token`. A token ' +
          'of the past ends the session; the one directly before is good for 10 more seconds. The user agent must be ' +
          'that of the login.',
        // A request without a body has null here.
        body: RefreshRequest.nullable(),
        response: { 200: RefreshResponse },
      },
    },
    async (request, reply) => {
      const { refresh_token: inBody, client_type } = request.body ?? {}
      const clientType = client_type ?? (inBody === undefined ? 'web' : 'mobile')
      const token = clientType === 'web' ? refreshTokenIn(request.headers.cookie) : inBody
      return answer(reply, await refresh(deps, { token, clientType }, originOf(request)))
    },
  )

  app.post(
    '/logout',
    {
      config: { access: 'user' },
      schema: { summary: 'End this session', response: { 200: Message } },
    },
    async (request, reply) => {
      await logout(deps, selfOf(request))
      reply.header('set-cookie', clearedRefreshCookie(deps.publicUrl()))
      return { message: 'you are signed out' }
    },
  )

  app.post(
    '/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Ask for a link that sets a new password',
        description: 'Answered alike whether or not anybody has the address. The link comes by mail.',
        body: ForgotPasswordRequest,
        response: { 200: Message },
      },
    },
    async (request) => {
      await passwordRequests.take(request.body.email, originOf(request))
      return { message: 'if the address has an account, a mail with a link is on its way' }
    },
  )

  app.post(
    '/reset-password',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Set a password by the link of a mail',
        description: 'All sessions of the person end. The token is good once.',
        body: ResetPasswordRequest,
        response: { 200: Message },
      },
    },
    async (request) => {
      await resetPassword(deps, request.body, originOf(request))
      return { message: 'the password is set; sign in with it' }
    },
  )

  app.post(
    '/change-password',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Change your password',
        description:
          'Your other sessions end. A wrong `old_password` is a 400 and counts as a failed login: the fifth within 15 ' +
          'minutes is a 423.',
        body: ChangePasswordRequest,
        response: { 200: Message },
      },
    },
    async (request) => {
      await changePassword(deps, selfOf(request), request.body)
      return { message: 'the password is changed; other sessions have ended' }
    },
  )

  app.get(
    '/me',
    { config: { access: 'user' }, schema: { summary: 'Who you are', response: { 200: Me } } },
    (request) => describeMe(deps, selfOf(request)),
  )

  app.patch(
    '/me',
    {
      config: { access: 'user' },
      schema: { summary: 'Change your name', body: MePatch, response: { 200: Me } },
    },
    (request) => updateMe(deps, selfOf(request), request.body),
  )

  app.patch(
    '/me/preferences',
    {
      config: { access: 'user' },
      schema: { summary: 'Change your preferences', body: PreferencesPatch, response: { 200: Preferences } },
    },
    (request) => updatePreferences(deps, selfOf(request), request.body),
  )
}

/** The person who calls; the access `user` has refused everybody else. */
function selfOf({ caller }: FastifyRequest): UserCaller {
  if (caller.kind !== 'user') throw forbidden('only a signed-in person may call this')
  return caller
}
