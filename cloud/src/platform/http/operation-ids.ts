import type { FastifyInstance } from 'fastify'

/** A route of the document without an `operationId`, or with that of another: a defect, seen at start. */
export class OperationIdError extends Error {
  override readonly name = 'OperationIdError'
}

/**
 * Makes routes that the document describes fail to register without an `operationId` of their own. Clients are
 * generated with it as a name: it begins with a verb, and never changes once it was published.
 */
export function requireOperationIds(app: FastifyInstance): void {
  const routes = new Map<string, string>()
  app.addHook('onRoute', ({ method, url, schema }) => {
    // HEAD is added to each GET by the framework, which hides what it adds.
    if (schema?.hide || url === '/docs' || url.startsWith('/docs/') || method === 'HEAD') return
    const route = `${String(method)} ${url}`
    const id = schema?.operationId
    if (id === undefined || !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(id))
      throw new OperationIdError(`${route} has no operationId such as listEvents: add one to its schema`)
    const other = routes.get(id)
    // A slash at the end is the same route.
    if (other !== undefined) throw new OperationIdError(`${route} has the operationId ${id} of ${other}`)
    routes.set(id, route)
  })
}
