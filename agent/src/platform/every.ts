import type { Clock } from './clock.js'
import { isAbort } from './errors.js'
import type { Logger } from './logger.js'

/** Does `task` now and again `ms` after each end of it, until `signal` aborts; what fails is logged. */
export async function every(
  ms: number,
  task: () => Promise<void> | void,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task()
      await clock.delay(ms, { signal })
    } catch (error) {
      if (isAbort(error, signal)) return
      log.warn({ err: error }, 'task.failed')
      await clock.delay(ms, { signal }).catch(() => undefined)
    }
  }
}
