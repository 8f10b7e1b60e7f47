import { sql } from 'kysely'
import type { Db, WorkerDb } from '../../../platform/database/handles.js'
import type { StreamKey } from '../upstreams/agent-source.js'

/** A node that lives, as another one finds it. */
export interface OtherNode {
  readonly nodeId: string
  /** Where it is reached; null: nowhere. */
  readonly url: string | null
}

/** Silence after which a node is taken for dead. */
const isAlive = sql<boolean>`nodes.seen_at > now() - interval '15 seconds'`

/**
 * Makes a node the one that asks for a stream, unless another that lives does so already.
 * @param claim.insteadOf a node that was found dead: it is replaced even if its row says otherwise
 * @returns null if the stream is this node's; else whose it is
 */
export async function claimStream(
  db: Db,
  { camera, stream, rendition }: StreamKey,
  { nodeId, liveId, insteadOf }: { nodeId: string; liveId: string; insteadOf: string | null },
): Promise<OtherNode | null> {
  const claimed = await db
    .insertInto('live_streams')
    .values({
      org_id: camera.orgId,
      camera_id: camera.id,
      stream,
      rendition,
      node_id: nodeId,
      live_id: liveId,
    })
    .onConflict((known) =>
      known
        .columns(['org_id', 'camera_id', 'stream', 'rendition'])
        .doUpdateSet({ node_id: nodeId, live_id: liveId })
        .where((row) =>
          row.or([
            row('live_streams.node_id', 'in', insteadOf === null ? [nodeId] : [nodeId, insteadOf]),
            row.not(
              row.exists(
                row
                  .selectFrom('nodes')
                  .select('nodes.node_id')
                  .whereRef('nodes.node_id', '=', 'live_streams.node_id')
                  .where(isAlive),
              ),
            ),
          ]),
        ),
    )
    .returning('live_id')
    .executeTakeFirst()
  if (claimed) return null
  const other = await db
    .selectFrom('live_streams')
    .innerJoin('nodes', 'nodes.node_id', 'live_streams.node_id')
    .select(['nodes.node_id', 'nodes.url'])
    .where('live_streams.org_id', '=', camera.orgId)
    .where('live_streams.camera_id', '=', camera.id)
    .where('live_streams.stream', '=', stream)
    .where('live_streams.rendition', '=', rendition)
    .executeTakeFirst()
  // It was given up between the two statements: whoever asks next finds it free.
  return other ? { nodeId: other.node_id, url: other.url } : { nodeId: '', url: null }
}

/** The node asks for the stream no more. */
export async function releaseStream(
  db: Db,
  { camera, stream, rendition }: StreamKey,
  nodeId: string,
): Promise<void> {
  await db
    .deleteFrom('live_streams')
    .where('org_id', '=', camera.orgId)
    .where('camera_id', '=', camera.id)
    .where('stream', '=', stream)
    .where('rendition', '=', rendition)
    .where('node_id', '=', nodeId)
    .execute()
}

/** The node that waits for a media socket, if it lives. */
export async function findNodeOfSocket(worker: WorkerDb, liveId: string): Promise<OtherNode | undefined> {
  const row = await worker
    .selectFrom('live_streams')
    .innerJoin('nodes', 'nodes.node_id', 'live_streams.node_id')
    .select(['nodes.node_id', 'nodes.url'])
    .where('live_streams.live_id', '=', liveId)
    .where(isAlive)
    .executeTakeFirst()
  return row && { nodeId: row.node_id, url: row.url }
}

/** True if the node is the one that asks for the stream. */
export async function isStreamOf(
  db: Db,
  key: { orgId: string; cameraId: string; stream: StreamKey['stream']; rendition: StreamKey['rendition'] },
  nodeId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('live_streams')
    .select('node_id')
    .where('org_id', '=', key.orgId)
    .where('camera_id', '=', key.cameraId)
    .where('stream', '=', key.stream)
    .where('rendition', '=', key.rendition)
    .executeTakeFirst()
  return row?.node_id === nodeId
}
