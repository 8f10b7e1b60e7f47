import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './monotonic.js'

/**
 * Begins `work` at an even pace, whether or not what was begun has ended: a service that is slow gets no less to do.
 * Resolves once all has ended. @throws what `work` threw first; then nothing more is begun
 */
export async function paced(
  pace: { readonly perSec: number; readonly count: number },
  work: (index: number) => Promise<void>,
): Promise<void> {
  const began = monotonicMs()
  const underWay: Promise<void>[] = []
  const failures: unknown[] = []
  for (let index = 0; index < pace.count; index += 1) {
    const wait = began + (index * 1000) / pace.perSec - monotonicMs()
    if (wait > 0) await sleep(wait)
    if (failures.length > 0) break
    underWay.push(work(index).catch((error: unknown) => void failures.push(error)))
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
}
