import type { CameraDiagnostics } from '@sightline/protocol'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import type { Platform } from '../platform/platform.js'
import { type CameraRow, type CameraStreamRow, listStreams } from './camera.repository.js'
import { requireCamera } from './camera.service.js'
import { isSetByHand } from './camera.status.js'
import { activeTier } from './camera-columns.js'
import { whereIs } from './camera-connection.js'
import { findGatewayFacts, findLastEvent, type GatewayFacts } from './camera-facts.repository.js'
import { explainConnectivity } from './connectivity.js'
import { resolutionOf } from './stream-facts.js'

/** More reconnects an hour than this are a weak network or a weak camera. */
const manyReconnects = 5

/** Why a camera works or not, and what to do. @throws AppError missing, or forbidden outside the caller's sites */
export async function diagnoseCamera(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  id: string,
): Promise<CameraDiagnostics> {
  const db = database.forOrg(caller.orgId)
  const camera = await requireCamera(db, caller, id)
  const gateway =
    camera.gateway_id === null
      ? null
      : ((await findGatewayFacts(db, caller.orgId, camera.gateway_id)) ?? null)
  const streams = await listStreams(db, caller.orgId, id)
  const last = await findLastEvent(db, caller, id)
  const { reconnects_last_hour, stalls_last_hour, pre_roll_shortened } = camera.diagnostics
  return {
    camera_id: id,
    status: camera.status,
    enabled: camera.enabled,
    connection_mode: camera.connection_mode,
    connectivity: {
      ...explainConnectivity({
        ...camera,
        gateway,
        where: whereIs({ host: camera.host ?? 'unknown', port: camera.port }),
      }),
      since: toTimestamp(camera.status_changed_at),
    },
    reported_at: toTimestampOrNull(camera.reported_at),
    reconnects_last_hour: reconnects_last_hour ?? null,
    stalls_last_hour: stalls_last_hour ?? null,
    streams: streams.toSorted(byRole).map((stream) => showStream(camera, stream)),
    detection_stream: choiceOf(camera.detection_stream, streams),
    recording_stream: choiceOf(camera.recording_stream, streams),
    sub_stream_missing: missesSub(camera, streams),
    pre_roll: { wanted_sec: camera.pre_event_buffer_sec, shortened: pre_roll_shortened ?? null },
    gateway: gateway && showGateway(gateway),
    last_event: last
      ? { id: last.id, event_category: last.event_category, triggered_at: toTimestamp(last.triggered_at) }
      : null,
    advice: adviceFor(camera, streams),
  }
}

const byRole = (one: CameraStreamRow, other: CameraStreamRow) => one.role.localeCompare(other.role)

/** Only the stream that is received has a bitrate: the gateway measures it. */
function showStream(camera: CameraRow, stream: CameraStreamRow) {
  const received = camera.diagnostics.stream?.role === stream.role ? camera.diagnostics.stream : null
  return {
    role: stream.role,
    codec: stream.codec ?? '',
    resolution: resolutionOf(stream),
    fps: stream.fps,
    bitrate_kbps: received?.bitrate_kbps ?? null,
  }
}

function choiceOf(wanted: CameraRow['detection_stream'], streams: CameraStreamRow[]) {
  return { wanted, used: activeTier(wanted, streams) }
}

function missesSub(camera: CameraRow, streams: CameraStreamRow[]): boolean {
  const isWanted = camera.detection_stream === 'sub' || camera.recording_stream === 'sub'
  return isWanted && !streams.some(({ role }) => role === 'sub')
}

function showGateway({ id, name, status, last_heartbeat_at }: GatewayFacts) {
  return { id, name, status, last_heartbeat_at: toTimestampOrNull(last_heartbeat_at) }
}

function adviceFor(camera: CameraRow, streams: CameraStreamRow[]): string[] {
  const { reconnects_last_hour = 0, stalls_last_hour = 0, pre_roll_shortened } = camera.diagnostics
  const { observed_status: observed, status: shown } = camera
  return [
    missesSub(camera, streams) &&
      'There is no sub stream: main is used in its place. Give rtsp_sub_url, or switch the second stream on in the camera.',
    pre_roll_shortened === true &&
      'The memory of the gateway does not hold the whole pre-roll. Lower the bitrate or the keyframe interval of the camera, or the number of cameras.',
    reconnects_last_hour > manyReconnects &&
      `The connection broke ${reconnects_last_hour} times within an hour. Check the network between camera and gateway.`,
    stalls_last_hour > 0 &&
      `The picture stopped ${stalls_last_hour} times within an hour though the connection stood. Restart the camera, and look for a newer firmware.`,
    isSetByHand({ observed, shown }, camera.enabled) &&
      `The status ${shown} was set by hand; it stands until the camera's own state changes.`,
  ].filter((sentence) => sentence !== false)
}
