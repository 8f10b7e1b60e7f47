import type { CameraSnapshot, SnapshotOutcome } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { conflict, unavailable } from '../../../platform/errors.js'
import type { CameraRow } from '../camera.repository.js'
import { requireCamera } from '../camera.service.js'
import type { CameraPictureDeps } from '../camera-deps.js'
import { pictureLinkSec } from '../condition/camera-thumbnail.js'
import { commandCamera } from './camera-command.js'
import { limitCameraCalls } from './rate-limits.js'
import { storeSnapshot } from './store-snapshot.js'

const deadlineMs = 10_000

/**
 * A fresh picture, which the thumbnail shows from then on.
 * @throws AppError missing, forbidden, rate_limited; conflict if gateway or camera are off line; unavailable
 */
export async function requestSnapshot(
  deps: CameraPictureDeps,
  caller: Caller,
  id: string,
): Promise<CameraSnapshot> {
  const camera = await requireCamera(deps.platform.database.forOrg(caller.orgId), caller, id)
  await limitCameraCalls(deps, caller, 'snapshot')
  const answer = await commandCamera(deps, camera, {
    type: 'snapshot',
    body: { camera_id: id },
    deadlineMs,
  })
  switch (answer.kind) {
    case 'answered':
      return keepSnapshot(deps, camera, answer.outcome)
    case 'offline':
      throw conflict(
        camera.connection_mode === 'gateway' && camera.gateway_id === null
          ? 'this camera has no gateway: pair it first'
          : `the ${camera.connection_mode === 'direct' ? 'relay' : 'gateway'} of this camera is off line`,
      )
    case 'no_answer':
      throw unavailable('no picture came in time; try again')
    case 'refused':
      throw answer.error.code.startsWith('camera_')
        ? conflict('the camera is not on line')
        : unavailable('there is no picture now; try again')
  }
}

async function keepSnapshot(
  deps: CameraPictureDeps,
  camera: CameraRow,
  outcome: SnapshotOutcome,
): Promise<CameraSnapshot> {
  const { data, width, height, content_type } = outcome
  const { mediaId, takenAt } = await storeSnapshot(deps, camera, outcome)
  const { url, expiresAt } = deps.pictures.links.urlFor(camera.org_id, mediaId, pictureLinkSec)
  return {
    camera_id: camera.id,
    taken_at: toTimestamp(takenAt),
    content_type,
    width,
    height,
    url,
    expires_at: toTimestamp(expiresAt),
    data,
  }
}
