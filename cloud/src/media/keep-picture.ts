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
    await putWhole(store, object, jpeg)
  } catch (error) {
    await database.inOrg(orgId, (tx) => markPictureDeleted(tx, orgId, id))
    throw error
  }
  await database.inOrg(orgId, (tx) => markPictureReady(tx, orgId, id))
  return id
}

async function putWhole(
  store: BlobStore,
  object: { key: string; bytes: number; sha256: string },
  bytes: Uint8Array,
): Promise<void> {
  const uploadId = uuidv7()
  try {
    const part = await store.putPart(uploadId, 1, once(bytes), object.bytes)
    const outcome = part === 'stored' ? await store.complete(uploadId, { ...object, parts: 1 }) : part
    if (outcome !== 'stored') throw new Error(`the store did not keep a picture: ${outcome}`)
  } finally {
    await store.dropParts(uploadId)
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
