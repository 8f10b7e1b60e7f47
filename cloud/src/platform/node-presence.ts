import { sql } from 'kysely'
import type { Clock } from './clock.js'
import type { WorkerDb } from './database/database.js'
import type { Log } from './log.js'

const everyMs = 5_000

/**
 * Says that this process lives, every five seconds, in the row that others find it by, and takes the row
 * away at the end. Rows of processes that died are removed after an hour.
 */
export async function keepPresent(
  { worker, nodeId, clock, log }: { worker: WorkerDb; nodeId: string; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await sayPresent(worker, nodeId)
    } catch (error) {
      log.warn({ err: error }, 'node.presence_failed')
    }
    await clock.delay(everyMs, { signal }).catch(() => {})
  }
  await worker
    .deleteFrom('nodes')
    .where('node_id', '=', nodeId)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'node.presence_failed'))
}

/** Writes the row of this process; call it once before anything names the node. */
export async function sayPresent(worker: WorkerDb, nodeId: string): Promise<void> {
  await worker
    .insertInto('nodes')
    .values({ node_id: nodeId })
    .onConflict((known) => known.column('node_id').doUpdateSet({ seen_at: sql`now()` }))
    .execute()
  await worker.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
