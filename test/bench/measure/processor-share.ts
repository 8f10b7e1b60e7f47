import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './monotonic.js'
import { ownProcessTime, processTime } from './process-time.js'

/** Percent of a core that these processes, and children of theirs that ended, take over the next `seconds`. */
export const processorShare = (pids: readonly number[], seconds: number): Promise<number> =>
  shareOf(() => processTime(pids), seconds)

/** Percent of a core that these processes alone take over the next `seconds`: a child that ends meanwhile counts for nothing. */
export const ownProcessorShare = (pids: readonly number[], seconds: number): Promise<number> =>
  shareOf(() => ownProcessTime(pids), seconds)

async function shareOf(time: () => Promise<number>, seconds: number): Promise<number> {
  const [startedAt, before] = [monotonicMs(), await time()]
  await sleep(seconds * 1000)
  const [endedAt, after] = [monotonicMs(), await time()]
  return ((after - before) * 100_000) / (endedAt - startedAt)
}
