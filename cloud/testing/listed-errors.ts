import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import type { TableRoute } from '#cloud/platform/http/access.js'
import { wireCode } from '#cloud/platform/http/wire-errors.js'

const Envelope = z.object({ error: z.object({ code: z.string() }) })

/**
 * Holds every error that a test sees against what its route lists: so no refusal of a use case is missing from the
 * description of a route that some test covers.
 * @throws Error if the route answers this error, and does not list it
 */
export function requireListedError(
  app: FastifyInstance,
  { method = 'GET', url }: InjectOptions,
  answer: LightMyRequestResponse,
): void {
  if (answer.statusCode < 400 || answer.statusCode === 500 || typeof url !== 'string') return
  const route = routeAt(app.routeTable, method.toUpperCase(), url)
  const envelope = envelopeOf(answer)
  if (!route || !envelope) return
  const { code } = envelope.error
  const listed = [...route.errors()].map((kind) => wireCode(kind, route.url))
  if (listed.some((one) => one.status === answer.statusCode && one.code === code)) return
  throw new Error(
    `${route.method} ${route.url} answered ${answer.statusCode} ${code}, which it does not list: add its kind to config.errors`,
  )
}

/** Undefined for what is no refusal in the envelope: an upgrade that is required, a page, a range. */
function envelopeOf({ headers, body, statusCode }: LightMyRequestResponse) {
  if (statusCode === 426 || !String(headers['content-type']).startsWith('application/json')) return undefined
  return body === '' ? undefined : Envelope.safeParse(JSON.parse(body)).data
}

/** A route, and what an address of it looks like. */
interface KnownRoute {
  readonly route: TableRoute
  readonly pattern: RegExp
}

/** Of each table its routes, those with the most fixed parts first. */
const known = new WeakMap<readonly TableRoute[], readonly KnownRoute[]>()

/** The route that serves an address: the one with the most fixed parts, as the router chooses. */
function routeAt(table: readonly TableRoute[], method: string, url: string): TableRoute | undefined {
  const path = url.split('?')[0]?.replace(/(?<=.)\/$/, '') ?? ''
  const routes = known.get(table) ?? mostFixedFirst(table)
  known.set(table, routes)
  return routes.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route
}

function mostFixedFirst(table: readonly TableRoute[]): KnownRoute[] {
  return table
    .map((route) => ({ route, pattern: patternOf(route.url) }))
    .toSorted((one, other) => parametersOf(one.route) - parametersOf(other.route))
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)

const parametersOf = ({ url }: TableRoute): number => url.split(/[:*]/).length
