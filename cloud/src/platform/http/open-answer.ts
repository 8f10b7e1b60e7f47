import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { completeHeaders } from './answer-headers.js'

/**
 * Sends the head of an answer that goes on for long. Its body is written to `reply.raw` from then on: Fastify would keep a stream of its
 * own for it, and four who wait for its end. Hooks that see answers before they are sent do not see this one; those that hear of its end do,
 * also where its reader has gone.
 */
export function openAnswer(request: FastifyRequest, reply: FastifyReply): void {
  completeHeaders(request, reply)
  reply.hijack()
  const { raw } = reply
  const headers = Object.entries(reply.getHeaders())
  raw.writeHead(
    raw.statusCode,
    Object.fromEntries(
      headers.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    ),
  )
  // On its own: what is written together with the first piece of the body stays in memory in as many pieces as it was made of.
  raw.flushHeaders()
  raw.on('close', endedEarly)
}

/** Fastify takes a request for ended when its answer was sent or has failed, and then hears of neither any more. */
function endedEarly(this: ServerResponse): void {
  if (this.listenerCount('error') > 0) this.emit('error', new Error('the reader of the answer has gone'))
}
