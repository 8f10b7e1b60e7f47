import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { IdempotencyHeaders } from './idempotency.js'
import { pathOf } from './request-target.js'

/** What pages of a listed origin may send. */
const methods = 'GET, POST, PUT, PATCH, DELETE'

/** What is read of requests beside the headers that routes describe as their parameters. */
const alwaysRead = ['authorization', 'content-type', 'if-none-match', 'if-range', 'range']

/** What scripts there may read besides the body and what every browser shows. `Date` is what a `Retry-After` may be counted from. */
const readableHeaders = [
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotent-Replayed',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Date',
].join(', ')

/** How long a browser may keep the answer to a preflight. */
const preflightSec = 600

/** Where the refresh cookie goes; no other route reads a cookie. */
const cookiePath = '/api/v1/auth/'

/**
 * Lets pages of the listed origins call the API from a browser (`CORS_ORIGINS`). Others get the answers that they
 * always got, without the headers that would let their scripts read them; there is no wildcard. Pages with a live token
 * are of origins that the token names: what they may ask for answers them itself (`live-pages.ts`).
 *
 * Credentials, which in a browser means cookies, are admitted under `/api/v1/auth/` alone. The refresh cookie is
 * SameSite=Strict: a browser sends it, and keeps it, for origins of the service's own site only, such as
 * `https://app.example.com` beside `https://video.example.com`. Pages elsewhere keep the refresh token of the body.
 *
 * Register it ahead of every other hook, so that refusals can be read as well.
 */
export function enableCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)
  const requestHeaders = headersThatRoutesRead(app)
  app.addHook('onRequest', async (request, reply) => {
    // Also without an origin: a cache must not give one origin's answer to another.
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !listed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    if (pathOf(request.url).startsWith(cookiePath)) reply.header('access-control-allow-credentials', 'true')
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight) return answerPreflight(reply, requestHeaders)
    reply.header('access-control-expose-headers', readableHeaders)
  })
}

function answerPreflight(reply: FastifyReply, requestHeaders: ReadonlySet<string>): FastifyReply {
  return reply
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': [...requestHeaders].toSorted().join(', '),
      'access-control-max-age': String(preflightSec),
    })
    .code(204)
    .send()
}

/** Grows with each route that is registered from now on: a page may send whatever a route describes. */
function headersThatRoutesRead(app: FastifyInstance): ReadonlySet<string> {
  const read = new Set([...alwaysRead, ...Object.keys(IdempotencyHeaders.shape)])
  app.addHook('onRoute', ({ schema }) => {
    const headers: unknown = schema?.headers
    if (headers instanceof z.ZodObject)
      for (const name of Object.keys(headers.shape)) read.add(name.toLowerCase())
  })
  return read
}
