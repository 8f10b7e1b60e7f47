/** What one stream keeps, as the memory of the node sees it. */
export interface Holding {
  readonly orgId: string
  /** Bytes that it could do without. */
  readonly spareBytes: number
  /** Gives them back. */
  letGo(): void
}

interface Share {
  bytes: number
  readonly holdings: Set<Holding>
}

/**
 * Bytes that all streams of a node keep together. As long as there is room anybody may have it; then the organisation that
 * holds the most gives way to those that hold less.
 */
export class NodeMemory {
  readonly #limit: number
  #used = 0
  readonly #shares = new Map<string, Share>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** @returns false, and takes nothing, where there is no room */
  take(holding: Holding, bytes: number): boolean {
    if (!this.#makeRoom(holding.orgId, bytes)) return false
    this.takeAnyway(holding, bytes)
    return true
  }

  /** Takes it beyond the limit too: a keyframe of each stream is always kept. */
  takeAnyway(holding: Holding, bytes: number): void {
    const share = this.#shares.get(holding.orgId) ?? { bytes: 0, holdings: new Set() }
    this.#shares.set(holding.orgId, share)
    share.bytes += bytes
    share.holdings.add(holding)
    this.#used += bytes
  }

  /** @param bytes all that it has taken */
  free(holding: Holding, bytes: number): void {
    const share = this.#shares.get(holding.orgId)
    if (!share?.holdings.delete(holding)) return
    share.bytes -= bytes
    this.#used -= bytes
    if (share.holdings.size === 0) this.#shares.delete(holding.orgId)
  }

  #makeRoom(orgId: string, bytes: number): boolean {
    while (this.#used + bytes > this.#limit) {
      const own = this.#shares.get(orgId)
      const largest = mostBy([...this.#shares.values()], (share) => share.bytes)
      const victim = largest && mostBy([...largest.holdings], ({ spareBytes }) => spareBytes)
      if (!largest || !victim || victim.spareBytes === 0 || largest === own) return false
      // It still holds as much as who asks: two that hold about the same do not take it from each other in turn.
      if (largest.bytes - victim.spareBytes < (own?.bytes ?? 0) + bytes) return false
      victim.letGo()
    }
    return true
  }
}

function mostBy<T>(all: readonly T[], sizeOf: (one: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (most, one) => (most === undefined || sizeOf(one) > sizeOf(most) ? one : most),
    undefined,
  )
}
