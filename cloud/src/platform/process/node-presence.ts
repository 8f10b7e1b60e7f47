import { sql } from 'kysely'
import type { WorkerDb } from '../database/handles.js'
import type { Log } from '../log.js'
import type { KeyRing } from '../secrets/keys.js'
import type { Clock } from '../time/clock.js'

const everyMs = 5_000

/** A clock further from PostgreSQL's than this is wrong, milliseconds: its node removes nothing. */
export const mostClockOffsetMs = 60_000

interface Presence {
  worker: WorkerDb
  nodeId: string
  clock: Clock
  log: Log
  keys: KeyRing
  /** Where other nodes reach this one; null: nowhere. */
  nodeUrl: string | null
}

/**
 * Says that this process lives, every five seconds, in the row that others find it by, and takes the row
 * away at the end. Rows of processes that died are removed after an hour. With its life it says which master keys
 * it holds, having checked whether there are newer ones: `cloud keys rotate` waits for that. And it says how far its clock
 * is from PostgreSQL's.
 */
export async function keepPresence(
  { worker, nodeId, clock, log, keys, nodeUrl }: Presence,
  signal: AbortSignal,
): Promise<void> {
  let wasOff = false
  while (!signal.aborted) {
    try {
      keys.refresh()
    } catch (error) {
      log.error({ err: error }, 'keys.unreadable')
    }
    try {
      const offsetMs = await writePresence(worker, nodeId, { keyIds: keys.ids(), clock, nodeUrl })
      const isOff = Math.abs(offsetMs) > mostClockOffsetMs
      if (isOff && !wasOff) log.error({ offsetMs }, 'node.clock_wrong')
      wasOff = isOff
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

/**
 * Writes the row of this process; call it once before anything names the node.
 * @returns how far its clock is ahead of PostgreSQL's, milliseconds
 */
export async function writePresence(
  worker: WorkerDb,
  nodeId: string,
  {
    keyIds,
    clock,
    nodeUrl,
  }: { keyIds: readonly string[]; clock: Pick<Clock, 'now'>; nodeUrl: string | null },
): Promise<number> {
  const said = {
    key_ids: [...keyIds],
    url: nodeUrl,
    clock_offset_ms: sql<number>`${clock.now()}::float8 - extract(epoch from clock_timestamp())::float8 * 1000`,
  }
  const { clock_offset_ms: offsetMs } = await worker
    .insertInto('nodes')
    .values({ node_id: nodeId, ...said })
    .onConflict((known) => known.column('node_id').doUpdateSet({ seen_at: sql`now()`, ...said }))
    .returning('clock_offset_ms')
    .executeTakeFirstOrThrow()
  await worker.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
  return offsetMs
}

/** Nodes that were alive a moment ago, with the master keys that they hold. */
export async function listLiveNodes(
  worker: WorkerDb,
): Promise<{ node_id: string; key_ids: string[]; clock_offset_ms: number; url: string | null }[]> {
  return worker
    .selectFrom('nodes')
    .select(['node_id', 'key_ids', 'clock_offset_ms', 'url'])
    .where('seen_at', '>', sql<Date>`now() - interval '15 seconds'`)
    .orderBy('node_id')
    .execute()
}
