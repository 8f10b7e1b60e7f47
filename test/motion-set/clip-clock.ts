import type { Clock } from '@sightline/agent/testing'

/** Time as it passes in a clip: it moves when told to, so that half a minute takes as long as its decoding. */
export class ClipClock implements Clock {
  readonly #timers = new Set<{ readonly dueMs: number; readonly task: () => void }>()
  #elapsedMs = 0
  readonly #startMs: number

  constructor(startMs: number) {
    this.#startMs = startMs
  }

  now(): number {
    return this.#startMs + this.#elapsedMs
  }

  monotonic(): number {
    return this.#elapsedMs
  }

  after(ms: number, task: () => void): () => void {
    const timer = { dueMs: this.#elapsedMs + Math.max(0, ms), task }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  delay(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Moves to a time, calling what falls due on the way, and lets follow what follows from that. */
  async moveTo(elapsedMs: number): Promise<void> {
    for (;;) {
      const [next] = [...this.#timers].toSorted((a, b) => a.dueMs - b.dueMs)
      if (next === undefined || next.dueMs > elapsedMs) break
      this.#timers.delete(next)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs)
      next.task()
      await settled()
    }
    this.#elapsedMs = Math.max(this.#elapsedMs, elapsedMs)
    await settled()
  }
}

/** Resolves once everything that waits for nothing has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
