import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * What becomes of a part instead of being stored. The numbers are answers: a portal wants somebody to sign in (302), a
 * store saw the line rest for too long (400), a proxy wants to know who asks (407) or takes no body of that length (413),
 * a store has trouble of its own (503). `stall`: some bytes are taken, then none, and after a while the store gives the
 * part up. `reset`: the connection breaks in the middle of it.
 */
export type PartFault = 302 | 400 | 407 | 413 | 503 | 'stall' | 'reset'

const restedTooLong = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>RequestTimeout</Code><Message>Your socket connection to the server was not read from or written to \
within the timeout period. Idle connections will be closed.</Message></Error>`

/** Answers a part as `fault` says. @param stallMs how long a stalled part is kept waiting */
export function answerFault(
  fault: PartFault,
  request: IncomingMessage,
  response: ServerResponse,
  stallMs: number,
): void {
  switch (fault) {
    case 'reset':
      // Not before some of it has arrived.
      request.once('data', () => request.socket.resetAndDestroy())
      return
    case 'stall': {
      request.once('data', () => request.pause())
      const timer = setTimeout(() => end(response, 400, {}, restedTooLong), stallMs)
      request.once('close', () => clearTimeout(timer))
      return
    }
    case 400:
      request.resume().once('end', () => end(response, 400, {}, restedTooLong))
      return
    case 302:
      // The middle of the way answers without waiting for the body.
      end(response, 302, { location: 'http://portal.invalid/sign-in' }, 'Please sign in.')
      return
    case 407:
      end(response, 407, { 'proxy-authenticate': 'Basic realm="site"' }, 'Who asks?')
      return
    case 413:
      end(response, 413, {}, 'Request Entity Too Large')
      return
    case 503:
      request.resume().once('end', () => end(response, 503, {}, 'Slow down.'))
  }
}

/** Whoever answers so closes the connection, for the body may be there in part only. */
function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain', connection: 'close' }).end(text)
}
