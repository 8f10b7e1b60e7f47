import type { CameraRow, CameraStreamRow } from '../camera.repository.js'
import type { CameraDeps } from '../camera-deps.js'
import type { Connection } from './camera-connection.js'
import { openCredentials } from './stored-credentials.js'

/** How a stored camera is reached. */
export function storedConnection(
  { platform }: Pick<CameraDeps, 'platform'>,
  camera: CameraRow,
  streams: readonly CameraStreamRow[],
): Connection {
  const credentials = openCredentials(platform.secretBox, camera.org_id, camera.id, camera)
  const common = { host: camera.host ?? '', port: camera.port, credentials }
  if (camera.type === 'onvif') return { type: 'onvif', channel: camera.onvif_channel, ...common }
  const urlOf = (role: 'main' | 'sub') => streams.find((stream) => stream.role === role)?.url ?? null
  return { type: 'rtsp', url: urlOf('main') ?? '', subUrl: urlOf('sub'), ...common }
}
