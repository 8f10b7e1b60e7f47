import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What every answer carries. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** What an answer carries unless its route says otherwise. */
export const closedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}

export function setHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => completeHeaders(request, reply))
}

/** Adds what every answer carries to the headers of one. */
export function completeHeaders({ id }: Pick<FastifyRequest, 'id'>, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': id, ...securityHeaders })
  for (const [name, value] of Object.entries(closedHeaders)) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}
