import type { RawAnswer } from '../../../platform/http/raw-answer.js'

/** Why a request for a media socket is not answered with 101 (docs/protocol.md, 20). */
export const mediaRefusals = {
  noKey: {
    status: 401,
    code: 'auth_required',
    message: 'send Authorization: Bearer gw_... with a valid key',
  },
  noRelayKey: {
    status: 401,
    code: 'auth_required',
    message: 'send Authorization: Bearer rl_... with the key of this cloud (cloud relay key)',
  },
  browser: { status: 403, code: 'forbidden', message: 'this socket is for gateways, not for browsers' },
  disabled: { status: 403, code: 'forbidden', message: 'this gateway is disabled; enable it first' },
  notFound: {
    status: 404,
    code: 'not_found',
    message: 'nobody asked this gateway for that picture, or nobody waits for it on this node any more',
  },
  tooMany: {
    status: 429,
    code: 'rate_limited',
    message: 'this gateway asked for too many media sockets of which nobody here knows; wait a moment',
    headers: { 'retry-after': '1' },
  },
  taken: { status: 409, code: 'conflict', message: 'this picture has its socket already' },
  staleLease: {
    status: 409,
    code: 'conflict',
    message: 'X-Lease-Epoch is not that of the lease by which the camera is held now',
  },
  noNodeKey: {
    status: 401,
    code: 'auth_required',
    message: 'this path is for the other nodes of the service',
  },
  otherNode: {
    status: 409,
    code: 'conflict',
    message: 'this node does not have the stream; look up again which one does',
  },
  unreachable: {
    status: 503,
    code: 'unavailable',
    message: 'another node waits for this picture, and cannot be reached: set NODE_URL of each node',
    headers: { 'retry-after': '1' },
  },
  stopping: {
    status: 503,
    code: 'unavailable',
    message: 'the service is stopping; connect again',
    headers: { 'retry-after': '1' },
  },
} as const satisfies Record<string, RawAnswer>
