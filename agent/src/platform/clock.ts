import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Where time comes from. Everything outside `platform/` asks a `Clock`, so that a test can
 * move time and a step of the wall clock never disturbs a duration.
 */
export interface Clock {
  /** Wall clock: milliseconds since the Unix epoch. May step. */
  now(): number
  /** Monotonic clock: milliseconds since an arbitrary start. Never steps; use it for durations. */
  monotonic(): number
  /**
   * Resolves after `ms` milliseconds of monotonic time.
   * @throws AbortError (the signal's reason as `cause`) as soon as `signal` aborts.
   */
  delay(ms: number, options?: { signal?: AbortSignal | undefined }): Promise<void>
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  delay: async (ms, options) => {
    await sleep(ms, undefined, options?.signal ? { signal: options.signal } : {})
  },
  after: (ms, task) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

/** What the wall clock of now showed at a moment of the monotonic clock, ms: what was held came before it is looked at. */
export function wallClockAt(clock: Pick<Clock, 'now' | 'monotonic'>, monotonicMs: number): number {
  return Math.round(clock.now() - (clock.monotonic() - monotonicMs))
}
