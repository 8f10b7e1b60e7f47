import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../platform/database/handles.js'
import { unavailable } from '../../platform/errors.js'
import { findStoredPreview, lockClipOf, markPictureDeleted, markPictureReady } from './media.repository.js'
import { objectKey } from './store/blob-store.service.js'
import { roomIn } from './store/storage-room.service.js'
import { lockStoredBytes } from './store/stored-bytes.repository.js'
import type { StorePictureDeps } from './store-picture.service.js'
import { insertMedia } from './uploads/upload.repository.js'

/** Pictures of a clip in one image. */
interface Preview {
  readonly orgId: string
  readonly eventId: string
  readonly jpeg: Uint8Array
  /** Of the whole image, pixels. */
  readonly width: number
  readonly height: number
  /** Where in the clip each picture is, milliseconds, rising. */
  readonly offsetsMs: readonly number[]
}

/** A preview that can be shown. */
export interface StoredPreview {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly offsetsMs: readonly number[]
}

/** The newest preview of an event's clip. */
export async function findPreview(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<StoredPreview | undefined> {
  const row = await findStoredPreview(db, orgId, eventId)
  if (!row) return undefined
  const { id, width, height, offsets_ms: offsetsMs } = row
  return { id, width: width ?? 0, height: height ?? 0, offsetsMs: offsetsMs ?? [] }
}

/**
 * Stores a preview, which ends with its clip. Its row comes first, so that no object lies in the store of which nothing is known.
 * Two that make one at once store both: the newest is shown.
 * @returns false if the clip went away meanwhile, and then nothing is kept
 * @throws AppError unavailable without room on the disk, or within the organisation's quota, and where the store fails
 */
export async function storePreview(
  { database, store, config }: StorePictureDeps,
  { orgId, eventId, jpeg, width, height, offsetsMs }: Preview,
): Promise<boolean> {
  const id = uuidv7()
  const object = {
    key: objectKey(orgId, id),
    bytes: jpeg.byteLength,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
  }
  const room = await roomIn(store, config)
  if (room && room.bytes < jpeg.byteLength) throw unavailable('the media store has no room')
  const { storageQuotaBytes: quota } = config
  const isBegun = await database.inOrg(orgId, async (tx) => {
    const event = await lockClipOf(tx, orgId, eventId)
    if (!event) return false
    if (quota !== null && (await lockStoredBytes(tx, orgId)) + jpeg.byteLength > quota)
      throw unavailable('the organisation has no storage left')
    await insertMedia(tx, {
      ...object,
      ...event,
      org_id: orgId,
      id,
      event_id: eventId,
      kind: 'preview',
      content_type: 'image/jpeg',
      codec: null,
      width,
      height,
      offsets_ms: [...offsetsMs],
    })
    return true
  })
  if (!isBegun) return false
  try {
    await store.put(object.key, jpeg)
  } catch (error) {
    await database.inOrg(orgId, (tx) => markPictureDeleted(tx, orgId, id))
    throw unavailable('the media store does not take a preview now; try again', error)
  }
  await database.inOrg(orgId, (tx) => markPictureReady(tx, orgId, id))
  return true
}
