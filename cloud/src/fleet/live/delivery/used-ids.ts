import { mostSubscriptionId } from '@sightline/protocol'

/** Numbers that a viewer gave to its subscriptions, however many in a day: a bit for each, and no more. */
export class UsedIds {
  #bits: Uint8Array | null = null

  get isEmpty(): boolean {
    return this.#bits === null
  }

  has(id: number): boolean {
    return (((this.#bits?.[id >> 3] ?? 0) >> (id & 7)) & 1) === 1
  }

  add(id: number): void {
    this.#bits ??= new Uint8Array((mostSubscriptionId >> 3) + 1)
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) | (1 << (id & 7))
  }
}
