import { ages, daysMs } from './ages.js'
import { inBatches } from './in-batches.js'
import {
  abandonUploads,
  dropMediaOfDeleted,
  dropPictures,
  forgetLeftParts,
  forgetMedium,
  pageOfLeftParts,
  pageOfTombstones,
} from './removal.repository.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { RetentionDeps, RetentionPass } from './retention-deps.js'

/** Rows of one statement. */
const batchSize = 200

/** Gives up media of events that somebody deleted: their bytes go next. */
export function dropMediaOfDeletedEvents({ database }: RetentionDeps, turn: RetentionPass): Promise<void> {
  const { orgId, now } = turn
  return inBatches(turn, { kind: 'media_of_deleted_event', size: batchSize }, (size) =>
    database.inOrg(orgId, (tx) => dropMediaOfDeleted(tx, orgId, now, size)),
  )
}

/** Gives up pictures that belong to no event, or whose bytes never came, and previews after a while. */
export function dropOldPictures(
  { database }: RetentionDeps,
  turn: RetentionPass,
  { clip_retention_days: days }: RetentionDays,
): Promise<void> {
  const { orgId, now } = turn
  const overdue = {
    now,
    picture: before(turn, daysMs(days)),
    unfinished: before(turn, ages.silentUpload),
    preview: before(turn, ages.preview),
  }
  return inBatches(turn, { kind: 'picture', size: batchSize }, (size) =>
    database.inOrg(orgId, (tx) => dropPictures(tx, orgId, overdue, size)),
  )
}

/** Gives up uploads of which nothing arrives any more. */
export function dropSilentUploads({ database }: RetentionDeps, turn: RetentionPass): Promise<void> {
  const { orgId, now } = turn
  const silentSince = before(turn, ages.silentUpload)
  return inBatches(turn, { kind: 'upload', size: batchSize }, (size) =>
    database.inOrg(orgId, (tx) => abandonUploads(tx, orgId, { silentSince, now }, size)),
  )
}

/**
 * Drops parts that lie beside the whole that they were put together to, because the store, or the node, broke off then.
 * @throws BytesLeftError at the end, if some were left
 */
export async function dropLeftParts(
  { database, store, log }: RetentionDeps,
  turn: RetentionPass,
): Promise<void> {
  const { orgId, signal, removed } = turn
  const db = database.forOrg(orgId)
  const completedBefore = before(turn, ages.unfinishedMedium)
  let failed = 0
  for (let after = firstId; !signal.aborted; ) {
    const page = await pageOfLeftParts(db, orgId, completedBefore, { after, limit: batchSize })
    const last = page.at(-1)
    if (last === undefined) break
    for (const uploadId of page) {
      if (signal.aborted) break
      try {
        await store.dropParts(uploadId)
        await forgetLeftParts(db, orgId, uploadId)
        removed('left_parts', 1)
      } catch (error) {
        failed += 1
        log.warn({ err: error, orgId, uploadId }, 'retention.parts_left')
      }
    }
    after = last
  }
  if (failed > 0) throw new BytesLeftError(failed)
}

const before = ({ now }: RetentionPass, ms: number): Date => new Date(now.getTime() - ms)

/**
 * Removes the bytes of media that were given up, then their rows: a run that is cut off between the two does it again.
 * What cannot be removed now is left to the next run.
 * @throws BytesLeftError at the end, if some were left
 */
export async function removeBytes(
  { database, store, log }: RetentionDeps,
  turn: RetentionPass,
): Promise<void> {
  const { orgId, signal, removed } = turn
  const unfinishedBefore = before(turn, ages.unfinishedMedium)
  const db = database.forOrg(orgId)
  let failed = 0
  for (let after = firstId; !signal.aborted; ) {
    const page = await pageOfTombstones(db, orgId, unfinishedBefore, { after, limit: batchSize })
    const last = page.at(-1)
    if (!last) break
    for (const { id, key, upload_ids: uploads } of page) {
      if (signal.aborted) break
      try {
        await store.delete(key)
        for (const upload of uploads) await store.dropParts(upload)
        await forgetMedium(db, orgId, id)
        removed('object', 1)
      } catch (error) {
        failed += 1
        log.warn({ err: error, orgId, mediaId: id }, 'retention.bytes_left')
      }
    }
    after = last.id
  }
  if (failed > 0) throw new BytesLeftError(failed)
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Objects that the media store did not remove. */
class BytesLeftError extends Error {
  override readonly name = 'BytesLeftError'

  constructor(count: number) {
    super(`${count} objects could not be removed from the media store`)
  }
}
