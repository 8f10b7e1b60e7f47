import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { AppError, invalid, unavailable } from '../errors.js'
import type { Log } from '../log.js'
import type { Metrics } from '../metrics.js'
import type { Platform } from '../platform.js'
import { enforceAccess } from './access.js'
import { closedHeaders, securityHeaders, setHeaders } from './answer-headers.js'
import type { Authenticator } from './authenticator.js'
import type { ClientAddresses } from './client-address.js'
import { enableCors } from './cors.js'
import { handleErrors } from './error-handler.js'
import { enableIdempotency } from './idempotency.js'
import { writeLongAnswersInTurns } from './long-answers.js'
import { answerUnreadable } from './raw-answer.js'
import { originForm } from './request-target.js'
import { requirePlainInput } from './text-input.js'
import { refuseExpectations } from './unmet-expectations.js'
import { toWireAnswer } from './wire-errors.js'

/** Bytes of a JSON body at most. */
const bodyLimit = 1024 * 1024

/** Milliseconds for a request to come in: 8 MiB of a clip over a line of 0.25 Mbit/s. Its headers have 60 s. */
const requestTimeout = 300_000

/** The server with everything that holds for all routes, and no route yet. It never listens by itself. */
export function createServer(platform: Platform, authenticator: Authenticator) {
  const logger: FastifyBaseLogger = platform.log
  const app = Fastify({
    bodyLimit,
    loggerInstance: logger,
    // A logger made for each request costs more than its one line, which names the request itself.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    requestTimeout,
    keepAliveTimeout: platform.config.keepAliveMs,
    forceCloseConnections: 'idle',
    // Refused by a hook of ours, in the envelope.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      refuseAddress(error, request, reply.raw, platform.clock.now()),
    clientErrorHandler: answerUnreadable,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
  })
  nameClients(app, platform.clientAddresses)
  // Heard for as long as it lives, beside who waits for it to listen: one that nobody hears ends the process.
  app.server.on('error', (err) => logger.warn({ err }, 'http.server_failed'))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('platform', platform)
  app.decorate('database', platform.database)
  handleErrors(app, platform.clock)
  enableCors(app, platform.config.corsOrigins)
  refuseWhileClosing(app)
  refuseExpectations(app)
  refuseEncodings(app)
  readJson(app)
  enforceAccess(app, authenticator, platform.clock)
  enableIdempotency(app, platform)
  writeLongAnswersInTurns(app, platform.clock)
  setHeaders(app)
  logRequests(app, platform.log)
  measureRequests(app, platform.metrics)
  return app.withTypeProvider<ZodTypeProvider>()
}

/** `request.ip` is what sockets are told too: of Fastify it would be what the nearest proxy wrote, its port with it. */
function nameClients(app: FastifyInstance, addresses: ClientAddresses): void {
  app.addHook('onRequest', (request, _reply, done) => {
    Object.defineProperty(request, 'ip', { value: addresses.of(request.raw), enumerable: true })
    done()
  })
}

/**
 * JSON only; an empty body is no body. Prototype poisoning, depth, NUL and broken Unicode are refused; bytes of another
 * encoding too, of which replacement characters would be kept.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    if (!isUtf8(bytes)) return done(invalid('the body is not UTF-8'), undefined)
    const text = bytes.toString('utf8')
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

/** Nothing unpacks a body here: one that is packed would be read as what it is not. */
function refuseEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }, reply) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || encoding === '' || encoding === 'identity') return
    // RFC 9110, 15.5.16: whoever reads this may send it again as it takes.
    void reply.header('accept-encoding', 'identity')
    throw new AppError(
      'unsupported_media_type',
      `send the body as it is, without Content-Encoding: ${encoding.slice(0, 64)}`,
    )
  })
}

/** Connections that are still open when the server stops are asked to retry, and closed. */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    // Of a connection whose answer had begun before, and cannot say that it is the last one.
    app.server.keepAliveTimeout = 1
  })
  app.addHook('onRequest', async () => {
    if (closing) throw unavailable('the service is stopping; try again')
  })
}

/** An address that cannot be decoded, or with a part that is too long, reaches no route and no hook. */
function refuseAddress(error: Error, request: FastifyRequest, answer: ServerResponse, nowMs: number): void {
  const { status, body } = toWireAnswer(invalid('the address cannot be read', error), request.url, nowMs)
  answer
    .writeHead(status, {
      ...securityHeaders,
      ...closedHeaders,
      'x-request-id': request.id,
      'content-type': 'application/json; charset=utf-8',
    })
    .end(JSON.stringify(body))
}

/** One line per finished request; no query, which may hold a signature, and no body. */
function logRequests(app: FastifyInstance, log: Log): void {
  // Looking for secrets costs twenty times what the line does, and these fields hold none.
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', async (request, reply) => {
    lines.info(
      {
        reqId: request.id,
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

/** Counts and times what was answered, by the pattern of the route: an address would name what is a tenant's. */
function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
}
