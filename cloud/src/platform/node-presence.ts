import { sql } from 'kysely'
import type { Clock } from './clock.js'
import type { WorkerDb } from './database/database.js'
import type { KeyRing } from './keys.js'
import type { Log } from './log.js'

const everyMs = 5_000

interface Presence {
  worker: WorkerDb
  nodeId: string
  clock: Clock
  log: Log
  keys: KeyRing
}

/**
 * Says that this process lives, every five seconds, in the row that others find it by, and takes the row
 * away at the end. Rows of processes that died are removed after an hour. With its life it says which master keys
 * it holds, and first looks whether there are newer ones: `cloud keys rotate` waits for that.
 */
export async function keepPresent(
  { worker, nodeId, clock, log, keys }: Presence,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      keys.refresh()
    } catch (error) {
      log.error({ err: error }, 'keys.unreadable')
    }
    try {
      await sayPresent(worker, nodeId, keys.ids())
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
export async function sayPresent(worker: WorkerDb, nodeId: string, keyIds: readonly string[]): Promise<void> {
  const held = { key_ids: [...keyIds] }
  await worker
    .insertInto('nodes')
    .values({ node_id: nodeId, ...held })
    .onConflict((known) => known.column('node_id').doUpdateSet({ seen_at: sql`now()`, ...held }))
    .execute()
  await worker.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
