import { type Change, type Database, isOpen, revive, writeChanges } from '../outbox/open-database.js'
import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import { UploadRecord } from './upload-record.js'

/** Records that are looked at for one that may be sent; those behind wait their turn on the disk. */
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

  /** Opens the queue, and takes over what an earlier version kept. */
  static async open(database: Database): Promise<UploadQueue> {
    await takeOver(database)
    return new UploadQueue(database)
  }

  /** The first pending uploads of a kind whose event the cloud settled, the oldest first. */
  async due(kind: UploadKind, ackedSeq: number): Promise<UploadRecord[]> {
    const found: UploadRecord[] = []
    const { gte } = keys.sends(kind)
    const lt = keys.send(kind, ackedSeq + 1, '')
    for await (const value of this.#database.values({ gte, lt, limit: windowSize })) {
      const record = UploadRecord.safeParse(value)
      // One that cannot be read must not hold up the others.
      if (record.success) found.push(record.data)
    }
    return found
  }

  /** All pending uploads of a kind, the oldest first, a few in memory at a time. */
  pending(kind: UploadKind): AsyncGenerator<UploadRecord> {
    return this.#read(keys.sends(kind))
  }

  /** Those that were refused for good, the oldest first. */
  failed(): AsyncGenerator<UploadRecord> {
    return this.#read(keys.unsents)
  }

  /** Replaces what is kept about a pending upload. */
  async save(record: UploadRecord): Promise<void> {
    await writeChanges(this.#database, [this.insertion(record)])
  }

  /** What `save` changes, for a write that does more. */
  insertion(record: UploadRecord): Change {
    return { type: 'put', key: sendKey(record), value: record }
  }

  /** The cloud has it, or it is given up: nothing remains to be done. */
  async remove(record: UploadRecord): Promise<void> {
    await writeChanges(this.#database, this.removal(record))
  }

  /** What `remove` changes, for a write that does more. */
  removal(record: UploadRecord): Change[] {
    return [
      { type: 'del', key: sendKey(record) },
      { type: 'del', key: unsentKey(record) },
    ]
  }

  /** What sets a refused upload aside, for a write that may do more. */
  setAside(record: UploadRecord, reason: string, servedMs: number): Change[] {
    const failed = { ...record, state: 'failed', reason, failedMs: servedMs } satisfies UploadRecord
    return [
      { type: 'del', key: sendKey(record) },
      { type: 'put', key: unsentKey(record), value: failed },
    ]
  }

  /** Writes changes that belong to uploads alone. */
  async write(changes: readonly Change[]): Promise<void> {
    await writeChanges(this.#database, changes)
  }

  /**
   * Marks an upload as under way.
   * @returns false if it is already, or if it is over: what was read a moment ago may be done by now
   */
  async claim(record: UploadRecord): Promise<boolean> {
    const key = sendKey(record)
    if (this.#busy.has(key)) return false
    this.#busy.add(key)
    try {
      if ((await this.#database.get(key)) !== undefined) return true
    } catch (error) {
      this.#busy.delete(key)
      throw error
    }
    this.#busy.delete(key)
    return false
  }

  /** Whether the picture of the same event is still on its way. */
  async hasPicture({ afterSeq, object }: UploadRecord): Promise<boolean> {
    return (await this.#database.get(keys.send('snapshot', afterSeq, object.event_id))) !== undefined
  }

  release(record: UploadRecord): void {
    this.#busy.delete(sendKey(record))
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
    const [pending, failed] = await Promise.all([this.#count(keys.allSends), this.#count(keys.unsents)])
    this.#counted = { pending, failed }
    return this.#counted
  }

  async #count(range: { readonly gte: string; readonly lt: string }): Promise<number> {
    let count = 0
    for await (const _ of this.#database.keys(range)) count += 1
    return count
  }

  async *#read(range: { readonly gte: string; readonly lt: string }): AsyncGenerator<UploadRecord> {
    for (let { gte, lt } = range; ; ) {
      // No iterator stays open while somebody works on what was read: the database may be opened anew.
      const entries = await this.#database.iterator({ gte, lt, limit: windowSize }).all()
      for (const [, value] of entries) {
        const record = UploadRecord.safeParse(value)
        if (record.success) yield record.data
      }
      const last = entries.at(-1)
      if (last === undefined || entries.length < windowSize) return
      gte = `${last[0]} `
    }
  }
}

const sendKey = ({ object, afterSeq }: UploadRecord): string =>
  keys.send(object.kind, afterSeq, object.event_id)

const unsentKey = ({ object, afterSeq }: UploadRecord): string =>
  keys.unsent(object.kind, afterSeq, object.event_id)

/** Earlier versions kept uploads in the order of their events' ids. */
async function takeOver(database: Database): Promise<void> {
  const changes: Change[] = []
  for await (const [key, value] of database.iterator(keys.oldUploads)) {
    const record = UploadRecord.safeParse(value)
    changes.push({ type: 'del', key })
    if (!record.success) continue
    const isPending = record.data.state === 'pending'
    const place = isPending ? sendKey(record.data) : unsentKey(record.data)
    changes.push({
      type: 'put',
      key: place,
      value: isPending ? record.data : { ...record.data, failedMs: 0 },
    })
  }
  await writeChanges(database, changes)
}
