import type { Database } from '../outbox/open-database.js'
import { synced } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { UploadRecord } from './upload-record.js'

/** The files on their way to the cloud, as they are kept on disk. */
export interface UploadQueue {
  /** Pending uploads whose event the cloud settled, oldest event first, the picture before the clip. */
  due(ackedSeq: number): Promise<UploadRecord[]>
  /** Replaces what is kept about an upload. */
  save(record: UploadRecord): Promise<void>
  /** The cloud has it: nothing remains to be done. */
  remove(record: UploadRecord): Promise<void>
  counts(): Promise<{ pending: number; failed: number }>
}

export function uploadQueue(database: Database): UploadQueue {
  const keyOf = ({ object }: UploadRecord) => keys.upload(object.event_id, object.kind)

  async function all(): Promise<UploadRecord[]> {
    const found: UploadRecord[] = []
    for await (const value of database.values(keys.uploads)) {
      const record = UploadRecord.safeParse(value)
      // One that cannot be read must not hold up the others.
      if (record.success) found.push(record.data)
    }
    return found
  }

  return {
    async due(ackedSeq) {
      const pending = (await all()).filter(
        ({ state, afterSeq }) => state === 'pending' && afterSeq <= ackedSeq,
      )
      return pending.toSorted((a, b) => a.afterSeq - b.afterSeq || rank(a) - rank(b))
    },
    save: (record) => database.put(keyOf(record), record, synced),
    remove: (record) => database.del(keyOf(record), synced),
    async counts() {
      const records = await all()
      const pending = records.filter(({ state }) => state === 'pending').length
      return { pending, failed: records.length - pending }
    },
  }
}

/** A picture is small and soon useful. */
function rank({ object }: UploadRecord): number {
  return object.kind === 'snapshot' ? 0 : 1
}
