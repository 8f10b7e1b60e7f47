import type { CameraStatusReport, StreamRole } from '@sightline/protocol'
import type { Tx } from '../platform/database/database.js'
import { afterReport } from './camera.status.js'
import {
  lockCondition,
  saveAllOffline,
  saveCondition,
  saveOfflineWithoutRelay,
  saveStreamFacts,
} from './camera-report.repository.js'

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
  const { camera_id: id, stream, reconnects_last_hour, stalls_last_hour, pre_roll_shortened } = report
  const role = stream && (await saveReceived(tx, orgId, id, known.recording_stream, stream))
  for (const { role: other, received } of report.streams ?? []) {
    if (received && other !== role) await saveStreamFacts(tx, orgId, id, other, received)
  }
  const { streams, events, motion, clock_skew_sec, warnings } = report
  const counts = { reconnects_last_hour, stalls_last_hour, pre_roll_shortened }
  const facts = { ...counts, streams, events, motion, clock_skew_sec, warnings }
  await saveCondition(tx, orgId, id, afterReport(known, report.state, known.enabled), report, {
    ...facts,
    stream: stream && role && { ...stream, role },
  })
  return 'taken'
}

/** What is recorded: the stream that is wanted for it, or main where there is no other. @returns which it was */
async function saveReceived(
  tx: Tx,
  orgId: string,
  cameraId: string,
  recorded: StreamRole,
  stream: NonNullable<CameraStatusReport['stream']>,
): Promise<StreamRole> {
  if (recorded === 'sub' && (await saveStreamFacts(tx, orgId, cameraId, 'sub', stream))) return 'sub'
  await saveStreamFacts(tx, orgId, cameraId, 'main', stream)
  return 'main'
}

/** The gateway is off line, and with it all its cameras. */
export async function camerasWentOffline(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  await saveAllOffline(tx, orgId, gatewayId)
}

/** No relay took the camera over: it is off line. */
export async function cameraLostItsRelay(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await saveOfflineWithoutRelay(tx, orgId, cameraId)
}
