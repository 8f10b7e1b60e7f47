/** Time as the client reads and waits for it; handed in by programs that keep their own. */
export interface Timing {
  /** Ms since 1970. */
  readonly now: () => number
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1, so that many clients do not come at once. */
  readonly chance: () => number
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
      if (signal?.aborted) done()
    }),
  chance: () => Math.random(),
}

/** After how long to try again that failed `failures` times in a row, ms: one second, doubled each time up to 30, half of it by chance. */
export function backoffMs(failures: number, { chance }: Pick<Timing, 'chance'>): number {
  const most = Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1))
  return most / 2 + (most / 2) * chance()
}
