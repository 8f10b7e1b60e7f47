/** How many requests may run at once: of one organisation, and to one endpoint; and how many may wait. */
interface SlotLimits {
  readonly perOrg: number
  readonly perEndpoint: number
  /** Of one organisation. */
  readonly waitingPerOrg: number
}

/** Who asks for a slot. */
interface SlotRequest {
  readonly orgId: string
  readonly endpoint: string
  /** Somebody sits and waits: goes before the organisation's other questions. */
  readonly urgent: boolean
}

interface Waiter extends SlotRequest {
  readonly admit: () => void
}

/** Too many of the organisation wait already. */
export class SlotsFull extends Error {
  override readonly name = 'PlacesFull'
}

/**
 * Lends slots for requests. Who waits longest among the organisations comes next, one request each in turn, so that
 * neither many questions of one organisation nor an endpoint that hangs keeps others from asking.
 */
export class RequestSlots {
  readonly #caps: SlotLimits
  readonly #runningOfOrgs = new Map<string, number>()
  readonly #runningAtEndpoints = new Map<string, number>()
  /** By organisation, in the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(caps: SlotLimits) {
    this.#caps = caps
  }

  get running(): number {
    return [...this.#runningOfOrgs.values()].reduce((sum, count) => sum + count, 0)
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /**
   * Waits for a slot.
   * @returns gives it back; call it once
   * @throws SlotsFull, or the signal's reason as soon as it aborts
   */
  async take(wanted: SlotRequest, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (!this.#isFree(wanted) || this.#waiting.has(wanted.orgId)) await this.#wait(wanted, signal)
    else this.#enter(wanted)
    return () => this.#leave(wanted)
  }

  #wait(wanted: SlotRequest, signal: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(wanted.orgId) ?? []
    if (queue.length >= this.#caps.waitingPerOrg) return Promise.reject(new SlotsFull('too many wait'))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#forget(waiter)
        reject(signal.reason instanceof Error ? signal.reason : new Error('given up'))
      }
      const admit = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiter: Waiter = { ...wanted, admit }
      signal.addEventListener('abort', giveUp, { once: true })
      const place = wanted.urgent ? queue.findIndex(({ urgent }) => !urgent) : -1
      queue.splice(place === -1 ? queue.length : place, 0, waiter)
      this.#waiting.set(wanted.orgId, queue)
      this.#admitNext()
    })
  }

  #forget(waiter: Waiter): void {
    const left = this.#waiting.get(waiter.orgId)?.filter((other) => other !== waiter) ?? []
    if (left.length > 0) this.#waiting.set(waiter.orgId, left)
    else this.#waiting.delete(waiter.orgId)
  }

  #leave(wanted: SlotRequest): void {
    add(this.#runningOfOrgs, wanted.orgId, -1)
    add(this.#runningAtEndpoints, wanted.endpoint, -1)
    this.#admitNext()
  }

  #enter(wanted: SlotRequest): void {
    add(this.#runningOfOrgs, wanted.orgId, 1)
    add(this.#runningAtEndpoints, wanted.endpoint, 1)
  }

  #isFree({ orgId, endpoint }: SlotRequest): boolean {
    return (
      (this.#runningOfOrgs.get(orgId) ?? 0) < this.#caps.perOrg &&
      (this.#runningAtEndpoints.get(endpoint) ?? 0) < this.#caps.perEndpoint
    )
  }

  /** Goes round the organisations for as long as one of them can be let in. */
  #admitNext(): void {
    for (let admitted = true; admitted; ) {
      admitted = false
      for (const [orgId, queue] of this.#waiting) {
        const waiter = queue.find((one) => this.#isFree(one))
        if (!waiter) continue
        admitted = true
        this.#forget(waiter)
        const left = this.#waiting.get(orgId)
        // Whose turn this was comes last in the next round.
        if (left && this.#waiting.delete(orgId)) this.#waiting.set(orgId, left)
        this.#enter(waiter)
        waiter.admit()
        break
      }
    }
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change
  if (now > 0) counts.set(key, now)
  else counts.delete(key)
}
