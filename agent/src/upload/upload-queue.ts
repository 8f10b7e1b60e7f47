import {
  type Change,
  type Database,
  isOpen,
  revive,
  wasMended,
  writeChanges,
} from '../outbox/open-database.js'
import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import { UploadRecord } from '../outbox/upload-record.js'
import { type Logger, silentLogger } from '../platform/logger.js'
import { takeOver } from './take-over.js'
import { listUnread, type UnreadUpload } from './unread-uploads.js'
import { keyOfUnsent, keyOfUpload, placeOf } from './upload-keys.js'

interface KeyRange {
  readonly gte: string
  readonly lt: string
}

/** Records that are read for one that may be sent; those behind wait their turn on the disk. */
const windowSize = 64

/**
 * The files on their way to the cloud, as they are kept on disk: pictures first, then clips, each in the order of
 * their events. However many wait, a few of them are read at a time.
 */
export class UploadQueue {
  readonly #database: Database
  /** What is being sent now; it must not be given up meanwhile. */
  readonly #busy = new Set<string>()
  #counted = { pending: 0, failed: 0 }

  private constructor(database: Database) {
    this.#database = database
  }

  /**
   * Opens the queue, and takes over what an earlier version kept. For the start, before losses are counted.
   * @param servedMs the time that the data folder has been in service
   */
  static async open(database: Database, servedMs: number, log: Logger = silentLogger): Promise<UploadQueue> {
    await takeOver(database, servedMs, log)
    return new UploadQueue(database)
  }

  /**
   * The first pending uploads of a kind whose event the cloud settled, the oldest first.
   * @param passOver those that others may go before, by their key
   * @param after where to begin, an answer of before
   * @returns at most 64, and `after`: behind it lies the first that is not passed over
   */
  async due(
    kind: UploadKind,
    ackedSeq: number,
    passOver: (key: string) => boolean = () => false,
    after: string = keys.sends(kind).gte,
  ): Promise<{ readonly records: UploadRecord[]; readonly after: string }> {
    const records: UploadRecord[] = []
    const lt = keys.send(kind, ackedSeq + 1, '')
    let passed = after
    for (let gt = after; ; ) {
      const entries = await this.#database.iterator({ gt, lt, limit: windowSize }).all()
      for (const [key, value] of entries) {
        if (passOver(key)) {
          if (records.length === 0) passed = key
          continue
        }
        const record = UploadRecord.safeParse(value)
        // One that cannot be read must not hold up the others; the next start sets it aside.
        if (record.success) records.push(record.data)
        if (records.length === windowSize) return { records, after: passed }
      }
      const last = entries.at(-1)
      if (last === undefined || entries.length < windowSize) return { records, after: passed }
      gt = last[0]
    }
  }

