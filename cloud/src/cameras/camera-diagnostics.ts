import type { CameraDiagnostics } from '@sightline/protocol'
import type { Caller } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import type { Platform } from '../platform/platform.js'
import { type CameraRow, type CameraStreamRow, listStreams } from './camera.repository.js'
import { requireCamera } from './camera.service.js'
import { isSetByHand } from './camera.status.js'
import { activeTier, orMain } from './camera-columns.js'
import { whereIs } from './camera-connection.js'
import { findGatewayFacts, findLastEvent, type GatewayFacts } from './camera-facts.repository.js'
import { detectedIn, reportedStream, showEvents, showMotion, showWarnings } from './camera-observed.js'
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
  const isTold = camera.connection_mode === 'direct' || gateway?.status === 'online'
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
    stream_mode: camera.stream_mode,
    detection_stream: detectionChoice(camera, streams),
    recording_stream: recordingChoice(camera, streams),
    sub_stream_missing: missesSub(camera, streams),
    pre_roll: { wanted_sec: camera.pre_event_buffer_sec, shortened: pre_roll_shortened ?? null },
    gateway: gateway && showGateway(gateway),
    last_event: last
      ? { id: last.id, event_category: last.event_category, triggered_at: toTimestamp(last.triggered_at) }
      : null,
    // Of what changes by the second the last word of a gateway that is gone says nothing.
    events: isTold ? showEvents(camera.diagnostics) : null,
    motion: isTold ? showMotion(camera.diagnostics) : null,
    clock_skew_sec: camera.diagnostics.clock_skew_sec ?? null,
    warnings: showWarnings(camera.diagnostics),
    advice: adviceFor(camera, streams),
  }
}

const byRole = (one: CameraStreamRow, other: CameraStreamRow) => one.role.localeCompare(other.role)

/** What was last seen, and what the gateway measures while it receives the stream. */
function showStream(camera: CameraRow, stream: CameraStreamRow): CameraDiagnostics['streams'][number] {
  const { role } = stream
  const reported = reportedStream(camera.diagnostics, role)
  const received = reported?.received ?? null
  const recorded = camera.diagnostics.stream?.role === role ? camera.diagnostics.stream : null
  const measured = received ?? recorded
  return {
    role,
    codec: stream.codec ?? '',
    resolution: resolutionOf(stream),
    fps: stream.fps,
    bitrate_kbps: measured?.bitrate_kbps ?? null,
    gop_sec: measured?.gop_sec ?? null,
    transport: received?.transport ?? null,
    audio: received?.audio ?? null,
    used_for: reported?.used_for ?? (recorded ? ['recording'] : []),
    fault: reported?.fault ?? null,
  }
}

const noSub = 'there is no sub stream'

function recordingChoice({ recording_stream: wanted }: CameraRow, streams: CameraStreamRow[]) {
  const used = orMain(wanted, streams)
  return { wanted, used, why: used === wanted ? null : noSub }
}

/** What the gateway reported counts more than what the settings come to: a stream may have failed. */
function detectionChoice(camera: CameraRow, streams: CameraStreamRow[]) {
  const { detection_stream: wanted, diagnostics } = camera
  const planned = activeTier(camera, streams)
  const used = detectedIn(diagnostics) ?? planned
  if (used === wanted) return { wanted, used, why: null }
  if (used !== planned) return { wanted, used, why: 'the stream that is wanted cannot be received now' }
  const isSingle = camera.stream_mode === 'single' && orMain(wanted, streams) === wanted
  const why = isSingle ? 'stream_mode is single: the recorded stream serves detection too' : noSub
  return { wanted, used, why }
}

function missesSub(camera: CameraRow, streams: CameraStreamRow[]): boolean {
  const isWanted = camera.detection_stream === 'sub' || camera.recording_stream === 'sub'
  return isWanted && !streams.some(({ role }) => role === 'sub')
}

function showGateway({ id, name, status, last_heartbeat_at }: GatewayFacts) {
  return { id, name, status, last_heartbeat_at: toTimestampOrNull(last_heartbeat_at) }
}

/** The cloud knows of these by itself. */
const saidOtherwise = new Set(['sub_stream_missing', 'pre_roll_shortened'])

function adviceFor(camera: CameraRow, streams: CameraStreamRow[]): string[] {
  const { reconnects_last_hour = 0, stalls_last_hour = 0, pre_roll_shortened } = camera.diagnostics
  const { observed_status: observed, status: shown } = camera
  const warnings = showWarnings(camera.diagnostics).filter(({ code }) => !saidOtherwise.has(code))
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
    ...warnings.map(({ message, remedy }) => `${message} ${remedy}`),
  ].filter((sentence) => sentence !== false)
}
