import type { CameraState, CameraStatusReport } from '@sightline/protocol'
import type { AgentStatus } from '../agent-socket/messages.js'

/** A running agent as it tells of itself, on line and without cameras unless `more` says otherwise. */
export function agentStatus(more: Partial<AgentStatus> = {}): AgentStatus {
  return {
    version: '0.1.0',
    newest_version: null,
    gateway_id: '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d',
    cloud_url: 'https://cloud.example.com',
    uptime_sec: 7500,
    link: { state: 'live', meaning: 'connected', error: null, clock_offset_ms: 12 },
    clock_synced: true,
    ffmpeg: '6.1 (/usr/bin/ffmpeg)',
    outbox: { waiting: 0, refused: 0 },
    uploads: { waiting: 0, failed: 0, obstacle: null },
    live: [],
    disk: null,
    cameras: [],
    ...more,
  }
}

/** A camera of such an agent. */
export function cameraFacts(
  given: { id?: string; name: string; state: CameraState; message?: string | null; recording?: string },
  report: Partial<CameraStatusReport> = {},
): AgentStatus['cameras'][number] {
  const {
    id = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d',
    name,
    state,
    message = null,
    recording = 'idle',
  } = given
  return {
    id,
    name,
    state,
    message,
    recording,
    report: {
      camera_id: id,
      state,
      fault: null,
      message,
      since: '2026-03-14T09:26:53.589Z',
      stream:
        state === 'online'
          ? { codec: 'h264', width: 1920, height: 1080, fps: 25, gop_sec: 2, bitrate_kbps: 4096 }
          : null,
      reconnects_last_hour: 0,
      ...report,
    },
  }
}
