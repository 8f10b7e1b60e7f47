import { clipLostEntry } from '../outbox/event-publisher.js'
import type { LossCounts } from '../outbox/losses.js'
import type { Outbox } from '../outbox/outbox.js'
import type { UploadRecord } from '../outbox/upload-record.js'
import { Failures } from '../platform/failures.js'
import type { Logger } from '../platform/logger.js'
import { noRoomReason, type RemovalKind, removalOrder } from '../recording/disk-quota.js'
import type { RecordingFiles } from '../recording/recording-files.js'
import { findLeftOvers } from './left-overs.js'
import type { UnreadUpload } from './unread-uploads.js'
import type { UploadQueue } from './upload-queue.js'

export interface SpaceReclaimerDeps {
  readonly files: RecordingFiles
  readonly queue: UploadQueue
  readonly outbox: Pick<Outbox, 'append' | 'last'>
  readonly losses: LossCounts
  /** Time in service, ms. */
  readonly service: { now(): number }
  readonly log: Logger
}

/** Something that may be given up, and how. */
interface Candidate {
  readonly bytes: number
  /** @returns false if it must stay for now */
  readonly giveUp: () => Promise<boolean>
}

const unreadReason = 'the clip was not stored: what the gateway noted of it cannot be read'
/** Refused files are kept this long for a person to examine, in service time, ms. */
const refusedKeptMs = 14 * 24 * 3_600_000

/**
 * Gives up files of recordings, what is dearest last, counts what is lost by that, and reports to the cloud which clips will
 * not come (docs/design/durability-of-a-recording.md, steps 14 and 15).
 */
export class SpaceReclaimer {
  readonly #deps: SpaceReclaimerDeps
  /** Files that are gone while the database took no word of it. */
  readonly #unnoted = new Map<string, UploadRecord>()

  constructor(deps: SpaceReclaimerDeps) {
    this.#deps = deps
  }

  /**
   * Removes files that neither a journal nor the record of an upload names, of which a cut kept the removal. For the start
   * of the agent; an outbox that was never used says nothing about files, and may be a new one beside old recordings. Nor does
   * one that was damaged: what it does not know any more is there for a person, until its room is needed.
   */
  async dropLeftOvers(): Promise<void> {
    const { outbox, files, queue, log } = this.#deps
    if (outbox.last === 0 || (await queue.mayLackRecords())) return
    const failures = new Failures()
    for (const { path, name } of await findLeftOvers(files, queue)) {
      log.warn({ name }, 'disk.left_over_removed')
      await failures.of(files.remove([path]))
    }
    failures.log(log, 'disk.not_removed')
  }

  /** Names those whose record cannot be read. For the start of the agent. */
  async tellUnread(): Promise<void> {
    const { queue, log } = this.#deps
    const failures = new Failures()
    for (const unread of await queue.unread()) {
      const { kind, eventId, name } = unread
      log.error({ kind, eventId, name }, 'upload.record_unreadable')
      await failures.of(this.#tell(unread))
    }
    failures.log(log, 'upload.loss_not_told')
  }

  /** Who asks for such a clip is told, once, where the record says of which camera it is. */
  async #tell({ kind, eventId, cameraId }: UnreadUpload): Promise<void> {
    if (kind !== 'clip' || cameraId === null) return
    await this.#deps.outbox.append(clipLostEntry({ eventId, cameraId }, unreadReason, () => []))
  }

  /** Gives up `bytes`, or as many as there are: what cannot be removed keeps nothing else. @returns the bytes that went */
  async reclaim(bytes: number): Promise<number> {
    const failures = new Failures()
    let freed = 0
    for (const kind of removalOrder) {
      await failures.of(
        (async () => {
          for await (const candidate of this.#candidates(kind)) {
            if (freed >= bytes || failures.areMany) return
            if (await failures.of(candidate.giveUp())) freed += candidate.bytes
          }
        })(),
      )
    }
    failures.log(this.#deps.log, 'disk.not_removed')
    return freed
  }

  #candidates(kind: RemovalKind): AsyncIterable<Candidate> {
    switch (kind) {
      case 'left_over':
        return this.#leftOvers()
      case 'refused':
        return this.#refused()
      case 'snapshot':
      case 'clip':
        return this.#pending(kind)
    }
  }

