import type { Clock } from '../time/clock.js'
import { DatabaseFullError, DatabaseUnavailableError } from './clients/unavailable.js'

/** How long a file that has begun waits for a database that is busy or gone, and between two tries, milliseconds. */
const retry = { withinMs: 30_000, pauseMs: 500 }

/**
 * Reads a part of an answer that has begun: who has half a file cannot be asked to retry, so a part that finds no client, or loses
 * its own, is read again for half a minute. One for which there is no room is not: it would fill what others need, again and again.
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
      const mayPass = error instanceof DatabaseUnavailableError && !(error instanceof DatabaseFullError)
      if (!mayPass || clock.monotonic() >= until) throw error
      await clock.delay(retry.pauseMs, { signal })
    }
  }
}
