import { ages, daysMs } from './ages.js'
import { inBatches } from './in-batches.js'
import {
  abandonUploads,
  dropMediaOfDeleted,
  dropPictures,
  forgetMedium,
  pageOfTombstones,
} from './removal.repository.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { Removed, RetentionDeps, Turn } from './retention-deps.js'

/** Rows of one statement. */
const batchSize = 200

/** Gives up media that belong to nothing that is shown: their bytes go next. */
export async function dropStrayMedia(
  { database }: RetentionDeps,
  turn: Turn,
  { clip_retention_days: days }: RetentionDays,
): Promise<Removed> {
  const { orgId, now } = turn
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const overdue = { picture: ago(daysMs(days)), unfinished: ago(ages.silentUpload) }
  return {
    media_of_deleted_event: await inBatches(turn, batchSize, (size) =>
      database.inOrg(orgId, (tx) => dropMediaOfDeleted(tx, orgId, now, size)),
    ),
    picture: await inBatches(turn, batchSize, (size) =>
      database.inOrg(orgId, (tx) => dropPictures(tx, orgId, overdue, now, size)),
    ),
    upload: await inBatches(turn, batchSize, (size) =>
      database.inOrg(orgId, (tx) => abandonUploads(tx, orgId, ago(ages.silentUpload), now, size)),
    ),
  }
}

/**
 * Removes the bytes of media that were given up, then their rows: a run that is cut off between the two does it again.
 * What cannot be removed now is left to the next run.
 * @returns how many objects are gone
 */
export async function removeBytes({ database, store, log }: RetentionDeps, turn: Turn): Promise<Removed> {
  const { orgId, now, signal } = turn
  const unfinishedBefore = new Date(now.getTime() - ages.unfinishedMedium)
  const db = database.forOrg(orgId)
  let [gone, failed] = [0, 0]
  for (let after = firstId; !signal.aborted; ) {
    const page = await pageOfTombstones(db, orgId, unfinishedBefore, after, batchSize)
    const last = page.at(-1)
    if (!last) break
    for (const { id, key, upload_ids: uploads } of page) {
      if (signal.aborted) break
      try {
        await store.delete(key)
        for (const upload of uploads) await store.dropParts(upload)
        await forgetMedium(db, orgId, id)
        gone += 1
      } catch (error) {
        failed += 1
        log.warn({ err: error, orgId, mediaId: id }, 'retention.bytes_left')
      }
    }
    after = last.id
  }
  if (failed > 0) throw new BytesLeftError(failed)
  return { object: gone }
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Objects that the media store did not remove. */
export class BytesLeftError extends Error {
  override readonly name = 'BytesLeftError'

  constructor(count: number) {
    super(`${count} objects could not be removed from the media store`)
  }
}
