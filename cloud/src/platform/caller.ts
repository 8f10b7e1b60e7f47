import type { Role } from '@sightline/protocol'
import { isAtLeast } from '@sightline/protocol'
import { type AppError, forbidden, missing } from './errors.js'

/** Who did something. Stored with the name at that time, so that history survives the actor. */
export type ActorKind = 'user' | 'service_account' | 'gateway' | 'operator' | 'system'

export interface Actor {
  kind: ActorKind
  id: string | null
  name: string
  /** Where the request came from; absent for what no request caused. */
  address?: string
  userAgent?: string
}

/** What the service does of its own accord. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'Sightline' }

/**
 * What a caller may see: one organisation, and in it all sites (`null`) or the listed ones.
 * An empty list admits nothing. Every repository function takes it, or at least the organisation.
 */
export interface Scope {
  readonly orgId: string
  readonly siteIds: readonly string[] | null
}

interface CallerBase extends Scope {
  readonly actor: Actor
  readonly role: Role
}

/** A signed-in person. */
export interface UserCaller extends CallerBase {
  readonly kind: 'user'
  readonly userId: string
  readonly sessionId: string
  /** The organisation asks for a second factor and the person has none: good for setting one up, and nothing else. */
  readonly onlyToSetUp?: true
}

/** A server with an `sa_` key. */
export interface ServiceAccountCaller extends CallerBase {
  readonly kind: 'service_account'
  readonly serviceAccountId: string
  /** Which of the account's keys. */
  readonly keyId: string
}

/** A gateway with its `gw_` key. It has no role and reaches gateway routes only. */
export interface GatewayCaller extends Scope {
  readonly kind: 'gateway'
  readonly gatewayId: string
  readonly actor: Actor
}

/** Who calls the API with a role. */
export type Caller = UserCaller | ServiceAccountCaller

/** Sites a person or key may see, by role: only viewers are limited. */
export function sitesInScope(role: Role, siteIds: readonly string[]): readonly string[] | null {
  return isAtLeast(role, 'operator') ? null : siteIds
}

/** True if the scope admits the site. */
export function seesSite(scope: Pick<Scope, 'siteIds'>, siteId: string): boolean {
  return scope.siteIds === null || scope.siteIds.includes(siteId)
}

/**
 * Refuses a site outside the caller's scope.
 * @throws AppError forbidden for users and for keys with a site; missing for a key without any.
 */
export function requireSite(caller: Caller, siteId: string, what: string): void {
  if (!seesSite(caller, siteId)) throw outsideScope(caller, what)
}

/** True for the key of a viewer that was given no site: it authenticates, and sees nothing of any site. */
export function isKeyWithoutSite(caller: Caller): boolean {
  return caller.kind === 'service_account' && caller.siteIds?.length === 0
}

/** The refusal of what is at none of the caller's sites: forbidden, or missing for a key without any. */
export function outsideScope(caller: Caller, what: string): AppError {
  if (isKeyWithoutSite(caller)) return missing(what)
  return forbidden(
    what === 'site' ? 'this site is outside your scope' : `this ${what} belongs to a site outside your scope`,
  )
}

/** The person who calls. @throws AppError forbidden for a key, where the access `user` has not refused it before */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw forbidden('only a signed-in person may call this')
  return caller
}

/**
 * Refuses to grant a role above the caller's own, or to change somebody who has one.
 * @throws AppError forbidden
 */
export function requireNotAbove(caller: Caller, role: Role): void {
  if (!isAtLeast(caller.role, role)) throw forbidden(`this needs the role ${role}: it is above your own`)
}