  /** The pending upload of this key; null if there is none any more, or none that can be read. */
  async find(key: string): Promise<UploadRecord | null> {
    const record = UploadRecord.safeParse(await this.#database.get(key))
    return record.success ? record.data : null
  }

  /** All pending uploads of a kind, the oldest first, a few in memory at a time. */
  pending(kind: UploadKind): AsyncGenerator<UploadRecord> {
    return this.#read(keys.sends(kind))
  }

  /** Those that were refused for good, the oldest first. */
  failed(): AsyncGenerator<UploadRecord> {
    return this.#read(keys.unsents)
  }

  /** Those of which the record could not be read at the start. */
  unread(): Promise<UnreadUpload[]> {
    return listUnread(this.#database)
  }

  /** The names of all files that a record tells of, whatever of it can be read. */
  async *names(): AsyncGenerator<string> {
    for (const range of [keys.allSends, keys.unsents, keys.oldUploads]) {
      for await (const [key, value] of this.#entries(range)) {
        yield placeOf(key).name
        const record = UploadRecord.safeParse(value)
        if (record.success) yield record.data.name
      }
    }
    for (const { name } of await this.unread()) yield name
  }

  /** Whether there may be files of which the record was lost with a part of a damaged database. @throws Error of the file system */
  mayLackRecords(): Promise<boolean> {
    return wasMended(this.#database)
  }

  /** Nothing remains of one whose record could not be read. */
  async forget({ key }: UnreadUpload): Promise<void> {
    await writeChanges(this.#database, [{ type: 'del', key }])
  }

  /** Replaces what is kept about a pending upload. */
  async save(record: UploadRecord): Promise<void> {
    await writeChanges(this.#database, [this.insertion(record)])
  }

  /** What `save` changes, for a write that does more. */
  insertion(record: UploadRecord): Change {
    return { type: 'put', key: keyOfUpload(record), value: record }
  }

  /** The cloud has it, or it is given up: nothing remains to be done. */
  async remove(record: UploadRecord): Promise<void> {
    await writeChanges(this.#database, this.removal(record))
  }

  /** What `remove` changes, for a write that does more. */
  removal(record: UploadRecord): Change[] {
    return [
      { type: 'del', key: keyOfUpload(record) },
      { type: 'del', key: keyOfUnsent(record) },
    ]
  }

  /** What sets a refused upload aside, for a write that may do more. */
  setAside(record: UploadRecord, reason: string, servedMs: number): Change[] {
    const failed = { ...record, state: 'failed', reason, failedMs: servedMs } satisfies UploadRecord
    return [
      { type: 'del', key: keyOfUpload(record) },
      { type: 'put', key: keyOfUnsent(record), value: failed },
    ]
  }

  /** Writes changes that belong to uploads alone. */
  async write(changes: readonly Change[]): Promise<void> {
    await writeChanges(this.#database, changes)
  }

  /**
   * Marks an upload as under way.
   * @returns it as it is kept now: what was read a moment ago may have been refused since; null if it is under way already, or over
   * @throws Error of the database
   */
  async claim(read: UploadRecord): Promise<UploadRecord | null> {
    const key = keyOfUpload(read)
    if (this.#busy.has(key)) return null
    this.#busy.add(key)
    let record: UploadRecord | null = null
    try {
      record = await this.find(key)
    } finally {
      if (record === null) this.#busy.delete(key)
    }
    return record
  }

  /** Whether the picture of the same event is still on its way. */
  async hasPicture({ afterSeq, object }: UploadRecord): Promise<boolean> {
    return (await this.find(keys.send('snapshot', afterSeq, object.event_id))) !== null
  }

  release(record: UploadRecord): void {
    this.#busy.delete(keyOfUpload(record))
  }

  /** Whether it can be read; a disk that is full may have closed its database. */
  get isReadable(): boolean {
    return isOpen(this.#database)
  }

  /** Whether the database takes a write now; one that was closed by a full disk is opened for that. */
  async isWritable(): Promise<boolean> {
    try {
      if (!isOpen(this.#database)) await revive(this.#database)
      await writeChanges(this.#database, [{ type: 'put', key: keys.probe, value: 1 }])
      return true
    } catch {
      return false
    }
  }

  /** How many there are; how many there were, while they cannot be read. */
  async counts(): Promise<{ pending: number; failed: number }> {
    if (!this.isReadable) return this.#counted
    const pending = await this.#count(keys.allSends)
    const failed = (await this.#count(keys.unsents)) + (await this.#count(keys.unreads))
    this.#counted = { pending, failed }
    return this.#counted
  }

  /** What waits, added up; every record is read for it. */
  async backlog(): Promise<{ clips: number; bytes: number; oldestClipMs: number | null }> {
    let [clips, bytes] = [0, 0]
    let oldestClipMs: number | null = null
    for await (const { object, endedAtMs } of this.#read(keys.allSends)) {
      bytes += object.bytes
      if (object.kind !== 'clip') continue
      clips += 1
      if (endedAtMs !== null) oldestClipMs = Math.min(oldestClipMs ?? endedAtMs, endedAtMs)
    }
    return { clips, bytes, oldestClipMs }
  }

  async #count(range: KeyRange): Promise<number> {
    let count = 0
    for await (const _ of this.#database.keys(range)) count += 1
    return count
  }

  async *#read(range: KeyRange): AsyncGenerator<UploadRecord> {
    for await (const [, value] of this.#entries(range)) {
      const record = UploadRecord.safeParse(value)
      if (record.success) yield record.data
    }
  }

  async *#entries({ gte, lt }: KeyRange): AsyncGenerator<readonly [string, unknown]> {
    for (let from = gte; ; ) {
      // No iterator stays open while somebody works on what was read: the database may be opened anew.
      const entries = await this.#database.iterator({ gte: from, lt, limit: windowSize }).all()
      yield* entries
      const last = entries.at(-1)
      if (last === undefined || entries.length < windowSize) return
      from = `${last[0]} `
    }
  }
}
