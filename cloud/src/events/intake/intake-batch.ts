/** What a batcher gathers, and how much of it. */
interface BatchOptions<Entry, Answer> {
  /** Entries of one key go into one batch: those of one organisation. */
  keyOf(entry: Entry): string
  /** Takes a batch and answers each entry, in its order, after COMMIT. If it fails, nothing was committed. */
  store(key: string, entries: readonly Entry[]): Promise<readonly Answer[]>
  /** True if the failure lies in what an entry holds, so that the others can be taken without it. */
  isEntryFault(error: unknown): boolean
  /** Entries a batch. */
  size: number
  /** Batches under way at once: of one key, and in all. */
  inFlight: { key: number; all: number }
}

interface Waiting<Entry, Answer> {
  entry: Entry
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Gathers what arrives in one turn of the event loop, and while earlier batches are under way. An entry never waits for
 * company beyond that: with a slot free it goes, alone if need be. One that cannot be stored fails alone.
 */
export class IntakeBatcher<Entry, Answer> {
  readonly #options: BatchOptions<Entry, Answer>
  /** Keys that wait, those that wait longest first. */
  readonly #waiting = new Map<string, Waiting<Entry, Answer>[]>()
  readonly #underWay = new Map<string, number>()
  #batches = 0
  #startDue = false

  constructor(options: BatchOptions<Entry, Answer>) {
    this.#options = options
  }

  /** Resolves with the entry's answer after COMMIT; fails if it was not committed. */
  take(entry: Entry): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const key = this.#options.keyOf(entry)
      const queue = this.#waiting.get(key) ?? []
      queue.push({ entry, resolve, reject })
      this.#waiting.set(key, queue)
      this.#startSoon()
    })
  }

  /**
   * A batch that ends lets all its callers go on in one turn, and frames of many gateways are read in one: the first of
   * them must not leave alone.
   */
  #startSoon(): void {
    if (this.#startDue) return
    this.#startDue = true
    setImmediate(() => {
      this.#startDue = false
      this.#start()
    })
  }

  #start(): void {
    for (const [key, queue] of this.#waiting) {
      if (this.#batches >= this.#options.inFlight.all) return
      const busy = this.#underWay.get(key) ?? 0
      if (busy >= this.#options.inFlight.key) continue
      const batch = queue.splice(0, this.#options.size)
      // To the back of the row, so that a busy organisation does not keep others waiting.
      this.#waiting.delete(key)
      if (queue.length > 0) this.#waiting.set(key, queue)
      this.#underWay.set(key, busy + 1)
      this.#batches += 1
      void this.#run(key, batch).finally(() => this.#ended(key))
    }
  }

  #ended(key: string): void {
    this.#batches -= 1
    const left = (this.#underWay.get(key) ?? 1) - 1
    if (left > 0) this.#underWay.set(key, left)
    else this.#underWay.delete(key)
    this.#start()
  }

  async #run(key: string, batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.store(
        key,
        batch.map(({ entry }) => entry),
      )
      for (const [index, waiting] of batch.entries()) settle(waiting, answers[index])
    } catch (error) {
      if (batch.length > 1 && this.#options.isEntryFault(error)) await this.#runHalves(key, batch)
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  async #runHalves(key: string, batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2)
    await this.#run(key, batch.slice(0, middle))
    await this.#run(key, batch.slice(middle))
  }
}

function settle<Entry, Answer>(waiting: Waiting<Entry, Answer>, answer: Answer | undefined): void {
  if (answer === undefined) waiting.reject(new Error('the batch gave no answer for an entry'))
  else waiting.resolve(answer)
}
