import type { LossCounts } from '../outbox/losses.js'
import { Failures } from '../platform/failures.js'
import type { Logger } from '../platform/logger.js'
import { noRoomReason } from '../recording/disk-quota.js'
import type { RecordingFiles } from '../recording/recording-files.js'
import { eventOf, eventsInTheMaking } from './left-overs.js'
import type { UploadQueue } from './upload-queue.js'

export interface ReclaimForEventsDeps {
  readonly files: RecordingFiles
  readonly queue: UploadQueue
  readonly losses: LossCounts
  readonly log: Logger
  /** Whether the database takes a write; by default it is tried. */
  readonly isWritable?: () => Promise<boolean>
}

/** Where the disk has so much free, it is not for want of room that the database takes nothing. */
const enoughBytes = 16 * 1024 ** 2

/** Recordings that are over and of which no clip could be made so far. */
export interface Unfinished {
  unfinished(): readonly string[]
  giveUp(eventId: string, reason: string): Promise<void>
}

/**
 * Where the database takes no event any more for want of room, everything else goes first: journals that were set aside,
 * then files without asking what they are, the oldest first, and last the recordings of which no clip could be made so far.
 * A database that fails for something else, such as open files or the disk itself, is not helped by that.
 * @param freeBytes what this process may still write to the disk now
 */
export async function reclaimForEvents(
  deps: ReclaimForEventsDeps,
  unfinished: Unfinished,
  freeBytes: () => Promise<number>,
): Promise<void> {
  const { queue, losses, log, isWritable = () => queue.isWritable() } = deps
  const isHelped = async () => (await isWritable()) || (await freeBytes()) >= enoughBytes
  if ((await isHelped()) || (await removeUntil(isHelped, deps))) return
  for (const eventId of unfinished.unfinished()) {
    await unfinished.giveUp(eventId, noRoomReason)
    await losses.note('clips', eventId)
    log.error({ eventId }, 'disk.given_up_for_events')
    if (await isHelped()) return
  }
}

/** @returns whether that was enough; what cannot be removed keeps nothing else */
async function removeUntil(
  isHelped: () => Promise<boolean>,
  { files, log }: ReclaimForEventsDeps,
): Promise<boolean> {
  const failures = new Failures()
  const found = await files.list()
  const making = eventsInTheMaking(found)
  for (const ending of ['.unusable', '.jpg', '.mp4']) {
    // Names begin with the id of their event, and ids sort by time.
    for (const { path, name } of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!name.endsWith(ending) || making.has(eventOf(name)) || failures.areMany) continue
      // The uploader finds it gone, counts it and reports it.
      const isGone = await failures.of(files.remove([path]).then(() => true))
      if (isGone !== true) continue
      log.error({ name }, 'disk.given_up_for_events')
      if (await isHelped()) return true
    }
  }
  failures.log(log, 'disk.not_removed')
  return false
}
