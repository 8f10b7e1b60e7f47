import type { RawAnswer } from '../../../platform/http/raw-answer.js'

/** Why a request for the channel is not answered with 101 (docs/protocol.md, 2). */
export type UpgradeRefusal = RawAnswer

export const refusals = {
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
  browser: { status: 403, code: 'forbidden', message: 'this channel is for gateways, not for browsers' },
  disabled: { status: 403, code: 'forbidden', message: 'this gateway is disabled; enable it first' },
  notFound: { status: 404, code: 'not_found', message: 'there is no such gateway for this key' },
  stopping: {
    status: 503,
    code: 'unavailable',
    message: 'the service is stopping; connect again',
    headers: { 'retry-after': '5' },
  },
} as const satisfies Record<string, UpgradeRefusal>
