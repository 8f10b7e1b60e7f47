import type { Clock } from './clock.js'

/**
 * The interval between two polls of a loop, which can be woken when there is work. What wakes it during a poll is not
 * lost: the interval after that poll is none.
 */
export class PollInterval {
  readonly #clock: Clock
  #woken = false
  #end: () => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A poll begins: only what wakes from here on is news to it. */
  beginPoll(): void {
    this.#woken = false
  }

  /** Ends the interval; during a poll, the one that follows. */
  wake(): void {
    this.#woken = true
    this.#end()
  }

  /** Resolves when woken, after `ms` milliseconds, or when `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal?.removeEventListener('abort', done)
        this.#end = () => {}
        resolve()
      }
      const cancel = this.#clock.after(ms, done)
      signal?.addEventListener('abort', done, { once: true })
      this.#end = done
      if (this.#woken || signal?.aborted) done()
    })
  }
}
