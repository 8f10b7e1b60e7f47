import type { Caller } from '../../platform/caller.js'
import { busy, rateLimited } from '../../platform/errors.js'

/** How many listen on a node at most: all, of one organisation, and by one person or key. */
export const defaultPlaces = { node: 12_000, organisation: 6_000, principal: 20 }

export type Places = typeof defaultPlaces

/** When a place may be free again, seconds. */
const retryAfterSec = 10

/** Who listens on this node, so that nobody takes the places of others. */
export class ListenerPlaces {
  readonly #places: Places
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(places: Places) {
    this.#places = places
  }

  get taken(): number {
    return this.#all
  }

  /** @returns gives the place back @throws AppError rate_limited for this person or organisation, unavailable for the node */
  take(caller: Caller): () => void {
    const principalId = caller.kind === 'user' ? caller.userId : caller.serviceAccountId
    const own = `${caller.orgId} ${principalId}`
    const { node, organisation, principal } = this.#places
    if (this.#of(own) >= principal) throw full('you listen', principal)
    if (this.#of(caller.orgId) >= organisation) throw full('your organisation listens', organisation)
    if (this.#all >= node) throw busy('too many listen on this node; try again', retryAfterSec)
    this.#count(own, 1)
    this.#count(caller.orgId, 1)
    this.#all += 1
    return () => {
      this.#count(own, -1)
      this.#count(caller.orgId, -1)
      this.#all -= 1
    }
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0
  }

  #count(key: string, change: number): void {
    const count = this.#of(key) + change
    if (count === 0) this.#taken.delete(key)
    else this.#taken.set(key, count)
  }
}

const full = (who: string, limit: number) =>
  rateLimited(`${who} to notices ${limit} times already; end one of them`, {
    limit,
    remaining: 0,
    retryAfterSec,
  })
