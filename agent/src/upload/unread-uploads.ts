import { z } from 'zod'
import { uncount } from '../outbox/losses.js'
import { asText, type Change, type Database, jsonOf, writeChanges } from '../outbox/open-database.js'
import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import { UploadRecord } from '../outbox/upload-record.js'
import { keyOfUnsent, keyOfUpload, type PlaceOfUpload, placeOf } from './upload-keys.js'

/** A file of which the record cannot be read: nobody can say what it is, and a person may examine it. */
export interface UnreadUpload extends PlaceOfUpload {
  readonly key: string
  /** Null where the record does not even say that, or its key of which event it is: nobody can be told. */
  readonly cameraId: string | null
  /** Service time at which it was set aside, ms. */
  readonly failedMs: number
}

const SetAside = z.object({ text: z.string(), failedMs: z.number() })
const WithCamera = z.object({ cameraId: z.uuid() })

/** All that were set aside, the oldest first. */
export async function listUnread(database: Database): Promise<UnreadUpload[]> {
  const found: UnreadUpload[] = []
  for await (const [key, value] of database.iterator(keys.unreads)) {
    const kept = SetAside.safeParse(value)
    const place = placeOf(keys.keyOfUnread(key))
    const camera = WithCamera.safeParse(jsonOf(kept.data?.text ?? ''))
    found.push({
      key,
      ...place,
      cameraId: (z.uuid().safeParse(place.eventId).success && camera.data?.cameraId) || null,
      failedMs: kept.data?.failedMs ?? 0,
    })
  }
  return found
}

/**
 * Sets aside, and counts as lost, each record that cannot be read, so that it holds up nothing; takes up again what this
 * version can read. For the start, before losses are counted.
 * @throws Error of the database
 */
export async function setUnreadAside(database: Database, servedMs: number): Promise<void> {
  await takeUpReadable(database)
  for (const range of [keys.allSends, keys.unsents, keys.oldUploads]) {
    for await (const [key, text] of database.iterator<string, string>({ ...range, ...asText })) {
      if (UploadRecord.safeParse(jsonOf(text)).success) continue
      // What was refused for good was counted then.
      const { kind, eventId } = placeOf(key)
      const isNew = range !== keys.unsents
      await writeChanges(database, [
        { type: 'del', key },
        { type: 'put', key: keys.unread(key), value: { text, failedMs: servedMs } },
        ...(isNew ? [{ type: 'put' as const, key: keys.lost(lossOf(kind), eventId), value: 1 }] : []),
      ])
    }
  }
}

/** A later version wrote them, and was replaced by an earlier one meanwhile. */
async function takeUpReadable(database: Database): Promise<void> {
  for await (const [key, value] of database.iterator(keys.unreads)) {
    const record = UploadRecord.safeParse(jsonOf(SetAside.safeParse(value).data?.text ?? ''))
    if (!record.success) continue
    const before = keys.keyOfUnread(key)
    const { kind, eventId } = placeOf(before)
    const isPending = !before.startsWith(keys.unsents.gte) && record.data.state === 'pending'
    const counted: Change[] = isPending ? await uncount(database, lossOf(kind), eventId) : []
    await writeChanges(database, [
      { type: 'del', key },
      before.startsWith(keys.oldUploads.gte)
        ? takenOver(record.data)
        : { type: 'put', key: before, value: record.data },
      ...counted,
    ])
  }
}

/** What keeps the record of an earlier version as this one does. */
export function takenOver(record: UploadRecord): Change {
  return record.state === 'pending'
    ? { type: 'put', key: keyOfUpload(record), value: record }
    : { type: 'put', key: keyOfUnsent(record), value: { ...record, failedMs: 0 } satisfies UploadRecord }
}

const lossOf = (kind: UploadKind) => (kind === 'clip' ? 'clips' : 'snapshots')
