import type { Clock } from './clock.js'

/**
 * What `work` comes to, if it does so in time.
 *
 * @param limit `ms`: from now on; what comes later is dropped
 * @throws as `work` does, and an Error once the time is over
 */
export function within<T>(
  work: Promise<T>,
  limit: { readonly ms: number; readonly clock: Clock },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = limit.clock.after(limit.ms, () => reject(new Error(`no answer within ${limit.ms} ms`)))
    work.then(resolve, reject).finally(cancel)
  })
}
