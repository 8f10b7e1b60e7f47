import { uuidv7 } from 'uuidv7'
import { findCamera } from '../../cameras/camera.service.js'
import {
  type AgentSourceDeps,
  type StreamKey,
  streamFromAgent,
  type TryContext,
} from '../upstreams/agent-source.js'
import type { TryOutcome } from '../upstreams/try-outcome.js'
import { toWatchedCamera } from '../viewers/watched-camera.js'
import { claimStream } from './live-stream.repository.js'
import { streamFromNode } from './node-source.js'

/**
 * One try to get a stream: from the node that has it already, else from whoever serves the camera. Of all nodes one asks the
 * gateway; where that one cannot be reached by the others, each asks for itself.
 * @returns how it ended; null after an abort
 */
export async function streamOnce(
  deps: AgentSourceDeps,
  key: StreamKey,
  context: TryContext,
): Promise<TryOutcome | null> {
  const { database, nodeId } = deps.platform
  const { orgId } = key.camera
  const db = database.forOrg(orgId)
  // Since the viewers came it may have gone to another gateway.
  const row = await findCamera(db, orgId, key.camera.id)
  if (!row) return { kind: 'refused', code: 'camera_unknown' }
  const now: StreamKey = { ...key, camera: toWatchedCamera(row, []) }
  const liveId = uuidv7()
  const owner = await claimStream(db, key, { nodeId, liveId, insteadOf: null })
  if (context.signal.aborted) return null
  if (owner?.url) {
    const outcome = await streamFromNode(deps.platform, key, { ...context, url: owner.url })
    if (outcome !== 'unreachable' || context.signal.aborted) return outcome === 'unreachable' ? null : outcome
    await claimStream(db, key, { nodeId, liveId, insteadOf: owner.nodeId })
  }
  return context.signal.aborted ? null : streamFromAgent(deps, now, { ...context, liveId })
}
