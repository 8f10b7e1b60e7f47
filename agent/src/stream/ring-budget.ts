/** Who holds bytes of the budget and can give some back. */
export interface BudgetHolder {
  readonly bytes: number
  /** Gives up its oldest piece; false if it has none to give. */
  shrink(): boolean
}

/** The memory that all rings of this process share. When it is used up, the largest ring gives first. */
export class RingBudget {
  private readonly limitBytes: number
  private readonly holders = new Set<BudgetHolder>()
  private used = 0

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes
  }

  get usedBytes(): number {
    return this.used
  }

  join(holder: BudgetHolder): void {
    this.holders.add(holder)
  }

  leave(holder: BudgetHolder): void {
    this.holders.delete(holder)
  }

  /** Counts bytes taken (or, negative, given back), and makes room. */
  count(bytes: number): void {
    this.used += bytes
    while (this.used > this.limitBytes && this.shrinkLargest()) {
      // Each turn gave something back.
    }
  }

  private shrinkLargest(): boolean {
    const bySize = [...this.holders].toSorted((one, other) => other.bytes - one.bytes)
    return bySize.some((holder) => holder.shrink())
  }
}
