import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { invalid } from '../errors.js'
import type { Platform } from '../platform.js'
import { enforceAccess } from './access.js'
import type { Authenticator } from './authenticator.js'
import { answerErrors } from './error-handler.js'
import { requirePlainInput } from './text-input.js'

/** Bytes of a JSON body at most. */
const bodyLimit = 1024 * 1024

/** The server with everything that holds for all routes, and no route yet. It never listens by itself. */
export function createServer(platform: Platform, authenticator: Authenticator) {
  const logger: FastifyBaseLogger = platform.log
  const app = Fastify({
    bodyLimit,
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trustedProxies.length > 0 ? [...platform.config.trustedProxies] : false,
    genReqId: () => uuidv7(),
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('platform', platform)
  app.decorate('database', platform.database)
  answerErrors(app, platform.clock)
  readJson(app)
  enforceAccess(app, authenticator)
  setHeaders(app)
  logRequests(app)
  return app.withTypeProvider<ZodTypeProvider>()
}

/** JSON only; an empty body is no body. Prototype poisoning, depth, NUL and broken Unicode are refused. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (error) return done(invalid('the body is not JSON', error), undefined)
      try {
        requirePlainInput(value)
        done(null, value)
      } catch (refused) {
        done(refused instanceof Error ? refused : new Error('unreadable body', { cause: refused }), undefined)
      }
    })
  })
  app.addHook('preValidation', async (request) => {
    requirePlainInput(request.query)
    requirePlainInput(request.params)
  })
}

function setHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** One line per finished request; no query, which may hold a signature, and no body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      'request.done',
    )
  })
}
