import type { CameraAddress } from '@sightline/protocol'
import { Camera, type CameraDeps } from '../cameras/camera.js'
import { kindOfFault } from '../cameras/fault-kind.js'
import type { DescribeDeps } from '../onvif/describe-device.js'
import { AgentError } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { streamsAt } from '../site/find-streams.js'
import { previewState } from './preview-state.js'
import type { PreviewedCamera } from './previews.js'

export type PreviewAddressDeps = DescribeDeps & Omit<CameraDeps, 'onStatus'>

/** The transcoder looks at some seconds before it begins. */
const keptSec = 3

/**
 * A camera that is received for the preview only, until `signal` aborts: the smaller of its streams.
 * @throws AgentError with why its streams cannot be found
 */
export async function receiveForPreview(
  target: CameraAddress,
  credentials: StreamCredentials | null,
  name: string,
  deps: PreviewAddressDeps,
  signal: AbortSignal,
): Promise<PreviewedCamera> {
  const guard = secrets.scope()
  if (credentials) guard.add(credentials.password)
  signal.addEventListener('abort', () => guard.end())
  const found = await streamsAt(target, credentials, deps, signal)
  if (found.kind === 'failed') throw new AgentError(kindOfFault(found.fault), found.message)
  const endpoint = found.sub ?? found.main
  const settings = { id: 'preview', enabled: true, endpoint, preEventSec: keptSec }
  const camera = new Camera(settings, { ...deps, onStatus: () => undefined })
  void camera.run(signal)
  return { name, source: camera.source, state: () => previewState(camera.status(), camera.stream()) }
}
