import { LoginRequest, LoginResponse, Me } from '@sightline/protocol'
import { forbidden } from '../platform/errors.js'
import { originOf } from '../platform/http/authenticator.js'
import type { Slice } from '../platform/http/slice.js'
import { describeMe, login } from './auth.service.js'
import type { Passwords } from './password.js'

/** `/api/v1/auth` */
export const authRoutes: Slice<{ passwords: Passwords }> = async (app, { passwords }) => {
  const deps = { ...app.platform, passwords }

  app.post(
    '/login',
    { config: { access: 'public' }, schema: { body: LoginRequest, response: { 200: LoginResponse } } },
    (request) => login(deps, request.body, originOf(request)),
  )

  app.get('/me', { config: { access: 'user' }, schema: { response: { 200: Me } } }, (request) => {
    if (request.caller.kind !== 'user') throw forbidden('only a signed-in person may call this')
    return describeMe(deps, request.caller)
  })
}
