import type { Blame } from './intake-error.js'

/** What a batcher gathers, and how much of it. */
interface BatchOptions<Entry, Answer> {
  /** Entries of one key go into one batch: those of one organisation. */
  keyOf(entry: Entry): string
  /** Takes a batch and answers each entry, in its order, after COMMIT. If it fails, nothing was committed. */
  store(key: string, entries: readonly Entry[]): Promise<readonly Answer[]>
  /** Whether a failure may lie in one entry, so that the others can be taken without it. */
  blameOf(error: unknown): Blame
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

  async #run(key: string, batch: Batch<Entry, Answer>): Promise<void> {
    const failure = await this.#store(key, batch)
    if (failure) await this.#split(key, batch, failure)
  }

  /** @returns why nothing of the batch was taken; null if all was */
  async #store(key: string, batch: Batch<Entry, Answer>): Promise<Failure | null> {
    try {
      const answers = await this.#options.store(
        key,
        batch.map(({ entry }) => entry),
      )
      for (const [index, waiting] of batch.entries()) settle(waiting, answers[index])
      return null
    } catch (error) {
      return { error, blame: this.#options.blameOf(error) }
    }
  }

  /** Takes of a batch that failed what can be taken without the entry in which that may lie. */
  async #split(key: string, batch: Batch<Entry, Answer>, { error, blame }: Failure): Promise<void> {
    if (batch.length === 1 || blame === 'everybody') return rejectAll(batch, error)
    const middle = Math.ceil(batch.length / 2)
    const halves = [batch.slice(0, middle), batch.slice(middle)]
    if (blame === 'frame') {
      for (const half of halves) await this.#run(key, half)
      return
    }
    const failed: { half: Batch<Entry, Answer>; failure: Failure }[] = []
    for (const half of halves) {
      const failure = await this.#store(key, half)
      if (failure) failed.push({ half, failure })
    }
    // Neither half went: it is slow for all, and more statements that wait for their end would make that worse.
    const isSlowForAll = failed.length === 2 && failed.every(({ failure }) => failure.blame !== 'frame')
    for (const { half, failure } of failed) {
      if (isSlowForAll) rejectAll(half, failure.error)
      else await this.#split(key, half, failure)
    }
  }
}

type Batch<Entry, Answer> = readonly Waiting<Entry, Answer>[]

interface Failure {
  readonly error: unknown
  readonly blame: Blame
}

function rejectAll<Entry, Answer>(batch: Batch<Entry, Answer>, error: unknown): void {
  for (const waiting of batch) waiting.reject(error)
}

function settle<Entry, Answer>(waiting: Waiting<Entry, Answer>, answer: Answer | undefined): void {
  if (answer === undefined) waiting.reject(new Error('the batch gave no answer for an entry'))
  else waiting.resolve(answer)
}
