import type { PtzRequest, PtzResponse } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import { type AppError, conflict, unavailable } from '../../../platform/errors.js'
import { requireCamera } from '../camera.service.js'
import type { CameraDeps } from '../camera-deps.js'
import { commandCamera } from './camera-command.js'
import { limitMoves } from './rate-limits.js'

/** The first movement asks the camera for its services before. */
const deadlineMs = 10_000

/**
 * Turns or zooms a camera for a while. Its gateway ends the movement, also without us.
 * @throws AppError missing, forbidden, rate_limited; conflict if it cannot be moved, or is off line; unavailable
 */
export async function moveCamera(
  deps: CameraDeps,
  caller: Caller,
  id: string,
  { direction, magnitude, duration_ms }: PtzRequest,
): Promise<PtzResponse> {
  const { database } = deps.platform
  const camera = await requireCamera(database.forOrg(caller.orgId), caller, id)
  if (camera.type !== 'onvif')
    throw conflict('this camera has no PTZ: it is of type rtsp; movement needs onvif')
  if (!camera.enabled) throw conflict('the camera is not on line (disabled)')
  await limitMoves(deps, id, magnitude === 0 ? 'stop' : 'move')
  const body = { camera_id: id, direction, magnitude, duration_ms }
  const answer = await commandCamera(deps, camera, { type: 'ptz', body, deadlineMs })
  switch (answer.kind) {
    case 'answered':
      await database.inOrg(caller.orgId, (tx) =>
        recordAudit(tx, caller, 'camera.ptz_moved', {
          target: { kind: 'camera', id },
          data: {
            direction,
            magnitude,
            duration_ms,
          },
        }),
      )
      return {
        ...body,
        ...answer.outcome,
        message: magnitude === 0 ? 'The camera stands.' : 'The camera moves.',
      }
    case 'offline':
      throw conflict('the camera is not on line: nobody serves it now')
    case 'no_answer':
      throw unavailable('the camera did not answer in time; try again')
    case 'refused':
      throw refusalOf(answer.error.code)
  }
}

function refusalOf(code: string): AppError {
  switch (code) {
    case 'unsupported':
      return conflict('this camera has no PTZ in this direction, or its account may not move it')
    case 'camera_offline':
    case 'camera_unknown':
      return conflict('the camera is not on line')
    default:
      return unavailable('the camera cannot be moved now; try again')
  }
}
