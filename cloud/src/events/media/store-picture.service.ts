import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../platform/config.js'
import type { Database } from '../../platform/database/database.js'
import { unavailable } from '../../platform/errors.js'
import { markPictureDeleted, markPictureReady } from './media.repository.js'
import { type BlobStore, objectKey } from './store/blob-store.service.js'
import { roomIn } from './store/storage-room.service.js'
import { lockStoredBytes } from './store/stored-bytes.repository.js'
import { insertMedia } from './uploads/upload.repository.js'

/** A picture of a camera that belongs to no event. */
interface Picture {
  readonly orgId: string
  readonly cameraId: string
  /** Where the camera stands now. */
  readonly siteId: string
  readonly takenAt: Date
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
}

/** What it takes to store a picture. */
export interface StorePictureDeps {
  readonly database: Database
  readonly store: BlobStore
  readonly config: Pick<Config, 'storageQuotaBytes' | 'storageReserveBytes'>
}

/**
 * Stores a picture. Its row comes first, so that no object lies in the store of which nothing is known.
 * @returns the id of the medium
 * @throws AppError unavailable without room on the disk, or within the organisation's quota
 */
export async function storePicture(
  { database, store, config }: StorePictureDeps,
  { orgId, cameraId, siteId, takenAt, jpeg, width, height }: Picture,
): Promise<string> {
  const id = uuidv7()
  const object = {
    key: objectKey(orgId, id),
    bytes: jpeg.byteLength,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
  }
  const room = await roomIn(store, config)
  if (room && room.bytes < jpeg.byteLength) throw unavailable('the media store has no room')
  const { storageQuotaBytes: quota } = config
  await database.inOrg(orgId, async (tx) => {
    if (quota !== null && (await lockStoredBytes(tx, orgId)) + jpeg.byteLength > quota)
      throw unavailable('the organisation has no storage left')
    await insertMedia(tx, {
      ...object,
      org_id: orgId,
      id,
      event_id: null,
      camera_id: cameraId,
      site_id: siteId,
      kind: 'snapshot',
      content_type: 'image/jpeg',
      codec: null,
      width,
      height,
      created_at: takenAt,
    })
  })
  try {
    await store.put(object.key, jpeg)
  } catch (error) {
    await database.inOrg(orgId, (tx) => markPictureDeleted(tx, orgId, id))
    throw error
  }
  await database.inOrg(orgId, (tx) => markPictureReady(tx, orgId, id))
  return id
}

/** A picture that another took the place of. Its bytes go later. */
export async function giveUpPicture(
  { database }: Pick<StorePictureDeps, 'database'>,
  orgId: string,
  id: string,
): Promise<void> {
  await database.inOrg(orgId, (tx) => markPictureDeleted(tx, orgId, id))
}
