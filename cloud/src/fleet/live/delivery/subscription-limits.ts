import type { Principal } from '../viewers/viewer.js'

/** Whose subscriptions are counted. */
export interface Counted {
  readonly orgId: string
  readonly countsAs: Pick<Principal, 'kind' | 'id'>
}

/** Each picture may have a socket of its own, and another one while it moves. */
const socketsPerPicture = 2

/** How many pictures are watched, and live sockets open, at once on this node, by whom. */
export class SubscriptionLimits {
  readonly #limits: { readonly perPrincipal: number; readonly perOrg: number }
  readonly #counts = new Map<string, number>()
  readonly #sockets = new Map<string, number>()

  constructor(limits: { readonly perPrincipal: number; readonly perOrg: number }) {
    this.#limits = limits
  }

  /** Pictures that are watched, of all. */
  get total(): number {
    let sum = 0
    for (const [name, count] of this.#counts) if (name.startsWith('org/')) sum += count
    return sum
  }

  /** Counts one more picture. @returns why there may be no more; null if it is counted */
  take(who: Counted): string | null {
    const [principal, org] = namesOf(who)
    const { perPrincipal, perOrg } = this.#limits
    if (this.#count(principal) >= perPrincipal)
      return `Not more than ${perPrincipal} pictures can be watched at once.`
    if (this.#count(org) >= perOrg)
      return `Not more than ${perOrg} pictures of an organisation can be watched at once.`
    for (const name of [principal, org]) add(this.#counts, name, 1)
    return null
  }

  /** A picture is not watched any more. */
  free(who: Counted): void {
    for (const name of namesOf(who)) add(this.#counts, name, -1)
  }

  /** Counts one more live socket. @returns false if there may be no more */
  takeSocket(who: Counted): boolean {
    const [principal, org] = namesOf(who)
    const { perPrincipal, perOrg } = this.#limits
    const isFull = (name: string, pictures: number) =>
      (this.#sockets.get(name) ?? 0) >= pictures * socketsPerPicture
    if (isFull(principal, perPrincipal) || isFull(org, perOrg)) return false
    for (const name of [principal, org]) add(this.#sockets, name, 1)
    return true
  }

  /** A live socket is gone. */
  freeSocket(who: Counted): void {
    for (const name of namesOf(who)) add(this.#sockets, name, -1)
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

function namesOf({ orgId, countsAs }: Counted): [principal: string, org: string] {
  return [`${countsAs.kind}/${orgId}/${countsAs.id}`, `org/${orgId}`]
}
