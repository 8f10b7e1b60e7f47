import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../platform/database/database.js'
import { type BlobStore, objectKey } from './blob-store.js'
import { markPictureDeleted, markPictureReady } from './media.repository.js'
import { insertMedia } from './upload.repository.js'

/** A picture of a camera that belongs to no event. */
export interface Picture {
  readonly orgId: string
  readonly cameraId: string
  /** Where the camera stands now. */
  readonly siteId: string
  readonly takenAt: Date
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * Stores a picture. Its row comes first, so that no object lies in the store of which nothing is known.
 * @returns the id of the medium
 */
export async function keepPicture(
  { database, store }: { readonly database: Database; readonly store: BlobStore },
  { orgId, cameraId, siteId, takenAt, jpeg, width, height }: Picture,
): Promise<string> {
  const id = uuidv7()
  const object = {
    key: objectKey(orgId, id),
    bytes: jpeg.byteLength,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
  }
  await database.inOrg(orgId, (tx) =>
    insertMedia(tx, {
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
    }),
  )
  try {
    await store.put(object.key, jpeg)
  } catch (error) {
    await database.inOrg(orgId, (tx) => markPictureDeleted(tx, orgId, id))
    throw error
  }
  await database.inOrg(orgId, (tx) => markPictureReady(tx, orgId, id))
  return id
}
