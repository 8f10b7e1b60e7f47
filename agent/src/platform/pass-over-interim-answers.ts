import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { InterimAnswers } from '@sightline/protocol'

const known = new WeakMap<Socket, InterimAnswers>()
let isOn = false

/**
 * From now on every client of this process takes an answer also where `100 Continue` stands before it, of which undici 7 says
 * "bad response". Undici tells of each request by this channel before it sends the first byte, and reads by `read()`.
 */
export function passOverInterimAnswers(): void {
  if (isOn) return
  isOn = true
  subscribe('undici:client:sendHeaders', (message) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    if (message.socket instanceof Socket) filterOf(message.socket).await()
  })
}

function filterOf(socket: Socket): InterimAnswers {
  const before = known.get(socket)
  if (before) return before
  const filter = new InterimAnswers()
  known.set(socket, filter)
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown =>
    size === undefined ? readThrough(socket, read, filter) : read(size)
  return filter
}

/** An empty chunk would end what undici reads: it asks again when the socket says that there is more. */
function readThrough(socket: Socket, read: () => unknown, filter: InterimAnswers): unknown {
  for (;;) {
    const chunk = read()
    if (!(chunk instanceof Uint8Array)) return chunk
    const rest = filter.take(chunk)
    if (rest === null) {
      socket.destroy(new Error('interim answers without end stood before an answer'))
      return null
    }
    // As a Buffer: undici puts back what it cannot take yet, and the socket takes nothing else.
    if (rest.length > 0) return Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength)
  }
}
