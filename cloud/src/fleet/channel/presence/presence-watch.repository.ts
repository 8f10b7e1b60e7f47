import { sql } from 'kysely'
import type { WorkerDb } from '../../../platform/database/handles.js'

/** Which node watches for silence, and when it counts as having been away. */
export interface WatchTimings {
  /** Another node takes over from one that was not heard for this long, milliseconds. */
  readonly takeOverMs: number
  /** Nothing was heard for longer: PostgreSQL was away, or the whole service was. */
  readonly gapMs: number
}

/**
 * Takes the watch, or keeps it.
 * @returns for how long PostgreSQL has taken writes, without a gap, milliseconds; null: another node watches
 */
export async function takeWatch(
  worker: WorkerDb,
  nodeId: string,
  { takeOverMs, gapMs }: WatchTimings,
): Promise<number | null> {
  const { rows } = await sql<{ steady_ms: number }>`
    update presence_watch
    set node_id = ${nodeId}, beat_at = now(),
      steady_since = case when beat_at >= ${ago(gapMs)} then steady_since else now() end
    where node_id is null or node_id = ${nodeId} or beat_at < ${ago(takeOverMs)}
    returning (extract(epoch from now() - steady_since) * 1000)::float8 as steady_ms`.execute(worker)
  return rows[0]?.steady_ms ?? null
}

const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000}::float8)`
