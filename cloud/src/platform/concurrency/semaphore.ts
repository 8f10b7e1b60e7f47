/** A bounded number of slots; who finds none waits for its turn. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Does `work` in a slot. @throws the signal's reason if it aborts while waiting, and whatever the work throws */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#take(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const isOurs = await new Promise<boolean>((resolve) => {
      const turn = () => {
        signal.removeEventListener('abort', onAbort)
        resolve(true)
      }
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        resolve(false)
      }
      this.#waiting.push(turn)
      signal.addEventListener('abort', onAbort, { once: true })
    })
    if (!isOurs) signal.throwIfAborted()
  }

  /** The slot goes straight to who has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
