import { ByShareToken, longestTypedPassword, SharedEvent, ShareOpen } from '@sightline/protocol'
import { z } from 'zod'
import type { Passwords } from '../../identity/auth/passwords/password.service.js'
import { originOf } from '../../platform/http/authenticator.js'
import type { Slice } from '../../platform/http/slice.js'
import type { MediaLinks } from '../media/links/media-links.service.js'
import { openShare } from './open-share.js'

/** The others stay: the handler reads where the request came from. */
const Headers = z.looseObject({
  'x-share-password': z
    .string()
    .max(3 * 3 * longestTypedPassword)
    .optional()
    .describe('The password of the share, percent-encoded as UTF-8'),
})

const description =
  'Nobody signs in: the token is the credential, with the password where one is set. 401 while that is missing or ' +
  'wrong, 423 after five wrong ones, 404 for an unknown token, 410 for a share that is over.'

/** `/api/v1/shared/{token}` */
export const sharedEventRoutes: Slice<{ passwords: Passwords; mediaLinks: MediaLinks }> = async (
  app,
  parts,
) => {
  const deps = { ...app.platform, ...parts }

  app.get(
    '/:token',
    {
      config: { access: 'public', errors: ['unauthenticated', 'gone', 'locked', 'rate_limited'] },
      schema: {
        operationId: 'getSharedEvent',
        summary: 'What the link of a share shows',
        description,
        params: ByShareToken,
        headers: Headers,
        response: { 200: SharedEvent },
      },
    },
    (request) =>
      openShare(deps, {
        token: request.params.token,
        password: decoded(request.headers['x-share-password']),
        origin: originOf(request),
      }),
  )

  app.post(
    '/:token',
    {
      config: { access: 'public', errors: ['unauthenticated', 'gone', 'locked', 'rate_limited'] },
      schema: {
        operationId: 'openSharedEvent',
        summary: 'What the link of a share shows, with the password in the body',
        description,
        params: ByShareToken,
        body: ShareOpen,
        response: { 200: SharedEvent },
      },
    },
    (request) =>
      openShare(deps, {
        token: request.params.token,
        password: request.body.password,
        origin: originOf(request),
      }),
  )
}

/** A header cannot carry every character. What is no percent-encoding is no password of ours either. */
function decoded(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
