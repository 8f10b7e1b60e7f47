import {
  ById,
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
  UserSessionList,
} from '@sightline/protocol'
import type { FastifyReply } from 'fastify'
import { requireUser } from '../../platform/caller.js'
import { originOf } from '../../platform/http/authenticator.js'
import type { Slice } from '../../platform/http/slice.js'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.js'
import { login } from './login/login.js'
import { describeMe, updateMe, updatePreferences } from './me.js'
import { changePassword } from './passwords/change-password.js'
import type { Passwords } from './passwords/password.service.js'
import type { PasswordRequests } from './passwords/password-requests.js'
import { resetPassword } from './passwords/reset-password.js'
import { secondFactorRoutes } from './second-factors/second-factor.routes.js'
import { logout } from './sessions/logout.js'
import { endOwnSession, listOwnSessions } from './sessions/own-sessions.js'
import { signInRoutes } from './single-sign-on/sign-in.routes.js'
import type { Granted } from './tokens/grant.js'
import { refresh } from './tokens/refresh.js'
import { clearedRefreshCookie, refreshCookie, refreshTokenIn } from './tokens/refresh-cookie.js'

/** What these routes need beside the platform. */
interface AuthNeeds {
  readonly passwords: Passwords
  readonly passwordRequests: PasswordRequests
  readonly outbound: OutboundHttp
}

/** `/api/v1/auth` */
export const authRoutes: Slice<AuthNeeds> = async (app, { passwords, passwordRequests, outbound }) => {
  const deps = { ...app.platform, passwords }
  await app.register(secondFactorRoutes, { passwords })
  await app.register(signInRoutes, { outbound, prefix: '/single-sign-on' })

  /** A web client gets its refresh token as a cookie; the body of any other holds it. */
  function answer<T>(reply: FastifyReply, granted: Granted<T>): T {
    if (granted.refresh.clientType === 'web')
      reply.header('set-cookie', refreshCookie(granted.refresh, deps.publicUrl(), deps.clock.now()))
    return granted.body
  }

  app.post(
    '/login',
    {
      config: {
        access: 'public',
        errors: ['unauthenticated', 'forbidden', 'account_disabled', 'account_locked', 'rate_limited'],
      },
      schema: {
        operationId: 'login',
        summary: 'Sign in',
        description:
          'For `client_type` web the refresh token is set as the cookie `sl_refresh` (HttpOnly, SameSite=Strict, ' +
          'Path=/api/v1/auth); for mobile it is `refresh_token` in the answer, and no cookie is set. Who has a second factor ' +
          'sends it along: the right password without it is a 401 with `details.second_factor`, five wrong ones within 15 ' +
          'minutes a 423. Who signs in by the issuer of their organisation is answered 403 to the right password.',
        body: LoginRequest,
        response: { 200: LoginResponse },
      },
    },
    async (request, reply) => answer(reply, await login(deps, request.body, originOf(request))),
  )

  app.post(
    '/refresh',
    {
      config: { access: 'public', errors: ['unauthenticated', 'rate_limited'] },
      schema: {
        operationId: 'refreshAccessToken',
        summary: 'Get a new access token',
        description:
          'Its successor comes as the refresh token came, in the cookie or in `refresh_token`. The token stays good until its ' +
          'successor is used for the first time, of a web client as of a mobile one: a refresh whose answer was lost is asked for ' +
          'again, and a client that keeps the token of its login needs no other. A token of the past ends the session. The user ' +
          'agent must be that of the login.',
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
      config: { access: 'user', alsoToSetUp: true },
      schema: { operationId: 'logout', summary: 'End this session', response: { 200: Message } },
    },
    async (request, reply) => {
      await logout(deps, requireUser(request.caller))
      reply.header('set-cookie', clearedRefreshCookie(deps.publicUrl()))
      return { message: 'you are signed out' }
    },
  )

  app.post(
    '/forgot-password',
    {
      config: { access: 'public', errors: ['rate_limited'] },
      schema: {
        operationId: 'requestPasswordReset',
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
      config: { access: 'public', errors: ['unauthenticated', 'rate_limited'] },
      schema: {
        operationId: 'resetPassword',
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
      config: { access: 'user', errors: ['account_locked'] },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description:
          'Your other sessions end. A wrong `old_password` is a 400 and counts as a failed login: the fifth within 15 ' +
          'minutes is a 423.',
        body: ChangePasswordRequest,
        response: { 200: Message },
      },
    },
    async (request) => {
      await changePassword(deps, requireUser(request.caller), request.body)
      return { message: 'the password is changed; other sessions have ended' }
    },
  )

  app.get(
    '/me',
    {
      config: { access: 'user', alsoToSetUp: true },
      schema: { operationId: 'getMe', summary: 'Who you are', response: { 200: Me } },
    },
    (request) => describeMe(deps, requireUser(request.caller)),
  )

  app.patch(
    '/me',
    {
      config: { access: 'user' },
      schema: { operationId: 'updateMe', summary: 'Change your name', body: MePatch, response: { 200: Me } },
    },
    (request) => updateMe(deps, requireUser(request.caller), request.body),
  )

  app.patch(
    '/me/preferences',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'updateMyPreferences',
        summary: 'Change your preferences',
        body: PreferencesPatch,
        response: { 200: Preferences },
      },
    },
    (request) => updatePreferences(deps, requireUser(request.caller), request.body),
  )

  app.get(
    '/sessions',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'listMySessions',
        summary: 'Your sign-ins that still live',
        response: { 200: UserSessionList },
      },
    },
    (request) => listOwnSessions(deps, requireUser(request.caller)),
  )

  app.delete(
    '/sessions/:id',
    {
      config: { access: 'user', since: 'v1.4' },
      schema: {
        operationId: 'endMySession',
        summary: 'End one of your sign-ins',
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await endOwnSession(deps, requireUser(request.caller), request.params.id)
      return { message: 'The session has ended.' }
    },
  )
}
