import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '@sightline/agent/testing'

interface Timer {
  readonly atMs: number
  readonly task: () => void
}

/** A clock that goes on only as it is moved. */
export class SimulatedClock implements Clock {
  readonly #beganAtMs = Date.UTC(2026, 0, 15, 12)
  #elapsedMs = 0
  #timers: Timer[] = []

  now(): number {
    return Math.floor(this.#beganAtMs + this.#elapsedMs)
  }

  monotonic(): number {
    return this.#elapsedMs
  }

  after(ms: number, task: () => void): () => void {
    const timer = { atMs: this.#elapsedMs + Math.max(ms, 1), task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  delay(ms: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.after(ms, resolve)
      const fail = () => {
        cancel()
        reject(new DOMException('aborted', 'AbortError'))
      }
      if (options.signal?.aborted === true) fail()
      options.signal?.addEventListener('abort', fail, { once: true })
    })
  }

  /** Calls what falls due on the way, in the order of its time. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms
    for (let next = this.#nextUntil(untilMs); next !== null; next = this.#nextUntil(untilMs)) {
      const { atMs, task } = next
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#elapsedMs = Math.max(this.#elapsedMs, atMs)
      task()
      // What a timer woke may set the next one.
      await turn()
    }
    this.#elapsedMs = untilMs
    await turn()
  }

  /** Goes on until something has happened, which may be tried again by and by. */
  async advanceUntil(done: Promise<unknown>): Promise<void> {
    const state = { isDone: false }
    const noted = done.finally(() => {
      state.isDone = true
    })
    while (!state.isDone) await this.advance(100)
    await noted
  }

  #nextUntil(untilMs: number): Timer | null {
    const [first = null] = this.#timers
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((one, other) => one.atMs - other.atMs)
    return first
  }
}
