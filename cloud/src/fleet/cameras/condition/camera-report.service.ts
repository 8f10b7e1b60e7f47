import type { CameraStatusReport, StreamRole } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { afterReport } from './camera.status.js'
import { type CameraKey, lockCondition, saveCondition, saveStreamFacts } from './camera-report.repository.js'

export { markCameraOffline, markCamerasOffline } from './camera-report.repository.js'

/**
 * Takes what a gateway reports of a camera. A camera that is not its own is left alone.
 * @param gatewayId null: a relay reports, which holds the lease of the camera
 */
export async function takeCameraStatus(
  tx: Tx,
  orgId: string,
  gatewayId: string | null,
  report: CameraStatusReport,
): Promise<'taken' | 'unknown_camera'> {
  const known = await lockCondition(tx, orgId, gatewayId, report.camera_id)
  if (!known) return 'unknown_camera'
  const { stream, reconnects_last_hour, stalls_last_hour, breaks_last_hour } = report
  const camera = { orgId, cameraId: report.camera_id }
  const role = stream && (await saveReceived(tx, camera, known.recording_stream, stream))
  for (const { role: other, received } of report.streams ?? []) {
    if (received && other !== role) await saveStreamFacts(tx, camera, other, received)
  }
  const { streams, events, motion, clock_skew_sec, warnings, pre_roll_shortened } = report
  const { broken_frames_last_hour, breaks_by_reason } = report
  const counts = { reconnects_last_hour, stalls_last_hour, breaks_last_hour, broken_frames_last_hour }
  const facts = {
    ...counts,
    breaks_by_reason,
    pre_roll_shortened,
    streams,
    events,
    motion,
    clock_skew_sec,
    warnings,
  }
  await saveCondition(tx, camera, {
    condition: afterReport(known, report.state, known.enabled),
    report,
    facts: { ...facts, stream: stream && role && { ...stream, role } },
  })
  return 'taken'
}

/** What is recorded: the stream that is wanted for it, or main where there is no other. @returns which it was */
async function saveReceived(
  tx: Tx,
  camera: CameraKey,
  recorded: StreamRole,
  stream: NonNullable<CameraStatusReport['stream']>,
): Promise<StreamRole> {
  if (recorded === 'sub' && (await saveStreamFacts(tx, camera, 'sub', stream))) return 'sub'
  await saveStreamFacts(tx, camera, 'main', stream)
  return 'main'
}
