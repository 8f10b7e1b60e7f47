import type { Clock } from './clock.js'

/**
 * The pause of a loop that looks for work and can be told that there is some. What wakes it while the loop is still
 * looking is not lost: the pause after that look is none.
 */
export class WakeablePause {
  readonly #clock: Clock
  #woken = false
  #end: () => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A look begins: only what wakes from here on is news to it. */
  beginLook(): void {
    this.#woken = false
  }

  /** Ends the pause; during a look, the one that follows. */
  wake(): void {
    this.#woken = true
    this.#end()
  }

  /** Resolves when woken, after `ms` milliseconds, or when `signal` aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        this.#end = () => {}
        resolve()
      }
      const cancel = this.#clock.after(ms, done)
      signal.addEventListener('abort', done, { once: true })
      this.#end = done
      if (this.#woken || signal.aborted) done()
    })
  }
}