  /** Files of events that nothing is known of any more: they were stored, and a cut kept them from going. */
  async *#leftOvers(): AsyncGenerator<Candidate> {
    const { files, queue } = this.#deps
    for (const { path, bytes } of await findLeftOvers(files, queue)) {
      yield { bytes, giveUp: () => files.remove([path]).then(() => true) }
    }
    for (const { path, name, bytes } of await files.list()) {
      if (name.endsWith('.unusable')) yield { bytes, giveUp: () => files.remove([path]).then(() => true) }
    }
  }

  async *#refused(): AsyncGenerator<Candidate> {
    const bytesOf = new Map((await this.#deps.files.list()).map(({ name, bytes }) => [name, bytes]))
    for (const unread of await this.#deps.queue.unread()) {
      yield { bytes: bytesOf.get(unread.name) ?? 0, giveUp: () => this.#dropUnread(unread).then(() => true) }
    }
    for await (const record of this.#deps.queue.failed()) {
      yield { bytes: record.object.bytes, giveUp: () => this.#dropRefused(record).then(() => true) }
    }
  }

  async *#pending(kind: 'snapshot' | 'clip'): AsyncGenerator<Candidate> {
    for await (const record of this.#deps.queue.pending(kind)) {
      yield { bytes: record.object.bytes, giveUp: () => this.#giveUpPending(record) }
    }
  }

  /** The record goes first, with its count and the word to the cloud: a cut after that leaves a file, no riddle. */
  async #giveUpPending(record: UploadRecord): Promise<boolean> {
    const { queue, files, log } = this.#deps
    // What is on its way right now arrives sooner than anything else could go.
    if (!(await queue.claim(record))) return false
    let isNoted = true
    try {
      await this.#note(record)
    } catch (err) {
      // A disk so full that the outbox cannot write: removing the file makes room for it. The uploader would say the same.
      log.warn({ err, eventId: record.object.event_id }, 'disk.loss_not_noted')
      isNoted = false
    } finally {
      queue.release(record)
    }
    await files.remove([files.named(record.name)])
    // One that could not go either is not lost.
    if (!isNoted) this.#unnoted.set(record.name, record)
    const { event_id: eventId, kind, bytes } = record.object
    log.error({ eventId, kind, bytes }, 'disk.given_up')
    return true
  }

  async #note(record: UploadRecord): Promise<void> {
    const { queue, outbox, losses } = this.#deps
    const { event_id: eventId, kind } = record.object
    const changes = () => [
      ...queue.removal(record),
      losses.count(kind === 'clip' ? 'clips' : 'snapshots', eventId),
    ]
    if (kind === 'snapshot') await queue.write(changes())
    else await outbox.append(clipLostEntry({ eventId, cameraId: record.cameraId }, noRoomReason, changes))
  }

  /** Notes what went while the database took no write, if it takes one now. */
  async recordRemoved(): Promise<void> {
    const { queue, log } = this.#deps
    const failures = new Failures()
    for (const [name, record] of this.#unnoted) {
      if (await failures.of(this.#note(record).then(() => true))) this.#unnoted.delete(name)
      else if (!(await queue.isWritable())) break
    }
    failures.log(log, 'disk.loss_not_noted')
  }

  /** It was counted when it was refused. */
  async #dropRefused(record: UploadRecord): Promise<void> {
    const { queue, files } = this.#deps
    await files.remove([files.named(record.name)])
    await queue.remove(record)
  }

  /** Its record goes once the cloud has been told: a disk that is too full for that has room behind the file. */
  async #dropUnread(unread: UnreadUpload): Promise<void> {
    const { queue, files, log } = this.#deps
    await files.remove([files.named(unread.name)])
    try {
      await this.#tell(unread)
      await queue.forget(unread)
    } catch (err) {
      log.warn({ err, eventId: unread.eventId }, 'disk.loss_not_noted')
    }
  }

  /** Removes what was refused longer ago than it is kept. */
  async dropOldRefused(): Promise<void> {
    const { queue, service, log } = this.#deps
    const oldestMs = service.now() - refusedKeptMs
    const failures = new Failures()
    for (const unread of await queue.unread()) {
      if (unread.failedMs < oldestMs) await failures.of(this.#dropUnread(unread))
    }
    for await (const record of queue.failed()) {
      // The oldest come first; what is younger waits for its time.
      if ((record.failedMs ?? 0) >= oldestMs || failures.areMany) break
      await failures.of(this.#dropRefused(record))
    }
    failures.log(log, 'disk.not_removed')
  }
}
