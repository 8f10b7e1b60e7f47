import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@sightline/protocol'

/** Why a request for the channel is not answered with 101 (docs/protocol.md, 2). */
export interface UpgradeRefusal {
  status: 400 | 401 | 403 | 404 | 503
  code: ErrorCode
  message: string
  headers?: Readonly<Record<string, string>>
}

const reasons: Readonly<Record<UpgradeRefusal['status'], string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

export const refusals = {
  noKey: {
    status: 401,
    code: 'auth_required',
    message: 'send Authorization: Bearer gw_... with a valid key',
  },
  browser: { status: 403, code: 'forbidden', message: 'this channel is for gateways, not for browsers' },
  disabled: { status: 403, code: 'forbidden', message: 'this gateway is disabled; enable it first' },
  notFound: { status: 404, code: 'not_found', message: 'there is no such gateway for this key' },
  noRoute: { status: 404, code: 'not_found', message: 'there is no such route' },
  stopping: {
    status: 503,
    code: 'unavailable',
    message: 'the service is stopping; connect again',
    headers: { 'retry-after': '5' },
  },
  broken: {
    status: 503,
    code: 'unavailable',
    message: 'the key could not be checked; try again',
    headers: { 'retry-after': '5' },
  },
} as const satisfies Record<string, UpgradeRefusal>

/** Answers a request for an upgrade with an error and ends its connection. */
export function refuseUpgrade(socket: Duplex, { status, code, message, headers = {} }: UpgradeRefusal): void {
  const body = JSON.stringify({ error: { code, message } })
  const lines = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
