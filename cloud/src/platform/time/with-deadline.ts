import type { Clock } from './clock.js'

/** Gives the work a signal that aborts when its time is over. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController()
  const cancel = clock.after(ms, () => end.abort())
  try {
    return await work(end.signal)
  } finally {
    cancel()
  }
}
