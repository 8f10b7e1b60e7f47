import type { SnapshotOutcome } from '@sightline/protocol'
import { storePicture } from '../../../events/media/store-picture.service.js'
import type { CameraRow } from '../camera.repository.js'
import type { CameraPictureDeps } from '../camera-deps.js'

/** A picture whose time is further from now than this was stamped by a clock that is wrong. */
const believedMs = 60_000

/**
 * Stores what a gateway or a relay sent; the thumbnail shows it from then on.
 * @throws AppError unavailable without room
 */
export async function storeSnapshot(
  { platform, pictures }: CameraPictureDeps,
  camera: CameraRow,
  { data, width, height, taken_at }: SnapshotOutcome,
): Promise<{ mediaId: string; takenAt: Date }> {
  const now = platform.clock.now()
  const said = Date.parse(taken_at)
  const takenAt = new Date(Math.abs(said - now) <= believedMs ? said : now)
  const mediaId = await storePicture(
    { ...platform, store: pictures.store },
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
  return { mediaId, takenAt }
}
