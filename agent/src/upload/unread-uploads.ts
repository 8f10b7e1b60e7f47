import { z } from 'zod'
import { uncount } from '../outbox/losses.js'
import { asText, type Change, type Database, jsonOf, writeChanges } from '../outbox/open-database.js'
import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import { UploadRecord } from '../outbox/upload-record.js'

/** A file of which the record cannot be read: nobody can say what it is, and a person may examine it. */
export interface UnreadUpload {
  readonly key: string
  readonly kind: UploadKind
  readonly eventId: string
  readonly name: string
  /** Null where the record does not even say that. */
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
    const { kind, eventId } = placeOf(keys.keyOfUnread(key))
    const camera = WithCamera.safeParse(jsonOf(kept.data?.text ?? ''))
    found.push({
      key,
      kind,
      eventId,
      name: `${eventId.toLowerCase()}.${kind === 'clip' ? 'mp4' : 'jpg'}`,
      cameraId: camera.data?.cameraId ?? null,
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
  for (const range of [keys.allSends, keys.unsents]) {
    for await (const [key, text] of database.iterator<string, string>({ ...range, ...asText })) {
      if (UploadRecord.safeParse(jsonOf(text)).success) continue
      // What was refused for good was counted then.
      const { kind, eventId } = placeOf(key)
      const isNew = range === keys.allSends
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
    const isPending = before.startsWith(keys.allSends.gte)
    const counted: Change[] = isPending ? await uncount(database, lossOf(kind), eventId) : []
    await writeChanges(database, [
      { type: 'del', key },
      { type: 'put', key: before, value: record.data },
      ...counted,
    ])
  }
}

/** What the key of an upload says, pending or refused. */
function placeOf(key: string): { readonly kind: UploadKind; readonly eventId: string } {
  const [range, turn = '', event = '', kind] = key.split('!')
  if (range === 'unsent') return { kind: kind === 'clip' ? 'clip' : 'snapshot', eventId: event }
  const isClip = turn === keys.sends('clip').gte.split('!')[1]
  return { kind: isClip ? 'clip' : 'snapshot', eventId: kind ?? '' }
}

const lossOf = (kind: UploadKind) => (kind === 'clip' ? 'clips' : 'snapshots')
