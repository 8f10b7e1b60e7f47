import type { StreamRole } from '@sightline/protocol'
import type { Camera, LiveStreamFacts } from '../cameras/camera.js'
import type { CameraStatus } from '../cameras/camera-status.js'
import type { StreamHolder, StreamUse } from '../cameras/stream-holder.js'
import type { StreamsFound } from './find-streams.js'

/** A stream of the camera as it stands. */
export interface StreamInUse {
  readonly role: StreamRole
  readonly status: CameraStatus
  readonly uses: readonly StreamUse[]
  /** Null unless packets flow. */
  readonly facts: LiveStreamFacts | null
  readonly camera: Camera
}

/**
 * Each stream that somebody uses, main first.
 * @param watched the one that is looked at for movement
 */
export function streamsInUse(
  found: StreamsFound,
  streams: StreamHolder,
  watched: Camera | null,
): StreamInUse[] {
  return (['main', 'sub'] as const).flatMap((role) => {
    const endpoint = found[role]
    const camera = endpoint && streams.find(endpoint)
    if (!endpoint || !camera) return []
    // A stream of its own is held for detection also while it cannot be used.
    const others = streams.usesOf(endpoint).filter((use) => use !== 'detection')
    const uses = watched === camera ? [...others, 'detection' as const] : others
    return [{ role, status: camera.status(), uses, facts: camera.stream(), camera }]
  })
}
