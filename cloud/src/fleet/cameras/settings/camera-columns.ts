import type { CameraPatch, StreamRole } from '@sightline/protocol'
import type { CameraRow, CameraStreamRow } from '../camera.repository.js'
import type { Connection } from '../connection/camera-connection.js'
import type { ReachableCamera } from '../probing/probe-camera.js'

/** The settings of a request that are stored under their own names; those not given are undefined. */
export function settingColumns(body: CameraPatch) {
  return {
    enabled: body.enabled,
    recording_duration_sec: body.recording_duration_sec,
    pre_event_buffer_sec: body.pre_event_buffer_sec,
    post_event_buffer_sec: body.post_event_buffer_sec,
    ai_analysis_mode: body.ai_analysis_mode,
    ai_pass_mode: body.ai_pass_mode,
    prompt_pack_id: body.prompt_pack_id,
    ai_provider_override: body.ai_provider_override,
    ai_model_override: body.ai_model_override,
    motion_sensitivity: body.motion_sensitivity,
    detection_stream: body.detection_stream,
    recording_stream: body.recording_stream,
    motion_zones_json: body.motion_zones_json && JSON.stringify(body.motion_zones_json),
    stream_transport: body.stream_transport,
    stream_mode: body.stream_mode,
  }
}

type StreamColumns = Omit<CameraStreamRow, 'org_id' | 'camera_id'>

/**
 * The streams of a camera: at the addresses given, or where its ONVIF service says; with what was found there.
 * @param found null for a camera that was not probed yet
 */
export function streamColumns(connection: Connection, found: ReachableCamera | null): StreamColumns[] {
  const columnsOf = (role: StreamRole, given: string | null): StreamColumns[] => {
    const stream = found?.streams.find((one) => one.role === role)
    const url = connection.type === 'rtsp' ? given : (stream?.url ?? null)
    if (url === null) return []
    return [
      {
        role,
        url,
        codec: stream?.codec ?? null,
        width: stream?.width ?? null,
        height: stream?.height ?? null,
        fps: stream?.fps ?? null,
      },
    ]
  }
  const [main, sub] = connection.type === 'rtsp' ? [connection.url, connection.subUrl] : [null, null]
  return [...columnsOf('main', main), ...columnsOf('sub', sub)]
}

/** What decides which stream serves what. */
type StreamSettings = Pick<CameraRow, 'stream_mode' | 'detection_stream' | 'recording_stream'>

/**
 * The stream in use for detection: in mode single the recorded one, for the camera has one connection
 * (docs/decisions/0042-which-stream-serves-what.md), and main where there is no other.
 */
export function activeTier(settings: StreamSettings, streams: readonly { role: StreamRole }[]): StreamRole {
  const { stream_mode: mode, detection_stream: detected, recording_stream: recorded } = settings
  return orMain(mode === 'single' ? recorded : detected, streams)
}

/** The stream that is wanted, or main where there is no other. */
export function orMain(wanted: StreamRole, streams: readonly { role: StreamRole }[]): StreamRole {
  return wanted === 'sub' && streams.some(({ role }) => role === 'sub') ? 'sub' : 'main'
}

/** The settings before, with those that a request gives. */
export function mergeStreamSettings(before: StreamSettings, given: CameraPatch): StreamSettings {
  return {
    stream_mode: given.stream_mode ?? before.stream_mode,
    detection_stream: given.detection_stream ?? before.detection_stream,
    recording_stream: given.recording_stream ?? before.recording_stream,
  }
}

/** What a new camera has where nothing is said. */
export const defaultStreams: StreamSettings = {
  stream_mode: 'single',
  detection_stream: 'sub',
  recording_stream: 'main',
}
