/**
 * How many attempts may be under way to one webhook, so that a receiver that swallows connections cannot
 * take every place there is.
 */
export class EndpointCap {
  readonly #most: number
  readonly #busy = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Runs `work` if the webhook has a place left; else does nothing and answers false. */
  async run(webhookId: string, work: () => Promise<void>): Promise<boolean> {
    const busy = this.#busy.get(webhookId) ?? 0
    if (busy >= this.#most) return false
    this.#busy.set(webhookId, busy + 1)
    try {
      await work()
    } finally {
      const left = (this.#busy.get(webhookId) ?? 1) - 1
      if (left > 0) this.#busy.set(webhookId, left)
      else this.#busy.delete(webhookId)
    }
    return true
  }
}
