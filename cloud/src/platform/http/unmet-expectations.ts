import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'

/**
 * Refuses what is expected of a request other than `100-continue` (RFC 9110, 10.1.1), as every other request is refused. Node would answer by
 * itself, without a word or an id.
 */
export function refuseExpectations(app: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>()
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', async (request) => {
    if (unmet.has(request.raw))
      throw new AppError(
        'expectation_failed',
        'Expect: nothing but 100-continue is met here; send it without',
      )
  })
}
