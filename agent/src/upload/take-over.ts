import { uncount } from '../outbox/losses.js'
import { type Change, type Database, writeChanges } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { UploadRecord } from '../outbox/upload-record.js'
import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import { setUnreadAside, takenOver } from './unread-uploads.js'
import { keyOfUpload } from './upload-keys.js'

/**
 * Takes over what earlier versions kept, and what they set aside without need. What cannot be written stays for the next
 * start, where it is: a disk that is full must not keep the agent from recording, nor one step the others from theirs.
 */
export async function takeOver(database: Database, servedMs: number, log: Logger): Promise<void> {
  for (const step of [takeOverOldKeys, setUnreadAside, takeUpAgain]) {
    await step(database, servedMs).catch((error: unknown) =>
      log.warn({ step: step.name, reason: messageOf(error) }, 'upload.not_taken_over'),
    )
  }
}

/** Earlier versions kept uploads in the order of their events' ids. Those that cannot be read are set aside like all others. */
async function takeOverOldKeys(database: Database): Promise<void> {
  const changes: Change[] = []
  for await (const [key, value] of database.iterator(keys.oldUploads)) {
    const record = UploadRecord.safeParse(value)
    if (record.success) changes.push({ type: 'del', key }, takenOver(record.data))
  }
  await writeChanges(database, changes)
}

/**
 * Why earlier versions set files aside that nobody had refused: an answer of the store, or of whoever stood between, a
 * disk that did not answer for a moment, trouble of the cloud.
 */
const passing =
  /^(the store answered with status|the file cannot be read \((?!ENOENT)|(deadline|camera_offline): )/

/**
 * Sends such files after all. It was reported to the cloud that the clip will not come; the clip itself is stronger than that
 * (docs/protocol.md, section 9).
 */
async function takeUpAgain(database: Database): Promise<void> {
  for await (const [key, value] of database.iterator(keys.unsents)) {
    const record = UploadRecord.safeParse(value)
    if (!record.success || !passing.test(record.data.reason ?? '')) continue
    const { object } = record.data
    const pending: UploadRecord = {
      ...record.data,
      state: 'pending',
      refusals: 0,
      reason: null,
      failedMs: null,
    }
    // One batch each: a cut in between leaves every file either here or there, counted or not.
    await writeChanges(database, [
      { type: 'del', key },
      { type: 'put', key: keyOfUpload(record.data), value: pending },
      ...(await uncount(database, object.kind === 'clip' ? 'clips' : 'snapshots', object.event_id)),
    ])
  }
}
