import type { CameraHealth, CameraStatus, StreamStatus } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { countActiveViewers } from '../../live/active-viewers.service.js'
import { findLeaseHolder } from '../../relays/leases/lease.service.js'
import { type CameraRow, listStreams } from '../camera.repository.js'
import { requireCamera } from '../camera.service.js'
import { reportedStream, showWarnings } from './camera-observed.js'
import { resolutionOf } from './stream-facts.js'

/** How a camera streams now. @throws AppError missing, or forbidden outside the caller's sites */
export async function getCameraHealth(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  id: string,
): Promise<CameraHealth> {
  const db = database.forOrg(caller.orgId)
  const camera = await requireCamera(db, caller, id)
  const streaming = isReceived(camera)
  const rates = streaming ? camera.diagnostics.stream : null
  const received = rates ? reportedStream(camera.diagnostics, rates.role)?.received : null
  const main = (await listStreams(db, caller.orgId, id)).find(({ role }) => role === 'main')
  return {
    camera_id: id,
    health: tierOf(camera.status),
    status: camera.status,
    streaming,
    active_tier: camera.active_tier,
    codec: rates?.codec ?? main?.codec ?? '',
    resolution: resolutionOf(rates ?? main ?? { width: null, height: null }),
    fps: rates?.fps ?? null,
    bitrate_kbps: rates?.bitrate_kbps ?? null,
    gop_sec: rates?.gop_sec ?? null,
    transport: received?.transport ?? null,
    audio: received?.audio ?? null,
    warnings: showWarnings(camera.diagnostics),
    since: toTimestamp(camera.status_changed_at),
    reported_at: toTimestampOrNull(camera.reported_at),
  }
}

/** The stream of a camera, in the words of the interface. @throws AppError as `getCameraHealth` */
export async function getStreamStatus(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  id: string,
): Promise<StreamStatus> {
  const db = database.forOrg(caller.orgId)
  const camera = await requireCamera(db, caller, id)
  const main = (await listStreams(db, caller.orgId, id)).find(({ role }) => role === 'main')
  const codec = main?.codec ?? ''
  return {
    streamable: camera.enabled && camera.status === 'online',
    webrtc_supported: codec === 'h264' || codec === 'h265',
    codec,
    resolution: main ? resolutionOf(main) : '',
    connection_mode: camera.connection_mode,
    go2rtc_status: isReceived(camera) && (await isRegistered(db, camera)) ? 'active' : 'inactive',
    active_viewers: await countActiveViewers(db, caller.orgId, id),
    notes: showWarnings(camera.diagnostics)
      .filter(({ code, stream }) => ofPlayback.has(code) && stream === 'main')
      .map(({ message }) => message),
  }
}

/** Warnings that concern who watches. */
const ofPlayback = new Set(['h265', 'b_frames', 'sound_left_out'])

/** Somebody serves the camera and its pictures come, whatever status an operator has set. */
function isReceived({ enabled, observed_status: observed }: CameraRow): boolean {
  return enabled && observed === 'online'
}

/** A camera in direct mode is registered with the relay that holds it; behind a gateway it always is. */
async function isRegistered(
  db: Db,
  { org_id: orgId, id, connection_mode: mode }: CameraRow,
): Promise<boolean> {
  return mode === 'gateway' || (await findLeaseHolder(db, orgId, id)) !== undefined
}

function tierOf(status: CameraStatus): CameraHealth['health'] {
  return status === 'online' || status === 'error' ? status : 'offline'
}
