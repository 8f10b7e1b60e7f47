import type { Clock } from '../time/clock.js'
import { DatabaseUnavailableError } from './clients/unavailable.js'

/** How long a file that has begun waits for a database that is busy or gone, and between two tries, milliseconds. */
const retry = { withinMs: 30_000, pauseMs: 500 }

/**
 * Reads a part of an answer that has begun: who has half a file cannot be asked to retry, so a part that finds no client, or loses
 * its own, is read again for half a minute.
 * @param signal aborts when the reader is gone: nobody waits for the file any more
 */
export async function retryWhileUnavailable<T>(
  clock: Clock,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  const until = clock.monotonic() + retry.withinMs
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || clock.monotonic() >= until) throw error
      await clock.delay(retry.pauseMs, { signal })
    }
  }
}
