import type { CameraAddress } from '@sightline/protocol'
import { streamsAt } from '../cameras/resolve-streams.js'
import type { DescribeDeps } from '../onvif/describe-device.js'
import { BackgroundTasks, inBackground } from '../platform/background.js'
import { AgentError } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { kindOfFault } from '../streams/fault-kind.js'
import type { StreamConnectionDeps } from '../streams/stream-connection.js'
import { StreamPool } from '../streams/stream-pool.js'
import { addressStreams } from './address-streams.js'
import { previewState } from './preview-state.js'
import type { PreviewedCamera } from './previews.js'

export type PreviewAddressDeps = DescribeDeps & Omit<StreamConnectionDeps, 'onStatus'>

/** The transcoder needs some seconds before it begins. */
const keptSec = 3

/** A camera at an address, with the name that its page shows. */
interface PreviewTarget {
  readonly target: CameraAddress
  readonly credentials: StreamCredentials | null
  readonly name: string
}

/**
 * A camera that is received for the preview only, until `signal` aborts: its main stream, and its sub stream while somebody
 * looks at that.
 * @throws AgentError with why its streams cannot be found
 */
export async function receiveForPreview(
  { target, credentials, name }: PreviewTarget,
  deps: PreviewAddressDeps,
  signal: AbortSignal,
): Promise<PreviewedCamera> {
  const guard = secrets.scope()
  if (credentials) guard.add(credentials.password)
  signal.addEventListener('abort', () => guard.end())
  const found = await streamsAt(target, credentials, deps, signal)
  if (found.kind === 'failed') throw new AgentError(kindOfFault(found.fault), found.message)
  const pool = new StreamPool('preview', deps)
  const releasing = new BackgroundTasks((err) => deps.log.error({ err }, 'preview.not_released'))
  const main = pool.acquire(found.main, { use: 'preview', preEventSec: keptSec })
  const close = () => inBackground(pool.close(), deps.log, 'preview.not_closed')
  signal.addEventListener('abort', close)
  if (signal.aborted) close()
  return {
    name,
    streams: addressStreams(found, { pool, releasing, keptSec }),
    state: () => previewState(main.connection.status(), main.connection.stream()),
  }
}
