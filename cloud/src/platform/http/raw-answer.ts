import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorEnvelope } from '@sightline/protocol'

export interface RawAnswer {
  readonly status: number
  /** One of `ErrorCode`, as the route at the same address would spell it. */
  readonly code: ErrorEnvelope['error']['code']
  /** One sentence for a person. */
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a failure on a bare connection, where no reply could be made, and ends the connection. */
export function answerRaw(socket: Duplex, { status, code, message, headers = {} }: RawAnswer): void {
  const envelope: ErrorEnvelope = { error: { code, message } }
  const body = JSON.stringify(envelope)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Answers what is no HTTP request, or one that took too long to come. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answerRaw(socket, { code: 'validation_error', ...unreadable(error.code) })
}

function unreadable(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'the request did not come in time' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'the headers are larger than this service takes' }
    default:
      return { status: 400, message: 'this is no HTTP request that can be read' }
  }
}
