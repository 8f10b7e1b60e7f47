import type { CameraStatusReport } from '@sightline/protocol'
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
  await saveCondition(tx, orgId, report.camera_id, afterReport(known, report.state, known.enabled), report)
  if (report.stream) await saveStreamFacts(tx, orgId, report.camera_id, report.stream)
  return 'taken'
}

/** The gateway is off line, and with it all its cameras. */
export async function camerasWentOffline(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  await saveAllOffline(tx, orgId, gatewayId)
}

/** No relay took the camera over: it is off line. */
export async function cameraLostItsRelay(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await saveOfflineWithoutRelay(tx, orgId, cameraId)
}
