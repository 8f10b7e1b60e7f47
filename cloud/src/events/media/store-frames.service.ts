import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../platform/database/database.js'
import { giveUpFrames, insertFrames, lockClipOf, markFramesReady } from './media.repository.js'
import { type BlobStore, objectKey } from './store/blob-store.service.js'

/** A picture out of a clip. */
interface Frame {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  /** What it shows the moment of. */
  readonly takenAt: Date
}

/** The frames that one run of an analysis uses. */
interface RunFrames {
  readonly orgId: string
  readonly eventId: string
  readonly runId: string
  readonly frames: readonly Frame[]
}

/**
 * Stores the frames of a run in place of any that it stored before. Their rows come first, so that no object lies in the
 * store of which nothing is known; they end with the clip.
 * @returns the ids of the media, in order; null if the clip went away meanwhile, and then nothing is kept
 */
export async function storeFrames(
  { database, store }: { readonly database: Database; readonly store: BlobStore },
  { orgId, eventId, runId, frames }: RunFrames,
): Promise<string[] | null> {
  const objects = frames.map((frame) => {
    const id = uuidv7()
    return { id, key: objectKey(orgId, id), frame }
  })
  const ids = objects.map(({ id }) => id)
  const isBegun = await database.inOrg(orgId, async (tx) => {
    const event = await lockClipOf(tx, orgId, eventId)
    if (!event) return false
    await giveUpFrames(tx, orgId, eventId, runId)
    const common = { org_id: orgId, event_id: eventId, ...event, run_id: runId, kind: 'frame' as const }
    await insertFrames(
      tx,
      objects.map(({ id, key, frame: { jpeg, width, height, takenAt } }) => ({
        ...common,
        id,
        key,
        bytes: jpeg.byteLength,
        sha256: createHash('sha256').update(jpeg).digest('hex'),
        content_type: 'image/jpeg',
        codec: null,
        width,
        height,
        taken_at: takenAt,
      })),
    )
    return true
  })
  if (!isBegun) return null
  try {
    await Promise.all(objects.map(({ key, frame }) => store.put(key, frame.jpeg)))
  } catch (error) {
    await database.inOrg(orgId, (tx) => giveUpFrames(tx, orgId, eventId, runId))
    throw error
  }
  const ready = await database.inOrg(orgId, (tx) => markFramesReady(tx, orgId, ids))
  return ready === ids.length ? ids : null
}
