import type { CameraDiagnostics } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { type CameraRow, type CameraStreamRow, listStreams } from '../camera.repository.js'
import { requireCamera } from '../camera.service.js'
import { hostAndPort } from '../connection/camera-connection.js'
import { activeTier, orMain } from '../settings/camera-columns.js'
import { isSetByHand } from './camera.status.js'
import { findGatewayFacts, findLastEvent, type GatewayFacts } from './camera-facts.repository.js'
import { detectedIn, reportedStream, showEvents, showMotion, showWarnings } from './camera-observed.js'
import { explainConnectivity } from './connectivity.js'
import { resolutionOf } from './stream-facts.js'

/** More reconnects an hour than this are a weak network or a weak camera. */
const manyReconnects = 5
/** More broken frames an hour than these are a camera or a network with too little room for the stream. */
const manyBrokenFrames = 5

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
  const { reconnects_last_hour, stalls_last_hour, breaks_last_hour, pre_roll_shortened } = camera.diagnostics
  const { broken_frames_last_hour, breaks_by_reason } = camera.diagnostics
  const warnings = showWarnings(camera.diagnostics)
  const advice = adviceFor(camera, streams)
  const isReported = camera.connection_mode === 'direct' || gateway?.status === 'online'
  return {
    camera_id: id,
    status: camera.status,
    enabled: camera.enabled,
    connection_mode: camera.connection_mode,
    connectivity: {
      ...explainConnectivity({
        ...camera,
        gateway,
        where: hostAndPort({ host: camera.host ?? 'unknown', port: camera.port }),
      }),
      since: toTimestamp(camera.status_changed_at),
    },
    reported_at: toTimestampOrNull(camera.reported_at),
    reconnects_last_hour: reconnects_last_hour ?? null,
    stalls_last_hour: stalls_last_hour ?? null,
    breaks_last_hour: breaks_last_hour ?? null,
    breaks_by_reason: breaks_by_reason ?? null,
    broken_frames_last_hour: broken_frames_last_hour ?? null,
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
    events: isReported ? showEvents(camera.diagnostics) : null,
    motion: isReported ? showMotion(camera.diagnostics) : null,
    clock_skew_sec: camera.diagnostics.clock_skew_sec ?? null,
    warnings,
    advice: [
      ...advice.map(({ message }) => message),
      ...warnings
        .filter(({ code }) => !saidOtherwise.has(code))
        .map(({ message, remedy }) => `${message} ${remedy}`),
    ],
    advice_codes: advice,
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

type Choice = CameraDiagnostics['detection_stream']

const whys = {
  no_sub_stream: 'there is no sub stream',
  single: 'stream_mode is single: the recorded stream serves detection too',
  not_received: 'the stream that is wanted cannot be received now',
} as const

/** @param code why it is not the one that is wanted */
const choiceOf = (wanted: Choice['wanted'], used: Choice['used'], code: keyof typeof whys): Choice =>
  used === wanted
    ? { wanted, used, why: null, why_code: null }
    : { wanted, used, why: whys[code], why_code: code }

function recordingChoice({ recording_stream: wanted }: CameraRow, streams: CameraStreamRow[]): Choice {
  return choiceOf(wanted, orMain(wanted, streams), 'no_sub_stream')
}

/** What the gateway reported counts more than what the settings come to: a stream may have failed. */
function detectionChoice(camera: CameraRow, streams: CameraStreamRow[]): Choice {
  const { detection_stream: wanted, diagnostics } = camera
  const planned = activeTier(camera, streams)
  const used = detectedIn(diagnostics) ?? planned
  if (used !== planned) return choiceOf(wanted, used, 'not_received')
  const isSingle = camera.stream_mode === 'single' && orMain(wanted, streams) === wanted
  return choiceOf(wanted, used, isSingle ? 'single' : 'no_sub_stream')
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

type Advice = CameraDiagnostics['advice_codes'][number]

function adviceFor(camera: CameraRow, streams: CameraStreamRow[]): Advice[] {
  const { reconnects_last_hour = 0, stalls_last_hour = 0, breaks_last_hour = 0 } = camera.diagnostics
  const { broken_frames_last_hour = 0 } = camera.diagnostics
  const { observed_status: observed, status: shown } = camera
  const found: (Advice | false)[] = [
    missesSub(camera, streams) && {
      code: 'sub_stream_missing',
      count: null,
      message:
        'There is no sub stream: main is used in its place. Give rtsp_sub_url, or switch the second stream on in the camera.',
    },
    camera.diagnostics.pre_roll_shortened === true && {
      code: 'pre_roll_shortened',
      count: null,
      message:
        'The memory of the gateway does not hold the whole pre-roll: clips begin later than asked for, at the worst after the trigger. Lower the bitrate or the keyframe interval of the camera, or the number of cameras.',
    },
    reconnects_last_hour > manyReconnects && {
      code: 'reconnects',
      count: reconnects_last_hour,
      message: `The connection broke ${reconnects_last_hour} times within an hour. Check the network between camera and gateway.`,
    },
    stalls_last_hour > 0 && {
      code: 'stalls',
      count: stalls_last_hour,
      message: `The picture stopped ${stalls_last_hour} times within an hour though the connection stood. Restart the camera, and look for a newer firmware.`,
    },
    breaks_last_hour > 0 && {
      code: 'breaks',
      count: breaks_last_hour,
      message: `The pictures began anew ${breaks_last_hour} times within an hour though the connection stood. Set frame rate and picture size of the camera to fixed values.`,
    },
    broken_frames_last_hour > manyBrokenFrames && {
      code: 'broken_frames',
      count: broken_frames_last_hour,
      message: `The camera wrote broken data into its connection ${broken_frames_last_hour} times within an hour. Lower its bitrate, check the network between camera and gateway, and look for a newer firmware.`,
    },
    isSetByHand({ observed, shown }, camera.enabled) && {
      code: 'status_by_hand',
      count: null,
      message: `The status ${shown} was set by hand; it stands until the camera's own state changes.`,
    },
  ]
  return found.filter((advice) => advice !== false)
}
