import type { StreamRole } from '@sightline/protocol'
import type { CameraStatus } from '../streams/camera-status.js'
import type { LiveStreamFacts, StreamConnection } from '../streams/stream-connection.js'
import type { StreamPool, StreamUse } from '../streams/stream-pool.js'
import type { ResolvedStreams } from './resolve-streams.js'

/** A stream of the camera as it stands. */
export interface StreamInUse {
  readonly role: StreamRole
  readonly status: CameraStatus
  readonly uses: readonly StreamUse[]
  /** Null unless packets flow. */
  readonly facts: LiveStreamFacts | null
  readonly connection: StreamConnection
}

/**
 * Each stream that somebody uses, main first.
 * @param watched the one that is watched for movement
 */
export function streamsInUse(
  found: ResolvedStreams,
  streams: StreamPool,
  watched: StreamConnection | null,
): StreamInUse[] {
  return (['main', 'sub'] as const).flatMap((role) => {
    const endpoint = found[role]
    const connection = endpoint && streams.find(endpoint)
    if (!endpoint || !connection) return []
    // A stream of its own is held for detection also while it cannot be used.
    const others = streams.usesOf(endpoint).filter((use) => use !== 'detection')
    const uses = watched === connection ? [...others, 'detection' as const] : others
    return [{ role, status: connection.status(), uses, facts: connection.stream(), connection }]
  })
}
