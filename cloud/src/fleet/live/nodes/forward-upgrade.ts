import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { answerRaw } from '../../../platform/http/raw-answer.js'
import { originForm } from '../../../platform/http/request-target.js'
import type { KeyRing } from '../../../platform/secrets/keys.js'
import { mediaRefusals } from '../sockets/media-refusals.js'
import { nodeKey } from './node-key.js'

/** Milliseconds for the other node to answer. */
const answerMs = 5_000

/** Names the node that forwards; a request that bears it is forwarded no further. */
export const forwardedHeader = 'x-live-forwarded'

/**
 * Hands an upgrade on to the node that waits for it, as it came, and then the bytes of both sides. The other node checks the
 * key of the gateway again.
 */
export function forwardUpgrade(
  keys: KeyRing,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
  url: string,
): void {
  // Never where the request says: the key of the nodes goes with it.
  const to = new URL(originForm(request.url ?? '/'), url)
  const headers = { ...request.headers, host: to.host, [forwardedHeader]: nodeKey(keys) }
  const forwarded = (to.protocol === 'https:' ? https : http).request(to, { headers, timeout: answerMs })
  // Whoever asked is gone: the other node is not to wait for it.
  const giveUp = () => forwarded.destroy()
  socket.once('close', giveUp)
  forwarded.on('upgrade', (answer, other, first) => {
    socket.off('close', giveUp)
    if (socket.destroyed) {
      other.destroy()
      return
    }
    // From here on either side may be silent for as long as its own pings allow.
    forwarded.setTimeout(0)
    const lines = ['HTTP/1.1 101 Switching Protocols']
    for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
      lines.push(`${answer.rawHeaders[index]}: ${answer.rawHeaders[index + 1]}`)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (first.length > 0) socket.write(first)
    if (head.length > 0) other.write(head)
    join(socket, other)
  })
  forwarded.on('response', (answer) => {
    answer.resume()
    const status = answer.statusCode ?? 503
    answerRaw(socket, status === 409 ? mediaRefusals.taken : mediaRefusals.notFound)
  })
  forwarded.on('timeout', () => forwarded.destroy(new Error('the other node does not answer')))
  forwarded.on('error', () => answerRaw(socket, mediaRefusals.unreachable))
  forwarded.end()
}

/** What one side sends the other gets; the end of one is the end of both. */
function join(one: Duplex, other: Duplex): void {
  const end = () => {
    one.destroy()
    other.destroy()
  }
  for (const side of [one, other]) side.on('error', end).on('close', end)
  one.pipe(other)
  other.pipe(one)
}
