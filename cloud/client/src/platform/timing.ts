/** Time as the client reads and waits for it; handed in by programs that keep their own. */
export interface Timing {
  /** Ms since 1970. */
  readonly now: () => number
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1, so that many clients do not come at once. */
  readonly chance: () => number
}

/** What `setTimeout` can wait at most, ms: it fires at once where it is to wait longer. */
const mostTimerMs = 2 ** 31 - 1

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(ms, mostTimerMs))
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

/** As long as the service says, ms, and up to a fifth longer by chance, a second at least: many are told the same at the same moment. */
export const spreadMs = (saidMs: number, { chance }: Pick<Timing, 'chance'>): number =>
  saidMs + Math.max(1_000, saidMs / 5) * chance()

/** Who waits without an end asks again after this at the latest, ms, whatever was said. */
const mostSaidMs = 3_600_000

/** What was tried in vain, and after how long to try again as the service says, ms; null: it says nothing of that. */
interface Tried {
  readonly failures: number
  readonly saidMs: number | null
}

/** After how long to try again, for who never gives up, ms: more each time, and no less than the service says. */
export function waitMs({ failures, saidMs }: Tried, timing: Pick<Timing, 'chance'>): number {
  const grownMs = backoffMs(failures, timing)
  return saidMs === null ? grownMs : Math.max(grownMs, spreadMs(Math.min(saidMs, mostSaidMs), timing))
}
