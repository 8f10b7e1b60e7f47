import Fastify, { type FastifySchema } from 'fastify'
import { expect, test } from 'vitest'
import { OperationIdError, requireOperationIds } from './operation-ids.js'

const answer = () => 'ok'

/** The part of a schema that the plugin of the document adds. */
const schemaOf = (said: { operationId?: string; hide?: boolean }): FastifySchema & typeof said => said

function server() {
  const app = Fastify()
  requireOperationIds(app)
  return app
}

test.each([
  ['without an operationId', {}],
  ['with one that is no name', { operationId: 'List events' }],
])('a route %s does not register', (_, said) => {
  expect(() => server().get('/api/v1/events', { schema: schemaOf(said) }, answer)).toThrow(OperationIdError)
})

test('a second route with the same operationId does not register', () => {
  const app = server()
  app.get('/api/v1/events', { schema: schemaOf({ operationId: 'listEvents' }) }, answer)
  expect(() =>
    app.get('/api/v1/alerts', { schema: schemaOf({ operationId: 'listEvents' }) }, answer),
  ).toThrow('GET /api/v1/alerts has the operationId listEvents of GET /api/v1/events')
})

test('a route that the document leaves out needs none', async () => {
  const app = server()
  app.get('/player.js', { schema: schemaOf({ hide: true }) }, answer)
  await app.ready()
  expect((await app.inject('/player.js')).statusCode).toBe(200)
})
