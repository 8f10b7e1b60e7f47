import { isAtLeast, type Role } from '@sightline/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Caller, type GatewayCaller, isKeyWithoutSite, requireUser } from '../caller.js'
import { AppError, type ErrorKind, forbidden, secondFactorNeeded, unauthenticated } from '../errors.js'
import type { Clock } from '../time/clock.js'
import { type Allowance, type Authenticator, originOf } from './authenticator.js'
import type { Access } from './route-access.js'
import { errorsOf } from './route-errors.js'

export const atLeast = (role: Role): { readonly atLeast: Role } => ({ atLeast: role })

/**
 * Another way to call a route than by a credential of the API.
 * @returns whoever calls by it; null for a request without one, which the usual way is for
 * @throws AppError for one that does not hold
 */
export type AlsoAdmits = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    alsoAdmits?: AlsoAdmits
    /** Shows nothing that belongs to a site, so that a viewer's key without any site may call it too. */
    alsoWithoutSites?: true
    /** A session that is good for setting up a second factor alone may call it too. */
    alsoToSetUp?: true
    /** The version of the interface that brought the route; `v1.0` if absent. */
    since?: string
  }
  interface FastifyInstance {
    /** Every route, who may call it and what it may refuse, for whoever checks them all. */
    routeTable: readonly TableRoute[]
  }
  interface FastifyRequest {
    /** The person or key that calls. Only on routes whose access asks for one. */
    caller: Caller
    /** The gateway that calls. Only on routes with the access `gateway`. */
    gatewayCaller: GatewayCaller
  }
}

/** A route, as whoever checks them all sees it. */
export interface TableRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
  /** The kinds of error that it may answer: `errorsOf`. */
  errors(): ReadonlySet<ErrorKind>
}

/** A route without `config.access`: a defect of the program, seen at start. */
export class AccessMissingError extends Error {
  override readonly name = 'AccessMissingError'
}

const callers = new WeakMap<FastifyRequest, Caller | GatewayCaller>()

/** Makes routes without `access` fail to register, and refuses callers that a route does not admit. */
export function enforceAccess(app: FastifyInstance, authenticator: Authenticator, clock: Clock): void {
  app.decorateRequest('caller', { getter: callerOf })
  app.decorateRequest('gatewayCaller', { getter: gatewayCallerOf })
  const table: TableRoute[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', (route) => {
    const access = declaredAccess(route)
    const errors = () => errorsOf(route)
    for (const method of [route.method].flat()) table.push({ method, url: route.url, access, errors })
  })
  app.addHook('onRequest', async (request, reply) => {
    // The not-found handler has no route of its own and reveals nothing.
    if (request.is404) return
    const access = request.routeOptions.config.access
    if (access === undefined) throw new AccessMissingError(request.url)
    if (access === 'public' || access === 'signed') return
    const { alsoAdmits, alsoToSetUp, alsoWithoutSites } = request.routeOptions.config
    const caller = (await alsoAdmits?.(request, reply)) ?? (await byCredential(request, reply))
    if (!alsoToSetUp) requireSetUp(caller)
    admit(caller, access)
    if (!alsoWithoutSites) requireAnySite(caller)
    callers.set(request, caller)
  })

  async function byCredential(request: FastifyRequest, reply: FastifyReply): Promise<Caller | GatewayCaller> {
    const { caller, allowance } = await authenticator.authenticate(bearerToken(request), originOf(request))
    // Ahead of everything that may refuse: each answer to a limited caller says what is left.
    if (allowance) reply.headers(allowanceHeaders(allowance, clock.now()))
    return caller
  }
}

/** @throws AccessMissingError if the route does not say who may call it. */
function declaredAccess(route: RouteOptions): Access {
  // The pages of the API reference come from a library; they are for everybody.
  if (route.url === '/docs' || route.url.startsWith('/docs/'))
    route.config = { ...route.config, access: 'public' }
  const access = route.config?.access
  if (access !== undefined) return access
  throw new AccessMissingError(
    `${String(route.method)} ${route.url} does not say who may call it: declare config.access`,
  )
}

/** The credential of an `Authorization: Bearer` header (RFC 6750, 2.1); undefined for any other. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}

/** @throws AppError unauthenticated without a bearer credential. */
export function bearerToken(request: { headers: { authorization?: string | undefined } }): string {
  const token = bearerIn(request.headers.authorization)
  if (token === undefined) throw unauthenticated('send Authorization: Bearer <token>')
  return token
}

function allowanceHeaders({ limit, remaining, fullInSec }: Allowance, nowMs: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(nowMs / 1000) + fullInSec),
  }
}

/** @throws AppError forbidden if the caller is not one that `access` admits. */
export function admit(caller: Caller | GatewayCaller, access: Exclude<Access, 'public' | 'signed'>): void {
  if (access === 'gateway') {
    if (caller.kind !== 'gateway') throw forbidden('only a gateway with its key may call this')
    return
  }
  // A gateway's key opens its own channel and nothing else; elsewhere it is no credential at all.
  if (caller.kind === 'gateway') throw new AppError('unauthenticated', 'a gateway key is not accepted here')
  if (access === 'authenticated') return
  if (access === 'user') {
    requireUser(caller)
    return
  }
  if (!isAtLeast(caller.role, access.atLeast))
    throw forbidden(`this needs the role ${access.atLeast} or above`)
}

/**
 * Refuses a session that is good for setting up a second factor alone.
 * @throws AppError unauthenticated
 */
function requireSetUp(caller: Caller | GatewayCaller): void {
  if (caller.kind === 'user' && caller.onlyToSetUp)
    throw secondFactorNeeded(
      'set up a second factor first: until then this session is good for nothing else',
      {
        problem: 'not_set_up',
        methods: [],
      },
    )
}

/** A viewer's key without sites may authenticate, and finds nothing (interface: Service accounts). */
function requireAnySite(caller: Caller | GatewayCaller): void {
  if (caller.kind !== 'gateway' && isKeyWithoutSite(caller))
    throw new AppError('missing', 'this API key has no sites, so there is nothing for it to see')
}

function callerOf(this: FastifyRequest): Caller {
  const caller = callers.get(this)
  if (!caller || caller.kind === 'gateway') throw new Error('this route has no caller: its access is public')
  return caller
}

function gatewayCallerOf(this: FastifyRequest): GatewayCaller {
  const caller = callers.get(this)
  if (caller?.kind !== 'gateway') throw new Error('this route has no gateway: declare access gateway')
  return caller
}
