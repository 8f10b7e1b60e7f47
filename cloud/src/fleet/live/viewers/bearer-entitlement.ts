import {
  type Credential,
  findStanding,
  type Proven,
  proveCredential,
} from '../../../identity/auth/standing.service.js'
import type { Actor } from '../../../platform/caller.js'
import { invalid, unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { Platform } from '../../../platform/platform.js'
import { type Entitlement, isOver, overs, type Standing } from './entitlement.js'
import type { Principal } from './viewer.js'

/** Watching by an access token, or by a service account's key. */
export class BearerEntitlement implements Entitlement {
  readonly #platform: Platform
  readonly #credential: Credential
  readonly #from: Origin
  readonly principal: Principal
  readonly actor: Actor
  readonly data = {}
  #expiresAt: Date | null

  constructor(platform: Platform, { caller, credential, expiresAt }: Proven, from: Origin) {
    this.#platform = platform
    this.#credential = credential
    this.#from = from
    this.#expiresAt = expiresAt
    this.actor = caller.actor
    this.principal =
      caller.kind === 'user'
        ? { kind: 'user', id: caller.userId, name: caller.actor.name }
        : { kind: 'service_account', id: caller.serviceAccountId, name: caller.actor.name }
  }

  get countsAs(): Principal {
    return this.principal
  }

  get orgId(): string {
    return this.#credential.orgId
  }

  get expiresAt(): Date | null {
    return this.#expiresAt
  }

  async standing(): Promise<Standing> {
    if (isOver(this.#expiresAt, this.#platform.clock.now())) return overs.tokenExpired
    const caller = await findStanding(this.#platform, this.#credential, this.#from)
    if (caller) return { ok: true, caller, onlyCameraId: null }
    return this.#credential.kind === 'session' ? overs.sessionOver : overs.keyRevoked
  }

  async replaceToken(token: string): Promise<Date> {
    if (this.#credential.kind !== 'session' || token.startsWith('sa_'))
      throw invalid('only an access token is replaced by another')
    const { credential, expiresAt } = await proveCredential(this.#platform, token, this.#from)
    if (expiresAt === null || credential.id !== this.#credential.id || credential.orgId !== this.orgId)
      throw unauthenticated('this access token is of another session')
    // Two of them may come in any order: none shortens what another gave.
    if (this.#expiresAt === null || this.#expiresAt < expiresAt) this.#expiresAt = expiresAt
    return this.#expiresAt
  }

  async renew(): Promise<Date> {
    throw invalid('only a live token is renewed; send a newer access token instead')
  }
}
