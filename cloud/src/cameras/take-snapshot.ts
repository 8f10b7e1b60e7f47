import type { CameraSnapshot, SnapshotOutcome } from '@sightline/protocol'
import { keepPicture } from '../media/media.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { conflict, unavailable } from '../platform/errors.js'
import type { CameraRow } from './camera.repository.js'
import { requireCamera } from './camera.service.js'
import { commandCamera } from './camera-command.js'
import type { PictureDeps } from './camera-deps.js'
import { pictureLinkSec } from './camera-thumbnail.js'
import { limitCameraCalls } from './limit-probes.js'

const deadlineMs = 10_000
/** A picture whose time is further from now than this was stamped by a clock that is wrong. */
const believedMs = 60_000

/**
 * A fresh picture, which the thumbnail shows from then on.
 * @throws AppError missing, forbidden, rate_limited; conflict if gateway or camera are off line; unavailable
 */
export async function takeSnapshot(deps: PictureDeps, caller: Caller, id: string): Promise<CameraSnapshot> {
  const camera = await requireCamera(deps.platform.database.forOrg(caller.orgId), caller, id)
  await limitCameraCalls(deps, caller, 'snapshot')
  const answer = await commandCamera(deps, camera, 'snapshot', { camera_id: id }, { deadlineMs })
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
  { platform, pictures }: PictureDeps,
  camera: CameraRow,
  { data, width, height, taken_at, content_type }: SnapshotOutcome,
): Promise<CameraSnapshot> {
  const now = platform.clock.now()
  const said = Date.parse(taken_at)
  const takenAt = new Date(Math.abs(said - now) <= believedMs ? said : now)
  const mediaId = await keepPicture(
    { database: platform.database, store: pictures.store },
    {
      orgId: camera.org_id,
      cameraId: camera.id,
      siteId: camera.site_id,
      takenAt,
      jpeg: Buffer.from(data, 'base64'),
      width,
      height,
    },
  )
  const { url, expiresAt } = pictures.links.urlFor(camera.org_id, mediaId, pictureLinkSec)
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
