import type { StreamRole } from '@sightline/protocol'
import type { ResolvedStreams } from '../cameras/resolve-streams.js'
import type { BackgroundTasks } from '../platform/background.js'
import type { StreamPool } from '../streams/stream-pool.js'
import type { PreviewedStreams } from './preview-feed.js'

export interface AddressStreamsDeps {
  readonly pool: StreamPool
  /** What is being let go. */
  readonly releasing: BackgroundTasks
  /** How far back pictures are kept, seconds. */
  readonly keptSec: number
}

/** The streams of a camera that is received for its preview alone: each while somebody looks. */
export function addressStreams(
  found: ResolvedStreams,
  { pool, releasing, keptSec: preEventSec }: AddressStreamsDeps,
): PreviewedStreams {
  const connection = (role: StreamRole) => {
    const endpoint = found[role]
    return endpoint && pool.find(endpoint)
  }
  return {
    codec: (role) => connection(role)?.source.currentRun()?.video.codec ?? null,
    refusal: (role) =>
      found[role] === null ? { code: 'unsupported', message: 'the camera has no sub stream' } : null,
    watch(role, watcher) {
      const endpoint = found[role]
      if (endpoint === null) {
        watcher.gone('the camera has no sub stream')
        return () => undefined
      }
      const handle = pool.acquire(endpoint, {
        use: 'preview',
        preEventSec,
        onStatus: ({ state, message }) => {
          if (state !== 'online') watcher.interrupted(message ?? 'the camera sends no pictures')
        },
      })
      watcher.available(handle.connection.source)
      const { state, message } = handle.connection.status()
      if (state !== 'online') watcher.interrupted(message ?? 'the camera is being connected')
      return () => releasing.add(handle.release())
    },
  }
}
