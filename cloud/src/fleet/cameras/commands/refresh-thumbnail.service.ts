import type { SnapshotOutcome } from '@sightline/protocol'
import { type CameraRow, findCamera } from '../camera.repository.js'
import type { CameraPictureDeps } from '../camera-deps.js'
import { findNewestPicture } from '../condition/camera-facts.repository.js'
import { commandCamera } from './camera-command.js'
import { storeSnapshot } from './store-snapshot.js'

export type { CameraPictureDeps } from '../camera-deps.js'

/** A fresh thumbnail for a camera that somebody watches need not be hurried. */
const deadlineMs = 10_000

/**
 * Takes a picture of a camera that is on, unless its newest is young enough: of an event, or one that was asked for. It counts
 * against nobody's limit. A gateway that is off line, or gives no picture, is no error.
 * @param atLeastMs how old the newest picture is at least, milliseconds
 * @returns the medium that was made of it; null for none
 */
export async function refreshThumbnail(
  deps: CameraPictureDeps,
  { orgId, cameraId }: { readonly orgId: string; readonly cameraId: string },
  atLeastMs: number,
): Promise<string | null> {
  const { database, clock } = deps.platform
  const db = database.forOrg(orgId)
  const camera = await findCamera(db, orgId, cameraId)
  if (!camera?.enabled) return null
  const newest = await findNewestPicture(db, { orgId, siteIds: null }, cameraId)
  if (newest && clock.now() - newest.taken_at.getTime() < atLeastMs) return null
  const outcome = await takePicture(deps, camera)
  if (!outcome) return null
  return (await storeSnapshot(deps, camera, outcome)).mediaId
}

async function takePicture(deps: CameraPictureDeps, camera: CameraRow): Promise<SnapshotOutcome | null> {
  const answer = await commandCamera(deps, camera, {
    type: 'snapshot',
    body: { camera_id: camera.id },
    deadlineMs,
  })
  return answer.kind === 'answered' ? answer.outcome : null
}
