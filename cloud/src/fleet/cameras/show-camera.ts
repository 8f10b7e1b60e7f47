import type { Camera } from '@sightline/protocol'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import type { CameraRow } from './camera.repository.js'

/** A camera as the interface shows it: never an address, never credentials. */
export function showCamera(row: CameraRow): Camera {
  return {
    id: row.id,
    name: row.name,
    site_id: row.site_id,
    gateway_id: row.gateway_id,
    connection_mode: row.connection_mode,
    type: row.type,
    status: row.status,
    active_tier: row.active_tier,
    stream_transport: row.stream_transport,
    stream_mode: row.stream_mode,
    created_at: toTimestamp(row.created_at),
    enabled: row.enabled,
    recording_duration_sec: row.recording_duration_sec,
    pre_event_buffer_sec: row.pre_event_buffer_sec,
    post_event_buffer_sec: row.post_event_buffer_sec,
    ai_analysis_mode: row.ai_analysis_mode,
    ai_pass_mode: row.ai_pass_mode,
    prompt_pack_id: row.prompt_pack_id,
    ai_provider_override: row.ai_provider_override,
    ai_model_override: row.ai_model_override,
    motion_sensitivity: row.motion_sensitivity,
    detection_stream: row.detection_stream,
    recording_stream: row.recording_stream,
    motion_zones_json: row.motion_zones_json,
    deleted_at: toTimestampOrNull(row.deleted_at),
    onvif_channel: row.onvif_channel,
    fault: row.status_cause,
  }
}
