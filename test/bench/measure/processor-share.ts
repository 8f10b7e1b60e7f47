import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './monotonic.js'
import { processTime } from './process-time.js'

/** Percent of a core that these processes, and children of theirs that ended, take over the next `seconds`. */
export async function processorShare(pids: readonly number[], seconds: number): Promise<number> {
  const [startedAt, before] = [monotonicMs(), await processTime(pids)]
  await sleep(seconds * 1000)
  const [endedAt, after] = [monotonicMs(), await processTime(pids)]
  return ((after - before) * 100_000) / (endedAt - startedAt)
}
