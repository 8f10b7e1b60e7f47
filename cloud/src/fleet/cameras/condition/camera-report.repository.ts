import type { CameraStatusReport, StreamRole } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/handles.js'
import type { ObservedFacts } from '../camera.table.js'
import type { CameraCondition } from './camera.status.js'
import { detectedIn } from './camera-observed.js'

/** A camera by its organisation and id. */
export interface CameraKey {
  readonly orgId: string
  readonly cameraId: string
}

/** What a report is held against. */
type ReportedCamera = CameraCondition & { enabled: boolean; recording_stream: StreamRole }

/**
 * The condition of a camera of this gateway, locked; undefined if it is not the gateway's.
 * @param gatewayId null: of a camera in direct mode
 */
export async function lockCondition(
  tx: Tx,
  orgId: string,
  gatewayId: string | null,
  cameraId: string,
): Promise<ReportedCamera | undefined> {
  return tx
    .selectFrom('cameras')
    .select(['observed_status as observed', 'status as shown', 'enabled', 'recording_stream'])
    .where('org_id', '=', orgId)
    .where('id', '=', cameraId)
    .where((eb) =>
      gatewayId === null ? eb('connection_mode', '=', 'direct') : eb('gateway_id', '=', gatewayId),
    )
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function saveCondition(
  tx: Tx,
  { orgId, cameraId }: CameraKey,
  {
    condition,
    report,
    facts,
  }: {
    condition: CameraCondition
    report: Pick<CameraStatusReport, 'fault' | 'message' | 'streams'>
    facts: ObservedFacts
  },
): Promise<void> {
  await tx
    .updateTable('cameras')
    .set({
      observed_status: condition.observed,
      status: condition.shown,
      status_cause: report.fault,
      status_message: report.message,
      diagnostics: JSON.stringify(facts),
      // Undefined where movement is not detected now: the stream that was in use stands.
      active_tier: detectedIn(report),
      reported_at: sql<Date>`now()`,
      status_changed_at: sql<Date>`case when observed_status = ${condition.observed}
        and status = ${condition.shown} then status_changed_at else now() end`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', cameraId)
    .execute()
}

/** What a stream of a camera was last seen to be. False if it has no such stream. */
export async function saveStreamFacts(
  tx: Tx,
  { orgId, cameraId }: CameraKey,
  role: StreamRole,
  { codec, width, height, fps }: NonNullable<CameraStatusReport['stream']>,
): Promise<boolean> {
  const row = await tx
    .updateTable('camera_streams')
    // A rate that is not measured yet is no reason to forget the one before.
    .set({ codec, width, height, ...(fps !== null && { fps }) })
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .where('role', '=', role)
    .returning('role')
    .executeTakeFirst()
  return row !== undefined
}

/** The columns of a camera of which no report comes any more; `message` says why. */
const offline = (message: string) => ({
  observed_status: 'offline' as const,
  status: 'offline' as const,
  status_cause: null,
  status_message: message,
  status_changed_at: sql<Date>`now()`,
})

/** The gateway is off line, and with it each of its cameras that is switched on: as if each had been reported so. */
export async function markCamerasOffline(tx: Tx, orgId: string, gatewayId: string): Promise<void> {
  await tx
    .updateTable('cameras')
    .set(offline('the gateway of this camera is off line'))
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('observed_status', '<>', 'offline')
    .execute()
}

/** As `markCamerasOffline`, for a camera in direct mode that no relay took over. */
export async function markCameraOffline(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await tx
    .updateTable('cameras')
    .set(offline('no relay serves this camera now'))
    .where('org_id', '=', orgId)
    .where('id', '=', cameraId)
    .where('connection_mode', '=', 'direct')
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('observed_status', '<>', 'offline')
    .execute()
}
