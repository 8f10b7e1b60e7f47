import type { CameraConnection, CameraDrop, CameraSet, SealingKey } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import type { Platform } from '../../../platform/platform.js'
import { sealCredentials } from '../connection/seal-credentials.js'
import { openCredentials } from '../connection/stored-credentials.js'
import {
  type ConfiguredCamera,
  findConfigurationHead,
  findDirectCamera,
  listCameraIds,
  listChangedCameras,
} from './camera-configuration.repository.js'

export { markCamerasChanged } from './camera-configuration.repository.js'

/** What a gateway is sent so that it holds the newest revision. */
export interface Configuration {
  revision: number
  changes: ({ type: 'camera.set'; body: CameraSet } | { type: 'camera.drop'; body: CameraDrop })[]
  /** All cameras of the revision. */
  cameraIds: string[]
}

/** For the revision and all that belongs to it. */
const oneSnapshot = { isolationLevel: 'repeatable read' } as const

/**
 * The configuration after the revision that a gateway holds: all of it if that is 0 or higher than the cloud's own.
 * Cameras with credentials are left out for a gateway to which nothing can be sealed. Null if the gateway is gone.
 */
export async function loadConfiguration(
  platform: Platform,
  orgId: string,
  gatewayId: string,
  held: number,
): Promise<Configuration | null> {
  const found = await platform.database.inOrg(
    orgId,
    async (tx) => {
      const head = await findConfigurationHead(tx, orgId, gatewayId)
      if (!head) return null
      const after = held > head.config_revision ? 0 : held
      const changed = await listChangedCameras(tx, orgId, gatewayId, after)
      return { head, changed, cameraIds: await listCameraIds(tx, orgId, gatewayId) }
    },
    oneSnapshot,
  )
  if (!found) return null
  const { head, changed, cameraIds } = found
  const changes: Configuration['changes'] = []
  for (const camera of changed) {
    const connection = camera.deleted_at ? null : await connectionOf(platform, camera, head.public_key)
    const body = { revision: camera.config_revision, camera_id: camera.id }
    changes.push(
      connection === null
        ? { type: 'camera.drop', body }
        : { type: 'camera.set', body: { ...body, ...settingsOf(camera), connection } },
    )
  }
  return { revision: head.config_revision, changes, cameraIds }
}

/**
 * A camera in direct mode as a relay is to serve it, its credentials sealed to that relay. Null if it is not to be
 * watched any more.
 */
export async function loadDirectCamera(
  platform: Platform,
  orgId: string,
  cameraId: string,
  relayKey: SealingKey,
): Promise<CameraSet | null> {
  const read = (tx: Tx) => findDirectCamera(tx, orgId, cameraId)
  const camera = await platform.database.inOrg(orgId, read, oneSnapshot)
  const connection = camera && (await connectionOf(platform, camera, relayKey))
  if (!camera || !connection) return null
  return { revision: camera.config_revision, camera_id: camera.id, ...settingsOf(camera), connection }
}

async function connectionOf(
  { secretBox }: Platform,
  camera: ConfiguredCamera,
  publicKey: SealingKey | null,
): Promise<CameraConnection | null> {
  const opened = openCredentials(secretBox, camera.org_id, camera.id, camera)
  if (opened !== null && publicKey === null) return null
  const credentials = opened && publicKey ? await sealCredentials(opened, publicKey) : null
  if (camera.type === 'onvif') {
    const { host, port, onvif_channel: channel } = camera
    return { type: 'onvif', host: host ?? '', port, ...(channel !== null && { channel }), credentials }
  }
  const urlOf = (role: 'main' | 'sub') => camera.streams.find((stream) => stream.role === role)?.url
  return { type: 'rtsp', rtsp_url: urlOf('main') ?? '', rtsp_sub_url: urlOf('sub') ?? null, credentials }
}

function settingsOf(camera: ConfiguredCamera) {
  return {
    name: camera.name,
    enabled: camera.enabled,
    recording_duration_sec: camera.recording_duration_sec,
    pre_event_buffer_sec: camera.pre_event_buffer_sec,
    post_event_buffer_sec: camera.post_event_buffer_sec,
    motion_sensitivity: camera.motion_sensitivity,
    detection_stream: camera.detection_stream,
    recording_stream: camera.recording_stream,
    stream_transport: camera.stream_transport,
    stream_mode: camera.stream_mode,
    motion_zones: camera.motion_zones_json,
  }
}
