import { randomUUID } from 'node:crypto'
import type { CameraSet } from '@sightline/protocol'

/** A camera as the cloud sends it. */
export function cameraSet(more: Partial<CameraSet>): CameraSet {
  return {
    revision: 1,
    camera_id: randomUUID(),
    name: 'Camera',
    enabled: true,
    connection: {
      type: 'rtsp',
      rtsp_url: 'rtsp://10.0.0.7/main',
      rtsp_sub_url: null,
      credentials: null,
    },
    recording_duration_sec: 5,
    pre_event_buffer_sec: 1,
    post_event_buffer_sec: 0,
    motion_sensitivity: 'medium',
    detection_stream: 'main',
    recording_stream: 'main',
    stream_transport: 'tcp',
    stream_mode: 'single',
    motion_zones: [],
    ...more,
  }
}
