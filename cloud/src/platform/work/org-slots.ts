import type { ClaimedRow } from './claim.repository.js'

/**
 * How many pieces of work of each organisation are in hand on this node, so that one whose work never ends takes no
 * more than its share. A row takes its slot when it is claimed, so that none is claimed that would have to wait.
 */
export class OrgSlots {
  /** Slots taken by organisation; none of those that have none. */
  readonly taken = new Map<string, number>()
  readonly #held = new Map<string, string>()

  take({ id, orgId }: Pick<ClaimedRow, 'id' | 'orgId'>): void {
    this.release(id)
    this.#held.set(id, orgId)
    this.taken.set(orgId, (this.taken.get(orgId) ?? 0) + 1)
  }

  /** Gives the slot of a row back; nothing happens if it has none. */
  release(id: string): void {
    const orgId = this.#held.get(id)
    if (orgId === undefined) return
    this.#held.delete(id)
    const left = (this.taken.get(orgId) ?? 0) - 1
    if (left > 0) this.taken.set(orgId, left)
    else this.taken.delete(orgId)
  }
}
