import type { RawAnswer } from '../../../platform/http/raw-answer.js'

/** Why a request for the live socket is not answered with 101 (docs/protocol.md, 20). */
export const refusals = {
  noRoute: { status: 404, code: 'not_found', message: 'there is no such route' },
  inAddress: {
    status: 400,
    code: 'validation_error',
    message:
      'this address takes no query, for addresses are written into logs: send the token as the subprotocol bearer.<token>',
  },
  otherProtocol: {
    status: 400,
    code: 'validation_error',
    message: 'offer exactly the subprotocols sightline.live.v1 and bearer.<token>',
  },
  noToken: {
    status: 401,
    code: 'auth_required',
    message: 'send an access token or a live token as the subprotocol bearer.<token>',
  },
  foreignOrigin: {
    status: 403,
    code: 'forbidden',
    message: 'pages of this origin may not watch: see CORS_ORIGINS, or name the origin in a live token',
  },
  otherOrigin: {
    status: 403,
    code: 'forbidden',
    message: 'this live token is for pages of other origins: name the origin when you make it',
  },
  keyInPage: {
    status: 403,
    code: 'forbidden',
    message: "a service account's key does not belong into a page: make a live token of a camera with it",
  },
  tooMany: {
    status: 429,
    code: 'rate_limited',
    message:
      'too many live sockets are open: watch several cameras over one, and close those that are not needed',
    headers: { 'retry-after': '5' },
  },
  noSites: {
    status: 404,
    code: 'not_found',
    message: 'this API key has no sites, so there is nothing for it to see',
  },
} as const satisfies Record<string, RawAnswer>
