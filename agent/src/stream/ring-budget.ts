/** Who holds bytes of the budget and can give some back. */
interface BudgetHolder {
  readonly bytes: number
  /** How many it could give up. */
  readonly pieces: number
  /** Gives up its oldest piece; false if it has none to give. */
  shrink(): boolean
}

/**
 * The memory that all rings of this process share. When it is used up, the largest ring gives first that has more than
 * one piece: whoever gives its only one has no past at all until the next keyframe.
 */
export class RingBudget {
  readonly #limitBytes: number
  readonly #holders = new Set<BudgetHolder>()
  #used = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get usedBytes(): number {
    return this.#used
  }

  join(holder: BudgetHolder): void {
    this.#holders.add(holder)
  }

  leave(holder: BudgetHolder): void {
    this.#holders.delete(holder)
  }

  /** Counts bytes taken (or, negative, given back), and makes room. */
  count(bytes: number): void {
    this.#used += bytes
    while (this.#used > this.#limitBytes && this.#shrinkLargest()) {
      // Each turn gave something back.
    }
  }

  #shrinkLargest(): boolean {
    const bySize = [...this.#holders].toSorted((one, other) => other.bytes - one.bytes)
    const withSpare = bySize.filter(({ pieces }) => pieces > 1)
    return [...withSpare, ...bySize].some((holder) => holder.shrink())
  }
}
